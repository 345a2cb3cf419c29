import { type Clock, sleep } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';

/** Delay between requests, ms: requests about a sale come first. */
const SPACING_MS = 250;
const SPACING_WHILE_SELLING_MS = 1_000;

export interface TurnsParts {
  readonly clock: Clock;
  readonly isSelling: () => boolean;
}

/** Returns a function that waits for the next turn to send. Rejects with `TillError` `aborted` once stopped. */
export function createTurns({ clock, isSelling }: TurnsParts, signal: AbortSignal): () => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const spacing = isSelling() ? SPACING_WHILE_SELLING_MS : SPACING_MS;
    const wait = askedAt + spacing - clock.monotonic();
    if (wait > 0) await sleep(clock, wait, signal).catch(() => undefined);
    if (signal.aborted) throw new TillError('aborted', 'Fetching the payouts stopped');
    askedAt = clock.monotonic();
  };
}
