import { basename, join } from 'node:path';
import type { Notice } from '../../preload/views.ts';
import type { Clock, Random } from '../base/clock.ts';
import { toTillError } from '../base/till-error.ts';
import { callbackPaths } from '../callback/paths.ts';
import { systemDisk } from '../journal/database.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { JOURNAL_FILE } from '../journal/places.ts';
import { isEnd } from '../journal/sale-record.ts';
import { withRefundLive } from '../refund/live-refund-view.ts';
import { madeAfterAllNotice, unsettledNotices } from '../refund/refund-notices.ts';
import { createRefunds } from '../refund/refunds.ts';
import { alarmNotices } from '../sale/alarm-notices.ts';
import type { RecoveryView } from '../sale/recovery.ts';
import { createSales, type Sales } from '../sale/sales.ts';
import type { Log } from '../support/log.ts';
import { serviceLog } from '../support/service-log.ts';
import type { TerminalSettings } from '../terminal/settings.ts';
import type { Connection } from './connection.ts';
import { type LinkWatch, watchLink } from './link-watch.ts';
import { watchRecovery } from './recovery-outcome.ts';
import type { Runtime } from './runtime.ts';
import { watchKeys } from './service-keys-watch.ts';

/** What is known of the journal's state before it is opened, and whom to tell when damage shows later. */
export interface JournalCare {
  readonly suspect: boolean;
  onDamage(): void;
}

export interface RuntimeOptions {
  readonly folder: string;
  readonly terminalId: string;
  readonly settings: TerminalSettings;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  changed(): void;
  readonly care?: JournalCare;
  /** Something to tell once, until somebody has read it. */
  tell?(notice: Notice): void;
}

/** How many payments the strip at the till's foot can need. */
const RECENT = 20;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Opens the journal in `folder`, takes up what it left open, and listens for callbacks where that is set.
 * Errors: those of `openJournal`. A listener that cannot start is a notice: polling does its work, only later.
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { settings, connection, clock, random, log } = options;
  const { link } = connection.feed;
  const journal = await openJournalOrLeave(options);
  const sales = createSales({
    service: connection.service,
    journal,
    clock,
    random,
    terminal: saleTerminal(settings),
    skewMs: () => link.skewMs,
    log,
  });
  const keyLastsMs = settings.tuning.refundKeyHours * HOUR_MS;
  const refunds = createRefunds({
    service: connection.service,
    journal,
    clock,
    random,
    log,
    keyLastsMs,
    skewMs: () => (link.timeTold ? link.skewMs : undefined),
    madeAfterAll: (refund) => options.tell?.(madeAfterAllNotice(refund, journal.sale(refund.saleId)?.reference ?? '')),
    seen: (saleId, payment) => sales.seen(saleId, payment),
  });
  const networkReturned = () => {
    sales.networkReturned();
    refunds.networkReturned();
  };
  let wasOffline = false;
  const stops = [
    sales.onChange(options.changed),
    refunds.onChange(options.changed),
    watchRecovery(sales, refunds, (outcome) => options.tell?.(outcome)),
    journal.onHealth(options.changed),
    connection.issuers.onChange(options.changed),
    link.onChange(() => {
      if (wasOffline && link.state === 'online') networkReturned();
      wasOffline = link.state === 'offline';
      options.changed();
    }),
  ];
  const keysWatch = watchKeys({ keys: connection.keys, feed: connection.feed, clock }, options.changed);
  const watch = watchLink({ service: connection.service, feed: connection.feed, clock }, options.changed);
  const listener = await listen(options, journal, sales);
  Promise.all([sales.recover(), refunds.recover()]).catch((thrown: unknown) => {
    const { code, message } = toTillError(thrown);
    log.error(message, { code });
  });

  return {
    service: () => ({ state: link.state, sinceMs: link.since, host: link.host, skewMs: link.skewMs }),
    nextReference: () => sales.nextReference(),
    sale: () => {
      const sale = sales.current();
      return sale && withRefundLive(sale, refunds);
    },
    view: (saleId) => {
      const sale = sales.get(saleId);
      return sale && withRefundLive(sale, refunds);
    },
    recent: () => sales.recent(RECENT),
    recovery: () => together(sales.recovery, refunds.recovery),
    notices: () => [
      ...alarmNotices(sales.alarms()),
      ...unsettledNotices(journal),
      ...journalNotices(journal, sales),
      ...refusalNotices(watch),
      ...keysWatch.notices(),
      ...connection.issuers.notices(),
      ...listener.notices,
    ],
    busy: () => {
      const sale = sales.current();
      return sale !== null && !isEnd(sale.stage);
    },
    start: (draft) => sales.start(draft),
    cancel: (saleId) => sales.cancel(saleId),
    customerSaysPaid: (saleId) => sales.customerSaysPaid(saleId),
    dismiss: (saleId) => sales.dismiss(saleId),
    acknowledgeAlarm: (saleId) => sales.acknowledgeAlarm(saleId),
    find: (text, after, limit) => {
      const { rows, next } = sales.find(text, after, limit);
      return { rows: [...rows], next: next ?? null };
    },
    open: (saleId) => sales.open(saleId),
    findElsewhere: (reference) => sales.findElsewhere(reference),
    refund: (draft, permission) => refunds.start(draft, permission),
    settleRefund: (refundKey, decision) => refunds.settle(refundKey, decision),
    networkReturned,
    async close() {
      for (const stop of stops) stop();
      watch.close();
      keysWatch.close();
      await listener.close();
      await Promise.all([sales.close(), refunds.close()]);
      await connection.close();
      journal.close();
    },
  };
}

