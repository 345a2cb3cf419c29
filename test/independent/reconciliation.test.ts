import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from './client.ts';
import { created, dateTime, expectError, id24, type Json, list, object, text } from './expectations.ts';
import { givenService } from './service-under-test.ts';

const DAY = 24 * 3600_000;

const service = givenService('each');

const today = (offset = 0) => new Date(service.clock.now() + offset * DAY).toISOString().slice(0, 10);
const envelope = { size: expect.any(Number), totalPages: 1, number: 0 };

describe('operation 10, GET /v3/reconciliation/payouts', () => {
  it('returns an empty list without payouts', async () => {
    const answer = await service.client.payouts();
    expect(answer.status).toBe(200);
    expect(object(answer)).toEqual({ size: 0, totalPages: 0, totalElements: 0, number: 0, payouts: [] });
    expect(answer.verdict).toMatchObject({ ok: true });
  });

  it('returns every field of a payout with consistent totals', async () => {
    await trade();
    const answer = await service.client.payouts({ date: today() });
    expect(object(answer)).toMatchObject({ ...envelope, size: 1, totalElements: 1 });
    expect(list(answer, 'payouts')).toEqual([
      expect.objectContaining({
        payoutId: id24,
        merchantId: service.access.merchantId,
        bulkId: 'NONE',
        iban: expect.stringMatching(/^[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}$/),
        payoutStatus: 'SUCCEEDED',
        payoutDate: dateTime,
        payoutCurrency: 'EUR',
        totalPayments: 3,
        totalRefunds: 1,
        totalPaymentAmount: 600,
        totalRefundAmount: 50,
        payoutAmount: 550,
      }),
    ]);
    expect(answer.verdict).toMatchObject({ ok: true });
  });

  it('date defaults to the current UTC date', async () => {
    await trade();
    expect(list(await service.client.payouts(), 'payouts')).toHaveLength(1);
    service.clock.tick(DAY);
    expect(list(await service.client.payouts(), 'payouts')).toEqual([]);
    expect(list(await service.client.payouts({ date: today(-1) }), 'payouts')).toHaveLength(1);
  });

  it('pays out each bulk id separately', async () => {
    const client = service.profile({ bulking: true });
    for (const bulkId of ['ONE', 'TWO']) service.pay(created(await client.createPayment({ amount: 1, bulkId })));
    service.sandbox.engine.runPayout();
    expect(list(await client.payouts(), 'payouts').map((payout) => payout['bulkId'])).toEqual(['ONE', 'TWO']);
  });

  it('makes payouts at midnight', async () => {
    await service.paid();
    service.clock.tick(DAY);
    expect(list(await service.client.payouts({ date: today(-1) }), 'payouts')).toEqual([]);
    expect(list(await service.client.payouts(), 'payouts')).toHaveLength(1);
  });

  it('reports a failed payout', async () => {
    service.sandbox.engine.failPayout(await trade());
    expect(object(await service.client.payouts())).toMatchObject({ payouts: [{ payoutStatus: 'FAILED' }] });
  });

  it.each([
    ['size of 9999', { size: 9_999 }],
    ['size of 10001', { size: 10_001 }],
    ['page of -1', { page: -1 }],
    ['date that is no date', { date: '31-12-2026' }],
    ['date that the calendar has not', { date: '2026-02-30' }],
    ['date that is empty', { date: '' }],
  ])('query: %s is 400 BAD_REQUEST, signed', async (_row, query) => {
    expectSigned(await service.client.payouts(query), 400, 'BAD_REQUEST');
  });
});

describe.each([
  ['operation 11, GET /v3/reconciliation/payments', 'payments', 'payoutPayments', 3] as const,
  ['operation 12, GET /v3/reconciliation/refunds', 'refunds', 'payoutRefunds', 1] as const,
])('%s', (_title, name, call, count) => {
  const ask = (query: Record<string, string | number>) => service.client[call](query);

  it('lists the transactions of a payout with required fields', async () => {
    const payoutId = await trade();
    const answer = await ask({ 'payout-id': payoutId });
    expect(answer.status).toBe(200);
    expect(object(answer)).toMatchObject({ ...envelope, size: count, totalElements: count, totalPages: 1 });
    expect(list(answer, name)).toEqual(Array.from({ length: count }, () => transaction(name, payoutId)));
    expect(answer.verdict).toMatchObject({ ok: true });
  });

  it('lists the transactions of an inclusive date range', async () => {
    await sell();
    expect(list(await ask({ 'start-date': today(), 'end-date': today() }), name)).toHaveLength(count);
    expect(list(await ask({ 'start-date': today(-30), 'end-date': today() }), name)).toHaveLength(count);
    expect(list(await ask({ 'start-date': today(-5), 'end-date': today(-1) }), name)).toEqual([]);
  });

  it('returns an empty page past the last', async () => {
    const payoutId = await trade();
    const answer = await ask({ 'payout-id': payoutId, page: 4 });
    expect(object(answer)).toMatchObject({ size: 0, number: 4, totalElements: count, [name]: [] });
  });

  it.each([
    ['start-date without end-date', { 'start-date': '2026-01-01' }],
    ['end-date without start-date', { 'end-date': '2026-01-01' }],
    ['31 days between start-date and end-date', { 'start-date': '2026-01-01', 'end-date': '2026-02-01' }],
    ['end-date before start-date', { 'start-date': '2026-01-02', 'end-date': '2026-01-01' }],
    ['start-date that is no date', { 'start-date': 'today', 'end-date': '2026-01-01' }],
    ['start-date that the calendar has not', { 'start-date': '2026-02-30', 'end-date': '2026-03-09' }],
    ['neither payout nor range', {}],
    ['payout-id of 23 characters', { 'payout-id': 'a'.repeat(23) }],
    ['payout-id of 25 characters', { 'payout-id': 'a'.repeat(25) }],
    ['size of 9999', { size: 9_999, 'start-date': '2026-01-01', 'end-date': '2026-01-02' }],
    ['size of 10001', { size: 10_001, 'start-date': '2026-01-01', 'end-date': '2026-01-02' }],
    ['page of -1', { page: -1, 'start-date': '2026-01-01', 'end-date': '2026-01-02' }],
  ])('query: %s is 400 BAD_REQUEST, signed, for transactions', async (_row, query) => {
    expectSigned(await ask(query), 400, 'BAD_REQUEST');
  });

  it('query: accepts 30 days between start-date and end-date', async () => {
    expect((await ask({ 'start-date': '2026-01-01', 'end-date': '2026-01-31' })).status).toBe(200);
  });

  it('returns a signed 404 PAYOUT_NOT_FOUND for unknown payouts', async () => {
    expectSigned(await ask({ 'payout-id': 'f'.repeat(24) }), 404, 'PAYOUT_NOT_FOUND');
  });

  it('hides payouts of other merchants', async () => {
    const payoutId = await trade();
    const other = service.profile();
    expectError(await other[call]({ 'payout-id': payoutId }), 404);
    expect(list(await other.payouts(), 'payouts')).toEqual([]);
  });
});

