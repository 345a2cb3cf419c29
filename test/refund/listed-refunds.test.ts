import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentId, RefundId } from '../../main/domain/payment-service.ts';
import { refundOwnerOf } from '../../main/reports/counted-as.ts';
import { Counter } from '../sale/counter.ts';

const HOUR_MS = 3_600_000;

let counter: Counter;
let saleId: string;

beforeEach(async () => {
  counter = new Counter();
  saleId = await counter.paidSale(3_000);
});

function madeElsewhere(amount: number, status: string): string {
  const { paymentId } = counter.service.last;
  const refundId = String(counter.service.refunds.size).padStart(24, 'E') as RefundId;
  const createdAt = counter.clock.now();
  counter.service.refunds.set(refundId, { refundId, paymentId, amount, status, createdAt, verified: true });
  counter.service.listed = [...counter.service.listed, counter.listed({ refundId, amount })];
  return refundId;
}

async function look(): Promise<void> {
  const looking = counter.refunds.look(saleId);
  await counter.clock.advance(500);
  await looking;
}

const shown = () => counter.view(saleId).refunds.map(({ stage, amount }) => [stage, amount]);

describe('a refund from the list', () => {
  test('reserves its amount while pending, released on failure', async () => {
    const refundId = madeElsewhere(3_000, 'PENDING');
    await look();
    expect(shown()).toEqual([['pending', 3_000]]);
    expect(counter.view(saleId).refundable).toBe(0);
    await counter.clock.advance(72 * HOUR_MS);
    await counter.restart();
    const refund = counter.service.refunds.get(refundId);
    if (refund !== undefined) refund.status = 'FAILED';
    await counter.recover(counter.refunds, 500);
    expect(shown()).toEqual([['failed', 3_000]]);
    expect(counter.view(saleId).refundable).toBe(3_000);
  });

  test('is done and no longer read once refunded', async () => {
    madeElsewhere(700, 'REFUNDED');
    await look();
    expect(shown()).toEqual([['refunded', 700]]);
    const { length } = counter.service.calls.filter(({ operation }) => operation === 'read-refund');
    await counter.clock.advance(HOUR_MS);
    await look();
    expect(counter.service.count('read-refund')).toBe(length);
  });

  test('is never done by an unsigned answer', async () => {
    madeElsewhere(700, 'REFUNDED');
    counter.service.verified = false;
    await look();
    expect(shown()).toEqual([['pending', 700]]);
  });
});

describe('many refunds pending at the start', () => {
  const restartedWith = async (refunds: number) => {
    const { paymentId } = counter.service.last;
    for (let n = 0; n < refunds; n += 1) {
      const refundId = madeElsewhere(1, 'PENDING');
      const event = { refundKey: `k${n}`, saleId, paymentId: paymentId as PaymentId, refundId, amount: 1 };
      counter.journal.keep({ type: 'refund.imported', ...event, createdAt: counter.clock.now() });
    }
    const inDoubt = { refundKey: 'own', saleId, paymentId, amount: 5, body: '{"amount":5,"currency":"EUR"}' };
    counter.journal.record({ type: 'refund.intent', ...inDoubt, skewMs: 0 });
    await counter.restart();
  };

  test('are read after the refund in doubt', async () => {
    await restartedWith(200);
    const before = counter.service.calls.length;
    await counter.recover(counter.refunds, 2_000);
    expect(counter.service.calls[before]?.operation).toBe('create-refund');
    expect(counter.service.count('read-refund')).toBeGreaterThanOrEqual(200);
  });

  test('are no longer read once the till closes', async () => {
    await restartedWith(40);
    void counter.refunds.recover();
    await counter.clock.advance(1);
    const asked = counter.service.calls.length;
    const closing = counter.refunds.close();
    await counter.clock.advance(2_000);
    await closing;
    expect(counter.service.calls.length).toBe(asked);
  });

  test('are read every five minutes while unchanged', async () => {
    await restartedWith(40);
    void counter.refunds.recover();
    await counter.clock.advance(HOUR_MS);
    const before = counter.service.count('read-refund');
    await counter.clock.advance(HOUR_MS);
    const each = (counter.service.count('read-refund') - before) / 41;
    expect(each).toBeGreaterThan(10);
    expect(each).toBeLessThan(14);
  });
});

test('a refund found after journal loss counts towards limits', async () => {
  madeElsewhere(400, 'REFUNDED');
  counter.disk.damage('journal.db');
  counter.crash();
  await counter.recover();
  await counter.clock.advance(1_000);
  const sale = counter.journal.saleOfPayment(counter.service.last.paymentId);
  const [found] = counter.journal.refundsOf(sale?.saleId ?? '');
  expect(found).toMatchObject({ amount: 400, stage: 'refunded', restored: true });
  if (found !== undefined) expect(refundOwnerOf(found)).toBe('restored');
  const limited = { limit: 500, byManager: false } as const;
  expect(counter.refunds.withoutManager(sale?.saleId ?? '', limited)).toEqual({ cents: 100, why: 'payment' });
  const other = await counter.paidSale(900);
  expect(counter.refunds.withoutManager(other, limited)).toEqual({ cents: 100, why: 'day' });
  expect(counter.refunds.withoutManager(other, { ...limited, limit: 0 })).toMatchObject({ cents: 0 });
  await counter.clock.advance(25 * HOUR_MS);
  expect(counter.refunds.withoutManager(other, limited)).toEqual({ cents: 500, why: 'payment' });
});

test('all refunds are found again after journal loss', async () => {
  madeElsewhere(200, 'REFUNDED');
  const [first] = counter.service.payments.keys();
  await counter.paidSale(900);
  for (const amount of [400, 300]) madeElsewhere(amount, 'REFUNDED');
  counter.disk.damage('journal.db');
  counter.crash();
  await counter.recover();
  await counter.clock.advance(1_000);
  const found = [first ?? '', counter.service.last.paymentId].map((paymentId) =>
    counter.journal.refundsOf(counter.journal.saleOfPayment(paymentId)?.saleId ?? '').map(({ amount }) => amount),
  );
  expect(found.map((amounts) => amounts.toSorted())).toEqual([[200], [300, 400]]);
});
