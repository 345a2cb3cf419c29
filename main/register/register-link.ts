import { basename, join } from 'node:path';
import type { RegisterDecision, RegistersView } from '../../preload/contract/registers.ts';
import { FIRST_OLDEST_MINUTES, type RegisterSettings } from '../../preload/contract/settings-table.ts';
import { dataFiles } from '../base/data-files.ts';
import { KeptOpen } from '../base/kept-open.ts';
import { Listeners } from '../base/listeners.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import type { TlsIdentity } from '../identity/sealed-record.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Till } from '../till/switchable-till.ts';
import { inOtherAccount } from './other-accounts.ts';
import { limitsOf, PaymentsByKey, type RegisterLimits } from './payments-by-key.ts';
import { ReceiptNumbers } from './receipt-numbers.ts';
import type { Register } from './register-payment.ts';
import { ownRegisters, type RegisterRecord, registerRecord } from './register-record.ts';
import { createRegisters } from './registers.ts';
import type { ZvtAlarms } from './zvt/settlement.ts';

type LinkParts = Parameters<typeof registerRecord>[0] &
  Omit<Parameters<typeof createRegisters>[0], 'record'> & {
    readonly till: Till;
    readonly trust: Pick<TerminalTrust, 'found' | 'fault' | 'keyFor'>;
    readonly store: Pick<SettingsStore, 'file'>;
    readonly save: Pick<SettingsSaver, 'counter'>;
    readonly dataFolder: string;
    readonly alarms: ZvtAlarms;
    readonly log: Log;
    readonly events: {
      on(event: 'changed', listener: () => void): unknown;
      off(event: 'changed', listener: () => void): unknown;
    };
    /** Throws the reason, a `TillError`, if nothing new may begin. */
    mayBegin(): void;
  };

export type RegisterLink = ReturnType<typeof openRegisterLink>;

