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
