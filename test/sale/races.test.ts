import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import { Counter } from './counter.ts';
import { reset } from './scripted-service.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

/** A sale that waits for the customer. */
async function waiting(amount = 1250): Promise<{ saleId: string; paymentId: PaymentId }> {
  const saleId = await counter.waiting(amount);
  expect(counter.view(saleId).stage).toBe('waiting');
  return { saleId, paymentId: counter.service.last.paymentId };
}

describe('cancel against confirm', () => {
  test('a cancel does not wait for a read that hangs', async () => {
    const { saleId } = await waiting();
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 20_000 });
    await counter.clock.advance(2_000);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(100);
    expect(counter.view(saleId).stage).toBe('cancelled');
  });
});

describe('expiry', () => {
  test('is read at its second', async () => {
    await waiting();
    await counter.clock.advance(60_100);
    const reads = counter.service.calls.filter((call) => call.operation === 'read').map((call) => call.at);
    expect(reads.some((at) => at >= 60_020 && at <= 60_200)).toBe(true);
  });

  test('followed by a success raises an alarm that stays until it is acknowledged', async () => {
    const { saleId, paymentId } = await waiting();
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
    const { saleId, paymentId } = await waiting();
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

  test('of a machine that slept is put right by the first answer', async () => {
    const { saleId } = await waiting();
    counter.clock.sleep(40_000);
    await counter.clock.advance(2_000);
    const left = counter.view(saleId).timeLeftMs ?? 0;
    expect(left).toBeLessThan(19_000);
    expect(left).toBeGreaterThan(15_000);
  });
});
