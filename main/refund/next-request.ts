import { begunAt, type RefundRecord } from '../domain/refund-record.ts';

/** What to ask the service about a refund. `ask-time`: anything whose answer shows the service's time. */
export type RefundRequest = 'send' | 'read' | 'look-up' | 'ask-time';

/** What the record does not tell. */
export interface Circumstances {
  /** Now by the service's clock, as far as it is known, ms since the epoch. */
  readonly now: number;
  /** An earlier process sent it, the clock may have been set since, and no answer has told the service's time yet. */
  readonly isTimeUnknown: boolean;
  /** How long the service is trusted to remember a key, ms. */
  readonly keyLastsMs: number;
  /** The refund's id has proven wrong: it is asked for by its key. */
  readonly byKey: boolean;
  /** Sending alone does not help, and the next look-up is due. */
  readonly isLookUpDue: boolean;
}

/**
 * A refund is read by its id where that is known. Else it is sent under its key, as long as the service is trusted to
 * remember that; an older key could make it twice, so it is looked up in the service's list instead. While a manager has
 * to decide, or the age of the key is not known, nothing is sent. A refund that a manager has closed as not made is still
 * looked up, so that the till can tell if it was made after all. Pure.
 */
export function nextRequest(refund: RefundRecord, circumstances: Circumstances): RefundRequest {
  const { now, isTimeUnknown, keyLastsMs, byKey, isLookUpDue } = circumstances;
  if (refund.stage === 'not-made') return 'look-up';
  if (refund.refundId !== undefined && !byKey) return 'read';
  if (isTimeUnknown) return 'ask-time';
  if (refund.unsettled !== undefined || isLookUpDue) return 'look-up';
  const keyAgeMs = Math.abs(now - (refund.sentAgainAt ?? begunAt(refund)));
  return keyAgeMs > keyLastsMs ? 'look-up' : 'send';
}
