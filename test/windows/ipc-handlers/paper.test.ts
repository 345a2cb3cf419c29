import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSigningKey } from '../../../main/service/signing-key.ts';
import { createIssuedReceipts } from '../../../main/windows/issued-receipts.ts';
import type { CallName } from '../../../preload/contract/contract.ts';
import { folder } from '../../base/test-folder.ts';
import { accessWith } from '../../settings/access-with-pin.ts';
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
  await expect(handlers['receipt.print']({ saleId, issued: 0, ...roll }, 'till')).rejects.toMatchObject({
    code: 'receipt.issued-meanwhile',
  });
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

test.each([
  ['printed', undefined, 1],
  ['cancelled', undefined, 0],
  ['no-printer', 'receipt.no-printer', 0],
  ['printer-gone', 'receipt.printer-gone', 0],
  ['failed', 'receipt.failed', 0],
  ['busy', 'receipt.busy', 0],
  // The printer may have printed.
  ['no-answer', 'receipt.no-answer', 1],
] as const)('a print that ends as %s: error %s, receipts %i', async (kind, code, receipts) => {
  const printed = kind === 'printed' || kind === 'cancelled' ? { kind } : { kind, reason: 'the system’s word' };
  const { call, counter, acted } = await tillWithHandlers({ printed });
  const saleId = await counter.paidSale(100);
  const answer = await call('receipt.print', { saleId, issued: 0, ...roll, on: { printer: 'ROLL', silent: true } });
  if (code === undefined) expect(answer).toEqual({ ok: true, value: { printed: kind === 'printed' } });
  else expect(answer).toMatchObject({ ok: false, error: { code, values: { printer: 'ROLL' } } });
  expect(acted).toHaveLength(receipts);
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

test('without a counter code of the service, has none', async () => {
  expect(await (await tillWithHandlers()).done('sticker.read')).toEqual({});
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
  const { done, counter, acted } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  expect(await done('receipt.save', { saleId, issued: 0, ...roll })).toEqual({ file: null });
  expect(await done('sticker.save', { format: 'svg', content: drawing })).toEqual({});
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

type Parts = Awaited<ReturnType<typeof tillWithHandlers>>;

/** Calls that open a dialog, with what comes before. */
const asks: readonly (readonly [CallName, (parts: Parts) => object | Promise<object>])[] = [
  ['paper.save', () => ({ sheet: { kind: 'shift', report: 'Z', number: 7 }, paper: '80mm', heightMm: 120 })],
  ['sticker.save', () => ({ format: 'svg', content: drawing })],
  ['pack.save', async ({ done }) => ({ id: (await done('pack.prepare')).id })],
  ['keys.save-jwks', ({ done }) => done('keys.make', { kid: 'new' }).then(() => ({}))],
  ['keys.take-file', () => ({ kid: 'given' })],
  ['export.start', () => ({ kind: 'payments', format: 'csv', separator: ';', decimal: ',' })],
];

/** A manager's request whose dialog stays open for `dialogMs`. */
async function asked(call: CallName, before: (typeof asks)[number][1], dialogMs: number) {
  const savedAs = join(folder, 'saved.txt');
  const openedAs = join(folder, 'given.json');
  writeFileSync(openedAs, JSON.stringify(makeSigningKey('given')));
  const parts = await tillWithHandlers({ savedAs, openedAs, dialogMs });
  const ask = await before(parts);
  parts.till.roles.begin(await accessWith('4711'));
  await parts.till.roles.unlock('4711');
  parts.acted.length = 0;
  return { answer: await parts.call(call, ask), written: existsSync(savedAs), acted: parts.acted };
}

test.each(asks)('refuses %s when the dialog outlasts the five minutes', async (call, before) => {
  const { answer, written, acted } = await asked(call, before, 6 * 60_000);
  expect(answer).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  expect(written).toBe(false);
  expect(acted).toEqual([]);
});

// The export runs in a thread of the built app.
test.each(asks.slice(0, -1))('within the five minutes, %s is in the manager’s name', async (call, before) => {
  const { answer, acted } = await asked(call, before, 4 * 60_000);
  expect(answer).toMatchObject({ ok: true });
  expect(acted).toMatchObject([{ by: { role: 'manager' } }]);
});
