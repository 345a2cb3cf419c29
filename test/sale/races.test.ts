import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { counter, givenCounter } from './counter.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
givenCounter();

describe('expiry', () => {
  test('is read within 0.2 s', async () => {
    await counter.waiting();
    await counter.clock.advance(60_100);
    const reads = counter.service.calls.filter((call) => call.operation === 'read').map((call) => call.at);
    expect(reads.some((at) => at >= 60_020 && at <= 60_200)).toBe(true);
  });

  test('followed by a success raises a lasting alarm', async () => {
    const saleId = await counter.waiting();
    const { paymentId } = counter.service.last;
    await counter.clock.advance(58_000);
    counter.service.set(paymentId, 'EXPIRED');
    await counter.clock.advance(3_500);
    expect(counter.view(saleId).stage).toBe('expired');
    await counter.sales.dismiss(saleId);
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(12_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid', alarm: { shownAs: 'expired', acknowledged: false } });
    expect(counter.sales.alarms()).toHaveLength(1);
    await counter.restart();
    expect(counter.sales.alarms()).toHaveLength(1);
    await counter.sales.acknowledgeAlarm(saleId);
    expect(counter.sales.alarms()).toEqual([]);
  });
});

describe('the clock', () => {
  test.each([3_600_000, -3_600_000, 86_400_000, -86_400_000])('jumping by %i ms changes nothing', async (jump) => {
    const saleId = await counter.waiting();
    const { paymentId } = counter.service.last;
    await counter.clock.advance(5_000);
    counter.clock.jump(jump);
    counter.skewMs = -jump;
    await counter.clock.advance(5_000);
    const left = counter.view(saleId).timeLeftMs ?? 0;
    expect(left).toBeGreaterThan(49_000);
    expect(left).toBeLessThan(51_000);
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(2_000);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('is corrected by the first answer after sleep', async () => {
    const saleId = await counter.waiting();
    counter.clock.sleep(40_000);
    await counter.clock.advance(2_000);
    const left = counter.view(saleId).timeLeftMs ?? 0;
    expect(left).toBeLessThan(19_000);
    expect(left).toBeGreaterThan(15_000);
  });
});

test('a cancel clicked offline does not cancel a paid payment', async () => {
  counter.service.lifetimeMs = 15 * MINUTE_MS;
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

test('Retry-After of a superseded sale delays no other sale', async () => {
  counter.service.lifetimeMs = 15 * MINUTE_MS;
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
  expect(counter.view(first).verdict).toMatchObject({ kind: 'paid' });
  expect(counter.view(first)).toMatchObject({ stage: 'paid', alarm: { shownAs: 'waiting', acknowledged: false } });
});

test.each(['paid', 'cancelled'])('"Customer says they paid" reads a payment settled as %s again', async (was) => {
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
});