/** The three entry points (HTTP, folder, ZVT) stay open while the till switches between training and live. */
export function openRegisterLink(linkParts: LinkParts) {
  const record = registerRecord(linkParts);
  const parts = { ...linkParts, record };
  const { store, till, events } = parts;
  const registers = createRegisters(parts);
  const news = new Listeners();
  const payments = paymentsOf(parts, news);
  const receiptNumbers = receiptNumbersIn(parts);
  const settings = () => {
    const { register } = store.file.counter;
    return register?.on ? register : undefined;
  };
  const kept = <Wanted, Opened extends { close(): Promise<void> }>(
    wanted: (register: RegisterSettings) => Wanted | undefined,
    open: (wanted: Wanted) => Promise<Opened>,
  ) => {
    const now = (register = settings()) => register && wanted(register);
    return new KeptOpen({ ...parts, wanted: () => now(), open });
  };
  const api = kept(
    ({ port, network, names = [] }) => ({ port, network, names: network ? names : [] }),
    async ({ port, network, names }) => {
      // Loaded on demand: the web server takes longer to load than the rest of the app's start.
      const { startRegisterApi } = await import('./api/api-server.ts');
      const tls = network ? await tlsIdentity(record, parts.clock.now(), names) : undefined;
      return startRegisterApi({ ...parts, port, tls, names, payments, registers });
    },
  );
  const own = ownRegisters(parts);
  const wasOn = { folder: false, zvt: false };
  const folder = kept(
    ({ folder: path, oldestMinutes = FIRST_OLDEST_MINUTES }) =>
      path ? { path, oldestMinutes, removals: own.removals() } : undefined,
    async ({ path, oldestMinutes }) => {
      const id = await own.switchedOn('folder', wasOn.folder);
      const { RegisterFolder } = await import('./folder/register-folder.ts');
      const register = { id, name: basename(path) };
      return new RegisterFolder({ ...parts, folder: path, oldestMs: oldestMinutes * 60_000, payments, register });
    },
  );
  const zvt = kept(
    ({ zvtPort: port }) => (port ? { port, removals: own.removals() } : undefined),
    async ({ port }) => {
      const register = { id: await own.switchedOn('zvt', wasOn.zvt), name: ZVT };
      return openZvt({ ...parts, payments, receiptNumbers, register }, port);
    },
  );
  const all = [api, folder, zvt];
  const follow = () => {
    for (const one of all) one.follow();
    void endTraining(parts);
  };
  // Wait for the sealed record: until then every token would be refused.
  void till.ready.then(() => {
    const { folder: path, zvtPort } = settings() ?? {};
    Object.assign(wasOn, { folder: Boolean(path), zvt: Boolean(zvtPort) });
    news.add(follow);
    events.on('changed', news.notify);
    follow();
  });
  return {
    pairing: registers,
    paired: (): RegistersView['registers'] =>
      registers.list().map((register) => {
        const at = registers.askedAt(register.id);
        const last = payments.lastDone(register) ?? (at === undefined ? undefined : { at, did: 'asked' as const });
        return { ...register, ...omitUndefined({ last }) };
      }),
    questions: () => payments.questions(),
    decide: (id: string, decision: RegisterDecision) => payments.decide(id, decision, till.roles.actor()),
    unpaired: () => unpairedOf(own, settings()),
    /** Throws `TillError` `register.no-register`, and the errors of a save. */
    async end(id: string): Promise<void> {
      const name = unpairedOf(own, settings()).find((register) => register.id === id)?.name ?? '';
      if (await own.remove(id, name)) news.notify();
      else await registers.end(id);
    },
    /** Undefined if the link is off or faulty. */
    address: () => api.opened?.address,
    faults: (): readonly TillError[] =>
      [...all.map(({ fault }) => fault), folder.opened?.error].flatMap((fault) => fault ?? []),
    /** Cents, if the cashier's limit lowers the registers' own. */
    lowerRefundLimit: (): number | undefined => {
      const { refund } = limitsNow(parts);
      return refund < (settings()?.refundLimit ?? 0) ? refund : undefined;
    },
    async close() {
      events.off('changed', news.notify);
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

const ZVT = 'ZVT';

/** The folder counts as a single register. */
function unpairedOf(
  { idOf }: ReturnType<typeof ownRegisters>,
  settings: RegisterSettings | undefined,
): RegistersView['unpaired'] {
  const { folder, zvtPort } = settings ?? {};
  const ways = { folder: folder && basename(folder), zvt: zvtPort ? ZVT : undefined };
  return (['folder', 'zvt'] as const).flatMap((way) => {
    const [id, name] = [idOf(way), ways[way]];
    return id === undefined || !name ? [] : [{ id, name }];
  });
}

function paymentsOf(parts: LinkParts, news: Listeners): PaymentsByKey {
  const { till, store, trust, clock, random, mayBegin, changed } = parts;
  return new PaymentsByKey({
    till,
    clock,
    random,
    referenceKey: () => trust.keyFor('register'),
    inOtherAccount: (registerId, key) => inOtherAccount(parts, registerId, key),
    changed,
    onChange: news.add,
    mayBegin,
    limits: () => limitsNow(parts),
    language: () => store.file.counter.languages.display,
  });
}

function limitsNow({ till, store }: Pick<LinkParts, 'till' | 'store'>): RegisterLimits {
  const { counter } = store.file;
  return limitsOf({ ...counter, refundPinAbove: counter.refundPinAbove, pinSet: till.roles.pinSet() });
}

function receiptNumbersIn({ record, log }: { readonly record: RegisterRecord; readonly log: Log }): ReceiptNumbers {
  return new ReceiptNumbers({
    log,
    reserved: () => record.now().receiptNumbers,
    reserve: (count) => record.edit(({ receiptNumbers: before = 0 }) => ({ receiptNumbers: Math.max(before, count) })),
  });
}

interface ZvtParts {
  readonly payments: PaymentsByKey;
  readonly receiptNumbers: ReceiptNumbers;
  readonly register: Register;
}

/** On this machine only: ZVT has no authentication. */
async function openZvt(parts: LinkParts & ZvtParts, port: number) {
  const { till, store, receiptNumbers, dataFolder, log } = parts;
  const { listenForZvt, ZvtTerminal } = await import('./zvt/terminal.ts');
  const { Unconfirmed } = await import('./zvt/settlement.ts');
  const { zvtTerminalId } = await import('./zvt/results.ts');
  // Reserved early, so that the first payment does not wait for the keychain.
  if (!receiptNumbers.isReady) await receiptNumbers.reserve();
  const terminal = new ZvtTerminal({
    ...parts,
    async shift() {
      const { payments: counted, refunds } = await till.requireOpen().shifts.soFar();
      return counted.paid.sum - refunds.refunded.sum;
    },
    unconfirmed: new Unconfirmed(join(dataFolder, dataFiles.zvt), log),
    terminalId: zvtTerminalId(store.file.terminalId),
    isTrainingAlone: () => till.mode === 'training' && store.file.counter.register?.training !== true,
  });
  return listenForZvt(terminal, port);
}

/** *Train with the register* ends with training, and the notice of a refusal once its reason is gone. */
async function endTraining({ till, store, save, log, alarms }: LinkParts): Promise<void> {
  const { counter } = store.file;
  if (till.mode === 'live' || counter.register?.training === true) alarms.trainingOver();
  if (till.mode !== 'live' || counter.register?.training !== true) return;
  const register = { ...counter.register, training: false };
  await till
    .adjustAfter(() => save.counter({ ...counter, register }, undefined))
    .catch((thrown: unknown) => log.warn(toTillError(thrown)));
}

/** Makes a new certificate if a name is missing. */
async function tlsIdentity(record: RegisterRecord, now: number, names: readonly string[]): Promise<TlsIdentity> {
  record.requireReadable();
  const { hasNames, makeTlsIdentity } = await import('./certificate.ts');
  const { registerTls } = record.now();
  if (registerTls !== undefined && hasNames(registerTls.cert, names)) return registerTls;
  const made = await makeTlsIdentity(now, names);
  await record.edit(() => ({ registerTls: made }));
  return made;
}
