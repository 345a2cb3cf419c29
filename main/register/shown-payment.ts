import type { Language } from '../../preload/contract/setting-values.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import { isRefundEnd } from '../domain/refund-record.ts';
import { isEnd } from '../domain/sale-record.ts';
import type { OpenTill } from '../till/open-till.ts';
import { receiptOf } from './receipt.ts';
import type { RegisterPayment } from './register-payment.ts';

export type SellingTill = Pick<OpenTill, 'journal' | 'sales' | 'refunds'> & {
  readonly settings: Pick<OpenTill['settings'], 'shop' | 'pos'> & {
    readonly service: Pick<OpenTill['settings']['service'], 'environment'>;
    readonly merchant: Pick<OpenTill['settings']['merchant'], 'profileId'>;
  };
  readonly connection: { readonly reachability: Pick<OpenTill['connection']['reachability'], 'state'> };
};

interface ViewParts {
  readonly training: boolean;
  readonly language: Language;
  refundKeyOf(requestId: string): string | undefined;
}

/** Throws `TillError` `register.unknown-key` unless a register charged the sale. */
export function shownPayment(
  { journal, sales, refunds, settings }: SellingTill,
  saleId: string,
  { training, language, refundKeyOf }: ViewParts,
): RegisterPayment {
  const sale = journal.sale(saleId);
  const view = sales.get(saleId);
  if (sale?.register === undefined || view === undefined)
    throw new TillError('register.unknown-key', 'Sale not charged by a register');
  const records = journal.refundsOf(saleId);
  const asked = refunds.asked(saleId);
  // Once journaled: no later event would take back an event about a request that is refused at once.
  const isShown = asked !== undefined && !asked.interrupted && journal.refundRequestOf(saleId)?.wish === asked.wish;
  const asking = isShown ? [asked] : [];
  return {
    key: sale.register.key,
    rev: journal.revOf(saleId),
    state: sale.stage,
    final: isEnd(sale.stage),
    amountCents: sale.amount,
    currency: 'EUR',
    refundedCents: view.refunded,
    reference: sale.reference,
    receipt: receiptOf(sale, records, {
      shopName: settings.shop.shopName,
      environment: training ? 'TRAINING' : settings.service.environment,
      language,
    }),
    refunds: [
      ...records.map((refund, index) => ({
        amountCents: refund.amount,
        // The view shows a request without a response as *may have been made*.
        state: view.refunds[index]?.stage ?? refund.stage,
        final: isRefundEnd(refund.stage),
        ...omitUndefined({
          refundKey: refund.register?.id === sale.register?.id ? refund.register?.key : undefined,
          refundId: refund.refundId,
          problem: problemOf(refunds.live(refund.refundKey).trouble ?? refund.problem),
        }),
      })),
      ...asking.map(({ wish: requestId, amount }) => ({
        amountCents: amount,
        state: 'asked' as const,
        final: false,
        ...omitUndefined({ refundKey: refundKeyOf(requestId) }),
      })),
    ],
    training,
    createdAt: new Date(sale.startedAt).toISOString(),
    ...omitUndefined({
      receiptNumber: sale.register.receiptNumber,
      paymentId: sale.paymentId,
      expiresAt: timeOf(sale.expiresAt),
      paidAt: sale.stage === 'paid' ? timeOf(sale.succeededAt) : undefined,
      endedAt: timeOf(sale.endedAt),
      problem: problemOf(view.problem),
    }),
  };
}

function timeOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

function problemOf(problem: { readonly code: string; readonly message: string } | undefined) {
  return problem && { code: problem.code, message: problem.message };
}
