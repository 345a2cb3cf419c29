import { expect, test } from 'vitest';
import { tillWithHandlers } from './till-with-handlers.ts';

/** A till with so many paid sales of 10 euros each, where a cashier stands. */
async function tillAfter(paidSales: number) {
  const parts = await tillWithHandlers({ pin: '4711' });
  for (let index = 0; index < paidSales; index += 1) await parts.counter.paidSale(1_000);
  const current = parts.counter.sales.current();
  if (current !== null) await parts.counter.sales.dismiss(current.saleId);
  const charged = () => parts.counter.sales.current()?.amount;
  const start = (amount: number, more: object = {}) => parts.call('sale.start', { amount, ...more });
  return { ...parts, start, charged };
}

test("a sale above the maximum is charged with a manager's PIN and not without", async () => {
  const { start, charged } = await tillAfter(0);
  const barcode = 9_638_507_400;
  expect(await start(barcode)).toMatchObject({
    ok: false,
    error: { code: 'pin.maximum', values: { amount: barcode, maximum: 250_000 } },
  });
  expect(await start(barcode, { confirmed: true })).toMatchObject({ error: { code: 'pin.maximum' } });
  expect(await start(barcode, { managerPin: '1111' })).toMatchObject({ error: { code: 'pin.wrong' } });
  expect(charged()).toBeUndefined();
  expect(await start(barcode, { managerPin: '4711' })).toMatchObject({ ok: true });
  expect(charged()).toBe(barcode);
});

test('who allowed a sale above the maximum by PIN is noted with it, and at the maximum nobody has to', async () => {
  const { start, acted, charged } = await tillAfter(0);
  expect(await start(250_001, { managerPin: '4711' })).toMatchObject({
    ok: true,
    value: { saleId: expect.any(String) },
  });
  expect(charged()).toBe(250_001);
  const values = { amount: 250_001, pin: true };
  expect(acted).toMatchObject([{ act: 'sale-allowed', by: { role: 'manager' }, about: expect.any(String), values }]);
  const other = await tillAfter(0);
  expect(await other.start(250_000, { managerPin: '4711' })).toMatchObject({ ok: true });
  expect(other.acted).toEqual([]);
});

test('a manager who charges above the maximum is in the record, with the payment', async () => {
  const { start, call, counter } = await tillAfter(0);
  await call('session.unlock', { pin: '4711' });
  expect(await start(250_002, { confirmed: true })).toMatchObject({ ok: true });
  const sale = counter.sales.current();
  const values = { amount: 250_002, reference: sale?.reference };
  expect(await call('record.find', { kind: 'sales', text: '', limit: 10 })).toMatchObject({
    value: { rows: [{ act: 'sale-allowed', about: sale?.saleId, by: { role: 'manager' }, values }] },
  });
});

test('without a PIN nobody has to allow a sale, and nobody is named', async () => {
  const { call, acted } = await tillWithHandlers();
  expect(await call('sale.start', { amount: 250_001, confirmed: true })).toMatchObject({ ok: true });
  expect(acted).toEqual([]);
});

test('a manager at the till is asked as well, and charges it by confirming', async () => {
  const { start, charged, call } = await tillAfter(0);
  await call('session.unlock', { pin: '4711' });
  expect(await start(250_001)).toMatchObject({ ok: false, error: { code: 'sale.above-maximum' } });
  expect(charged()).toBeUndefined();
  expect(await start(250_001, { confirmed: true })).toMatchObject({ ok: true });
});

test('ten paid sales tell what is usual; more than ten times of it is asked about', async () => {
  const { start, charged } = await tillAfter(10);
  expect(await start(96_200)).toMatchObject({
    ok: false,
    error: { code: 'sale.unusual', values: { amount: 96_200, times: 10, usual: 1_000 } },
  });
  expect(charged()).toBeUndefined();
  expect(await start(96_200, { confirmed: true })).toMatchObject({ ok: true });
});

test('with nine nothing is unusual yet', async () => {
  const { start } = await tillAfter(9);
  expect(await start(96_200)).toMatchObject({ ok: true });
});

test('only a confirmation that is one counts', async () => {
  const { start } = await tillAfter(0);
  expect(await start(100, { confirmed: false })).toMatchObject({ ok: false, error: { field: 'confirmed' } });
});
