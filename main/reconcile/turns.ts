import { type Clock, sleep } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';

/** From one request to the next, ms: the till's own questions about a sale come first. */
const SPACING_MS = 250;
const SPACING_WHILE_SELLING_MS = 1_000;

export interface TurnsParts {
  readonly clock: Clock;
  readonly isSelling: () => boolean;
}

/** Waits until the service may be asked the next question. Rejects with TillError `aborted` once it is stopped. */
export function createTurns({ clock, isSelling }: TurnsParts, signal: AbortSignal): () => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const spacing = isSelling() ? SPACING_WHILE_SELLING_MS : SPACING_MS;
    const wait = askedAt + spacing - clock.monotonic();
    if (wait > 0) await sleep(clock, wait, signal).catch(() => undefined);
    if (signal.aborted) throw new TillError('aborted', 'Fetching the payouts was stopped');
    askedAt = clock.monotonic();
  };
}
