import type { ErrorView, RefundView, SaleSummary, SaleView } from '../../preload/contract/views.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { isRefundEnd, mayHaveActed, type RefundRecord, spentBy } from '../domain/refund-record.ts';
import { isElsewhere, isEnd, posIdOf, type SaleRecord } from '../domain/sale-record.ts';
import type { Doing } from './current-activity.ts';
import type { CustomerVerdict } from './customer-says-paid.ts';
import { isParked } from './parked-sales.ts';

/** Live state of a sale, which is not stored. */
interface LiveState {
  readonly timeLeftMs?: number | undefined;
  readonly doing?: Doing | undefined;
  readonly trouble?: ErrorView | undefined;
  readonly verdict?: CustomerVerdict | undefined;
  readonly leavable?: boolean | undefined;
  readonly undecided?: boolean | undefined;
}

export function saleView(sale: SaleRecord, refunds: readonly RefundRecord[], live: LiveState = {}): SaleView {
  const lifetimeMs = lifetimeOf(sale);
  const problem = live.trouble ?? sale.problem;
  return {
    saleId: sale.saleId,
    reference: sale.reference,
    amount: sale.amount,
    stage: sale.stage,
    startedAt: sale.startedAt,
    cancel: sale.cancelBy === 'till' ? 'no' : sale.cancel,
    refunds: refunds.map(refundView),
    refunded: refundedOf(refunds),
    refundable: refundableOf(sale, refunds),
    ...omitUndefined({
      posId: posIdOf(sale),
      elsewhere: isOtherTills(sale) || undefined,
      parked: isParked(sale) || undefined,
      description: sale.description,
      status: sale.status,
      paymentId: sale.paymentId,
      deeplink: sale.deeplink,
      endedAt: sale.endedAt,
      succeededAt: paidAt(sale),
      leavable: (live.leavable && !isEnd(sale.stage)) || undefined,
      undecided: live.undecided || undefined,
      ending: sale.ending === 'cashier' && sale.cancelByRegister ? 'register' : sale.ending,
      debtor: sale.debtor,
      message: sale.message,
      bulkId: sale.bulkId,
      leftOut: sale.leftOut,
      chargedBy: sale.by?.name,
      register: sale.register && sale.by?.name,
      alarm: sale.alarm,
      problem,
      doing: live.doing,
      verdict: live.verdict,
      lifetimeMs,
      timeLeftMs: isEnd(sale.stage) ? undefined : within(live.timeLeftMs, lifetimeMs),
    }),
  };
}

export function saleSummary(sale: SaleRecord, refunds: readonly RefundRecord[]): SaleSummary {
  return {
    saleId: sale.saleId,
    reference: sale.reference,
    amount: sale.amount,
    stage: sale.stage,
    at: sale.startedAt,
    refunded: refundedOf(refunds),
    refunding: refunds.some((refund) => !isRefundEnd(refund.stage)),
    ...omitUndefined({
      succeededAt: paidAt(sale),
      elsewhere: isOtherTills(sale) || undefined,
      parked: isParked(sale) || undefined,
      debtorName: sale.debtor?.name,
    }),
  };
}

function refundView(refund: RefundRecord): RefundView {
  return {
    refundKey: refund.refundKey,
    amount: refund.amount,
    // Sent without a response: the refund may have been made.
    stage: refund.stage === 'sending' && mayHaveActed(refund) ? 'unconfirmed' : refund.stage,
    at: refund.at,
    ...omitUndefined({
      madeAfterAll: (refund.madeAfterAll && refund.stage !== 'failed') || undefined,
      allowedByManager: refund.allowedBy && true,
      unsettled: refund.unsettled,
      refundId: refund.refundId,
      reason: refund.reason,
      status: refund.status,
      problem: refund.problem,
    }),
  };
}

/** Returns the refundable cents: the paid amount, less every refund that moved money or may have moved money. */
export function refundableOf(sale: SaleRecord, refunds: readonly RefundRecord[]): number {
  if (sale.stage !== 'paid') return 0;
  return Math.max(0, sale.amount - spentBy(refunds));
}

/** Returns the service's own time of a payment: the clock of this machine may be wrong. */
function paidAt({ stage, succeededAt }: SaleRecord): number | undefined {
  return stage === 'paid' ? succeededAt : undefined;
}

function within(leftMs: number | undefined, lifetimeMs: number | undefined): number | undefined {
  return leftMs === undefined ? undefined : Math.min(Math.max(0, leftMs), lifetimeMs ?? leftMs);
}

export function isOtherTills(sale: SaleRecord): boolean {
  return isElsewhere(sale) && sale.toldPosId !== sale.posId;
}

function lifetimeOf(sale: SaleRecord): number | undefined {
  if (sale.expiresAt === undefined || sale.createdAt === undefined) return undefined;
  return Math.max(0, sale.expiresAt - sale.createdAt);
}

/** Cents that were certainly refunded. */
function refundedOf(refunds: readonly RefundRecord[]): number {
  return refunds.reduce((total, { stage, amount }) => (stage === 'refunded' ? total + amount : total), 0);
}
