import { basename } from 'node:path';
import type { RegistersView } from '../../preload/contract/registers.ts';
import { FIRST_OLDEST_MINUTES, type RegisterSettings } from '../../preload/contract/settings-table.ts';
import { given } from '../base/given.ts';
import { KeptOpen } from '../base/kept-open.ts';
import { Listeners } from '../base/listeners.ts';
import type { Log } from '../base/log.ts';
import { TillError } from '../base/till-error.ts';
import type { TlsIdentity } from '../identity/sealed-record.ts';
import { stateOf } from '../settings/read-trust.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Till } from '../till/switchable-till.ts';
import { limitsOf, PaymentsByKey, type RegisterLimits } from './payments-by-key.ts';
import type { Register } from './register-payment.ts';
import { createRegisters } from './registers.ts';

type LinkParts = Parameters<typeof createRegisters>[0] & {
  readonly till: Till;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly log: Log;
  readonly events: {
    on(event: 'changed', told: () => void): unknown;
    off(event: 'changed', told: () => void): unknown;
  };
  /** Throws the TillError why nothing new may begin. */
  mayBegin(): void;
};

export type RegisterLink = ReturnType<typeof openRegisterLink>;

/**
 * The three ways by which cash registers reach the till, opened, moved and closed as the settings have it. They stand
 * beside the till, and go on while the till is opened anew, in training or live.
 */
export function openRegisterLink(parts: LinkParts) {
  const { store, till, events } = parts;
  const registers = createRegisters(parts);
  /** One of the app's events for any number of registers that wait. */
  const news = new Listeners();
  const payments = paymentsOf(parts, news);
  const settings = () => {
    const { register } = store.file.counter;
    return register?.on ? register : undefined;
  };
  const kept = <Wanted, Opened extends { close(): Promise<void> }>(
    wanted: (register: RegisterSettings) => Wanted | undefined,
    open: (wanted: Wanted) => Promise<Opened>,
  ) => {
    const now = () => {
      const register = settings();
      return register && wanted(register);
    };
    return new KeptOpen({ ...parts, wanted: now, open });
  };
  const api = kept(
    ({ port, network, names = [] }) => ({ port, network, names: network ? names : [] }),
    async ({ port, network, names }) => {
      // Its web server takes longer to load than the rest of the app's start.
      const { startRegisterApi } = await import('./api/api-server.ts');
      const tls = network ? await tlsIdentity(parts, names) : undefined;
      return startRegisterApi({ ...parts, port, tls, names, payments, registers });
    },
  );
  const folder = kept(
    ({ folder: path, oldestMinutes = FIRST_OLDEST_MINUTES }) => (path ? { path, oldestMinutes } : undefined),
    async ({ path, oldestMinutes }) => {
      const { RegisterFolder } = await import('./folder/register-folder.ts');
      const oldestMs = oldestMinutes * 60_000;
      return new RegisterFolder({ ...parts, folder: path, oldestMs, payments, register: folderRegister(path) });
    },
  );
  const zvt = kept(
    ({ zvtPort }) => zvtPort || undefined,
    (port) => openZvt(parts, payments, port),
  );
  const all = [api, folder, zvt];
  const follow = () => {
    for (const one of all) one.follow();
  };
  // Before the till has read its record it would refuse the token of each register.
  void till.ready.then(() => {
    news.add(follow);
    events.on('changed', news.tell);
    follow();
  });
  return {
    pairing: registers,
    paired: (): RegistersView['registers'] =>
      registers.list().map((register) => {
        const at = registers.askedAt(register.id);
        const last = payments.lastDone(register) ?? (at === undefined ? undefined : { at, did: 'asked' as const });
        return { ...register, ...given({ last }) };
      }),
    /** Those that charge without a pairing. */
    unpaired: (): RegistersView['unpaired'] => {
      const { folder: path, zvtPort } = settings() ?? {};
      return [path ? folderRegister(path) : [], zvtPort ? ZVT : []].flat();
    },
    /** The address at which registers find the till; undefined where the link is off or has a fault. */
    address: () => api.opened?.address,
    /** Why registers cannot reach the till, such as `register.port-taken`. */
    faults: (): readonly TillError[] =>
      [...all.map(({ fault }) => fault), folder.opened?.error].flatMap((fault) => fault ?? []),
    /** Cents of one payment that registers may refund, where that is less than their own setting. */
    lowerRefundLimit: (): number | undefined => {
      const { refund } = limitsNow(parts);
      return refund < (settings()?.refundLimit ?? 0) ? refund : undefined;
    },
    async close() {
      events.off('changed', news.tell);
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

/** Registers that write files are one, named as their folder. */
function folderRegister(path: string): Register {
  return { id: 'folder', name: basename(path) };
}

const ZVT: Register = { id: 'zvt', name: 'ZVT' };

/** ZVT has no proof of who asks: never over the network. */
async function openZvt(parts: LinkParts, payments: PaymentsByKey, port: number) {
  const { ZvtTerminal } = await import('./zvt/terminal.ts');
  const { listenForZvt } = await import('./zvt/listener.ts');
  const shift = async () => {
    const { payments: counted, refunds } = await parts.till.requireOpen().shifts.soFar();
    return counted.paid.sum - refunds.refunded.sum;
  };
  return listenForZvt(new ZvtTerminal({ ...parts, payments, shift, register: ZVT }), port);
}

function paymentsOf(parts: LinkParts, news: Listeners): PaymentsByKey {
  const { till, store, clock, mayBegin } = parts;
  return new PaymentsByKey({
    till,
    clock,
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

/** Kept with the terminal's secrets, and made again for a name that it lacks. Errors: those of a save. */
async function tlsIdentity({ till, trust, save, clock }: LinkParts, names: readonly string[]): Promise<TlsIdentity> {
  if (trust.fault !== undefined) throw trust.fault;
  const { hasNames, makeTlsIdentity } = await import('./certificate.ts');
  const kept = () => {
    const { registerTls } = stateOf(trust.found);
    return registerTls !== undefined && hasNames(registerTls.cert, names) ? registerTls : undefined;
  };
  if (kept() === undefined) {
    const made = await makeTlsIdentity(clock.now(), names);
    await till.adjustAfter(() => save.registers(() => ({ registerTls: kept() ?? made })));
  }
  const identity = kept();
  if (identity === undefined) throw new TillError('register.listen', 'The certificate was not kept');
  return identity;
}
