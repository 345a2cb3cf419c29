import { expect, test } from 'vitest';
import { tillWithHandlers } from './till-with-handlers.ts';

test('payments are found page by page, and the last page says that it is the last', async () => {
  const { handlers, counter } = await tillWithHandlers();
  const first = await counter.paidSale(100);
  const second = await counter.paidSale(200);
  const page = await handlers['payments.find']({ text: '', limit: 1 }, 'till');
  expect(page.rows).toMatchObject([{ saleId: second }]);
  const rest = await handlers['payments.find']({ text: '', limit: 1, after: page.next ?? undefined }, 'till');
  expect(rest).toMatchObject({ rows: [{ saleId: first }], next: null });
});

test('the payment that is opened stands in the snapshot until another is', async () => {
  const { handlers, counter } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  await handlers['payments.open']({ saleId }, 'till');
  expect(await handlers['till.snapshot']({}, 'till')).toMatchObject({ sale: null, opened: { saleId } });
  expect(() => handlers['payments.open']({ saleId: 'none' }, 'till')).toThrow(
    expect.objectContaining({ code: 'sale.not-found' }),
  );
  await handlers['payments.open']({ saleId: null }, 'till');
  expect(await handlers['till.snapshot']({}, 'till')).toMatchObject({ opened: null });
});

test('a receipt is printed of a payment that there is', async () => {
  const { handlers, counter } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  expect(await handlers['receipt.print']({ saleId }, 'till')).toEqual({ printed: true });
  await expect(handlers['receipt.print']({ saleId: 'none' }, 'till')).rejects.toMatchObject({ code: 'sale.not-found' });
});

test('a print that the person cancelled is no error', async () => {
  const { handlers, counter } = await tillWithHandlers({ printed: { kind: 'cancelled' } });
  const saleId = await counter.paidSale(100);
  expect(await handlers['receipt.print']({ saleId }, 'till')).toEqual({ printed: false });
});

test.each(['no-printer', 'failed', 'no-answer', 'busy'] as const)('a print that ends as %s says so', async (kind) => {
  const { handlers, counter } = await tillWithHandlers({ printed: { kind, reason: 'the system’s word' } });
  const saleId = await counter.paidSale(100);
  await expect(handlers['receipt.print']({ saleId }, 'till')).rejects.toMatchObject({
    code: `receipt.${kind}`,
    message: 'the system’s word',
  });
});
