import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Transaction, TransactionQuery } from '../../main/domain/payment-service.ts';
import { Counter } from '../sale/counter.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const cashier = { limit: 5_000, byManager: false };

let counter: Counter;
let saleId: string;

beforeEach(async () => {
  counter = new Counter();
  saleId = await counter.paidSale(8_000);
});

function start(amount: number, byManager = false) {
  const started = counter.refunds.start({ saleId, amount }, { ...cashier, byManager });
  started.catch(() => undefined);
  return started;
}

function elsewhere(amount: number): Transaction {
  return {
    paymentId: counter.service.last.paymentId,
    refundId: 'E'.padStart(24, '0'),
    paymentProfileId: 'F',
    merchantName: 'Bakkerij',
    paymentChannel: 'INSTORE',
    amount,
    date: counter.clock.now(),
  };
}

test('what another till refunded counts', async () => {
  counter.service.listed = [elsewhere(4_000)];
  const beyond = start(1_001);
  await counter.clock.advance(100);
  await expect(beyond).rejects.toMatchObject({ code: 'pin.required' });
  const within = start(1_000);
  await counter.clock.advance(100);
  await expect(within).resolves.toMatchObject({ neededManager: false });
});

describe('when the lists cannot be had', () => {
  beforeEach(() => {
    counter.service.listFault = new TillError('service.unavailable', 'down', { retryable: true, status: 503 });
  });

  test('a payment above the limit takes a manager, who is told why', async () => {
    const started = start(100);
    await counter.clock.advance(100);
    await expect(started).rejects.toMatchObject({ code: 'pin.elsewhere', field: 'managerPin' });
    expect(counter.service.count('create-refund')).toBe(0);
    const allowed = start(100, true);
    await counter.clock.advance(100);
    await expect(allowed).resolves.toMatchObject({ neededManager: false });
  });
});

test('a payment of months ago is asked about in ranges of 30 days, without a gap and without a day twice', async () => {
  const asked: TransactionQuery[] = [];
  const listed = [{ ...elsewhere(500), date: counter.clock.now() }];
  counter.service.payoutRefunds = async function* (ask: TransactionQuery) {
    asked.push(ask);
    if (asked.length === 1) yield* listed;
  };
  counter.clock.jump(100 * DAY_MS);
  const started = start(100);
  await counter.clock.advance(100);
  await expect(started).rejects.toMatchObject({ code: 'refund.found', values: { amount: 500 } });
  expect(asked).toEqual([
    { startDate: '2026-11-20', endDate: '2026-12-20' },
    { startDate: '2026-12-21', endDate: '2027-01-20' },
    { startDate: '2027-01-21', endDate: '2027-02-20' },
    { startDate: '2027-02-21', endDate: '2027-02-28' },
  ]);
  expect(counter.view(saleId)).toMatchObject({ refundable: 7_500, refunds: [{ amount: 500 }] });
});
