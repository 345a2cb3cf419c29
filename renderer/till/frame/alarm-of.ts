import type { SaleStage, TillSnapshot } from '../../../preload/views.ts';

export interface LateTruth {
  readonly saleId: string;
  readonly reference: string;
  readonly amount: number | undefined;
  readonly shownAs: SaleStage | undefined;
}

/** The payment that turned out paid after it was shown as something else and that nobody has acknowledged yet. */
export function alarmOf(till: TillSnapshot): LateTruth | null {
  for (const sale of [till.sale, till.opened]) {
    if (sale?.alarm !== undefined && !sale.alarm.acknowledged)
      return { saleId: sale.saleId, reference: sale.reference, amount: sale.amount, shownAs: sale.alarm.shownAs };
  }
  const notice = till.notices.find((candidate) => candidate.action === 'acknowledge');
  if (notice?.saleId === undefined) return null;
  const { saleId } = notice;
  const row = till.recent.find((candidate) => candidate.saleId === saleId);
  const cents = notice.values?.amountCents ?? notice.values?.amount ?? row?.amount;
  return {
    saleId,
    reference: String(notice.values?.reference ?? row?.reference ?? ''),
    amount: typeof cents === 'number' ? cents : undefined,
    shownAs: undefined,
  };
}
