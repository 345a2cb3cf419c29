import { z } from 'zod';
import type { JournalWishEvent } from './events.ts';

const refundWish = z.object({
  wish: z.string(),
  saleId: z.string(),
  /** Cents. */
  amount: z.int(),
  /** Time of the request, by the till's clock, ms since the epoch. */
  at: z.int(),
  /** The till ended before anything was sent: shown to the next user of the till. */
  interrupted: z.literal(true).optional(),
});

/** Refund that a person requested and that has not begun: the newest request of a payment, until its outcome. */
export type RefundWish = z.infer<typeof refundWish>;

const NAME = 'refund-wish ';

/** Returns the name of the request's value in the projections. */
export function wishName(saleId: string): string {
  return NAME + saleId;
}

/** Names of all requests, as an SQLite pattern. */
export const WISH_NAMES = `${NAME}*`;

export function wishAsked(
  { wish, saleId, amount }: Extract<JournalWishEvent, { type: 'refund.asked' }>,
  at: number,
): RefundWish {
  return { wish, saleId, amount, at };
}

/**
 * Returns the value to store after the end of a request. Only an interrupted request is stored: the user was shown
 * every other end. `before`: the stored value.
 */
export function wishGivenUp(
  before: string | undefined,
  { wish, why }: Extract<JournalWishEvent, { type: 'refund.given-up' }>,
): RefundWish | undefined {
  if (before === undefined || why !== 'interrupted') return undefined;
  const kept = readWish(before);
  return kept.wish === wish ? { ...kept, interrupted: true } : kept;
}

/** Throws if the value was not written by a projection. */
export function readWish(value: string): RefundWish {
  return refundWish.parse(JSON.parse(value));
}
