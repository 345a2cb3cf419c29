import { z } from 'zod';
import type { JournalRequestEvent } from './events.ts';

const refundRequest = z.object({
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
export type RefundRequest = z.infer<typeof refundRequest>;

const NAME = 'refund-wish ';

/** Returns the name of the request's value in the projections. */
export function refundRequestName(saleId: string): string {
  return NAME + saleId;
}

/** Names of all requests, as an SQLite pattern. */
export const REFUND_REQUEST_NAMES = `${NAME}*`;

export function requestAsked(
  { wish, saleId, amount }: Extract<JournalRequestEvent, { type: 'refund.asked' }>,
  at: number,
): RefundRequest {
  return { wish, saleId, amount, at };
}

/** Returns the value to store after a request's end. Only an interruption is stored: the user saw every other end. */
export function requestGivenUp(
  before: string | undefined,
  { wish, why }: Extract<JournalRequestEvent, { type: 'refund.given-up' }>,
): RefundRequest | undefined {
  if (before === undefined || why !== 'interrupted') return undefined;
  const stored = readRefundRequest(before);
  return stored.wish === wish ? { ...stored, interrupted: true } : stored;
}

/** Throws if the value was not written by a projection. */
export function readRefundRequest(value: string): RefundRequest {
  return refundRequest.parse(JSON.parse(value));
}
