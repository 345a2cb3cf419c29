import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIssuedReceipts } from '../../../main/windows/issued-receipts.ts';
import { folder } from '../../base/test-folder.ts';
import { cents, tillWithHandlers } from './till-with-handlers.ts';

const roll = { paper: '80mm', heightMm: 120 } as const;
const someId = '00000000-0000-4000-8000-000000000000';

test('prints a receipt of an existing payment by the settings', async () => {
  const { handlers, counter, prints, store } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  expect(await handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till')).toEqual({ printed: true });
  store.write({
    ...store.file,
    counter: { ...store.file.counter, printing: { printer: 'ROLL', paper: '58mm', silent: true, automatic: false } },
  });
  await handlers['receipt.print']({ saleId, issued: 1, paper: '58mm', heightMm: 90 }, 'till');
  expect(prints).toEqual([
    { ...roll, printer: '', silent: false },
    { paper: '58mm', heightMm: 90, printer: 'ROLL', silent: true },
  ]);
  await expect(handlers['receipt.print']({ saleId: someId, issued: 0, ...roll }, 'till')).rejects.toMatchObject({
    code: 'sale.not-found',
  });
});

test('in kiosk mode, cashiers get no system dialog', async () => {
  const { call, counter, prints, chosen, store, till } = await tillWithHandlers({
    pin: '4711',
    savedAs: '/nowhere/x.pdf',
  });
  store.write({ ...store.file, counter: { ...store.file.counter, kiosk: { on: true, atStart: false } } });
  const saleId = await counter.paidSale(100);
  expect(await call('receipt.save', { saleId, issued: 0, ...roll })).toMatchObject({ error: { code: 'pin.required' } });
  const on = { printer: '', silent: false };
  expect(await call('receipt.print', { saleId, issued: 0, ...roll, on })).toMatchObject({ ok: true });
  expect(chosen).toEqual([]);
  expect(prints).toEqual([{ ...roll, printer: '', silent: true }]);
  await till.roles.unlock('4711');
  await call('receipt.save', { saleId, issued: 1, ...roll });
  expect(chosen).toHaveLength(1);
});

test('returns a payment outside the screen with its customer’s language', async () => {
  const { handlers, counter } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  expect(await handlers['receipt.sale']({ saleId }, 'till')).toMatchObject({
    sale: { saleId, stage: 'paid', amount: 100 },
    language: 'en',
  });
  await expect(async () => handlers['receipt.sale']({ saleId: someId }, 'till')).rejects.toMatchObject({
    code: 'sale.not-found',
  });
});

test('the first receipt is the original, later receipts are copies', async () => {
  const { handlers, counter, acted } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  const issued = () => handlers['receipt.issued']({ saleId }, 'till');
  expect(await issued()).toEqual({ issued: 0 });
  const firstAt = counter.clock.now();
  await handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till');
  await counter.clock.advance(60_000);
  expect(await issued()).toEqual({ issued: 1, firstAt });
  await handlers['receipt.print']({ saleId, issued: 1, ...roll }, 'till');
  expect(await issued()).toEqual({ issued: 2, firstAt });
  expect(acted).toMatchObject([
    {
      act: 'receipt-printed',
      by: { role: expect.anything() },
      about: saleId,
      values: { issue: 1, reference: expect.any(String) },
    },
    { act: 'receipt-printed', about: saleId, values: { issue: 2 } },
  ]);
});

test('refuses a second original', async () => {
  const { handlers, counter, prints } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  await handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till');
  await expect(handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till')).rejects.toMatchObject({
    code: 'receipt.issued-meanwhile',
  });
  expect(prints).toHaveLength(1);
});

