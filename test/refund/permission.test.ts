import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { TransactionQuery } from '../../main/domain/payment-service.ts';
import { Counter } from '../sale/counter.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const cashier = { limit: 5_000, byManager: false };

let counter: Counter;
let saleId: string;

beforeEach(async () => {
  counter = new Counter();
  saleId = await counter.paidSale(8_000);
});

const start = (amount: number, byManager = false) => counter.refund({ saleId, amount }, { ...cashier, byManager });

test('what this till refunded of the payment counts, and a manager goes beyond it', async () => {
  await expect(start(3_000)).resolves.toMatchObject({ neededManager: false });
  await expect(start(3_000)).rejects.toMatchObject({ code: 'pin.required', field: 'managerPin' });
  await expect(start(3_000, true)).resolves.toMatchObject({ neededManager: true });
});

test('what another till refunded counts', async () => {
  counter.service.listed = [counter.listed({ amount: 4_000 })];
  await expect(start(1_001)).rejects.toMatchObject({ code: 'pin.required' });
  await expect(start(1_000)).resolves.toMatchObject({ neededManager: false });
});

describe('when the lists cannot be had', () => {
  beforeEach(() => {
    counter.service.listFault = new TillError('service.unavailable', 'down', { retryable: true, status: 503 });
  });

  test('a payment above the limit takes a manager, who is told why', async () => {
    await expect(start(100)).rejects.toMatchObject({ code: 'pin.elsewhere', field: 'managerPin' });
    expect(counter.service.count('create-refund')).toBe(0);
    await expect(start(100, true)).resolves.toMatchObject({ neededManager: false });
  });

  test('a payment within the limit takes none', async () => {
    saleId = await counter.paidSale(5_000);
    await expect(start(5_000)).resolves.toMatchObject({ neededManager: false });
  });
});

test('a payment of months ago is asked about in ranges of 30 days, without a gap and without a day twice', async () => {
  const asked: TransactionQuery[] = [];
  const listed = [counter.listed({ amount: 500 })];
  counter.service.payoutRefunds = async function* (ask: TransactionQuery) {
    asked.push(ask);
    if (asked.length === 1) yield* listed;
  };
  counter.clock.jump(100 * DAY_MS);
  await expect(start(100)).rejects.toMatchObject({ code: 'refund.found', values: { amount: 500 } });
  expect(asked).toEqual([
    { startDate: '2026-11-20', endDate: '2026-12-20' },
    { startDate: '2026-12-21', endDate: '2027-01-20' },
    { startDate: '2027-01-21', endDate: '2027-02-20' },
    { startDate: '2027-02-21', endDate: '2027-02-28' },
  ]);
  expect(counter.view(saleId)).toMatchObject({ refundable: 7_500, refunds: [{ amount: 500 }] });
});
