import type { SaleStage, TillSnapshot } from '../../../preload/contract/views.ts';

export interface OpenAlarm {
  /** `paid`: shown with another state before. `taken-back`: shown as paid before. */
  readonly kind: 'paid' | 'taken-back';
  readonly saleId: string;
  readonly reference: string;
  readonly amount: number | undefined;
  readonly shownAs: SaleStage | undefined;
}

export function openAlarm(till: TillSnapshot): OpenAlarm | null {
  for (const sale of [till.sale, till.opened]) {
    if (sale?.alarm === undefined || sale.alarm.acknowledged) continue;
    const { saleId, reference, amount, alarm } = sale;
    return { kind: sale.stage === 'paid' ? 'paid' : 'taken-back', saleId, reference, amount, shownAs: alarm.shownAs };
  }
  const notice = till.notices.find((candidate) => candidate.action === 'acknowledge');
  if (notice?.saleId === undefined) return null;
  const { saleId } = notice;
  const row = till.recent.find((candidate) => candidate.saleId === saleId);
  const cents = notice.values?.amountCents ?? notice.values?.amount ?? row?.amount;
  return {
    kind: notice.code === 'sale.taken-back' ? 'taken-back' : 'paid',
    saleId,
    reference: String(notice.values?.reference ?? row?.reference ?? ''),
    amount: typeof cents === 'number' ? cents : undefined,
    shownAs: undefined,
  };
}
