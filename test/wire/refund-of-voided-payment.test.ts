import { expect, test } from 'vitest';
import type { Cents } from '../../preload/contract/fields.ts';
import { openWireTill } from './till-over-sockets.ts';

test('a refund whose payment the service has taken back meanwhile is refused, and the sale is not shown as paid any more', async () => {
  await using till = await openWireTill({});
  const { saleId } = await till.sales.start({ amount: 1250 as Cents });
  await till.until(() => till.sales.get(saleId)?.stage === 'waiting');
  const paymentId = till.sales.get(saleId)?.paymentId ?? '';
  till.sandbox.payer.scan(paymentId);
  till.sandbox.payer.confirm(paymentId);
  await till.until(() => till.sales.get(saleId)?.stage === 'paid');
  await till.sales.dismiss(saleId);

  const atService = till.sandbox.engine.store.payments.get(paymentId);
  if (atService !== undefined) atService.status = 'VOIDED';
  await expect(till.refunds.start({ saleId, amount: 500 }, { byManager: true })).rejects.toMatchObject({
    code: 'refund.not-paid',
  });
  // What one answer says is asked once more before it is shown.
  await till.until(() => till.sales.get(saleId)?.stage === 'voided');
  expect(till.sales.get(saleId)).toMatchObject({
    stage: 'voided',
    refundable: 0,
    refunds: [],
    alarm: { shownAs: 'paid', acknowledged: false },
  });
  expect(till.sales.alarms()).toMatchObject([{ saleId, stage: 'voided' }]);
});
