import pLimit, { type LimitFunction } from 'p-limit';

/** Requests for which nobody waits may be under way at once, so that a thousand open sales do not flood the service. */
const BACKGROUND_REQUESTS = 8;

export function backgroundQueue(): LimitFunction {
  return pLimit(BACKGROUND_REQUESTS);
}
