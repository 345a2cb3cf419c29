import { expect, test } from 'vitest';
import { isRefundEnd } from '../../main/domain/refund-record.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { openWireTill, type WireTill } from './till-over-sockets.ts';

/** Refunds under wrong clocks, long waits and strange responses, over the real client and real sockets. */

const anybody = { byManager: true } as const;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

test('a till whose clock went back by years asks nothing until it is set, and then looks among the days on which the refund was made', async () => {
  await using till = await openWireTill({});
  const { refundKey } = await cutOff(till);
  till.clock.jump(-400 * DAY_MS);
  till.sandbox.faults.setClockOffset(402 * DAY_MS);
  const before = sendings(till);
  await till.refunds.recover();
  expect(till.refunds.live(refundKey)).toMatchObject({ trouble: { code: 'refund.auth.clock-wrong' } });
  setRight(till, 402 * DAY_MS);
  await till.until(() => isSettled(till, refundKey));
  expect(till.journal.refund(refundKey)).toMatchObject({ stage: 'refunded' });
  expect(till.journal.refund(refundKey)).not.toHaveProperty('unsettled');
  expect(sendings(till)).toBe(before);
});

test('a key of yesterday is not sent again by a till whose clock stood at the time when it was made', async () => {
  await using till = await openWireTill({});
  const { refundKey } = await cutOff(till);
  till.sandbox.faults.setClockOffset(25 * HOUR_MS);
  const before = sendings(till);
  await till.refunds.recover();
  expect(till.refunds.live(refundKey)).toMatchObject({ trouble: { code: 'refund.auth.clock-wrong' } });
  setRight(till, 25 * HOUR_MS);
  await till.until(() => isSettled(till, refundKey));
  expect(till.journal.refund(refundKey)).toMatchObject({ stage: 'refunded' });
  expect(sendings(till)).toBe(before);
});

test('a repeat that is put off for a day holds up no looking: the list tells what became of the first try', async () => {
  await using till = await openWireTill({});
  const saleId = await paid(till);
  till.sandbox.faults.inject({ operation: 'createRefund', kind: 'reset-after' });
  till.sandbox.faults.inject({
    operation: 'createRefund',
    kind: 'status',
    status: 429,
    retryAfter: '86400',
    skip: 1,
    times: 0,
  });
  const { refundKey } = await till.refunds.start({ saleId, amount: 500 }, anybody);
  await till.until(() => isSettled(till, refundKey));
  expect(till.journal.refund(refundKey)).toMatchObject({ stage: 'refunded' });
  expect(sendings(till)).toBe(2);
});

test("a verified answer about another of the till's own refunds is not believed, and settles nothing", async () => {
  await using till = await openWireTill({});
  const saleId = await paid(till);
  const first = await till.refunds.start({ saleId, amount: 500 }, anybody);
  await till.until(() => isSettled(till, first.refundKey));
  const { store } = till.sandbox.engine;
  const [made] = store.refunds.values();
  store.refundByKey = () => made;
  const second = await till.refunds.start({ saleId, amount: 500 }, anybody);
  await till.until(
    () => till.refunds.live(second.refundKey).trouble !== undefined || isSettled(till, second.refundKey),
  );
  expect(till.journal.refund(second.refundKey)).not.toHaveProperty('refundId');
  expect(till.refunds.live(second.refundKey)).toMatchObject({ trouble: { code: 'refund.other-refund' } });
  expect(till.sales.get(saleId)).toMatchObject({
    refundable: 250,
    refunds: [{ stage: 'refunded' }, { stage: 'unconfirmed' }],
  });
});

test('a refund that a manager closed as not made, and that the service lists an hour later, is told and counted', async () => {
  await using till = await openWireTill({ refundMs: 1_000 * HOUR_MS });
  const saleId = await paid(till);
  till.sandbox.faults.inject({ operation: 'createRefund', kind: 'reset-after' });
  till.sandbox.faults.inject({ operation: 'createRefund', kind: 'status', status: 403, skip: 1, times: 0 });
  const { refundKey } = await till.refunds.start({ saleId, amount: 500 }, anybody);
  await till.until(() => isSettled(till, refundKey));
  till.refunds.settle(refundKey, 'not-made');
  expect(till.sales.get(saleId)).toMatchObject({ refundable: 1250, refunds: [{ stage: 'not-made' }] });

  for (const { refundId } of till.sandbox.engine.store.refunds.values())
    till.sandbox.engine.endRefund(refundId, 'REFUNDED');
  await till.until(() => till.journal.refund(refundKey)?.stage === 'refunded');
  expect(till.sales.get(saleId)).toMatchObject({
    refundable: 750,
    refunds: [{ stage: 'refunded', madeAfterAll: true }],
  });
  expect(till.madeAfterAll).toMatchObject([{ saleId, amount: 500 }]);
});

async function paid(till: WireTill): Promise<string> {
  const { saleId } = await till.sales.start({ amount: 1250 as Cents });
  await till.until(() => till.sales.get(saleId)?.stage === 'waiting');
  const paymentId = till.sales.get(saleId)?.paymentId ?? '';
  till.sandbox.payer.scan(paymentId);
  till.sandbox.payer.confirm(paymentId);
  await till.until(() => till.sales.get(saleId)?.stage === 'paid');
  return saleId;
}

/** Somebody sets the till's clock, which is so many ms behind the service's. Both run on the same one here. */
function setRight({ clock, sandbox }: WireTill, behindMs: number): void {
  clock.jump(behindMs);
  sandbox.faults.setClockOffset(0);
}

/** A refund that the service made, and a till that died before the response arrived. */
async function cutOff(till: WireTill): Promise<{ readonly refundKey: string }> {
  const saleId = await paid(till);
  till.sandbox.faults.inject({ operation: 'createRefund', kind: 'stall-headers' });
  const begun = await till.refunds.start({ saleId, amount: 500 }, anybody);
  await expect.poll(() => till.sandbox.engine.store.refunds.size).toBe(1);
  await till.crash();
  return begun;
}

function isSettled(till: WireTill, refundKey: string): boolean {
  const refund = till.journal.refund(refundKey);
  return refund !== undefined && (isRefundEnd(refund.stage) || refund.unsettled !== undefined);
}

function sendings(till: WireTill): number {
  return till.sent.filter((route) => /^POST .*\/refunds$/.test(route)).length;
}
