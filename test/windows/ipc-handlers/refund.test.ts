import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TillError } from '../../../main/base/till-error.ts';
import { cents, tillWithHandlers } from './till-with-handlers.ts';

const manager = { role: 'manager', id: expect.any(String), name: expect.any(String) };

/** One press in a window that shows all of the payment. */
const press = (saleId: string) => ({ wish: randomUUID(), saleId, seen: 20_000 });

/** A till with a payment of 200 euros, of which 50 go back without a manager. */
async function tillWithPayment() {
  const parts = await tillWithHandlers({ refundPinAbove: 5_000, pin: '4711' });
  const saleId = await parts.counter.paidSale(20_000);
  const refund = async (amount: number, managerPin?: string) => {
    const seen = parts.counter.view(saleId).refundable;
    const ask = {
      wish: randomUUID(),
      saleId,
      amount: cents(amount),
      seen,
      ...(managerPin === undefined ? {} : { managerPin }),
    };
    const begun = await parts.settled(parts.handlers['refund.start'](ask, 'till'));
    await parts.counter.clock.advance(100);
    return begun;
  };
  const refunded = () => parts.counter.view(saleId).refunds.map(({ amount }) => amount);
  return { ...parts, saleId, refund, refunded };
}

test("a refund above the shop's limit asks for the manager's PIN, one at the limit does not", async () => {
  const { refund, refunded } = await tillWithPayment();
  await refund(5_000);
  await expect(refund(5_001)).rejects.toMatchObject({ code: 'pin.required' });
  await expect(refund(5_001, '0000')).rejects.toMatchObject({ code: 'pin.wrong' });
  await refund(5_001, '4711');
  expect(refunded()).toEqual([5_000, 5_001]);
});

test('many small refunds of one payment ask for the PIN as one large one does', async () => {
  const { refund, refunded } = await tillWithPayment();
  await refund(4_000);
  await expect(refund(1_001)).rejects.toMatchObject({ code: 'pin.required' });
  await refund(1_000);
  expect(refunded()).toEqual([4_000, 1_000]);
});

test('a PIN that is typed is checked, while a manager is at the till too', async () => {
  const { refund, refunded, till } = await tillWithPayment();
  await till.roles.unlock('4711');
  await expect(refund(8_000, '1111')).rejects.toMatchObject({ code: 'pin.wrong' });
  expect(refunded()).toEqual([]);
  await refund(8_000);
  expect(refunded()).toEqual([8_000]);
});

/** A refund that was sent, got no answer, and is in no list of the service's. */
async function tillWithUnsettledRefund() {
  const parts = await tillWithPayment();
  const { service, clock } = parts.counter;
  service.weather = (operation) =>
    operation === 'create-refund'
      ? {
          error: new TillError('network.headers-timeout', 'no answer', { retryable: true, acted: 'maybe' }),
          acts: false,
        }
      : undefined;
  const { refundKey } = await parts.refund(400);
  service.weather = (operation) =>
    operation === 'create-refund'
      ? { error: new TillError('refund.refused', 'no', { status: 422, acted: 'no' }), acts: false }
      : undefined;
  await clock.advance(5 * 60_000);
  expect(parts.counter.journal.refund(refundKey)?.unsettled).toBe('absent');
  const decide = (more: object = {}) => parts.call('refund.settle', { refundKey, decision: 'not-made', ...more });
  return { ...parts, refundKey, decide, stage: () => parts.counter.journal.refund(refundKey)?.stage };
}

test('what becomes of a refund without an answer is decided by PIN and not without', async () => {
  const { decide, stage } = await tillWithUnsettledRefund();
  expect(await decide()).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  expect(await decide({ managerPin: '1111' })).toMatchObject({ error: { code: 'pin.wrong' } });
  expect(stage()).not.toBe('not-made');
  expect(await decide({ managerPin: '4711' })).toEqual({ ok: true, value: {} });
  expect(stage()).toBe('not-made');
});

test('or by a manager who is at the till', async () => {
  const { decide, stage, till, acted, refundKey } = await tillWithUnsettledRefund();
  await till.roles.unlock('4711');
  expect(await decide()).toEqual({ ok: true, value: {} });
  expect(stage()).toBe('not-made');
  expect(acted.at(-1)).toEqual({
    act: 'refund-settled',
    by: manager,
    about: refundKey,
    values: { decision: 'not-made' },
  });
  expect(await decide()).toMatchObject({ error: { code: 'refund.not-unsettled' } });
  expect(acted.filter(({ act }) => act === 'refund-settled')).toHaveLength(1);
});

test('where a PIN is set and nobody has set a limit, a cashier refunds nothing', async () => {
  const parts = await tillWithHandlers({ pin: '4711' });
  const saleId = await parts.counter.paidSale(20_000);
  expect(await parts.call('refund.start', { ...press(saleId), amount: 1 })).toMatchObject({
    error: { code: 'pin.required' },
  });
  expect(parts.counter.service.refunds.size).toBe(0);
  expect(await parts.call('refund.start', { ...press(saleId), amount: 1, managerPin: '4711' })).toMatchObject({
    ok: true,
  });
});

test('without a PIN there is nobody to ask, and no limit', async () => {
  const { call, counter, acted } = await tillWithHandlers({ refundPinAbove: 5_000 });
  const saleId = await counter.paidSale(20_000);
  const answer = await call('refund.start', { ...press(saleId), amount: 20_000 });
  expect(answer).toMatchObject({ ok: true });
  expect(counter.view(saleId).refunds).toMatchObject([{ amount: 20_000 }]);
  expect(counter.view(saleId).refunds[0]).not.toHaveProperty('allowedByManager');
  expect(acted).toEqual([]);
});

test('who allowed a refund is in the journal and with the payment', async () => {
  const { refund, counter, saleId, acted } = await tillWithPayment();
  await refund(1_000);
  const { refundKey } = await refund(8_000, '4711');
  expect(counter.journal.refundsOf(saleId).map(({ allowedBy }) => allowedBy)).toEqual([undefined, manager]);
  expect(counter.view(saleId).refunds.map(({ allowedByManager }) => allowedByManager)).toEqual([undefined, true]);
  expect(acted).toEqual([
    {
      act: 'refund-allowed',
      by: manager,
      about: refundKey,
      values: { amount: 8_000, needed: true },
    },
  ]);
});

test('a cashier sees why more is for a manager: the payment, or what the till refunded in a day', async () => {
  const { refund, counter, saleId, call } = await tillWithPayment();
  const shown = async () => {
    const answer = await call('till.snapshot');
    return answer.ok ? (answer.value as { opened: object }).opened : undefined;
  };
  await call('payments.open', { saleId });
  expect(await shown()).toMatchObject({ refundableWithoutPin: 5_000, refundPinWhy: 'payment' });
  await refund(2_000);
  const other = await counter.paidSale(9_000);
  await call('payments.open', { saleId: other });
  expect(await shown()).toMatchObject({ refundableWithoutPin: 3_000, refundPinWhy: 'day' });
});
