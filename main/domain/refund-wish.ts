import { z } from 'zod';
import type { JournalWishEvent } from './events.ts';

const refundWish = z.object({
  wish: z.string(),
  saleId: z.string(),
  /** Cents. */
  amount: z.int(),
  /** Time of asking, by the till's clock, ms since the epoch. */
  at: z.int(),
  /** The till ended before anything was sent: whoever comes back has to know. */
  interrupted: z.literal(true).optional(),
});

/** A refund that a person asked for and that is not begun: the newest wish of a payment, until something came of it. */
export type RefundWish = z.infer<typeof refundWish>;

const NAME = 'refund-wish ';

/** The name of the value that the projections keep it under. */
export function wishName(saleId: string): string {
  return NAME + saleId;
}

/** Names of all wishes, as an SQLite pattern. */
export const WISH_NAMES = `${NAME}*`;

export function wishAsked(
  { wish, saleId, amount }: Extract<JournalWishEvent, { type: 'refund.asked' }>,
  at: number,
): RefundWish {
  return { wish, saleId, amount, at };
}

/** Whoever pressed was told of every other end; `before`: the value that is kept. */
export function wishGivenUp(
  before: string | undefined,
  { wish, why }: Extract<JournalWishEvent, { type: 'refund.given-up' }>,
): RefundWish | undefined {
  if (before === undefined || why !== 'interrupted') return undefined;
  const kept = readWish(before);
  return kept.wish === wish ? { ...kept, interrupted: true } : kept;
}

/** Throws where the value is not one that a projection wrote. */
export function readWish(value: string): RefundWish {
  return refundWish.parse(JSON.parse(value));
}
