import { afterAwake, type Clock } from '../base/clock.ts';
import type { Keychain } from './keychain.ts';
import { unanswered } from './keychain-error.ts';

/** Short, because opening and reading go on without the keychain; a late answer still counts. */
const READ_WITHIN_MS = 5_000;
/** Long, because the person who saves is present to answer. */
const WRITE_WITHIN_MS = 60_000;

/**
 * Opens the keychain at the first use, and again after a failed opening. Sends one request at a time: a second request
 * would only open a second dialog. `late`: the keychain has succeeded after a caller gave up.
 */
export function sharedKeychain(parts: {
  readonly clock: Clock;
  /** Takes as long as the system's dialog is open. */
  open(): Promise<Keychain>;
  late(): void;
}) {
  const questions = new Questions(parts.clock, parts.late);
  let opening: Promise<Keychain> | undefined;
  return {
    /** Throws the errors of `open`, and `keychain.locked` without an answer in time. */
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
    /** True while a request is pending, perhaps with a dialog: it keeps the process alive until answered. */
    isAsking: () => questions.isAsking,
  };
}

class Questions {
  readonly #clock: Clock;
  readonly #late: () => void;
  /** ms, monotonic. */
  #standingSince: number | undefined;

  constructor(clock: Clock, late: () => void) {
    this.#clock = clock;
    this.#late = late;
  }

  get isAsking(): boolean {
    return this.#standingSince !== undefined;
  }

  /** Counts the time already waited, so that a second caller does not wait in full for the same request. */
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

  /** Returns the outcome of `work`, or throws `keychain.locked` after `ms`; `work` itself goes on. */
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
          // A late refusal is not reported: the person who just refused would see the same dialog again.
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
  /** Pending reads, and answered reads whose caller gave up: the next caller gets the answer. */
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
    // A save reported as failed must not take effect later.
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
