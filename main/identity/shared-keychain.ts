import { afterAwake, type Clock } from '../base/clock.ts';
import { unanswered } from './keychain-error.ts';
import type { Keychain } from './secret-items.ts';

/**
 * How long somebody waits for the keychain. A question to a person may stand for hours; whoever opens or reads goes on
 * without it, because the answer counts whenever it comes. Whoever saves has pressed a button and is there to answer.
 */
const READ_WITHIN_MS = 5_000;
const WRITE_WITHIN_MS = 60_000;

export interface SharedKeychainParts {
  readonly clock: Clock;
  /** Opens the system's keychain; takes as long as that asks a person. */
  open(): Promise<Keychain>;
  /** The keychain has said yes after somebody had given up on it: what waits for it may be tried again. */
  late(): void;
}

export interface SharedKeychain {
  /** Errors: those of `open`, and `keychain.locked` where it has not answered in time. */
  keychain(): Promise<Keychain>;
  /** A question stands, perhaps to a person, and holds the process until it is answered. */
  isAsking(): boolean;
}

/**
 * One keychain for the whole run, opened when it is first needed and asked one thing at a time: a second question beside
 * one that a person has not answered would only be a second window. A failed opening is tried again at the next need.
 */
export function sharedKeychain({ clock, open, late }: SharedKeychainParts): SharedKeychain {
  let opening: Promise<Keychain> | undefined;
  /** When the question was put that stands now, ms. */
  let standingSince: number | undefined;

  function ask<T>(question: () => Promise<T>): Promise<T> {
    standingSince = clock.monotonic();
    return question().finally(() => {
      standingSince = undefined;
    });
  }

  /** A question that has stood for a while is not waited for as long again by the next who needs its answer. */
  function readWithinMs(): number {
    const stoodMs = standingSince === undefined ? 0 : clock.monotonic() - standingSince;
    return Math.max(0, READ_WITHIN_MS - stoodMs);
  }

  /** The outcome of `work`, or `keychain.locked` after so many ms; `work` itself goes on. */
  function within<T>(work: Promise<T>, ms: number, givenUp: () => void = () => undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      let tooLate = false;
      const stop = afterAwake(clock, ms, () => {
        tooLate = true;
        givenUp();
        reject(unanswered());
      });
      work
        .then((value) => {
          resolve(value);
          // Not after a refusal: it would put the same question again to the person who has just refused.
          if (tooLate) late();
        }, reject)
        .finally(stop);
    });
  }

  function oneAtATime(keychain: Keychain): Keychain {
    let last: Promise<unknown> = Promise.resolve();
    /** Reads under way, and those that were answered when nobody waited any more: the next asker has that answer. */
    const reads = new Map<string, Promise<string | undefined>>();

    function inTurn<T>(task: () => Promise<T>): Promise<T> {
      const mine = last.then(() => ask(task));
      last = mine.catch(() => undefined);
      return mine;
    }

    function begin(account: string): Promise<string | undefined> {
      const read = inTurn(() => keychain.get(account));
      reads.set(account, read);
      read.catch(() => forget(account, read));
      return read;
    }

    function forget(account: string, read: Promise<string | undefined>): void {
      if (reads.get(account) === read) reads.delete(account);
    }

    return {
      kind: keychain.kind,
      async get(account) {
        const read = reads.get(account) ?? begin(account);
        const secret = await within(read, readWithinMs());
        forget(account, read);
        return secret;
      },
      set(account, secret) {
        reads.delete(account);
        let wanted = true;
        // Whoever was told that nothing was saved must not find it saved later.
        const task = async () => {
          if (wanted) await keychain.set(account, secret);
        };
        return within(inTurn(task), WRITE_WITHIN_MS, () => {
          wanted = false;
        });
      },
      delete(account) {
        reads.delete(account);
        return within(
          inTurn(() => keychain.delete(account)),
          WRITE_WITHIN_MS,
        );
      },
    };
  }

  return {
    keychain() {
      opening ??= ask(open).then(oneAtATime, (fault: unknown) => {
        opening = undefined;
        throw fault;
      });
      return within(opening, readWithinMs());
    },
    isAsking: () => standingSince !== undefined,
  };
}
