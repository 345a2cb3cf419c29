import type { MatchState } from '../../preload/contract/payouts.ts';
import { isInDoubt, isOtherTills, isOwn, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ChargedWhere } from '../domain/sale-reference.ts';
import { ownerOf } from '../reports/counted-as.ts';

interface Match {
  readonly state: MatchState;
  /** Amount in the journal, if different. */
  readonly journalCents?: number;
}

/** Differences come first: a person has to check them. */
export const RANKS: Readonly<Record<MatchState, number>> = {
  'amount-differs': 0,
  'outcome-differs': 0,
  'missing-at-service': 0,
  'missing-in-journal': 0,
  'no-payment': 0,
  'paid-out-twice': 0,
  unverified: 1,
  'till-unknown': 2,
  unchecked: 2,
  'in-two-payouts': 2,
  'not-listed-yet': 3,
  'other-till': 4,
  'paid-out-again': 4,
  matched: 5,
};
export const LAST_RANK = 5;

/** Matches a listed payment. `sale`: the sale with the payment id, or with its own reference and no payment yet. */
export function matchPayment(
  listed: { readonly amount: number; readonly where: ChargedWhere },
  sale: SaleRecord | undefined,
): Match {
  if (sale === undefined) return { state: stranger(listed.where) };
  if (ownerOf(sale) === 'other-till') return { state: 'other-till' };
  if (sale.amount !== listed.amount) return { state: 'amount-differs', journalCents: sale.amount };
  return { state: sale.stage === 'paid' ? 'matched' : 'outcome-differs' };
}

export type PaymentOfRefund = 'listed' | 'found' | 'absent' | 'unknown';

/**
 * Matches a listed refund. `refunds`: the journal's refunds of the same payment. An unknown refund was made at another
 * till, because any till may refund any payment; unless a refund of this till has no outcome, or counts as not made.
 */
export function matchRefund(
  listed: { readonly refundId: string; readonly amount: number; readonly where: ChargedWhere },
  sale: SaleRecord | undefined,
  refunds: readonly RefundRecord[],
  payment: PaymentOfRefund,
): Match {
  const known = refunds.find(({ refundId }) => refundId === listed.refundId);
  if (known !== undefined) return matchKnown(listed.amount, known);
  if (sale !== undefined) {
    const mayBeOurs = refunds.some((refund) => refund.amount === listed.amount && mayHaveBeenMade(refund));
    return { state: mayBeOurs ? 'outcome-differs' : 'other-till' };
  }
  return { state: matchStrangersRefund(payment, listed.where) };
}

/** Matches a refund of a payment missing in the journal. */
export function matchStrangersRefund(payment: PaymentOfRefund, where: ChargedWhere): MatchState {
  if (payment === 'absent') return 'no-payment';
  if (payment === 'unknown') return 'unchecked';
  return payment === 'listed' ? stranger(where) : 'other-till';
}

function matchKnown(amount: number, refund: RefundRecord): Match {
  if (refund.amount !== amount) return { state: 'amount-differs', journalCents: refund.amount };
  if (isOtherTills(refund)) return { state: 'other-till' };
  return { state: refund.stage === 'refunded' || refund.stage === 'pending' ? 'matched' : 'outcome-differs' };
}

function mayHaveBeenMade(refund: RefundRecord): boolean {
  if (!isOwn(refund) || refund.refundId !== undefined) return false;
  return isInDoubt(refund) || refund.stage === 'not-made' || refund.stage === 'refused';
}

/** Returns the state of a transaction missing in the journal: a fault of this till only if charged here. */
function stranger(where: ChargedWhere): MatchState {
  if (where === 'here') return 'missing-in-journal';
  return where === 'elsewhere' ? 'other-till' : 'till-unknown';
}

export interface ListedSoFar {
  /** The lists show transactions without a payout. */
  readonly listsUnpaid: boolean;
  /** Newest payment in a payout, ms since the epoch, by bulk id; empty text: bulk id unknown. */
  readonly newestPaidOut: ReadonlyMap<string, number>;
  readonly askedAt: number;
}

/** Payments of a payout may be out of order by this time, ms. */
const OUT_OF_ORDER_MS = 15 * 60 * 1000;

/**
 * Matches a transaction missing in the lists. Before `listedFrom` it is never missing. If the service lists no unpaid
 * transactions, it is missing once newer payments of its bulk id are paid out.
 */
export function matchUnlisted(
  { at: paidAt, listedFrom }: { readonly at: number; readonly listedFrom: number },
  listed: ListedSoFar,
  bulkId?: string,
): MatchState {
  const { listsUnpaid, newestPaidOut, askedAt } = listed;
  if (askedAt < listedFrom) return 'not-listed-yet';
  if (listsUnpaid) return 'missing-at-service';
  // A payment of unknown bulk id may have any bulk id.
  const newest = bulkId === undefined ? Math.min(...newestPaidOut.values()) : newestPaidOut.get(bulkId);
  const isOlder = newestPaidOut.size > 0 && newest !== undefined && paidAt < newest - OUT_OF_ORDER_MS;
  return isOlder ? 'missing-at-service' : 'not-listed-yet';
}
