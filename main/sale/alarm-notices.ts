import type { Notice, SaleView } from '../../preload/views.ts';

/** Payments that turned out to be something else than was shown: somebody must say that they have seen it. */
export function alarmNotices(alarms: readonly SaleView[]): readonly Notice[] {
  return alarms.map(({ saleId, stage, reference, amount }) => ({
    id: `sale.alarm.${saleId}`,
    code: stage === 'paid' ? 'sale.alarm' : 'sale.taken-back',
    severity: 'alarm',
    values: { reference, amountCents: amount },
    action: 'acknowledge',
    saleId,
  }));
}
