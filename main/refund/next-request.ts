import { begunAt, type RefundRecord } from '../journal/refund-record.ts';

/** What to ask the service about a refund next. */
export type RefundRequest = 'send' | 'read' | 'look-up' | 'ask-time';

/** What the record does not tell. */
export interface Moment {
  /** Now by the service's clock, as far as it is known, ms since the epoch. */
  readonly now: number;
  /** Only the service can say how old the key is, and which days to look at: another process sent it, and the clock may have been set since. */
  readonly timeUnknown: boolean;
  /** How long the service is trusted to remember a key, ms. */
  readonly keyLastsMs: number;
  /** The refund's id has proven wrong: it is asked for by its key. */
  readonly byKey: boolean;
  /** The last sending was refused, in a way that sending alone does not mend, and a look-up is due. */
  readonly doubtful: boolean;
}

/**
 * By its id where that is known; else by its key, as long as the service is trusted to remember that; else by what the
 * service lists. While a manager has to decide, or nobody knows how old the key is, nothing is sent; one that a manager
 * has closed as not made is looked for, because were it made after all, that must be told. Pure.
 */
export function nextRequest(
  refund: RefundRecord,
  { now, timeUnknown, keyLastsMs, byKey, doubtful }: Moment,
): RefundRequest {
  if (refund.stage === 'not-made') return 'look-up';
  if (refund.refundId !== undefined && !byKey) return 'read';
  if (timeUnknown) return 'ask-time';
  if (refund.unsettled !== undefined || doubtful) return 'look-up';
  const keyAgeMs = Math.abs(now - (refund.sentAgainAt ?? begunAt(refund)));
  return keyAgeMs > keyLastsMs ? 'look-up' : 'send';
}
