import type { Role } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { pinMatches } from './pin.ts';

/**
 * Who is at the till. Without a PIN everybody is a manager. With one, a manager is at the till for five minutes after
 * typing it.
 */
export interface ManagerSession {
  current(): Role;
  pinSet(): boolean;
  /** The PIN's hash as the till starts, locked; undefined: no PIN. */
  begin(hash: string | undefined): void;
  /** The hash after a change that a manager made: whoever made it stays a manager. */
  changePin(hash: string | undefined): void;
  /** Errors: `pin.wrong`, `pin.locked` with `seconds` until the next try. */
  unlock(pin: string): Promise<void>;
  lock(): void;
  /** A manager did something that only managers may do: the five minutes start again. Call it for nothing else. */
  touch(): void;
  /**
   * Whether a manager allows one act: a manager is at the till, or `pin` is the right one. A PIN that is given is
   * checked even when a manager is at the till, and does not unlock it. Errors: `pin.wrong`, `pin.locked`.
   */
  byManager(pin: string | undefined): Promise<boolean>;
  /** The same, for an act that a manager must allow. Errors: also `pin.required`. */
  authorise(pin: string | undefined): Promise<void>;
}

const IDLE_MS = 5 * 60_000;
const FREE_TRIES = 3;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** `changed` is called whenever the role changes, by a call or because the five minutes are over. */
export function createManagerSession(clock: Clock, changed: () => void): ManagerSession {
  let pinHash: string | undefined;
  let unlocked = false;
  let stopIdle: (() => void) | undefined;
  let wrong = 0;
  let closedUntil = 0;
  // One guess at a time. Guesses side by side would all be let through before the first of them is counted.
  let guesses: Promise<void> = Promise.resolve();

  function set(next: boolean): void {
    stopIdle?.();
    stopIdle = next ? clock.after(IDLE_MS, () => set(false)) : undefined;
    if (next === unlocked) return;
    unlocked = next;
    changed();
  }

  async function guess(pin: string): Promise<void> {
    if (pinHash === undefined) return;
    const waitMs = closedUntil - clock.monotonic();
    if (waitMs > 0) throw locked(waitMs);
    if (await pinMatches(pin, pinHash)) {
      wrong = 0;
      return;
    }
    wrong += 1;
    if (wrong < FREE_TRIES)
      throw new TillError('pin.wrong', 'That is not the PIN', { field: 'pin', values: { left: FREE_TRIES - wrong } });
    const pauseMs = Math.min(FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES), LONGEST_WAIT_MS);
    closedUntil = clock.monotonic() + pauseMs;
    throw locked(pauseMs);
  }

  function check(pin: string): Promise<void> {
    const mine = guesses.then(() => guess(pin));
    guesses = mine.catch(() => undefined);
    return mine;
  }

  async function byManager(pin: string | undefined): Promise<boolean> {
    if (pin === undefined) return pinHash === undefined || unlocked;
    await check(pin);
    return true;
  }

  return {
    current: () => (pinHash === undefined || unlocked ? 'manager' : 'cashier'),
    pinSet: () => pinHash !== undefined,
    begin(hash) {
      pinHash = hash;
      set(false);
      changed();
    },
    changePin(hash) {
      const manages = pinHash === undefined || unlocked;
      pinHash = hash;
      set(manages && hash !== undefined);
      changed();
    },
    async unlock(pin) {
      await check(pin);
      set(true);
    },
    lock: () => set(false),
    touch() {
      if (unlocked) set(true);
    },
    byManager,
    async authorise(pin) {
      if (await byManager(pin)) return;
      throw new TillError('pin.required', "This asks for the manager's PIN", { field: 'managerPin' });
    },
  };
}

function locked(waitMs: number): TillError {
  return new TillError('pin.locked', 'Too many wrong PINs: wait before the next try', {
    retryable: true,
    field: 'pin',
    values: { seconds: Math.ceil(waitMs / 1000) },
  });
}
