import { join } from 'node:path';
import type { TrainingAct } from '../../preload/contract/contract.ts';
import { POLL_PAUSES } from '../../preload/contract/settings-table.ts';
import type { Acts } from '../audit/audit-log.ts';
import type { Clock, Random } from '../base/clock.ts';
import { dataFiles } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import { usablePattern } from '../domain/sale-reference.ts';
import { systemDisk } from '../journal/database.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { JournalSeal } from '../journal/sealing.ts';
import { createLoadInThread } from '../reconcile/load-in-thread.ts';
import { Reconciliation } from '../reconcile/reconciliation.ts';
import { Refunds } from '../refund/refunds.ts';
import { Shifts } from '../reports/shifts.ts';
import type { PollPauses } from '../sale/poll-schedule.ts';
import { SaleLedger } from '../sale/sale-ledger.ts';
import { Sales, type SalesOptions } from '../sale/sales.ts';
import type { SigningKey } from '../service/signing-key.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import { receiveCallbacks } from './receive-callbacks.ts';
import { watchRecovery } from './recovery.ts';
import type { Connection } from './service-connection.ts';
import { type ServiceKeysWatch, watchServiceKeys } from './service-keys-watch.ts';
import { probeService, type ServiceProbe } from './service-probe.ts';
import { notifyParkedEnd, type OnTillEvent } from './till-events.ts';
import { isUnderWay } from './under-way.ts';

export interface JournalCare {
  readonly suspect: boolean;
  onDamage(): void;
}

/** A till in one mode, with one journal and one connection. `payer`, `payOut` and `practiceKey`: only in training. */
export interface OpenTill {
  readonly settings: TerminalSettings;
  readonly journal: Journal;
  readonly sales: Sales;
  readonly refunds: Refunds;
  readonly shifts: Shifts;
  readonly reconciliation: Reconciliation;
  readonly connection: Pick<Connection, 'reachability' | 'responsePaths' | 'otherValues'>;
  readonly probe: Pick<ServiceProbe, 'refusal'>;
  readonly serviceKeys: Pick<ServiceKeysWatch, 'trouble'>;
  /** The error of a callback listener required by the settings. */
  readonly callbackError: TillError | undefined;
  readonly payer?: TrainingPayer;
  readonly payOut?: () => Promise<void>;
  /** Signs requests with these keys of the same account from now on, and retries requests refused with the old keys. */
  signWith: Connection['signWith'];
  readonly practiceKey?: SigningKey;
  networkReturned(): void;
  close(): Promise<void>;
}

export interface OpenTillOptions {
  readonly folder: string;
  readonly terminalId: string;
  readonly settings: TerminalSettings;
  readonly connection: Connection;
  readonly training?: true;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  changed(): void;
  readonly onEvent: OnTillEvent;
  readonly acts: Pick<Acts, 'journalOpened'>;
  readonly care?: JournalCare;
  readonly seal?: JournalSeal | undefined;
  readonly payoutsKey?: Buffer;
}

const HOUR_MS = 60 * 60 * 1000;

/** More than a year's shifts, at three a day: payout ranges are shorter. */
const SHIFTS_MATCHED = 1_500;

/** Simulates a customer's action on a training payment. Resolves once stored; false if the action was too late. */
export type TrainingPayer = (paymentId: string, act: TrainingAct) => Promise<boolean>;

/** Opens the till; closes the connection if the journal does not open. Throws the errors of `openJournal`. */
export async function openTill(options: OpenTillOptions): Promise<OpenTill> {
  const { settings, connection, clock, random, log, changed, onEvent } = options;
  const { service, reachability } = connection;
  const journal = await openJournalOrDisconnect(options);
  const ledger = new SaleLedger({ journal, clock, log, skewMs: reachability.believedSkewMs });
  const refunds = openRefunds(options, journal, ledger);
  const sales = new Sales({
    service,
    journal,
    ledger,
    clock,
    random,
    terminal: saleTerminal(settings),
    timing: {
      skewMs: reachability.believedSkewMs,
      timeKnown: reachability.timeKnown,
      pollPauses: pollPauses(settings.tuning),
    },
    log,
    parkedEnded: (sale) => notifyParkedEnd(sale, onEvent),
    importRefunds: (since, signal) => refunds.importSince(since, signal),
  });
  const shifts = openShifts(options, journal, sales);
  const reconciliation = openReconciliation(options, journal, sales);
  logTampering(journal, log);
  const endActs = options.acts.journalOpened(journal, options.training ? 'training' : 'live');
  const networkReturned = () => {
    sales.networkReturned();
    refunds.networkReturned();
  };
  const stops = [
    sales.onChange(changed),
    refunds.onChange(changed),
    watchRecovery(sales, refunds, (outcome) => onEvent({ type: 'recovered', outcome })),
    journal.onHealth(changed),
    connection.responsePaths.onChange(changed),
    onReturn(reachability, networkReturned),
    reachability.onChange(changed),
  ];
  const serviceKeys = watchServiceKeys({ keys: connection.keys, reachability, clock }, changed);
  const probe = probeService({ service, reachability, clock }, changed);
  const callbacks = await receiveCallbacks({ settings, connection, journal, sales, clock, log });
  Promise.all([sales.recover(), refunds.recover()]).catch((thrown: unknown) => {
    log.error(toTillError(thrown));
  });

  return {
    settings,
    journal,
    sales,
    refunds,
    shifts,
    reconciliation,
    connection,
    probe,
    serviceKeys,
    callbackError: callbacks.error,
    signWith(keys) {
      connection.signWith(keys);
      probe.askNow();
      networkReturned();
    },
    networkReturned,
    async close() {
      for (const stop of stops) stop();
      probe.close();
      serviceKeys.close();
      await callbacks.close();
      await Promise.all([sales.close(), refunds.close(), shifts.end(), reconciliation.close()]);
      await connection.close();
      endActs();
      journal.close();
      await journal.anchored();
    },
  };
}

