import { createHash, randomBytes } from 'node:crypto';
import type { Acts } from '../audit/audit-log.ts';
import type { Clock, Random } from '../base/clock.ts';
import { Listeners } from '../base/listeners.ts';
import { isSameMac } from '../base/mac.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import type { PairedRegister } from '../identity/sealed-record.ts';
import type { Till } from '../till/switchable-till.ts';
import type { RegisterRecord } from './register-record.ts';

interface RegistersParts {
  readonly clock: Clock;
  readonly random: Pick<Random, 'next' | 'uuid'>;
  readonly till: Pick<Till, 'roles'>;
  readonly record: RegisterRecord;
  readonly acts: Pick<Acts, 'record'>;
  changed(): void;
}

const PAIRING_MS = 120_000;
const TRIES = 5;
export const LISTEN_CODES = {
  what: 'Registers cannot reach the till',
  taken: 'register.port-taken',
  failed: 'register.listen',
} as const;
/** Bounds the hash comparisons per request, and the size of the keychain's record. */
const MOST_REGISTERS = 20;

export type Registers = ReturnType<typeof createRegisters>;

/** The keychain holds a hash of each token. */
export function createRegisters({ clock, random, till, record, acts, changed }: RegistersParts) {
  const paired = () => record.now().registers ?? [];
  const askedAt = new Map<string, number>();
  const listeners = new Listeners();
  const pairings = createPairings({ clock, random, till }, notify);

  function notify(): void {
    listeners.notify();
    changed();
  }

  async function saved(edit: (registers: readonly PairedRegister[]) => PairedRegister[]): Promise<void> {
    await record.edit(({ registers = [] }) => ({ registers: edit(registers) })).finally(notify);
  }

  return {
    list: () => paired().map(({ tokenHash: _hash, ...register }) => register),
    pairing: pairings.now,
    /** Ends an earlier pairing. Throws `TillError` `register.too-many`. */
    beginPairing() {
      requireRoom(paired());
      return pairings.begin();
    },
    stopPairing: pairings.stop,
    /** Throws `TillError` `register.name-taken`, `register.too-many`, and the errors of `pairings.use` and a save. */
    pair(code: string, name: string, origin: string | undefined): Promise<{ id: string; token: string }> {
      return pairings.use(code, async (by) => {
        requireOwnName(paired(), name);
        const [id, token] = [random.uuid(), randomBytes(32).toString('base64url')];
        const register = { id, name, tokenHash: hashOf(token), pairedAt: clock.now(), ...omitUndefined({ origin }) };
        await saved((before) => {
          requireRoom(before);
          return [...before, register];
        });
        acts.record({ act: 'register-paired', by, about: id, values: { name, ...omitUndefined({ origin }) } });
        return { id, token };
      });
    },
    /** Payments stay. Throws `TillError` `register.no-register`, and the errors of a save. */
    async end(id: string): Promise<void> {
      const by = till.roles.actor();
      const found = paired().find((register) => register.id === id);
      if (found === undefined) throw new TillError('register.no-register', 'Register not found');
      await saved((before) => before.filter((register) => register.id !== id));
      acts.record({ act: 'register-ended', by, about: id, values: { name: found.name } });
    },
    /** Throws `TillError` `register.token`, and the fault of an unreadable keychain. */
    asking(token: string): PairedRegister {
      record.requireReadable();
      const hash = hashOf(token);
      const found = paired().find(({ tokenHash }) => isSameMac(tokenHash, hash));
      if (found === undefined) throw new TillError('register.token', 'No paired register with this token');
      askedAt.set(found.id, clock.now());
      return found;
    },
    /** Since the app's start; ms since the epoch. */
    askedAt: (id: string): number | undefined => askedAt.get(id),
    isPaired: (id: string): boolean => paired().some((register) => register.id === id),
    isOrigin: (origin: string): boolean => paired().some((register) => register.origin === origin),
    onChange: listeners.add,
  };
}

function createPairings(
  { clock, random, till }: Pick<RegistersParts, 'clock' | 'random' | 'till'>,
  notify: () => void,
) {
  let open: { code: string; until: number; by: Actor; stop: () => void; left: number; used: boolean } | undefined;

  function stop(): void {
    open?.stop();
    open = undefined;
    notify();
  }

  return {
    now: (): { readonly code: string; readonly until: number } | undefined => open,
    stop,
    begin() {
      stop();
      const code = String(Math.floor(random.next() * 1_000_000)).padStart(6, '0');
      const until = clock.now() + PAIRING_MS;
      open = { code, until, by: till.roles.actor(), stop: clock.after(PAIRING_MS, stop), left: TRIES, used: false };
      notify();
      return { code, until };
    },
    /**
     * Runs `letIn` once, with the permission of the manager who began the pairing. The code stays valid if `letIn`
     * fails. Throws `TillError` `register.no-pairing`, `register.code`, and the errors of `letIn`.
     */
    async use<T>(code: string, letIn: (by: Actor) => Promise<T>): Promise<T> {
      if (open === undefined || open.used) throw new TillError('register.no-pairing', 'No open pairing on the till');
      const pairing = open;
      if (!isSameMac(hashOf(code), hashOf(pairing.code))) {
        pairing.left -= 1;
        const { left } = pairing;
        if (left === 0) stop();
        throw new TillError('register.code', 'Wrong pairing code', { values: { left } });
      }
      pairing.used = true;
      try {
        const register = await letIn(pairing.by);
        if (open === pairing) stop();
        return register;
      } finally {
        pairing.used = false;
      }
    },
  };
}

function requireRoom(registers: readonly unknown[]): void {
  if (registers.length >= MOST_REGISTERS)
    throw new TillError('register.too-many', 'Maximum number of registers reached', {
      values: { max: MOST_REGISTERS },
    });
}

/** Names must be unique, since the audit log shows registers by name. */
function requireOwnName(registers: readonly PairedRegister[], name: string): void {
  const plain = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en');
  if (registers.some((register) => plain(register.name) === plain(name)))
    throw new TillError('register.name-taken', 'Name already used by another register', { field: 'name' });
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
