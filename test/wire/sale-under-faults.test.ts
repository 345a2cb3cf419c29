import { expect, test } from 'vitest';
import { isEnd } from '../../main/domain/sale-record.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { openWireTill, type WireTill } from './till-over-sockets.ts';

async function waiting(till: WireTill): Promise<string> {
  const { saleId } = await till.sales.start({ amount: 1250 as Cents });
  await till.until(() => till.sales.get(saleId)?.stage === 'waiting');
  return saleId;
}

const straight = { reroute: () => undefined } as const;
const requests = (till: WireTill, route: RegExp) => till.sent.filter((request) => route.test(request)).length;

test('a cancel that is answered 429 does not keep the till from seeing that the customer paid', async () => {
  await using till = await openWireTill({ acknowledgement: false, ...straight });
  const saleId = await waiting(till);
  const paymentId = till.sales.get(saleId)?.paymentId ?? '';
  till.sandbox.faults.inject({ operation: 'cancelPayment', kind: 'status', status: 429, times: 0 });
  await till.sales.cancel(saleId);
  await till.until(() => till.sales.get(saleId)?.problem?.code === 'service.busy');
  till.sandbox.payer.scan(paymentId);
  await till.until(() => till.sales.get(saleId)?.stage === 'scanned');
  till.sandbox.payer.confirm(paymentId);
  await till.until(() => till.sales.get(saleId)?.stage === 'paid');
  expect(requests(till, /^DELETE /)).toBeLessThan(6);
});

test('an acknowledgement that acted and is answered 409 again and again ends as paid', async () => {
  await using till = await openWireTill({ acknowledgement: true, ...straight });
  const saleId = await waiting(till);
  const paymentId = till.sales.get(saleId)?.paymentId ?? '';
  const refusing = { kind: 'status', status: 409, afterActing: true, times: 0 } as const;
  till.sandbox.faults.inject({ operation: 'acknowledgePayment', ...refusing });
  till.sandbox.payer.scan(paymentId);
  till.sandbox.payer.confirm(paymentId);
  await till.until(() => isEnd(till.sales.get(saleId)?.stage ?? 'waiting'));
  expect(till.sales.get(saleId)).toMatchObject({ stage: 'paid' });
  expect(requests(till, /acknowledge$/)).toBeLessThan(4);
});

test('a cancel pressed while connections are refused goes out a few times, and through once they are not', async () => {
  await using till = await openWireTill({ acknowledgement: false, ...straight });
  const saleId = await waiting(till);
  await till.sandbox.faults.goDown();
  const before = till.sent.length;
  await till.sales.cancel(saleId);
  await till.until(() => till.sales.get(saleId)?.leavable === true);
  expect(till.sent.length - before).toBeLessThan(25);
  await till.sandbox.faults.comeUp();
  await till.until(() => isEnd(till.sales.get(saleId)?.stage ?? 'waiting'));
  expect(till.sales.get(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
});
