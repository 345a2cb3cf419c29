import { type Clock, sleep } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';

/** Delay of the answer after a wrong passphrase, ms: doubles each time, up to the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 32_000;

/** Runs one passphrase attempt at a time, and delays `passphrase.wrong`. A copied file can be attacked elsewhere. */
export function createPassphraseTries(clock: Pick<Clock, 'after'>): <T>(attempt: () => Promise<T>) => Promise<T> {
  let wrong = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (attempt) => {
    const tried = last.then(async () => {
      try {
        const found = await attempt();
        wrong = 0;
        return found;
      } catch (thrown) {
        if (!(thrown instanceof TillError) || thrown.code !== 'passphrase.wrong') throw thrown;
        await sleep(clock, Math.min(FIRST_MS * 2 ** wrong, LONGEST_MS));
        wrong += 1;
        throw thrown;
      }
    });
    last = tried.catch(() => undefined);
    return tried;
  };
}
