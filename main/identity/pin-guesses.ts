import type { Role } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { Press } from '../base/permission-lasts.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import { unanswered } from './keychain-error.ts';
import { pinMatches } from './pin-hash.ts';
import type { Tally } from './tally.ts';

/** Somebody who signs in, with the hash of their PIN. */
export interface PersonWithPin {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

export type Access =
  /** No PIN is set: everybody is a manager. */
  | { readonly kind: 'open' }
  | { readonly kind: 'pin'; readonly people: readonly PersonWithPin[]; readonly tries: CountedTries }
  /** The record cannot be had or is not to be trusted: nobody, and no PIN is right. */
  | { readonly kind: 'locked'; readonly why: TillError };

export interface PinAct {
  readonly act: 'unlock' | 'sign-in' | 'sign-out' | 'pin-wrong' | 'pin-locked' | 'pin-taken';
  readonly by: Actor;
  readonly values?: Readonly<Record<string, number>>;
}

export type CountedTries = Pick<Tally, 'wrongTries' | 'setWrongTries'>;

const FREE_TRIES = 3;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Each hash takes 32 MiB. */
const AT_ONCE = 4;
/**
 * A manager's PIN takes back the wrong tries before it. Anybody else's does so only when none was wrong for so long: else
 * whoever has one PIN could guess at another for ever. So the guesses of two hours are no more than the longest wait allows.
 */
const FORGIVEN_AFTER_MS = 2 * 60 * 60_000;

/** Checks PINs, one at a time: side by side, all would be let through before the first of them is counted. */
export class PinGuesses {
  readonly #clock: Clock;
  readonly #acted: (act: PinAct) => void;
  /** Nobody, until the keychain has said who. */
  #access: Access = { kind: 'locked', why: unanswered() };
  #last: Promise<unknown> = Promise.resolve();
  #closedUntil = 0;
  /** A wrong PIN before this run counts as one just now. */
  #lastWrongAt: number;
  #begun = false;

  constructor(clock: Clock, acted: (act: PinAct) => void) {
    this.#clock = clock;
    this.#acted = acted;
    this.#lastWrongAt = clock.monotonic();
  }

  get access(): Access {
    return this.#access;
  }

  /** A wait that ran when the app ended begins again: the wall clock is not trusted. */
  admit(access: Access): void {
    this.#access = access;
    if (this.#begun || access.kind !== 'pin') return;
    this.#begun = true;
    this.#closedUntil = this.#clock.monotonic() + waitAfterMs(access.tries.wrongTries);
  }

  /**
   * Whose PIN it is; undefined where none is set. Errors: `pin.wrong` with how many tries are `left`, `pin.locked` with the
   * `seconds` until the next, why nobody may manage, those of the keychain: without a count nothing is checked.
   */
  async check(pin: string): Promise<PersonWithPin | undefined> {
    const press = new Press(this.#clock);
    const who = await this.#inTurn(async (people, tries) => {
      try {
        return await countedGuess(
          tries,
          () => whose(pin, people),
          (right) => this.#clears(right),
        );
      } catch (thrown) {
        if (isWrong(thrown)) this.#tell({ act: 'pin-wrong', by: { role: 'cashier' } }, thrown, tries);
        throw thrown;
      }
    });
    // The machine slept, or the keychain took its time: whoever gave the PIN may have left.
    if (press.isOver) throw new TillError('pin.required', 'The PIN was given too long ago', { field: 'managerPin' });
    return who;
  }

  /**
   * Refuses a new PIN that somebody else than `ownId` has: nobody could tell who signs in. The answer tells that there is
   * such a PIN, so it is counted and noted as a wrong one is. Errors: `pin.taken`, `pin.locked`, those of the keychain.
   */
  async requireUnused(pin: string, ownId: string | undefined, by: () => Actor): Promise<void> {
    await this.#inTurn(async (people, tries) => {
      const others = people.filter(({ id }) => id !== ownId);
      const isFree = async () => ((await whose(pin, others)) === undefined ? true : undefined);
      try {
        await countedGuess(tries, isFree, () => false);
      } catch (thrown) {
        if (!isWrong(thrown)) throw thrown;
        this.#tell({ act: 'pin-taken', by: by() }, thrown, tries);
        throw thrown.code === 'pin.locked'
          ? thrown
          : new TillError('pin.taken', 'Somebody else has this PIN', { field: 'pin' });
      }
    });
  }

  #inTurn<T>(check: (people: readonly PersonWithPin[], tries: CountedTries) => Promise<T>): Promise<T | undefined> {
    const mine = this.#last.then(async () => {
      const access = this.#access;
      if (access.kind === 'open') return undefined;
      if (access.kind === 'locked') throw access.why;
      const waitMs = this.#closedUntil - this.#clock.monotonic();
      if (waitMs > 0) throw pinLocked(waitMs);
      return check(access.people, access.tries);
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  #clears({ role }: PersonWithPin): boolean {
    return role === 'manager' || this.#clock.monotonic() - this.#lastWrongAt >= FORGIVEN_AFTER_MS;
  }

  #tell(act: PinAct, { code }: TillError, { wrongTries }: CountedTries): void {
    this.#lastWrongAt = this.#clock.monotonic();
    this.#acted({ ...act, values: { tries: wrongTries } });
    if (code !== 'pin.locked') return;
    const pauseMs = waitAfterMs(wrongTries);
    this.#closedUntil = this.#clock.monotonic() + pauseMs;
    this.#acted({ act: 'pin-locked', by: act.by, values: { seconds: Math.ceil(pauseMs / 1000) } });
  }
}

/** ms without a check after so many wrong PINs; 0: the next may follow at once. */
function waitAfterMs(wrongTries: number): number {
  if (wrongTries < FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES, 30), LONGEST_WAIT_MS);
}

/** Counts a guess before it is checked: ending the app in between gives no guess for nothing. */
async function countedGuess<T>(
  tries: CountedTries,
  check: () => Promise<T | undefined>,
  clears: (right: T) => boolean,
): Promise<T> {
  const before = tries.wrongTries;
  await tries.setWrongTries(before + 1);
  const right = await check();
  if (right !== undefined) {
    await tries.setWrongTries(clears(right) ? 0 : before);
    return right;
  }
  const waitMs = waitAfterMs(before + 1);
  if (waitMs > 0) throw pinLocked(waitMs);
  throw new TillError('pin.wrong', 'That is not the PIN', { field: 'pin', values: { left: FREE_TRIES - before - 1 } });
}

function pinLocked(waitMs: number): TillError {
  return new TillError('pin.locked', 'Too many wrong PINs: wait before the next try', {
    retryable: true,
    field: 'pin',
    values: { seconds: Math.ceil(waitMs / 1000) },
  });
}

function isWrong(thrown: unknown): thrown is TillError {
  return thrown instanceof TillError && (thrown.code === 'pin.wrong' || thrown.code === 'pin.locked');
}

/** A manager comes before support, and support before a cashier: `people` is in that order. */
async function whose(pin: string, people: readonly PersonWithPin[]): Promise<PersonWithPin | undefined> {
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const matches = await Promise.all(some.map((one) => pinMatches(pin, one.pin)));
    const found = some[matches.indexOf(true)];
    if (found !== undefined) return found;
  }
  return undefined;
}