/** A till that cannot open its journal is tried again: nothing of this attempt may stay open. */
async function openJournalOrLeave(options: RuntimeOptions): Promise<Journal> {
  const { folder, terminalId, settings, connection, clock, random } = options;
  const terminal = { terminalId, shopId: settings.shop.shopId, posId: settings.pos.posId };
  try {
    const file = join(folder, JOURNAL_FILE);
    return openJournal({ file, disk: systemDisk, clock, random, terminal, ...options.care });
  } catch (thrown) {
    await connection.close();
    throw thrown;
  }
}

function saleTerminal({ shop, pos, till, callbacks }: TerminalSettings): Parameters<typeof createSales>[0]['terminal'] {
  return {
    ...shop,
    posId: pos.posId,
    chargeWith: till?.chargeWith ?? 'static-qr',
    callbackUrl: callbacks?.callbackUrl || undefined,
    identifyCallbackUrl: callbacks?.identifyCallbackUrl || undefined,
  };
}

function together(sales: RecoveryView, refunds: RecoveryView): RecoveryView {
  return {
    running: sales.running || refunds.running,
    open: sales.open + refunds.open,
    resolved: sales.resolved + refunds.resolved,
  };
}

interface Listening {
  readonly notices: readonly Notice[];
  close(): Promise<void>;
}

async function listen(options: RuntimeOptions, journal: Journal, sales: Sales): Promise<Listening> {
  const { settings, connection, log } = options;
  const address = settings.callbacks?.listen;
  if (address === undefined) return { notices: [], close: async () => undefined };
  // Loaded only where callbacks are received: the server behind it is what takes longest to load of all.
  const { startCallbackListener } = await import('../callback/listener.ts');
  try {
    const listener = await startCallbackListener({
      listen: address,
      paths: callbackPaths(settings),
      verify: (ask) => connection.verifier.verify(ask),
      seenJti: (jti, untilMs) => journal.seenJti(jti, untilMs),
      clock: { now: () => connection.feed.serviceNow() },
      log: serviceLog(log),
      report: connection.report,
      accept: async ({ payment }) => {
        const known = (await sales.onCallback(payment)) === 'known';
        return known ? { known } : { known, why: 'no sale of this terminal has this payment, amount and reference' };
      },
    });
    return { notices: [], close: () => listener.close() };
  } catch (thrown) {
    const { code, message, values } = toTillError(thrown);
    log.error(message, { code });
    const notice: Notice = { id: code, code, severity: 'warning', values: { message, ...values } };
    return { notices: [notice], close: async () => undefined };
  }
}

/** The service is there and refuses this till: better read now than with a customer waiting. */
function refusalNotices({ refusal }: LinkWatch): readonly Notice[] {
  if (refusal === undefined) return [];
  const { code, message, traceId } = refusal;
  return [{ id: 'service.refuses', code, severity: 'alarm', values: { message, traceId: traceId ?? '' } }];
}

function journalNotices({ health }: Journal, { lostPayments }: Sales): readonly Notice[] {
  const notices: Notice[] = [];
  if (lostPayments !== undefined) {
    const file = basename(lostPayments.setAside);
    const notice =
      lostPayments.found === undefined
        ? ({ code: 'journal.set-aside', severity: 'alarm', values: { file } } as const)
        : ({ code: 'journal.refilled', severity: 'warning', values: { file, count: lostPayments.found } } as const);
    notices.push({ id: 'journal.set-aside', ...notice });
  }
  if (health.state !== 'ok')
    notices.push({
      id: 'journal.health',
      code: `journal.${health.state}`,
      severity: 'alarm',
      values: { held: health.held },
    });
  return notices;
}
