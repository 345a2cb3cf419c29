import { TillError } from '../base/till-error.ts';
import type { Tally } from './tally.ts';

const FREE_TRIES = 3;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** How long no PIN is checked after so many wrong ones, ms; 0: the next may follow at once. Pure. */
export function waitAfterMs(wrongTries: number): number {
  if (wrongTries < FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES, 30), LONGEST_WAIT_MS);
}

export type CountedTries = Pick<Tally, 'wrongTries' | 'setWrongTries'>;

/**
 * Checks one guess. It is counted before it is checked and taken back when it was right, so that ending the app in
 * between gives no guess for nothing. A right one takes back the wrong ones before it only where it `clears` them.
 * Errors: `pin.wrong` with how many tries are `left`, `pin.locked` with the `seconds` until the next; those of the
 * keychain, where it does not keep the count: then nothing was checked.
 */
export async function countedGuess<T>(
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
  throw new TillError('pin.wrong', 'That is not the PIN', {
    field: 'pin',
    values: { left: FREE_TRIES - before - 1 },
  });
}

export function pinLocked(waitMs: number): TillError {
  return new TillError('pin.locked', 'Too many wrong PINs: wait before the next try', {
    retryable: true,
    field: 'pin',
    values: { seconds: Math.ceil(waitMs / 1000) },
  });
}