test('each refund has its own receipt, only with its payment', async () => {
  const { handlers, counter, settled, till } = await tillWithHandlers();
  const saleId = await counter.paidSale(500);
  const other = await counter.paidSale(500);
  const { refundKey } = await settled(
    handlers['refund.start']({ wish: randomUUID(), saleId, amount: cents(200), seen: 500 }, 'till'),
  );
  await handlers['receipt.print']({ saleId, refundKey, issued: 0, ...roll }, 'till');
  expect(await handlers['receipt.issued']({ saleId, refundKey }, 'till')).toMatchObject({ issued: 1 });
  expect(await handlers['receipt.issued']({ saleId }, 'till')).toEqual({ issued: 0 });
  // After a restart, the count comes from the journal alone.
  const { journal } = till.requireOpen();
  expect(createIssuedReceipts().of(journal, saleId, refundKey)).toMatchObject({ count: 1 });
  expect(createIssuedReceipts().of(journal, saleId, saleId)).toEqual({ count: 0 });
  await expect(
    handlers['receipt.print']({ saleId: other, refundKey, issued: 1, ...roll }, 'till'),
  ).rejects.toMatchObject({ code: 'sale.not-found' });
});

test('a cancelled print is neither an error nor a receipt', async () => {
  const { handlers, counter, acted } = await tillWithHandlers({ printed: { kind: 'cancelled' } });
  const saleId = await counter.paidSale(100);
  expect(await handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till')).toEqual({ printed: false });
  expect(acted).toEqual([]);
});

test.each(['no-printer', 'printer-gone', 'failed', 'busy'] as const)(
  'a print that ends as %s fails without counting',
  async (kind) => {
    const { handlers, counter, acted } = await tillWithHandlers({ printed: { kind, reason: 'the system’s word' } });
    const saleId = await counter.paidSale(100);
    const on = { printer: 'ROLL', silent: true };
    await expect(handlers['receipt.print']({ saleId, issued: 0, ...roll, on }, 'till')).rejects.toMatchObject({
      code: `receipt.${kind}`,
      message: 'the system’s word',
      values: { printer: 'ROLL' },
    });
    expect(acted).toEqual([]);
  },
);

test('a print without a response counts as a receipt', async () => {
  const { handlers, counter } = await tillWithHandlers({ printed: { kind: 'no-answer', reason: 'no callback' } });
  const saleId = await counter.paidSale(100);
  await expect(handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till')).rejects.toMatchObject({
    code: 'receipt.no-answer',
  });
  expect(await handlers['receipt.issued']({ saleId }, 'till')).toMatchObject({ issued: 1 });
});

test('a saved PDF counts as a receipt, named by reference', async () => {
  const savedAs = join(folder, 'test-receipt.pdf');
  const { handlers, counter, chosen, acted, till } = await tillWithHandlers({ savedAs });
  const saleId = await counter.paidSale(100);
  const reference = till.requireOpen().sales.get(saleId)?.reference;
  expect(await handlers['receipt.save']({ saleId, issued: 0, ...roll }, 'till')).toEqual({ file: 'test-receipt.pdf' });
  expect(chosen).toEqual([`receipt-${reference}.pdf`]);
  expect(readFileSync(savedAs, 'utf8')).toBe('%PDF-');
  expect(acted).toMatchObject([{ act: 'receipt-saved', about: saleId }]);
});

test('refuses an original when another was printed during the dialog', async () => {
  const duringDialog = (): unknown => handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till');
  const savedAs = join(folder, 'receipt.pdf');
  const { handlers, counter } = await tillWithHandlers({ savedAs, duringDialog });
  const saleId = await counter.paidSale(100);
  await expect(handlers['receipt.save']({ saleId, issued: 0, ...roll }, 'till')).rejects.toMatchObject({
    code: 'receipt.issued-meanwhile',
  });
  expect(existsSync(savedAs)).toBe(false);
});

test('counts receipts that the journal could not store', () => {
  const receipts = createIssuedReceipts();
  const of = () => receipts.of({ eventsOf: () => [] }, 'a', 'a');
  for (const at of [1_000, 2_000]) receipts.note('a', of(), at);
  expect(of()).toEqual({ count: 2, firstAt: 1_000 });
});

test('closing the dialog saves nothing and counts nothing', async () => {
  const { handlers, counter, acted } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  expect(await handlers['receipt.save']({ saleId, issued: 0, ...roll }, 'till')).toEqual({ file: null });
  expect(acted).toEqual([]);
});

