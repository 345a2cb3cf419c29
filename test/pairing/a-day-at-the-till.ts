import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PaymentId, PaymentService } from '../../main/domain/payment-service.ts';
import type { Sandbox } from '../../main/sandbox/index.ts';
import type { OurClient } from './client-over-sockets.ts';

/** All twelve operations, each answer held against what the till asked for. */
export async function aDayAtTheTill(sandbox: Sandbox, { service: till }: OurClient): Promise<void> {
  const pos = till.prepareStaticQr({ amount: 300, reference: 'POS', posId: 'POS01', shopName: 'Bakkerij Zoë' });
  const first = await till.createStaticQr(pos);
  const second = await till.createStaticQr(pos);
  expect((await till.readPayment(first.paymentId)).status).not.toBe('PENDING');
  await till.cancelPayment(second.paymentId);
  await expect(till.cancelPayment(second.paymentId)).rejects.toMatchObject({ name: 'TillError', acted: 'no' });
  const found = await till.searchPage({ reference: 'POS' }, 0, 10);
  expect(found).toMatchObject({ totalElements: 2, number: 0, items: [{ reference: 'POS' }, { reference: 'POS' }] });
  expect((await till.searchPage({ reference: 'NOBODY' }, 0, 10)).items).toEqual([]);

  const sale = { amount: 1250, reference: 'SALE', description: 'Brood' };
  const { paymentId, links } = await till.createPayment(till.preparePayment(sale));
  expect(links).toMatchObject({ self: expect.any(String), deeplink: expect.any(String), qrcode: expect.any(String) });
  expect(await till.readPayment(paymentId)).toMatchObject({
    ...sale,
    status: 'PENDING',
    expiresAt: expect.any(Number),
    links: { cancel: expect.any(String) },
  });
  await expect(till.readRefundIban(paymentId)).rejects.toMatchObject({ name: 'TillError' });
  await acknowledged(sandbox, till);
  pay(sandbox, paymentId);
  expect(await till.readPayment(paymentId)).toMatchObject({ status: 'SUCCEEDED', amount: 1250 });
  expect(await till.readRefundIban(paymentId)).toMatch(/^[A-Z]{2}\d{2}[A-Za-z0-9]{8,30}$/);

  const body = till.prepareRefund({ amount: 500, description: 'Té' });
  const key = randomUUID();
  const refund = await till.createRefund(paymentId, body, key);
  expect(refund).toMatchObject({ paymentId, amount: 500, status: 'PENDING', verified: true });
  expect((await till.createRefund(paymentId, body, key)).refundId).toBe(refund.refundId);
  expect(await till.readRefund(paymentId, refund.refundId)).toMatchObject({ status: 'REFUNDED', verified: true });
  const tooMuch = till.createRefund(paymentId, till.prepareRefund({ amount: 751 }), randomUUID());
  await expect(tooMuch).rejects.toMatchObject({ name: 'TillError', acted: 'no' });

  sandbox.engine.runPayout();
  const [payout] = await all(till.payouts());
  expect(payout).toMatchObject({ totalPayments: 2, totalPaymentAmount: 1950, totalRefunds: 1, totalRefundAmount: 500 });
  const ask = { payoutId: payout?.payoutId ?? '' };
  expect(await all(till.payoutPayments(ask))).toHaveLength(2);
  expect(await all(till.payoutRefunds(ask))).toMatchObject([{ amount: 500, refundId: refund.refundId }]);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const days = { startDate: day(Date.now() - 86_400_000), endDate: day(Date.now()) };
  expect([(await all(till.payoutPayments(days))).length, (await all(till.payoutRefunds(days))).length]).toEqual([2, 1]);
  sandbox.engine.failPayout(ask.payoutId);
  expect(await all(till.payouts())).toMatchObject([{ status: 'FAILED', payoutAmount: 1450 }]);
}

export function pay(sandbox: Sandbox, paymentId: PaymentId): void {
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  sandbox.engine.runDue();
}

export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** A payment that waits for the merchant, who acknowledges it. */
async function acknowledged(sandbox: Sandbox, till: PaymentService): Promise<void> {
  const { profileId } = sandbox.profile;
  const { paymentId } = await till.createPayment(till.preparePayment({ amount: 700, reference: 'ACK' }));
  sandbox.addProfile({ profileId, acknowledgement: true });
  pay(sandbox, paymentId);
  await till.acknowledge(paymentId, { amount: 700, reference: 'ACK' });
  sandbox.addProfile({ profileId, acknowledgement: false });
  expect((await till.readPayment(paymentId)).status).toBe('SUCCEEDED');
}