function openRefunds(options: OpenTillOptions, journal: Journal, ledger: SaleLedger): Refunds {
  const { settings, clock, random, log, onEvent } = options;
  const { service, reachability } = options.connection;
  return new Refunds({
    service,
    journal,
    ledger,
    clock,
    random,
    log,
    keyLastsMs: settings.tuning.refundKeyHours * HOUR_MS,
    skewMs: reachability.measuredSkewMs,
    timeKnown: reachability.timeKnown,
    madeAfterAll: ({ refundKey, saleId, amount }) => {
      const reference = journal.sale(saleId)?.reference ?? '';
      onEvent({ type: 'refund-made-after-all', refundKey, saleId, amount, reference });
    },
  });
}

function openShifts(options: OpenTillOptions, journal: Journal, sales: Sales): Shifts {
  const { settings, clock } = options;
  const { service, reachability } = options.connection;
  return new Shifts({
    journal,
    service,
    clock,
    terminal: {
      environment: options.training ? 'TRAINING' : settings.service.environment,
      ...settings.shop,
      posId: settings.pos.posId,
      terminalId: options.terminalId,
    },
    referencePattern: usablePattern(settings.sale?.referencePattern),
    skewMs: reachability.believedSkewMs,
    isSelling: () => isUnderWay(sales),
  });
}

function openReconciliation(options: OpenTillOptions, journal: Journal, sales: Sales): Reconciliation {
  const { settings, connection, clock, log } = options;
  const { service, reachability } = connection;
  return new Reconciliation({
    file: join(options.folder, dataFiles.payouts),
    sealKey: options.payoutsKey,
    service,
    journal,
    own: {
      posId: settings.pos.posId,
      profileId: settings.merchant.profileId,
      referencePattern: usablePattern(settings.sale?.referencePattern),
    },
    clock,
    skewMs: reachability.believedSkewMs,
    isSelling: () => isUnderWay(sales),
    closedShifts: () => journal.shifts(undefined, SHIFTS_MATCHED),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    inThread: createLoadInThread({
      service,
      journal,
      clock,
      isSelling: () => isUnderWay(sales),
      report: connection.report,
      onDamage: options.care?.onDamage,
    }),
    log,
  });
}

function onReturn(reachability: Connection['reachability'], returned: () => void): () => void {
  let wasOffline = false;
  return reachability.onChange(() => {
    if (wasOffline && reachability.state === 'online') returned();
    wasOffline = reachability.state === 'offline';
  });
}

/** Closes the connection after a failure: later attempts to open the till create a new connection each. */
async function openJournalOrDisconnect(options: OpenTillOptions): Promise<Journal> {
  const { folder, terminalId, settings, connection, clock, random, log, changed, seal } = options;
  const terminal = { terminalId, shopId: settings.shop.shopId, posId: settings.pos.posId };
  try {
    const file = join(folder, dataFiles.journal);
    const onUnanchored = (error: TillError | undefined) => {
      if (error !== undefined) log.warn(error);
      changed();
    };
    const { referencePattern } = settings.sale ?? {};
    const parts = { file, disk: systemDisk, clock, random, terminal, referencePattern, seal, onUnanchored };
    return openJournal({ ...parts, ...options.care });
  } catch (thrown) {
    await connection.close();
    throw thrown;
  }
}

function logTampering(journal: Journal, log: Log): void {
  const alarm = journal.tampered();
  if (alarm === undefined) return;
  const { why, anchored, found, kept } = alarm;
  log.error('journal.tampered', { reason: why, found, anchored, kept });
}

function pollPauses({ pollShortestMs, pollLongestMs }: TerminalSettings['tuning']): PollPauses {
  return { shortestMs: pollShortestMs ?? POLL_PAUSES.shortestMs, longestMs: pollLongestMs ?? POLL_PAUSES.longestMs };
}

function saleTerminal({ shop, pos, till, callbacks, sale }: TerminalSettings): SalesOptions['terminal'] {
  return {
    ...shop,
    posId: pos.posId,
    chargeWith: till?.chargeWith ?? 'static-qr',
    callbackUrl: callbacks?.callbackUrl || undefined,
    identifyCallbackUrl: callbacks?.identifyCallbackUrl || undefined,
    description: sale?.description,
    referencePattern: sale?.referencePattern,
    bulkId: sale?.bulkId,
    vouchers: sale?.voucherSchemes && { schemes: sale.voucherSchemes, maximum: sale.voucherMaximum },
  };
}
