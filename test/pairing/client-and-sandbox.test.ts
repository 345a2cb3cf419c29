import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentId, PaymentService, RefundId } from '../../main/domain/payment-service.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { type OurClient, ourClient } from './client-over-sockets.ts';
import { accessTo, newKey } from './sandbox-access.ts';

let sandbox: Sandbox;
let client: OurClient;
let till: PaymentService;
beforeAll(async () => {
  sandbox = await startSandbox({ pace: { settleMs: 0 }, picks: { refundMs: 0 } });
  client = ourClient(accessTo(sandbox));
  till = client.service;
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await sandbox.close();
});

const sale = (reference: string, amount = 1250) => till.preparePayment({ amount, reference, description: 'Brood' });
const create = (reference: string, amount = 1250) => till.createPayment(sale(reference, amount));

describe('the till against the embedded service, over a real socket', () => {
  it('operation 1: reads a payment', async () => {
    const { paymentId } = await create('READ');
    expect(await till.readPayment(paymentId)).toMatchObject({
      paymentId,
      status: 'PENDING',
      amount: 1250,
      reference: 'READ',
      description: 'Brood',
      expiresAt: expect.any(Number),
      links: { cancel: expect.any(String) },
    });
  });

  it('operation 1: a payment that nobody created is told so, with the trace id', async () => {
    await expect(till.readPayment('f'.repeat(24) as PaymentId)).rejects.toMatchObject({
      status: 404,
      traceId: expect.stringMatching(/./),
      spanId: expect.stringMatching(/./),
    });
  });

  it('operation 2: cancels, and is refused where it comes too late', async () => {
    const { paymentId } = await create('CANCEL');
    await till.cancelPayment(paymentId);
    expect(await till.readPayment(paymentId)).toMatchObject({ status: 'CANCELLED' });
    await expect(till.cancelPayment(paymentId)).rejects.toMatchObject({ name: 'TillError', acted: 'no' });
  });

  it('operation 3: finds a payment by its reference', async () => {
    const { paymentId } = await create('FIND ME');
    const page = await till.searchPage({ reference: 'FIND ME' }, 0, 10);
    expect(page).toMatchObject({ items: [{ paymentId, reference: 'FIND ME' }], totalElements: 1, number: 0 });
  });

  it('operation 3: finds every payment once, page after page, newest first', async () => {
    const access = accessTo(sandbox, sandbox.addProfile({}));
    const made: string[] = [];
    // Each client has its own budget of requests, as each till has.
    for (let till = 0; till < 5; till += 1) {
      await using other = ourClient(access);
      for (let number = 0; number < 41; number += 1) {
        const body = other.service.preparePayment({ amount: 1, reference: `N-${till}-${number}` });
        made.unshift((await other.service.createPayment(body)).paymentId);
      }
    }
    await using other = ourClient(access);
    const found: string[] = [];
    for await (const payment of other.service.search({})) found.push(payment.paymentId);
    expect(found).toEqual(made);
  });

  it('operation 4: creates a payment', async () => {
    expect(await create('NEW')).toMatchObject({
      status: 'PENDING',
      amount: 1250,
      links: { self: expect.any(String), deeplink: expect.any(String), qrcode: expect.any(String) },
    });
  });

  it('operation 5: creates a static-QR payment, which invalidates the one before it', async () => {
    const body = till.prepareStaticQr({
      ...{ amount: 400, reference: 'POS', posId: 'POS01', shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
    });
    const first = await till.createStaticQr(body);
    await till.createStaticQr(body);
    expect((await till.readPayment(first.paymentId)).status).not.toBe('PENDING');
  });

  it('operation 6: acknowledges', async () => {
    const profile = sandbox.addProfile({ acknowledgement: true });
    const merchant = ourClient(accessTo(sandbox, profile));
    const body = merchant.service.preparePayment({ amount: 700, reference: 'ACK' });
    const { paymentId } = await merchant.service.createPayment(body);
    pay(paymentId);
    expect(await merchant.service.readPayment(paymentId)).toMatchObject({ status: 'PENDING_MERCHANT_ACKNOWLEDGEMENT' });
    await merchant.service.acknowledge(paymentId, { amount: 700, reference: 'ACK' });
    expect(await merchant.service.readPayment(paymentId)).toMatchObject({ status: 'SUCCEEDED' });
    await merchant[Symbol.asyncDispose]();
  });

  it("operation 7: reads the debtor's IBAN once the payment succeeded, and not before", async () => {
    const { paymentId } = await create('IBAN');
    await expect(till.readRefundIban(paymentId)).rejects.toMatchObject({ name: 'TillError' });
    pay(paymentId);
    expect(await till.readRefundIban(paymentId)).toMatch(/^[A-Z]{2}\d{2}[A-Za-z0-9]{8,30}$/);
  });

  it('operations 8 and 9: refunds in part, verified, and follows it to REFUNDED', async () => {
    const { paymentId } = await create('REFUND');
    pay(paymentId);
    const refund = await till.createRefund(paymentId, till.prepareRefund({ amount: 500 }), randomUUID());
    expect(refund).toMatchObject({ paymentId, amount: 500, status: 'PENDING', verified: true });
    const read = await till.readRefund(paymentId, refund.refundId);
    expect(read).toMatchObject({ refundId: refund.refundId, status: 'REFUNDED', verified: true });
  });

  it('operation 8: the same key and bytes are one refund; above what is left it is refused', async () => {
    const { paymentId } = await create('TWICE', 1000);
    pay(paymentId);
    const key = randomUUID();
    const body = till.prepareRefund({ amount: 600, description: 'Té' });
    const first = await till.createRefund(paymentId, body, key);
    expect((await till.createRefund(paymentId, body, key)).refundId).toBe(first.refundId);
    const more = till.createRefund(paymentId, till.prepareRefund({ amount: 401 }), randomUUID());
    await expect(more).rejects.toMatchObject({ name: 'TillError', acted: 'no' });
  });

  it('operation 9: a refund that nobody made is told so', async () => {
    const { paymentId } = await create('NONE');
    await expect(till.readRefund(paymentId, 'f'.repeat(24) as RefundId)).rejects.toMatchObject({ status: 404 });
  });

  it('operations 10 to 12: a payout, its payments and its refunds add up', async () => {
    const [payout] = await paidOut();
    if (payout?.payoutId === undefined) throw new Error('no payout');
    const { payoutId } = payout;
    const payments = await all(till.payoutPayments({ payoutId }));
    const refunds = await all(till.payoutRefunds({ payoutId }));
    expect(payout).toMatchObject({
      ...{ totalPayments: payments.length, totalRefunds: refunds.length },
      ...{ totalPaymentAmount: sum(payments), totalRefundAmount: sum(refunds) },
      payoutAmount: sum(payments) - sum(refunds),
    });
    expect(refunds.every((refund) => refund.refundId !== undefined)).toBe(true);
  });

  it('operations 11 and 12: by days', async () => {
    await paidOut();
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const days = { startDate: day(Date.now() - 86_400_000), endDate: day(Date.now()) };
    expect((await all(till.payoutPayments(days))).length).toBeGreaterThan(0);
    expect((await all(till.payoutRefunds(days))).length).toBeGreaterThan(0);
  });

  it('operations 11 and 12: a payout that there is not is told so', async () => {
    const nobody = { payoutId: 'f'.repeat(24) };
    await expect(all(till.payoutPayments(nobody))).rejects.toMatchObject({ serviceCode: 'PAYOUT_NOT_FOUND' });
    await expect(all(till.payoutRefunds(nobody))).rejects.toMatchObject({ serviceCode: 'PAYOUT_NOT_FOUND' });
  });
});

describe('what the till believes of the embedded service', () => {
  it('an answer with a wrong signature is never a refund that is sure', async () => {
    const { paymentId } = await create('FORGED');
    pay(paymentId);
    sandbox.faults.inject({ operation: 'createRefund', kind: 'wrong-signature' });
    const refund = await till.createRefund(paymentId, till.prepareRefund({ amount: 5 }), randomUUID());
    expect(refund).toMatchObject({ verified: false, verifyFault: 'verify.signature-mismatch' });
  });

  it('a payout list without a signature is refused', async () => {
    sandbox.faults.inject({ operation: 'listPayouts', kind: 'no-signature' });
    await expect(all(till.payouts({}, { retry: 'never' }))).rejects.toMatchObject({ code: 'verify.no-signature' });
  });

  it('keys that the service has changed are found without a failed call', async () => {
    const { paymentId } = await create('ROTATED');
    pay(paymentId);
    sandbox.faults.rotateKeys();
    const refund = await till.createRefund(paymentId, till.prepareRefund({ amount: 5 }), randomUUID());
    expect(refund).toMatchObject({ verified: true });
  });

  it('a till with a key that the service does not know is told so', async () => {
    const stranger = ourClient({ ...accessTo(sandbox), signingKey: newKey() });
    const body = stranger.service.preparePayment({ amount: 1, reference: 'STRANGER' });
    await expect(stranger.service.createPayment(body)).rejects.toMatchObject({ status: 401, acted: 'no' });
    await stranger[Symbol.asyncDispose]();
  });
});

function pay(paymentId: string): void {
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  sandbox.engine.runDue();
}

async function paidOut() {
  const { paymentId } = await create('PAID OUT');
  pay(paymentId);
  await till.createRefund(paymentId, till.prepareRefund({ amount: 50 }), randomUUID());
  sandbox.engine.runDue();
  sandbox.engine.runPayout();
  return all(till.payouts());
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function sum(items: readonly { readonly amount: number }[]): number {
  return items.reduce((total, item) => total + item.amount, 0);
}
