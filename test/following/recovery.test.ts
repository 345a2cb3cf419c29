import { describe, expect, test } from 'vitest';
import { counter, givenCounter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';

givenCounter();

/** Crashes and starts again on the same disk; running requests are lost. */
async function startAgain(): Promise<void> {
  counter.crash();
  const recovered = Promise.all([counter.sales.recover(), counter.refunds.recover()]);
  await counter.clock.advance(500);
  await recovered;
}

describe('after a crash', () => {
  test('a sale in progress returns to the screen and continues', async () => {
    const saleId = await counter.waiting();
    counter.service.set(counter.service.last.paymentId, 'IDENTIFIED');
    await startAgain();
    expect(counter.sales.current()).toMatchObject({ saleId, stage: 'scanned', lifetimeMs: 60_000 });
    expect(counter.sales.current()?.timeLeftMs).toBeGreaterThan(58_000);
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    await counter.clock.advance(2_000);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('a started acknowledgement is finished', async () => {
    const saleId = await counter.waiting();
    const { paymentId } = counter.service.last;
    counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    counter.service.fail('acknowledge', { error: reset(), acts: false, takesMs: 5_000 });
    await counter.clock.advance(2_000);
    expect(counter.journal.sale(saleId)?.acknowledge).toBe('due');
    await startAgain();
    await counter.clock.advance(2_000);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('an unanswered refund is repeated with key and bytes unchanged', async () => {
    const saleId = await counter.paidSale(1000);
    counter.service.fail('create-refund', { error: reset(), acts: true, takesMs: 10_000 });
    const started = counter.refunds.start({ saleId, amount: 400, reason: 'returned' }, { byManager: true });
    await counter.clock.advance(50);
    await started;
    await startAgain();
    const sent = counter.service.calls.filter((call) => call.operation === 'create-refund');
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map((call) => call.detail)).size).toBe(1);
    await counter.clock.advance(20_000);
    expect(counter.service.refunds.size).toBe(1);
    expect(counter.view(saleId)).toMatchObject({ refundable: 600, refunds: [{ stage: 'pending' }] });
  });
});

test('a thousand open sales need two requests each at most', async () => {
  counter.leaveOpen(1_000, 'EXPIRED');
  const before = counter.service.calls.length;
  await counter.recover(counter.sales, 5_000);
  expect(counter.sales.recovery.resolved).toBe(1_000);
  expect(counter.service.calls.length - before).toBeLessThanOrEqual(2_000);
});
