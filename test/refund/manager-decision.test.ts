import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Transaction } from '../../main/domain/payment-service.ts';
import { withRefundLive } from '../../main/refund/refunds.ts';
import { Counter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let counter: Counter;
let saleId: string;

beforeEach(async () => {
  counter = new Counter();
  saleId = await counter.paidSale(1000);
});

const no = (status: number) => new TillError('refund.refused', 'no', { status, acted: 'no' });

/** A refund made by the service (if `acts`) without a response, and refused from then on. */
async function inDoubt(acts = true): Promise<string> {
  counter.service.fail('create-refund', { error: reset(), acts });
  counter.service.weather = (operation) =>
    operation === 'create-refund' ? { error: no(422), acts: false } : undefined;
  return (await counter.refund({ saleId, amount: 400 })).refundKey;
}

function asListed(): readonly Transaction[] {
  return [...counter.service.refunds.values()].map(({ refundId, paymentId, amount, createdAt }) =>
    counter.listed({ refundId, paymentId, amount, date: createdAt }),
  );
}

const shown = () => counter.view(saleId).refunds[0];
const sendings = () => counter.service.count('create-refund');

test('the list can settle a refund awaiting a manager', async () => {
  await inDoubt();
  await counter.clock.advance(90_000);
  const before = sendings();
  await counter.clock.advance(60 * MINUTE_MS);
  expect(sendings()).toBe(before);
  counter.service.listed = asListed();
  for (const one of counter.service.refunds.values()) one.status = 'REFUNDED';
  await counter.clock.advance(40 * MINUTE_MS);
  expect(shown()).toMatchObject({ stage: 'refunded', status: 'REFUNDED' });
  expect(shown()).not.toHaveProperty('unsettled');
  expect(counter.madeAfterAll).toEqual([]);
});

describe('a manager decides', () => {
  let refundKey: string;
  beforeEach(async () => {
    refundKey = await inDoubt(false);
    await counter.clock.advance(90_000);
    expect(shown()).toMatchObject({ stage: 'unconfirmed', unsettled: 'absent' });
    expect(counter.view(saleId).refundable).toBe(600);
  });

  test('"not made": the refund closes and frees its amount', async () => {
    counter.skewMs = 20 * MINUTE_MS;
    counter.refunds.settle(refundKey, 'not-made');
    expect(counter.journal.closedAsNotMade().get(refundKey)).toBe(counter.clock.now() + counter.skewMs);
    await counter.clock.advance(100);
    expect(counter.view(saleId)).toMatchObject({ refundable: 1000, refunds: [{ stage: 'not-made' }] });
    expect(counter.journal.openRefunds()).toEqual([]);
    expect(() => counter.refunds.settle(refundKey, 'send-again')).toThrow(
      expect.objectContaining({ code: 'refund.not-unsettled' }),
    );
  });

  test('"not made": the list is checked at once', async () => {
    counter.refunds.settle(refundKey, 'not-made');
    counter.service.listed = [counter.listed({ amount: 400 })];
    await counter.clock.advance(100);
    expect(counter.madeAfterAll).toMatchObject([{ refundKey, amount: 400 }]);
  });

  test.each([0, 10, 49 * 60])('"not made": a new refund %i minutes later checks the list', async (minutes) => {
    counter.refunds.settle(refundKey, 'not-made');
    const listed = counter.listed({ amount: 400 });
    await counter.clock.advance(minutes * MINUTE_MS);
    counter.service.listed = [listed];
    const doubt = { code: 'refund.in-doubt', values: { amount: 400 } };
    await expect(counter.refund({ saleId, amount: 400 })).rejects.toMatchObject(doubt);
    expect(counter.service.count('read-refund')).toBe(1);
    expect(counter.madeAfterAll).toMatchObject([{ refundKey, amount: 400 }]);
    const refunds = [{ stage: 'pending', amount: 400, madeAfterAll: true }];
    expect(counter.view(saleId)).toMatchObject({ refundable: 600, refunds });
  });

  test('"not made": a much later listed refund is different', async () => {
    counter.refunds.settle(refundKey, 'not-made');
    await counter.clock.advance(11 * MINUTE_MS);
    counter.service.listed = [counter.listed({ amount: 400 })];
    await counter.clock.advance(90 * MINUTE_MS);
    expect(counter.madeAfterAll).toEqual([]);
    expect(shown()).toMatchObject({ stage: 'not-made' });
  });

  test('"send again": the same key and bytes are sent', async () => {
    counter.service.weather = () => undefined;
    counter.refunds.settle(refundKey, 'send-again');
    await counter.clock.advance(100);
    expect(shown()).toMatchObject({ stage: 'pending' });
    const sent = counter.service.calls.filter(({ operation }) => operation === 'create-refund');
    expect(new Set(sent.map(({ detail }) => detail)).size).toBe(1);
    expect(counter.service.refundByKey.has(refundKey)).toBe(true);
  });

  test('"send again", refused: a manager decides again', async () => {
    counter.refunds.settle(refundKey, 'send-again');
    for (const [ms, unsettled] of [
      [50_000, undefined],
      [40_000, 'absent'],
    ] as const) {
      await counter.clock.advance(ms);
      expect([shown()?.stage, shown()?.unsettled]).toEqual(['unconfirmed', unsettled]);
    }
  });

  test('"send again": the age of the key starts over', async () => {
    counter.clock.jump(3 * DAY_MS);
    const before = sendings();
    counter.refunds.settle(refundKey, 'send-again');
    await counter.clock.advance(100);
    expect(sendings()).toBe(before + 1);
    counter.crash();
    await counter.recover(counter.refunds, 1_000);
    expect(sendings()).toBe(before + 2);
    counter.crash();
    counter.clock.jump(2 * DAY_MS);
    const again = counter.refunds.recover();
    await counter.clock.advance(10 * MINUTE_MS);
    await again;
    expect(sendings()).toBe(before + 2);
    expect(shown()).toMatchObject({ unsettled: 'absent' });
  });
});

describe('a problem with the service', () => {
  test('is shown with Retry-After until the next answer', async () => {
    const busy = new TillError('service.busy', 'busy', { retryable: true, status: 429, retryAfterMs: 120_000 });
    counter.service.fail('create-refund', { error: busy, acts: false });
    await counter.refund({ saleId, amount: 400 });
    const refundView = () => withRefundLive(counter.view(saleId), counter.refunds).refunds[0];
    expect(refundView()).toMatchObject({ stage: 'sending', trouble: { code: 'service.busy' } });
    const left = (refundView()?.waitsUntil ?? 0) - counter.clock.now();
    expect(left).toBeGreaterThan(119_000);
    expect(left).toBeLessThanOrEqual(120_000);
    counter.refunds.networkReturned();
    await counter.clock.advance(100_000);
    expect(sendings()).toBe(1);
    await counter.clock.advance(25_000);
    expect(refundView()).toMatchObject({ stage: 'pending' });
    expect(refundView()).not.toHaveProperty('trouble');
    expect(refundView()).not.toHaveProperty('waitsUntil');
  });

  test('is shown for each refund of a payment', async () => {
    counter.service.listed = [counter.listed({ amount: 100 })];
    const look = counter.refunds.look(saleId);
    await counter.clock.advance(100);
    await look;
    counter.service.fail('create-refund', { error: reset(), acts: false });
    await counter.refund({ saleId, amount: 400 });
    void counter.refunds.start({ wish: 'press-2', saleId, amount: 1 }, () => new Promise(() => undefined));
    const { refunds, refundAsked } = withRefundLive(counter.view(saleId), counter.refunds);
    expect(refunds.map(({ trouble }) => trouble?.code)).toEqual(['refund.question-refused', 'network.reset']);
    expect(refundAsked).toEqual({ wish: 'press-2', amount: 1, at: counter.clock.now() });
  });
});
