import type { ErrorView, RefundView, SaleSummary, SaleView } from '../../preload/contract/views.ts';
import { isRefundEnd, mayHaveActed, type RefundRecord, spentBy } from '../domain/refund-record.ts';
import { isElsewhere, isEnd, type SaleRecord } from '../domain/sale-record.ts';
import type { Doing } from './current-activity.ts';
import type { CustomerVerdict } from './customer-says-paid.ts';
import { isParked } from './parked-sales.ts';

/** The state of the moment, which no record keeps. */
export interface LiveState {
  readonly timeLeftMs?: number | undefined;
  readonly doing?: Doing | undefined;
  readonly trouble?: ErrorView | undefined;
  readonly verdict?: CustomerVerdict | undefined;
  readonly leavable?: boolean | undefined;
}

/** A sale as the windows see it. */
export function saleView(sale: SaleRecord, refunds: readonly RefundRecord[], live: LiveState = {}): SaleView {
  const lifetimeMs = lifetimeOf(sale);
  const problem = live.trouble ?? sale.problem;
  const posId = posIdOf(sale);
  return {
    saleId: sale.saleId,
    reference: sale.reference,
    amount: sale.amount,
    stage: sale.stage,
    ...(posId === undefined ? {} : { posId }),
    ...(isOtherTills(sale) ? { elsewhere: true } : {}),
    ...(isParked(sale) ? { parked: true } : {}),
    startedAt: sale.startedAt,
    cancel: sale.cancelBy === 'till' ? 'no' : sale.cancel,
    refunds: refunds.map(refundView),
    refunded: refundedOf(refunds),
    refundable: refundableOf(sale, refunds),
    ...(sale.description === undefined ? {} : { description: sale.description }),
    ...(sale.status === undefined ? {} : { status: sale.status }),
    ...(sale.paymentId === undefined ? {} : { paymentId: sale.paymentId }),
    ...(sale.deeplink === undefined ? {} : { deeplink: sale.deeplink }),
    ...(sale.endedAt === undefined ? {} : { endedAt: sale.endedAt }),
    ...paidAt(sale),
    ...(live.leavable && !isEnd(sale.stage) ? { leavable: true } : {}),
    ...(sale.ending === undefined ? {} : { ending: sale.ending }),
    ...(sale.debtor === undefined ? {} : { debtor: { ...sale.debtor } }),
    ...(sale.message === undefined ? {} : { message: sale.message }),
    ...(sale.bulkId === undefined ? {} : { bulkId: sale.bulkId }),
    ...(sale.by?.name === undefined ? {} : { chargedBy: sale.by.name }),
    ...(sale.alarm === undefined ? {} : { alarm: { ...sale.alarm } }),
    ...(problem === undefined ? {} : { problem }),
    ...(live.doing === undefined ? {} : { doing: { ...live.doing } }),
    ...(live.verdict === undefined ? {} : { verdict: { ...live.verdict } }),
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
    ...(isEnd(sale.stage) || live.timeLeftMs === undefined
      ? {}
      : { timeLeftMs: Math.min(Math.max(0, live.timeLeftMs), lifetimeMs ?? live.timeLeftMs) }),
  };
}

/** One line of the payments list. */
export function saleSummary(sale: SaleRecord, refunds: readonly RefundRecord[]): SaleSummary {
  return {
    saleId: sale.saleId,
    reference: sale.reference,
    amount: sale.amount,
    stage: sale.stage,
    at: sale.startedAt,
    ...paidAt(sale),
    ...(isOtherTills(sale) ? { elsewhere: true } : {}),
    ...(isParked(sale) ? { parked: true } : {}),
    refunded: refundedOf(refunds),
    refunding: refunds.some((refund) => !isRefundEnd(refund.stage)),
    ...(sale.debtor?.name === undefined ? {} : { debtorName: sale.debtor.name }),
  };
}

export function refundView(refund: RefundRecord): RefundView {
  return {
    refundKey: refund.refundKey,
    amount: refund.amount,
    // It was sent and not answered, so it may have been made.
    stage: refund.stage === 'sending' && mayHaveActed(refund) ? 'unconfirmed' : refund.stage,
    at: refund.at,
    ...(refund.madeAfterAll && refund.stage !== 'failed' ? { madeAfterAll: true } : {}),
    ...(refund.allowedBy === undefined ? {} : { allowedByManager: true }),
    ...(refund.unsettled === undefined ? {} : { unsettled: refund.unsettled }),
    ...(refund.refundId === undefined ? {} : { refundId: refund.refundId }),
    ...(refund.reason === undefined ? {} : { reason: refund.reason }),
    ...(refund.status === undefined ? {} : { status: refund.status }),
    ...(refund.problem === undefined ? {} : { problem: refund.problem }),
  };
}

/** Cents that can still be refunded: what was paid, less every refund that has moved money or may have. */
export function refundableOf(sale: SaleRecord, refunds: readonly RefundRecord[]): number {
  if (sale.stage !== 'paid') return 0;
  return Math.max(0, sale.amount - spentBy(refunds));
}

/** The service's own time of a payment: this machine's clock may be wrong. */
function paidAt({ stage, succeededAt }: SaleRecord): { succeededAt?: number } {
  return stage === 'paid' && succeededAt !== undefined ? { succeededAt } : {};
}

/** Of a payment of another till, only the service can tell the POS. */
function posIdOf(sale: SaleRecord): string | undefined {
  return isElsewhere(sale) ? sale.toldPosId : sale.posId;
}

function isOtherTills(sale: SaleRecord): boolean {
  return isElsewhere(sale) && sale.toldPosId !== sale.posId;
}

function lifetimeOf(sale: SaleRecord): number | undefined {
  if (sale.expiresAt === undefined || sale.createdAt === undefined) return undefined;
  return Math.max(0, sale.expiresAt - sale.createdAt);
}

/** Cents that went back for certain. */
function refundedOf(refunds: readonly RefundRecord[]): number {
  return refunds.reduce((total, { stage, amount }) => (stage === 'refunded' ? total + amount : total), 0);
}