it('operation 11 omits an absent reference', async () => {
  await service.paid({ reference: '' });
  const [payment] = list(
    await service.client.payoutPayments({ 'start-date': today(), 'end-date': today() }),
    'payments',
  );
  expect(payment).toMatchObject({ amount: 1250 });
  expect(payment).not.toHaveProperty('reference');
});

describe('pages of exactly 10000', () => {
  const large = givenService('each', { dataset: { seed: 7, transactions: 25_000 } });

  const range = () => ({ 'start-date': today(-29), 'end-date': today() });

  it('operation 11: full pages, then the rest without duplicates', async () => {
    const ids = new Set<unknown>();
    const sizes: number[] = [];
    for (let page = 0; page < 3; page += 1) {
      const answer = await large.client.payoutPayments({ ...range(), page });
      expect(answer.verdict).toMatchObject({ ok: true });
      expect(object(answer)).toMatchObject({ number: page, totalPages: 3, totalElements: 23_750 });
      const payments = list(answer, 'payments');
      expect(object(answer)['size']).toBe(payments.length);
      sizes.push(payments.length);
      for (const payment of payments) ids.add(payment['paymentId']);
    }
    expect(sizes).toEqual([10_000, 10_000, 3_750]);
    expect(ids.size).toBe(23_750);
  });

  it('the totals of a payout match its lists', async () => {
    const [payout] = list(await large.client.payouts({ date: today(-3) }), 'payouts');
    const query = { 'payout-id': String(payout?.['payoutId']) };
    const payments = list(await large.client.payoutPayments(query), 'payments');
    const refunds = list(await large.client.payoutRefunds(query), 'refunds');
    expect(payout).toMatchObject({
      totalPayments: payments.length,
      totalPaymentAmount: sum(payments),
      totalRefunds: refunds.length,
      totalRefundAmount: sum(refunds),
      payoutAmount: sum(payments) - sum(refunds),
    });
  });
});

/** Makes three payments of 600 cents in total, with a refund of 50 cents. */
async function sell(): Promise<void> {
  const ids: string[] = [];
  for (const amount of [100, 200, 300]) {
    const id = created(await service.client.createPayment({ amount, reference: `T-${amount}`, description: 'Brood' }));
    service.pay(id);
    ids.push(id);
  }
  await service.client.createRefund(String(ids[0]), { amount: 50, currency: 'EUR', description: 'R' }, randomUUID());
  service.settleRefunds();
}

/** Makes the same sales, pays them out and returns the payout's id. */
async function trade(): Promise<string> {
  await sell();
  service.sandbox.engine.runPayout();
  const [payout] = list(await service.client.payouts(), 'payouts');
  return String(payout?.['payoutId']);
}

function transaction(name: string, payoutId: string) {
  return expect.objectContaining({
    paymentId: id24,
    payoutId,
    paymentProfileId: service.access.profileId,
    merchantName: expect.stringMatching(/./),
    paymentChannel: expect.stringMatching(/^(ONLINE|INSTORE|INVOICE)$/),
    currency: 'EUR',
    amount: expect.any(Number),
    description: expect.stringMatching(/./),
    transactionDate: dateTime,
    ...(name === 'refunds' ? { refundId: id24 } : { reference: expect.stringMatching(/^T-/) }),
  });
}

function sum(transactions: readonly Json[]): number {
  return transactions.reduce((total, each) => total + Number(each['amount']), 0);
}

function expectSigned(answer: Answer, status: number, code: string): void {
  expectError(answer, status);
  expect(text(answer, 'code')).toBe(code);
  expect(answer.verdict).toMatchObject({ ok: true });
}
