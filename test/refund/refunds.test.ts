import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import type { Permission } from '../../main/refund/manager-permission.ts';
import { Counter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';

let counter: Counter;
let saleId: string;
beforeEach(async () => {
  counter = new Counter();
  saleId = await counter.paidSale(1000);
});

const refund = (amount: number) => counter.refund({ saleId, amount });
const stages = () => counter.view(saleId).refunds.map(({ stage }) => stage);

function makeAll(): void {
  for (const one of counter.service.refunds.values()) one.status = 'REFUNDED';
}

test('a refund is followed from pending to refunded', async () => {
  await refund(1000);
  expect(stages()).toEqual(['pending']);
  makeAll();
  await counter.clock.advance(3_000);
  expect(stages()).toEqual(['refunded']);
  expect(counter.sales.recent(1)).toMatchObject([{ refunded: 1000, refunding: false }]);
});

test('an unverified answer is never shown as done', async () => {
  counter.service.verified = false;
  await refund(100);
  const problem = { code: 'refund.unverified' };
  expect(counter.view(saleId).refunds).toMatchObject([{ stage: 'unconfirmed', problem }]);
  makeAll();
  await counter.clock.advance(10_000);
  expect(stages()).toEqual(['unconfirmed']);
  counter.service.verified = true;
  await counter.clock.advance(30_000);
  expect(stages()).toEqual(['refunded']);
});

test('a payment not paid at the service is not refunded', async () => {
  counter.service.set(counter.service.last.paymentId, 'VOIDED');
  await expect(refund(100)).rejects.toMatchObject({ code: 'refund.not-paid', values: { status: 'VOIDED' } });
  // The till reads once more before showing a status from a single response.
  await counter.clock.advance(5_000);
  const shown = { stage: 'voided', refundable: 0, refunds: [], alarm: { shownAs: 'paid' } };
  expect(counter.view(saleId)).toMatchObject(shown);
  expect(counter.sales.alarms()).toMatchObject([{ saleId, stage: 'voided' }]);
});

test.each([
  ['another payment', { paymentId: 'Q'.padStart(24, '0') as PaymentId }],
  ['another amount', { amount: 999 }],
])('a payment is not refunded on an answer about %s', async (_what, other) => {
  const paid = counter.service.last;
  const before = counter.view(saleId);
  counter.service.readPayment = async () => ({ ...paid, ...other, succeededAt: 1 });
  await expect(refund(100)).rejects.toMatchObject({ code: 'refund.not-paid' });
  expect(counter.view(saleId)).toEqual(before);
});

test('an unpaid or unknown sale is not refunded', async () => {
  saleId = await counter.waiting(500);
  await expect(refund(100)).rejects.toMatchObject({ code: 'refund.not-paid', values: { stage: 'waiting' } });
  let noted = 0;
  const asking = counter.refunds.iban(saleId, () => {
    noted += 1;
  });
  await expect(asking).rejects.toMatchObject({ code: 'refund.not-paid' });
  expect(noted).toBe(0);
  saleId = 'nobody';
  await expect(refund(100)).rejects.toMatchObject({ code: 'sale.unknown', field: 'saleId' });
});

test('a restored journal blocks refunds until recovered', async () => {
  counter.journal.record({ type: 'journal.begun', journalId: 'j', salt: 7, restoredFrom: 5 });
  await expect(refund(100)).rejects.toMatchObject({ code: 'refund.restoring', retryable: true });
  counter.journal.record({ type: 'journal.refilled', found: 0 });
  await expect(refund(100)).resolves.toHaveProperty('refundKey');
  const values = { why: 'cut', anchored: 40, found: 30, kept: 30, file: '' };
  counter.journal.record({ type: 'act', act: 'journal-tampered', by: { role: 'till' }, values });
  await expect(refund(100)).rejects.toMatchObject({ code: 'journal.tampered' });
});

test("the payer's account is requested after the audit entry", async () => {
  const steps: string[] = [];
  counter.service.readRefundIban = async (paymentId) => {
    steps.push(paymentId);
    return 'NL00BANK0123456789';
  };
  const full = new Error('the disk is full');
  const refusing = () => {
    throw full;
  };
  await expect(counter.refunds.iban(saleId, refusing)).rejects.toBe(full);
  await expect(counter.refunds.iban(saleId, () => steps.push('noted'))).resolves.toBe('NL00BANK0123456789');
  expect(steps).toEqual(['noted', counter.service.last.paymentId]);
});

test.each<readonly [string | undefined, object]>([
  ['cold', { reason: 'cold' }],
  ['', {}],
  [undefined, {}],
])('the reason %j is sent and journaled if present', async (reason, kept) => {
  const begun = counter.journal.refund((await counter.refund({ saleId, amount: 100, reason })).refundKey);
  const description = reason ? { description: reason } : {};
  expect(JSON.parse(begun?.body ?? '')).toEqual({ amount: 100, currency: 'EUR', ...description });
  const asked = counter.facts(saleId).find((fact) => 'wish' in fact);
  for (const one of [begun, asked]) {
    expect(one).toMatchObject(kept);
    expect('reason' in (one ?? {})).toBe('reason' in kept);
  }
});

const ada = { role: 'manager', id: 'person-1', name: 'Ada' } as const;

test.each<readonly [Permission, object]>([
  // Without a PIN every cashier may refund, so no approval is journaled.
  [{ byManager: true }, {}],
  [{ limit: 5_000, byManager: true }, { allowedBy: { role: 'manager' } }],
  [{ limit: 5_000, byManager: true, manager: ada }, { allowedBy: ada }],
])('the cashier, register, manager and clock are journaled: %j', async (permission, kept) => {
  counter.skewMs = 5_000;
  const asked = { by: { role: 'cashier', id: 'person-2', name: 'Bo' }, reason: 'cold' } as const;
  const register = { id: 'register-1', key: 'key-1', ask: '{}' };
  const started = counter.refunds.start({ saleId, amount: 100, register, reason: 'cold' }, permission, asked.by);
  await counter.clock.advance(100);
  const begun = await started;
  expect(begun).toEqual({ refundKey: begun.refundKey, neededManager: false, ...kept });
  const journaled = counter.journal.refund(begun.refundKey);
  expect(journaled).toMatchObject({ skewMs: 5_000, register, ...asked, ...kept });
  expect('allowedBy' in (journaled ?? {})).toBe('allowedBy' in kept);
  expect(counter.facts(saleId)).toContainEqual(expect.objectContaining({ type: 'refund.asked', ...asked }));
});

test.each([0, -3_600_000])('a refund in doubt blocks further refunds (clock set %i ms)', async (setMs) => {
  await refund(100);
  makeAll();
  await counter.clock.advance(3_000);
  counter.clock.jump(setMs);
  counter.service.weather = (asked) => (asked === 'create-refund' ? { error: reset(), acts: false } : undefined);
  await refund(200);
  expect(stages().toSorted()).toEqual(['refunded', 'unconfirmed']);
  // More than the remainder is refused for the doubt too: its end may free the amount.
  const doubt = { code: 'refund.in-doubt', retryable: true, values: { amount: 200 } };
  for (const amount of [300, 800]) await expect(refund(amount)).rejects.toMatchObject(doubt);
});

describe('a refund by another till', () => {
  function listElsewhere(amount: number): void {
    const unrelated = { paymentId: 'X'.padStart(24, '0'), refundId: 'Y'.padStart(24, '0'), amount: 1 };
    counter.service.listed = [counter.listed({ amount }), counter.listed(unrelated)];
  }

  test('counts against the remainder', async () => {
    listElsewhere(700);
    const refused = { code: 'refund.above-remaining', field: 'amount', values: { asked: 400, remaining: 300 } };
    await expect(refund(400)).rejects.toMatchObject(refused);
    expect(counter.view(saleId)).toMatchObject({ refundable: 300, refunds: [{ amount: 700, stage: 'pending' }] });
    await refund(300);
    expect(counter.view(saleId)).toMatchObject({ refundable: 0, refunds: { length: 2 } });
  });

  test.each([1, 200])('is shown before more is refunded (%i cents)', async (amount) => {
    listElsewhere(amount);
    await expect(refund(amount)).rejects.toMatchObject({ code: 'refund.found', retryable: true, values: { amount } });
    expect(counter.service.refunds.size).toBe(0);
    expect(counter.view(saleId)).toMatchObject({ refundable: 1000 - amount, refunds: [{ amount }] });
    await refund(amount);
    expect(counter.service.refunds.size).toBe(1);
  });

  test('is not confused with a running refund of this till', async () => {
    const { service, clock } = counter;
    service.payoutRefunds = async function* () {
      await new Promise<void>((resolve) => clock.after(300, resolve));
      for (const one of service.refunds.values()) yield counter.listed({ ...one, date: one.createdAt });
    };
    service.fail('create-refund', { error: reset(), acts: true });
    const first = counter.refunds.start({ saleId, amount: 400 }, { byManager: true });
    await clock.advance(250);
    const look = counter.refunds.look(saleId);
    // The service lists the first refund before the till has the response.
    await clock.advance(350);
    await Promise.all([first, look]);
    await clock.advance(5_000);
    expect(counter.view(saleId)).toMatchObject({ refundable: 600, refunds: [{ amount: 400 }] });
  });
});
