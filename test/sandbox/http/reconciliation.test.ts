import { afterEach, describe, expect, test } from 'vitest';
import { type BareTill, bareTill } from '../bare-till.ts';

let till: BareTill;
afterEach(() => till.sandbox.close());

const list = (what: string, query = '') => till.call('GET', `/v3/reconciliation/${what}${query}`);
const NOBODY = 'f'.repeat(24);

/** Two payments and a refund, paid out; answers with the payout's id. */
async function paidOut(): Promise<string> {
  await till.paid({ amount: 1_000, posId: 'A', reference: 'R1', description: 'Brood' });
  const second = await till.paid({ amount: 500, posId: 'B', reference: '' });
  await till.call('POST', `/v3/payments/${second}/refunds`, {
    body: { amount: 200, currency: 'EUR', description: 'Terug' },
    headers: { 'Idempotency-Key': 'one' },
  });
  till.clock.tick(1_500);
  return till.sandbox.engine.runPayout()[0]?.payoutId ?? '';
}

describe('operation 10, payouts', () => {
  test('no payouts: an empty list, signed', async () => {
    till = await bareTill();
    const answer = await list('payouts');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ size: 0, totalPages: 0, totalElements: 0, number: 0, payouts: [] });
    await till.checkSigned(answer, 'Signature');
  });

  test('a payout has its totals, its account and its bulk id', async () => {
    till = await bareTill();
    const payoutId = await paidOut();
    const { json } = await list('payouts', '?date=2026-03-09');
    expect(json).toEqual({
      size: 1,
      totalPages: 1,
      totalElements: 1,
      number: 0,
      payouts: [
        {
          payoutId,
          merchantId: till.sandbox.profile.merchantId,
          bulkId: 'NONE',
          iban: expect.stringMatching(/^[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}$/),
          payoutStatus: 'SUCCEEDED',
          payoutDate: '2026-03-09T10:15:31.750Z',
          payoutCurrency: 'EUR',
          totalPayments: 2,
          totalRefunds: 1,
          totalPaymentAmount: 1_500,
          totalRefundAmount: 200,
          payoutAmount: 1_300,
        },
      ],
    });
  });

  test('each bulk id is paid out by itself', async () => {
    till = await bareTill({}, { bulking: true });
    await till.paid({ posId: 'A', bulkId: 'ONE' });
    await till.paid({ posId: 'B', bulkId: 'TWO' });
    till.sandbox.engine.runPayout();
    const { text } = await list('payouts');
    expect(JSON.parse(text).payouts.map((payout: { bulkId: string }) => payout.bulkId)).toEqual(['ONE', 'TWO']);
  });

  test('payouts are made at midnight, and listed for the day of their creation', async () => {
    till = await bareTill();
    await till.paid();
    till.clock.tick(86_400_000);
    expect((await list('payouts', '?date=2026-03-09')).json).toMatchObject({ totalElements: 0 });
    expect((await list('payouts')).json).toMatchObject({ totalElements: 1 });
  });

  test('a payout that failed says so', async () => {
    till = await bareTill();
    const payoutId = await paidOut();
    till.sandbox.engine.failPayout(payoutId);
    expect((await list('payouts')).json).toMatchObject({ payouts: [{ payoutStatus: 'FAILED' }] });
  });

  test.each([
    ['size=10000', 200],
    ['size=9999', 400],
    ['size=10001', 400],
    ['page=0', 200],
    ['page=1', 200],
    ['page=-1', 400],
    ['date=2026-03-09', 200],
    ['date=09-03-2026', 400],
    ['date=2026-02-30', 400],
    ['date=', 400],
  ])('%s answers %i', async (query, status) => {
    till = await bareTill();
    const answer = await list('payouts', `?${query}`);
    expect(answer.status).toBe(status);
    await till.checkSigned(answer, 'Signature');
    if (status === 400) expect(answer.json).toEqual({ code: 'BAD_REQUEST', message: expect.any(String) });
  });
});

