import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { omitUndefined } from '../../../main/base/omit-undefined.ts';
import { TillError } from '../../../main/base/till-error.ts';
import type { TrainingAct } from '../../../preload/contract/contract.ts';
import { cents, pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

/** A till with a cashier, after paid sales of 10 euros each. */
async function tillAfter(paidSales: number) {
  const parts = await tillWithHandlers({ pin: '4711' });
  for (let index = 0; index < paidSales; index += 1) await parts.counter.paidSale(1_000);
  const current = parts.counter.sales.current();
  if (current !== null) await parts.counter.sales.dismiss(current.saleId);
  const charged = () => parts.counter.sales.current()?.amount;
  const start = (amount: number, more: object = {}) => parts.call('sale.start', { amount, ...more });
  return { ...parts, start, charged };
}

test("a sale above the maximum requires a manager's PIN, and is logged", async () => {
  const { start, charged, acted } = await tillAfter(0);
  const barcode = 9_638_507_400;
  const values = { amount: barcode, maximum: 250_000 };
  expect(await start(barcode)).toMatchObject({ ok: false, error: { code: 'pin.maximum', values } });
  expect(await start(barcode, { confirmed: true })).toMatchObject({ error: { code: 'pin.maximum' } });
  expect(await start(barcode, { managerPin: '1111' })).toMatchObject({ error: { code: 'pin.wrong' } });
  expect(charged()).toBeUndefined();
  expect(await start(barcode, { managerPin: '4711' })).toMatchObject({ ok: true });
  expect(charged()).toBe(barcode);
  const allowed = { amount: barcode, pin: true };
  const about = expect.any(String);
  expect(acted.at(-1)).toMatchObject({ act: 'sale-allowed', by: { role: 'manager' }, about, values: allowed });
  const other = await tillAfter(0);
  expect(await other.start(250_000, { managerPin: '4711' })).toMatchObject({ ok: true });
  expect(other.acted).toEqual([]);
});

test('a manager must confirm a sale above the maximum, which is logged', async () => {
  const { start, charged, call, counter } = await tillAfter(0);
  await call('session.unlock', { pin: '4711' });
  expect(await start(250_002)).toMatchObject({ ok: false, error: { code: 'sale.above-maximum' } });
  expect(await start(250_002, { confirmed: false })).toMatchObject({ ok: false, error: { field: 'confirmed' } });
  expect(charged()).toBeUndefined();
  expect(await start(250_002, { confirmed: true })).toMatchObject({ ok: true });
  const sale = counter.sales.current();
  const values = { amount: 250_002, reference: sale?.reference };
  expect(await call('record.find', { kind: 'sales', text: '', limit: 10 })).toMatchObject({
    value: { rows: [{ act: 'sale-allowed', about: sale?.saleId, by: { role: 'manager' }, values }] },
  });
});

test('after ten sales, asks about ten times the usual amount', async () => {
  const { start, charged } = await tillAfter(10);
  expect(await start(96_200)).toMatchObject({
    ok: false,
    error: { code: 'sale.unusual', values: { amount: 96_200, times: 10, usual: 1_000 } },
  });
  expect(charged()).toBeUndefined();
  expect(await start(96_200, { confirmed: true })).toMatchObject({ ok: true });
});

const manager = { role: 'manager', id: expect.any(String), name: expect.any(String) };

/** The arguments of a refund click in a window with the whole payment on screen. */
const press = (saleId: string) => ({ wish: randomUUID(), saleId, seen: 20_000 });

/** A till with a payment of 200 euros, of which 50 may be refunded without a manager. */
async function tillWithPayment() {
  const parts = await tillWithHandlers({ refundPinAbove: 5_000, pin: '4711' });
  const saleId = await parts.counter.paidSale(20_000);
  const refund = async (amount: number, managerPin?: string) => {
    const seen = parts.counter.view(saleId).refundable;
    const ask = { wish: randomUUID(), saleId, amount: cents(amount), seen, ...omitUndefined({ managerPin }) };
    const begun = await parts.settled(parts.handlers['refund.start'](ask, 'till'));
    await parts.counter.clock.advance(100);
    return begun;
  };
  const refunded = () => parts.counter.view(saleId).refunds.map(({ amount }) => amount);
  return { ...parts, saleId, refund, refunded };
}

test('a refund above the limit requires a manager or the PIN', async () => {
  const { refund, refunded, till } = await tillWithPayment();
  await refund(5_000);
  await expect(refund(5_001)).rejects.toMatchObject({ code: 'pin.required' });
  await expect(refund(5_001, '0000')).rejects.toMatchObject({ code: 'pin.wrong' });
  await refund(5_001, '4711');
  await till.roles.unlock('4711');
  // A typed PIN is checked even during a manager's session.
  await expect(refund(8_000, '1111')).rejects.toMatchObject({ code: 'pin.wrong' });
  await refund(8_000);
  expect(refunded()).toEqual([5_000, 5_001, 8_000]);
});

/** A refund that was sent, got no response, and is missing from the service's lists. */
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

test.each([
  ['the PIN', { managerPin: '4711' }, false],
  ['a manager', {}, true],
])('settling a refund without a response requires %s', async (_what, given, signedIn) => {
  const { decide, stage, till, acted, refundKey } = await tillWithUnsettledRefund();
  expect(await decide()).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  expect(await decide({ managerPin: '1111' })).toMatchObject({ error: { code: 'pin.wrong' } });
  if (signedIn) await till.roles.unlock('4711');
  expect(stage()).not.toBe('not-made');
  expect(await decide(given)).toEqual({ ok: true, value: {} });
  expect(await decide(given)).toMatchObject({ error: { code: 'refund.not-unsettled' } });
  expect(stage()).toBe('not-made');
  expect(acted.filter(({ act }) => act === 'refund-settled')).toEqual([
    { act: 'refund-settled', by: manager, about: refundKey, values: { decision: 'not-made' } },
  ]);
});

test('without a PIN, sales and refunds have no limit', async () => {
  const { call, counter, acted } = await tillWithHandlers({ refundPinAbove: 5_000 });
  const saleId = await counter.paidSale(20_000);
  const answer = await call('refund.start', { ...press(saleId), amount: 20_000 });
  expect(answer).toMatchObject({ ok: true });
  expect(counter.view(saleId).refunds).toMatchObject([{ amount: 20_000 }]);
  expect(counter.view(saleId).refunds[0]).not.toHaveProperty('allowedByManager');
  expect(await call('sale.start', { amount: 250_001, confirmed: true })).toMatchObject({ ok: true });
  expect(acted).toEqual([]);
});

test('stores who allowed a refund in journal and audit log', async () => {
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

test('a cashier sees which limit requires a manager', async () => {
  const { refund, counter, saleId, call, done } = await tillWithPayment();
  const shown = async () => (await done('till.snapshot')).opened;
  await call('payments.open', { saleId });
  expect(await shown()).toMatchObject({ refundableWithoutPin: 5_000, refundPinWhy: 'payment' });
  await refund(2_000);
  const other = await counter.paidSale(9_000);
  await call('payments.open', { saleId: other });
  expect(await shown()).toMatchObject({ refundableWithoutPin: 3_000, refundPinWhy: 'day' });
});

const baseUrl = 'http://127.0.0.1:40123';

interface Given {
  readonly baseUrl: string;
  readonly live?: boolean;
  readonly pin?: string;
}

async function charged({ baseUrl, live = false, pin }: Given) {
  const { handlers, counter, opened, played, till, store } = await tillWithHandlers({
    baseUrl,
    ...omitUndefined({ pin }),
  });
  counter.service.payerPages = 'http://127.0.0.1:40123/';
  if (live) await handlers['settings.save'](pastedSettings(), 'till');
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  const act = (name: TrainingAct) => handlers['training.act']({ saleId, act: name }, 'till');
  return {
    open: () => handlers['training.open-payer']({ saleId }, 'till'),
    act,
    opened,
    played,
    till,
    store,
    ...counter.view(saleId),
  };
}

test('in training, opens the payer’s page and acts as the customer', async () => {
  const { open, act, opened, played, deeplink, paymentId } = await charged({ baseUrl });
  await open();
  expect(opened).toEqual([deeplink]);
  await act('scan');
  expect(played).toEqual([{ paymentId, act: 'scan' }]);
  await expect(act('confirm')).rejects.toMatchObject({ code: 'training.too-late' });
});

test('does not open a page of any other host', async () => {
  const { open, opened } = await charged({ baseUrl: 'http://127.0.0.1:40124' });
  await expect(open()).rejects.toMatchObject({ code: 'training.no-payer' });
  expect(opened).toEqual([]);
});

test('a live till cannot open a payer’s page or pay its own sale', async () => {
  const { open, act, opened, played } = await charged({ baseUrl, live: true });
  for (const refused of [open(), act('scan')])
    await expect(refused).rejects.toMatchObject({ code: 'training.no-payer' });
  expect([opened, played]).toEqual([[], []]);
});

test('in kiosk mode, only a manager opens the browser', async () => {
  const { open, opened, deeplink, till, store } = await charged({ baseUrl, pin: '4711' });
  store.write({ ...store.file, counter: { ...store.file.counter, kiosk: { on: true, atStart: false } } });
  await expect(open()).rejects.toMatchObject({ code: 'pin.required' });
  expect(opened).toEqual([]);
  await till.roles.unlock('4711');
  await open();
  expect(opened).toEqual([deeplink]);
});

test('refuses sales and refunds while an update installs', async () => {
  const { call, counter } = await tillWithHandlers({ installing: true });
  const saleId = await counter.paidSale(1_000);
  const refused = { ok: false, error: { code: 'update.installing' } };
  expect(await call('sale.start', { amount: 500 })).toMatchObject(refused);
  expect(await call('refund.start', { wish: randomUUID(), saleId, amount: cents(500), seen: 500 })).toMatchObject(
    refused,
  );
  expect(counter.sales.current()).toBeNull();
  expect(counter.view(saleId).refunds).toEqual([]);
});
