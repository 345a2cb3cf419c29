import type { Role } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { UserAction } from '../base/permission-lasts.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import { unanswered } from './keychain-error.ts';
import { pinMatches } from './pin-hash.ts';
import type { Tally } from './tally.ts';

export interface PersonWithPin {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

export type Access =
  /** No PIN is set: everyone is a manager. */
  | { readonly kind: 'open' }
  | { readonly kind: 'pin'; readonly people: readonly PersonWithPin[]; readonly tries: CountedTries }
  /** The sealed record is unavailable or untrusted: no sign-in is possible and every PIN is refused. */
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
 * Time without a wrong try after which any PIN resets the count; a manager's PIN does at once. Otherwise the owner of a
 * PIN could guess the manager's PIN for ever: two hours allow no more guesses than the longest wait.
 */
const FORGIVEN_AFTER_MS = 2 * 60 * 60_000;

/** Checks PINs one at a time: in parallel, all would pass before the first is counted. */
export class PinGuesses {
  readonly #clock: Clock;
  readonly #acted: (act: PinAct) => void;
  /** Locked until the keychain has answered. */
  #access: Access = { kind: 'locked', why: unanswered() };
  #last: Promise<unknown> = Promise.resolve();
  #closedUntil = 0;
  /** ms, monotonic. A wrong PIN of an earlier run counts as wrong just now. */
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

  /** Sets who may sign in. A wait cut off by the end of the app begins again: the wall clock is not trusted. */
  admit(access: Access): void {
    this.#access = access;
    if (this.#begun || access.kind !== 'pin') return;
    this.#begun = true;
    this.#closedUntil = this.#clock.monotonic() + waitAfterMs(access.tries.wrongTries);
  }

  /**
   * Returns the owner of the PIN; undefined when no PIN is set. Throws `TillError` `pin.wrong` with the tries `left`,
   * `pin.locked` with the `seconds` to wait, the reason of locked access, and the errors of the keychain: no PIN is
   * checked without counting the try.
   */
  async check(pin: string): Promise<PersonWithPin | undefined> {
    const action = new UserAction(this.#clock);
    const who = await this.#inTurn(async (people, tries) => {
      try {
        return await countedGuess(
          tries,
          () => whose(pin, people),
          (right) => this.#clears(right),
        );
      } catch (thrown) {
        if (isWrong(thrown)) this.#report({ act: 'pin-wrong', by: { role: 'cashier' } }, thrown, tries);
        throw thrown;
      }
    });
    // After sleep of the machine or a slow keychain, the person who typed the PIN may have left.
    if (action.isOver) throw new TillError('pin.required', 'PIN entry expired', { field: 'managerPin' });
    return who;
  }

  /**
   * Refuses a new PIN in use by a person other than `ownId`: a sign-in would be ambiguous. The refusal reveals the PIN,
   * so it is counted and logged like a wrong PIN. Throws `TillError` `pin.taken`, `pin.locked`, errors of the keychain.
   */
  async requireUnused(pin: string, ownId: string | undefined, by: () => Actor): Promise<void> {
    await this.#inTurn(async (people, tries) => {
      const others = people.filter(({ id }) => id !== ownId);
      const isFree = async () => ((await whose(pin, others)) === undefined ? true : undefined);
      try {
        await countedGuess(tries, isFree, () => false);
      } catch (thrown) {
        if (!isWrong(thrown)) throw thrown;
        this.#report({ act: 'pin-taken', by: by() }, thrown, tries);
        throw thrown.code === 'pin.locked'
          ? thrown
          : new TillError('pin.taken', 'PIN already used by another person', { field: 'pin' });
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

  #report(act: PinAct, { code }: TillError, { wrongTries }: CountedTries): void {
    this.#lastWrongAt = this.#clock.monotonic();
    this.#acted({ ...act, values: { tries: wrongTries } });
    if (code !== 'pin.locked') return;
    const pauseMs = waitAfterMs(wrongTries);
    this.#closedUntil = this.#clock.monotonic() + pauseMs;
    this.#acted({ act: 'pin-locked', by: act.by, values: { seconds: Math.ceil(pauseMs / 1000) } });
  }
}

/** Returns the ms to wait after this number of wrong PINs; 0 for none. */
function waitAfterMs(wrongTries: number): number {
  if (wrongTries < FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES, 30), LONGEST_WAIT_MS);
}

/** Counts a try before its check: ending the app in between gives no free guess. */
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
  throw new TillError('pin.wrong', 'Wrong PIN', { field: 'pin', values: { left: FREE_TRIES - before - 1 } });
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

/** Returns the first match in the order of `people`: managers, support, cashiers. */
async function whose(pin: string, people: readonly PersonWithPin[]): Promise<PersonWithPin | undefined> {
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const matches = await Promise.all(some.map((one) => pinMatches(pin, one.pin)));
    const found = some[matches.indexOf(true)];
    if (found !== undefined) return found;
  }
  return undefined;
}
