import { expect, test } from 'vitest';
import { isRefundEnd } from '../../main/domain/refund-record.ts';
import type { Fault } from '../../main/sandbox/http/fault-injection.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { openWireTill, type WireTill } from './till-over-sockets.ts';

/** Refunds of which the first try may have acted, under wrong clocks and long waits: over the real client and sockets. */

const anybody = { byManager: true } as const;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than any of these tests takes: the service ends a refund when the test says so. */
const NEVER_MS = 1_000 * HOUR_MS;
const lost: Fault = { operation: 'createRefund', kind: 'reset-after' };

test.each<readonly [string, Omit<Fault, 'operation'>]>([
  ['400', { kind: 'status', status: 400 }],
  ['401', { kind: 'status', status: 401 }],
  ['403', { kind: 'status', status: 403 }],
  ['404', { kind: 'status', status: 404 }],
  ['409', { kind: 'status', status: 409 }],
  ['422', { kind: 'status', status: 422 }],
  ["a gateway's page", { kind: 'html', status: 404 }],
  ["a gateway's 418", { kind: 'status', status: 418 }],
])(
  'the service refunds, its answer is lost and the repeat meets %s: not confirmed until the service lists it, then refunded',
  async (_name, answer) => {
    await using till = await openWireTill({ refundMs: NEVER_MS });
    const { saleId, stages } = await paid(till);
    till.sandbox.faults.inject(lost);
    till.sandbox.faults.inject({ operation: 'createRefund', skip: 1, times: 0, ...answer });
    const { refundKey } = await till.refunds.start({ saleId, amount: 500 }, anybody);
    const stage = () => till.journal.refund(refundKey)?.stage ?? 'sending';
    // The lost answer, and the first repeat that is refused.
    await till.until(() => failedSendings(till) > 1 || isRefundEnd(stage()));
    expect(till.sales.get(saleId)).toMatchObject({ refundable: 750, refunds: [{ stage: 'unconfirmed' }] });
    await expect(till.refunds.start({ saleId, amount: 100 }, anybody)).rejects.toMatchObject({
      code: 'refund.in-doubt',
    });

    settle(till);
    await till.until(() => isRefundEnd(stage()));
    expect(stage()).toBe('refunded');
    expect(stages()).not.toContain('refused');
    expect(till.sandbox.engine.store.refunds.size).toBe(1);
  },
);

test('a crash after the sending, then 401: the refund is not refused, and the service tells what became of it', async () => {
  await using till = await openWireTill({ refundMs: NEVER_MS });
  const { saleId, stages, refundKey } = await cutOff(till);
  till.sandbox.faults.inject({ operation: 'createRefund', kind: 'status', status: 401, times: 0 });
  await till.refunds.recover();
  const stage = () => till.journal.refund(refundKey)?.stage ?? 'sending';
  await till.until(() => inDoubt(till) > 0 || isRefundEnd(stage()));
  expect(till.sales.get(saleId)).toMatchObject({ refundable: 750, refunds: [{ stage: 'unconfirmed' }] });
  settle(till);
  await till.until(() => isRefundEnd(stage()));
  expect(stage()).toBe('refunded');
  expect(stages()).not.toContain('refused');
});

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
  const { saleId } = await paid(till);
  till.sandbox.faults.inject(lost);
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

/** Somebody sets the till's clock, which is so many ms behind the service's. Both run on the same one here. */
function setRight({ clock, sandbox }: WireTill, behindMs: number): void {
  clock.jump(behindMs);
  sandbox.faults.setClockOffset(0);
}

/** A refund that the service made, and a till that died before the response arrived. */
async function cutOff(till: WireTill) {
  const { saleId, stages } = await paid(till);
  till.sandbox.faults.inject({ operation: 'createRefund', kind: 'stall-headers' });
  const begun = await till.refunds.start({ saleId, amount: 500 }, anybody);
  await expect.poll(() => till.sandbox.engine.store.refunds.size).toBe(1);
  await till.crash();
  return { ...begun, saleId, stages };
}

function isSettled(till: WireTill, refundKey: string): boolean {
  const refund = till.journal.refund(refundKey);
  return refund !== undefined && (isRefundEnd(refund.stage) || refund.unsettled !== undefined);
}

/** A payment of 12,50 that was paid, and every stage that a refund of it is shown in from then on. */
async function paid(till: WireTill): Promise<{ readonly saleId: string; stages(): readonly string[] }> {
  const { saleId } = await till.sales.start({ amount: 1250 as Cents });
  await till.until(() => till.sales.get(saleId)?.stage === 'waiting');
  const paymentId = till.sales.get(saleId)?.paymentId ?? '';
  till.sandbox.payer.scan(paymentId);
  till.sandbox.payer.confirm(paymentId);
  await till.until(() => till.sales.get(saleId)?.stage === 'paid');
  const seen = new Set<string>();
  till.refunds.onChange(() => {
    for (const { stage } of till.sales.get(saleId)?.refunds ?? []) seen.add(stage);
  });
  return { saleId, stages: () => [...seen] };
}

/** Refunds that may have been made, as the journal has it. */
function inDoubt(till: WireTill): number {
  return till.journal.openRefunds().filter(({ maybeActed }) => maybeActed).length;
}

/** Sendings that failed, whatever came instead of an answer. */
function failedSendings(till: WireTill): number {
  return till.failures.filter(({ operation }) => operation === 'createRefund').length;
}

function sendings(till: WireTill): number {
  return till.sent.filter((route) => /^POST .*\/refunds$/.test(route)).length;
}

/** The service has processed the refund, and lists it. */
function settle(till: WireTill): void {
  for (const { refundId } of till.sandbox.engine.store.refunds.values())
    till.sandbox.engine.endRefund(refundId, 'REFUNDED');
}
