import { afterAwake, type Clock } from '../base/clock.ts';
import type { Keychain } from './keychain.ts';
import { unanswered } from './keychain-error.ts';

/** Whoever opens or reads goes on without the keychain, because its answer counts whenever it comes. */
const READ_WITHIN_MS = 5_000;
/** Whoever saves has pressed a button and is there to answer. */
const WRITE_WITHIN_MS = 60_000;

/**
 * One keychain for the whole run, opened when it is first needed and asked one thing at a time: a second question beside
 * one that a person has not answered would only be a second window. A failed opening is tried again at the next need.
 * `late` is told that the keychain has said yes after somebody had given up on it.
 */
export function sharedKeychain(parts: {
  readonly clock: Clock;
  /** Takes as long as the system asks a person. */
  open(): Promise<Keychain>;
  late(): void;
}) {
  const questions = new Questions(parts.clock, parts.late);
  let opening: Promise<Keychain> | undefined;
  return {
    /** Errors: those of `open`, and `keychain.locked` where it has not answered in time. */
    keychain(): Promise<Keychain> {
      opening ??= questions.ask(parts.open).then(
        (keychain) => new OneAtATime(keychain, questions),
        (fault: unknown) => {
          opening = undefined;
          throw fault;
        },
      );
      return questions.within(opening, questions.readWithinMs);
    },
    /** A question stands, perhaps to a person, and holds the process until it is answered. */
    isAsking: () => questions.isAsking,
  };
}

/** The question to the keychain that stands, and who waits how long for its answer. */
class Questions {
  readonly #clock: Clock;
  readonly #late: () => void;
  /** By the monotonic clock, ms. */
  #standingSince: number | undefined;

  constructor(clock: Clock, late: () => void) {
    this.#clock = clock;
    this.#late = late;
  }

  get isAsking(): boolean {
    return this.#standingSince !== undefined;
  }

  /** A question that has stood for a while is not waited for as long again by the next who needs its answer. */
  get readWithinMs(): number {
    const stoodMs = this.#standingSince === undefined ? 0 : this.#clock.monotonic() - this.#standingSince;
    return Math.max(0, READ_WITHIN_MS - stoodMs);
  }

  ask<T>(question: () => Promise<T>): Promise<T> {
    this.#standingSince = this.#clock.monotonic();
    return question().finally(() => {
      this.#standingSince = undefined;
    });
  }

  /** The outcome of `work`, or `keychain.locked` after so many ms; `work` itself goes on. */
  within<T>(work: Promise<T>, ms: number, givenUp: () => void = () => undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      let tooLate = false;
      const stop = afterAwake(this.#clock, ms, () => {
        tooLate = true;
        givenUp();
        reject(unanswered());
      });
      work
        .then((value) => {
          resolve(value);
          // A refusal is not told: the same question would come again to the person who has just refused.
          if (tooLate) this.#late();
        }, reject)
        .finally(stop);
    });
  }
}

class OneAtATime implements Keychain {
  readonly #keychain: Keychain;
  readonly #questions: Questions;
  #last: Promise<unknown> = Promise.resolve();
  /** Reads under way, and those that were answered when nobody waited any more: the next asker has that answer. */
  readonly #reads = new Map<string, Promise<string | undefined>>();

  constructor(keychain: Keychain, questions: Questions) {
    this.#keychain = keychain;
    this.#questions = questions;
  }

  async get(account: string): Promise<string | undefined> {
    const read = this.#reads.get(account) ?? this.#begin(account);
    const secret = await this.#questions.within(read, this.#questions.readWithinMs);
    this.#forget(account, read);
    return secret;
  }

  set(account: string, secret: string): Promise<void> {
    this.#reads.delete(account);
    let wanted = true;
    // Whoever was told that nothing was saved must not find it saved later.
    const task = async () => {
      if (wanted) await this.#keychain.set(account, secret);
    };
    return this.#questions.within(this.#inTurn(task), WRITE_WITHIN_MS, () => {
      wanted = false;
    });
  }

  delete(account: string): Promise<void> {
    this.#reads.delete(account);
    const task = () => this.#keychain.delete(account);
    return this.#questions.within(this.#inTurn(task), WRITE_WITHIN_MS);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => this.#questions.ask(task));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  #begin(account: string): Promise<string | undefined> {
    const read = this.#inTurn(() => this.#keychain.get(account));
    this.#reads.set(account, read);
    read.catch(() => this.#forget(account, read));
    return read;
  }

  #forget(account: string, read: Promise<string | undefined>): void {
    if (this.#reads.get(account) === read) this.#reads.delete(account);
  }
}
