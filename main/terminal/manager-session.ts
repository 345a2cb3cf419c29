import type { Role } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../journal/events.ts';
import { pinMatches } from './pin.ts';
import { type CountedTries, countedGuess, pinLocked, waitAfterMs } from './pin-tries.ts';

/** Somebody who may manage the terminal, with the hash of their PIN. */
export interface Manager {
  readonly id: string;
  readonly name: string;
  readonly pin: string;
}

/** Who may manage the terminal, by its record in the keychain. */
export type Access =
  /** No PIN is set: everybody. */
  | { readonly kind: 'open' }
  | { readonly kind: 'pin'; readonly managers: readonly Manager[]; readonly tries: CountedTries }
  /** The record cannot be had or is not to be trusted: nobody, and no PIN is right. */
  | { readonly kind: 'locked'; readonly why: TillError };

/** What somebody did with a PIN, for the journal. */
export interface PinAct {
  readonly act: 'unlock' | 'pin-wrong' | 'pin-locked';
  readonly by: Actor;
  readonly values?: Readonly<Record<string, number>>;
}

/**
 * Who is at the till. Without a PIN everybody is a manager. With one, a manager is at the till for five minutes after
 * typing it.
 */
export interface ManagerSession {
  current(): Role;
  pinSet(): boolean;
  /** The manager who is at the till, as acts name them; without a PIN nobody knows who it is. */
  actor(): Actor;
  /** Who may manage, as the till starts or finds something wrong: locked. */
  begin(access: Access): void;
  /** Who may manage after a change that a manager made: whoever made it stays a manager. */
  change(access: Access): void;
  /** Errors: `pin.wrong`, `pin.locked` with `seconds` until the next try; why nobody may manage; those of the keychain. */
  unlock(pin: string): Promise<void>;
  lock(): void;
  /** A manager did something that only managers may do: the five minutes start again. Call it for nothing else. */
  touch(): void;
  /**
   * The manager who allows one act: the one who is at the till, or whose PIN `pin` is; undefined where nobody does. A PIN
   * that is given is checked even when a manager is at the till, and does not unlock it. Errors: as `unlock`.
   */
  byManager(pin: string | undefined): Promise<Actor | undefined>;
  /** The same, for an act that a manager must allow. Errors: also `pin.required`. */
  authorise(pin: string | undefined): Promise<Actor>;
}

const IDLE_MS = 5 * 60_000;

/**
 * `changed` is called whenever the role changes, by a call or because the five minutes are over; `acted` for wrong PINs,
 * waits and unlocking.
 */
export function createManagerSession(
  clock: Clock,
  changed: () => void,
  acted: (act: PinAct) => void = () => undefined,
): ManagerSession {
  let access: Access = { kind: 'open' };
  /** The manager who is at the till. */
  let present: Manager | undefined;
  let stopIdle: (() => void) | undefined;
  /** When the five minutes began, by the wall clock, ms: on some systems no timer counts while the machine sleeps. */
  let idleSince = 0;
  let closedUntil = 0;
  let begun = false;
  // One guess at a time. Guesses side by side would all be let through before the first of them is counted.
  let guesses: Promise<unknown> = Promise.resolve();

  const isOver = () => present !== undefined && clock.now() - idleSince >= IDLE_MS;
  const isManager = () => access.kind === 'open' || (present !== undefined && !isOver());

  function set(next: Manager | undefined): void {
    const stays = next?.id === present?.id && !isOver();
    stopIdle?.();
    stopIdle = next && clock.after(IDLE_MS, () => set(undefined));
    idleSince = clock.now();
    if (stays) return;
    present = next;
    changed();
  }

  async function guess(pin: string): Promise<Manager | undefined> {
    if (access.kind === 'open') return undefined;
    if (access.kind === 'locked') throw access.why;
    const { managers, tries } = access;
    const waitMs = closedUntil - clock.monotonic();
    if (waitMs > 0) throw pinLocked(waitMs);
    try {
      return await countedGuess(tries, () => whose(pin, managers));
    } catch (thrown) {
      told(thrown, tries);
      throw thrown;
    }
  }

  function told(thrown: unknown, { wrongTries }: CountedTries): void {
    const code = thrown instanceof TillError ? thrown.code : undefined;
    const by: Actor = { role: 'cashier' };
    if (code !== 'pin.wrong' && code !== 'pin.locked') return;
    acted({ act: 'pin-wrong', by, values: { tries: wrongTries } });
    if (code !== 'pin.locked') return;
    const pauseMs = waitAfterMs(wrongTries);
    closedUntil = clock.monotonic() + pauseMs;
    acted({ act: 'pin-locked', by, values: { seconds: Math.ceil(pauseMs / 1000) } });
  }

  function check(pin: string): Promise<Manager | undefined> {
    const mine = guesses.then(() => guess(pin));
    guesses = mine.catch(() => undefined);
    return mine;
  }

  /** A wait that ran when the app ended begins again: how long it was off, nobody can be believed about. */
  function waitAgain(): void {
    if (begun || access.kind !== 'pin') return;
    begun = true;
    closedUntil = clock.monotonic() + waitAfterMs(access.tries.wrongTries);
  }

  async function byManager(pin: string | undefined): Promise<Actor | undefined> {
    if (pin !== undefined) return asActor(await check(pin));
    return isManager() ? asActor(present) : undefined;
  }

  return {
    current: () => (isManager() ? 'manager' : 'cashier'),
    pinSet: () => access.kind !== 'open',
    actor: () => (isManager() ? asActor(present) : { role: 'cashier' }),
    begin(next) {
      access = next;
      waitAgain();
      set(undefined);
      changed();
    },
    change(next) {
      const manages = isManager();
      access = next;
      waitAgain();
      const managers = next.kind === 'pin' ? next.managers : [];
      set(manages ? (managers.find(({ id }) => id === present?.id) ?? managers[0]) : undefined);
      changed();
    },
    async unlock(pin) {
      const manager = await check(pin);
      if (manager === undefined) return;
      acted({ act: 'unlock', by: asActor(manager) });
      set(manager);
    },
    lock: () => set(undefined),
    touch() {
      if (isManager()) set(present);
    },
    byManager,
    async authorise(pin) {
      const manager = await byManager(pin);
      if (manager !== undefined) return manager;
      throw new TillError('pin.required', "This asks for the manager's PIN", { field: 'managerPin' });
    },
  };
}

async function whose(pin: string, managers: readonly Manager[]): Promise<Manager | undefined> {
  for (const manager of managers) if (await pinMatches(pin, manager.pin)) return manager;
  return undefined;
}

function asActor(manager: Manager | undefined): Actor {
  return { role: 'manager', ...(manager && { id: manager.id, name: manager.name }) };
}