test('other sheets require a manager and are logged', async () => {
  const { call, till, acted } = await tillWithHandlers({ pin: '4711' });
  const ask = { sheet: { kind: 'shift', report: 'Z', number: 42 }, ...roll };
  expect(await call('paper.print', ask)).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  await till.roles.unlock('4711');
  expect(await call('paper.print', ask)).toEqual({ ok: true, value: { printed: true } });
  expect(acted.at(-1)).toMatchObject({ act: 'paper-printed', by: { role: 'manager' }, about: 'Z-42' });
  expect(await call('paper.printers')).toEqual({
    ok: true,
    value: { printers: [{ name: 'RECEIPTS_80', label: 'Receipts 80' }] },
  });
});

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="105mm"><rect width="105" height="148"/></svg>';

test('only managers read the counter code', async () => {
  const { call, till } = await tillWithHandlers({ pin: '4711' });
  expect(await call('sticker.read')).toMatchObject({ error: { code: 'pin.required' } });
  await till.roles.unlock('4711');
  expect(await call('sticker.read')).toEqual({ ok: true, value: {} });
});

test('saves a drawing at the chosen place, with audit entry', async () => {
  const savedAs = join(folder, 'for the counter.svg');
  const { handlers, chosen, acted } = await tillWithHandlers({ savedAs });
  const file = { format: 'svg', content: drawing } as const;
  expect(await handlers['sticker.save'](file, 'till')).toEqual({ saved: 'for the counter.svg' });
  expect(readFileSync(savedAs, 'utf8')).toBe(drawing);
  expect(chosen).toEqual(['sticker-TILL42.svg']);
  expect(acted).toMatchObject([{ act: 'sheet-saved', about: 'sticker-TILL42', values: { format: 'svg' } }]);
});

test('a closed dialog saves and logs nothing', async () => {
  const { handlers, acted } = await tillWithHandlers();
  expect(await handlers['sticker.save']({ format: 'svg', content: drawing }, 'till')).toEqual({});
  expect(acted).toEqual([]);
});

test('refuses anything but a drawing before the dialog', async () => {
  const savedAs = join(folder, 'sticker.svg');
  const { handlers, chosen } = await tillWithHandlers({ savedAs });
  const file = { format: 'svg', content: '<html></html>' } as const;
  await expect(handlers['sticker.save'](file, 'till')).rejects.toMatchObject({ code: 'sticker.drawing' });
  expect(chosen).toEqual([]);
  expect(existsSync(savedAs)).toBe(false);
});

test('reports a missing folder and logs nothing', async () => {
  const { handlers, acted } = await tillWithHandlers({ savedAs: join(folder, 'gone', 'sticker.svg') });
  const saving = handlers['sticker.save']({ format: 'svg', content: drawing }, 'till');
  await expect(saving).rejects.toMatchObject({ code: 'file.no-folder' });
  expect(acted).toEqual([]);
});

const asks = [
  ['export.start', { kind: 'payments', format: 'csv', separator: ';', decimal: ',' }],
  ['paper.save', { sheet: { kind: 'shift', report: 'Z', number: 7 }, paper: '80mm', heightMm: 120 }],
  ['sticker.save', { format: 'svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>' }],
] as const;

/** A manager's request whose dialog stays open for `dialogMs`. */
async function asked(call: (typeof asks)[number][0], ask: object, dialogMs: number) {
  const savedAs = join(folder, 'saved.txt');
  const parts = await tillWithHandlers({ pin: '4711', savedAs, dialogMs });
  await parts.till.roles.unlock('4711');
  parts.acted.length = 0;
  return { answer: await parts.call(call, ask), written: existsSync(savedAs), acted: parts.acted };
}

test.each(asks)('refuses %s when the dialog outlasts the five minutes', async (call, ask) => {
  const { answer, written, acted } = await asked(call, ask, 6 * 60_000);
  expect(answer).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  expect(written).toBe(false);
  expect(acted).toEqual([]);
});

test('within the five minutes, saves in the manager’s name', async () => {
  for (const [call, ask] of asks.slice(1)) {
    const { answer, written, acted } = await asked(call, ask, 4 * 60_000);
    expect(answer).toMatchObject({ ok: true });
    expect(written).toBe(true);
    expect(acted).toMatchObject([{ by: { role: 'manager' } }]);
  }
});
