import { beforeEach, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { Counter } from './counter.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let counter: Counter;
beforeEach(() => {
  counter = new Counter();
  counter.service.lifetimeMs = 15 * 60_000;
});

test('a cancel that was pressed offline, in a till that dies then, cancels no payment that was paid meanwhile', async () => {
  const saleId = await counter.charge(1000);
  await counter.clock.advance(500);
  counter.service.offline = true;
  await counter.sales.cancel(saleId);
  await counter.clock.advance(5_000);
  counter.crash();
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  counter.service.offline = false;
  await counter.recover(counter.sales, 5_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'paid', refundable: 1000 });
  expect(counter.service.last.status).toBe('SUCCEEDED');
});

test('a day of waiting about a sale that was left does not hold up the next one, which takes its place', async () => {
  const busy = new TillError('service.busy', 'busy', { retryable: true, status: 429, retryAfterMs: DAY_MS });
  const first = await counter.charge(1000);
  await counter.clock.advance(500);
  counter.service.fail('read', { error: busy, acts: false });
  await counter.clock.advance(40_000);
  expect(counter.view(first)).toMatchObject({ leavable: true });
  await counter.sales.dismiss(first);
  const { paymentId } = counter.service.last;
  const second = await counter.charge(2000);
  counter.service.set(paymentId, 'SUCCEEDED');
  await counter.clock.advance(5_000);
  expect(counter.view(second)).toMatchObject({ stage: 'waiting' });
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  await counter.clock.advance(5_000);
  expect(counter.view(second)).toMatchObject({ stage: 'paid' });
  await counter.sales.customerSaysPaid(first);
  await counter.clock.advance(4_000);
  expect(counter.view(first).verdict).toMatchObject({ kind: 'unreachable' });
  await counter.clock.advance(DAY_MS);
  expect(counter.view(first)).toMatchObject({ stage: 'paid', alarm: { shownAs: 'waiting', acknowledged: false } });
});

test.each(['paid', 'cancelled'])(
  '"Customer says they paid" is answered within its time, and truly, of a payment long settled as %s that has changed since',
  async (was) => {
    const saleId = await counter.charge(1000);
    await counter.clock.advance(500);
    const { paymentId } = counter.service.last;
    counter.service.set(paymentId, was === 'paid' ? 'SUCCEEDED' : 'CANCELLED');
    await counter.clock.advance(10 * 60_000);
    await counter.sales.dismiss(saleId);
    counter.service.set(paymentId, was === 'paid' ? 'VOIDED' : 'SUCCEEDED');
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({
      verdict: { kind: was === 'paid' ? 'not-paid' : 'paid' },
      alarm: { shownAs: was, acknowledged: false },
    });
  },
);