describe('operations 11 and 12', () => {
  test("a payout's payments", async () => {
    till = await bareTill();
    const payoutId = await paidOut();
    const answer = await list('payments', `?payout-id=${payoutId}`);
    await till.checkSigned(answer, 'Signature');
    expect(answer.json).toMatchObject({ size: 2, totalPages: 1, totalElements: 2, number: 0 });
    expect(answer.json?.['payments']?.[0]).toEqual({
      paymentId: expect.stringMatching(/^.{24}$/),
      payoutId,
      paymentProfileId: till.sandbox.profile.profileId,
      merchantName: 'Training shop',
      paymentChannel: 'INSTORE',
      currency: 'EUR',
      amount: 1_000,
      reference: 'R1',
      description: 'Brood',
      transactionDate: '2026-03-09T10:15:30.250Z',
    });
    expect(answer.json?.['payments']?.[1]).not.toHaveProperty('reference');
  });

  test("a payout's refunds", async () => {
    till = await bareTill();
    const payoutId = await paidOut();
    const { json } = await list('refunds', `?payout-id=${payoutId}`);
    expect(json).toMatchObject({ totalElements: 1, refunds: [{ amount: 200, description: 'Terug', payoutId }] });
    expect(json?.['refunds']?.[0]).toHaveProperty('refundId', expect.stringMatching(/^.{24}$/));
  });

  test.each(['payments', 'refunds'])('%s of a payout that does not exist', async (what) => {
    till = await bareTill();
    const answer = await list(what, `?payout-id=${NOBODY}`);
    expect([answer.status, answer.json?.['code']]).toEqual([404, 'PAYOUT_NOT_FOUND']);
    await till.checkSigned(answer, 'Signature');
  });

  test.each([
    ['start-date=2026-03-09&end-date=2026-03-09', 200],
    ['start-date=2026-03-01&end-date=2026-03-31', 200],
    ['start-date=2026-03-01&end-date=2026-04-01', 400],
    ['start-date=2026-03-09', 400],
    ['end-date=2026-03-09', 400],
    ['start-date=2026-03-10&end-date=2026-03-09', 400],
    ['start-date=2026-02-30&end-date=2026-03-09', 400],
    ['payout-id=short', 400],
    ['size=10&start-date=2026-03-09&end-date=2026-03-09', 400],
    ['', 400],
  ])('"%s" answers %i', async (query, status) => {
    till = await bareTill();
    expect((await list('payments', `?${query}`)).status).toBe(status);
    expect((await list('refunds', `?${query}`)).status).toBe(status);
  });

  test('both ends of a range are inclusive, and what no payout holds yet is listed', async () => {
    till = await bareTill();
    await till.paid();
    const count = async (start: string, end: string) =>
      (await list('payments', `?start-date=${start}&end-date=${end}`)).json?.['totalElements'];
    expect(await count('2026-03-09', '2026-03-09')).toBe(1);
    expect(await count('2026-03-08', '2026-03-09')).toBe(1);
    expect(await count('2026-03-09', '2026-03-10')).toBe(1);
    expect(await count('2026-03-10', '2026-03-10')).toBe(0);
  });

  test("another merchant's payout is not found", async () => {
    till = await bareTill();
    const payoutId = await paidOut();
    const { tillOf } = await import('../bare-till.ts');
    const other = tillOf(till.sandbox, till.clock, [], till.sandbox.addProfile({ name: 'Other' }));
    expect((await other.call('GET', `/v3/reconciliation/payments?payout-id=${payoutId}`)).status).toBe(404);
    expect((await other.call('GET', '/v3/reconciliation/payouts')).json).toMatchObject({ totalElements: 0 });
  });
});

test('a large set is the same each time, adds up, and comes in pages of 10000', async () => {
  till = await bareTill({ dataset: { seed: 7, transactions: 25_000 } });
  const payouts = JSON.parse((await list('payouts', '?date=2026-03-05')).text).payouts;
  expect(payouts).toHaveLength(1);
  const [payout] = payouts;
  const { payments } = JSON.parse((await list('payments', `?payout-id=${payout.payoutId}`)).text);
  const { refunds } = JSON.parse((await list('refunds', `?payout-id=${payout.payoutId}`)).text);
  const total = (rows: { amount: number }[]) => rows.reduce((sum, row) => sum + row.amount, 0);
  expect([payments.length, total(payments)]).toEqual([payout.totalPayments, payout.totalPaymentAmount]);
  expect([refunds.length, total(refunds)]).toEqual([payout.totalRefunds, payout.totalRefundAmount]);
  expect(payout.payoutAmount).toBe(total(payments) - total(refunds));

  const range = 'start-date=2026-02-18&end-date=2026-03-09';
  const pages = [];
  for (const page of [0, 1, 2, 3]) pages.push((await list('payments', `?${range}&page=${page}`)).json);
  expect(pages.map((page) => page?.['size'])).toEqual([10_000, 10_000, 3_750, 0]);
  expect(pages[0]).toMatchObject({ totalPages: 3, totalElements: 23_750 });
  const ids = pages.flatMap((page) => [...(page?.['payments'] ?? [])].map((row) => String(row['paymentId'])));
  expect(new Set(ids).size).toBe(23_750);
  expect((await list('refunds', `?${range}`)).json).toMatchObject({ totalElements: 1_250 });
});
