import type { Notice, SaleView } from '../../preload/views.ts';

/** A notice for each payment whose end turned out to be another than was shown; somebody has to acknowledge it. */
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
