import { expect, test } from 'vitest';
import type { Page, Payment, PaymentId, SearchRequest } from '../../main/domain/payment-service.ts';
import { searchAtService } from '../../main/sale/search-all-tills.ts';
import type { ServicePlace, ServiceWanted } from '../../preload/contract/search-range.ts';
import { Counter } from './counter.ts';
import { AT, payment } from './sale-states.ts';

const id = (number: number) => String(number).padStart(24, '0') as PaymentId;

/** `ask` gives what the window gets; `asked` is what the service was asked for that. */
async function search(
  items: readonly Payment[],
  wanted: Partial<ServiceWanted> = {},
  more: Partial<Page<Payment>> = {},
) {
  const asked: SearchRequest[] = [];
  const { journal, clock } = new Counter();
  const searchPage = async (ask: SearchRequest, number: number) => {
    asked.push(ask);
    return { items, number, totalPages: 1, totalElements: items.length, ...more };
  };
  const ask = (place?: ServicePlace) =>
    searchAtService(
      { service: { searchPage }, journal, clock },
      { text: '', from: AT - 1_000, before: AT, ...wanted },
      place,
    );
  return { asked, journal, ask };
}

test('without a text the days alone are asked for, up to their last millisecond', async () => {
  const { ask, asked } = await search([]);
  await ask();
  expect(asked).toEqual([{ from: AT - 1_000, to: AT - 1 }]);
});

test('a reference is asked for without the blanks around it, and nothing else is taken for it', async () => {
  const items = [
    payment('PENDING', { reference: 'order 7' }),
    payment('PENDING', { paymentId: id(2), reference: 'order 77' }),
  ];
  const { ask, asked } = await search(items, { text: ' order 7 ' });
  const { rows } = await ask();
  expect(asked[0]?.reference).toBe('order 7');
  expect(rows.map(({ reference }) => reference)).toEqual(['order 7']);
});

test('a state for which the service has no word is looked for among all', async () => {
  const items = [payment('ON_HOLD'), payment('PENDING', { paymentId: id(2) })];
  const { ask, asked } = await search(items, { states: ['unknown'] });
  expect((await ask()).rows).toMatchObject([{ stage: 'unknown' }]);
  expect(asked[0]).not.toHaveProperty('paymentStatuses');
});

test('only a payment that is paid has the time of that', async () => {
  const at = { succeededAt: AT - 5 };
  const { ask } = await search([payment('SUCCEEDED', at), payment('VOIDED', { paymentId: id(2), ...at })]);
  const { rows } = await ask();
  expect(rows.map(({ succeededAt }) => succeededAt)).toEqual([AT - 5, undefined]);
});

test('another till’s payment that the journal has is as the service tells it now', async () => {
  const { ask, journal } = await search([payment('SUCCEEDED')]);
  journal.keep({
    type: 'sale.imported',
    saleId: 'a',
    paymentId: payment('PENDING').paymentId,
    reference: 'order 7',
    amount: 1250,
    status: 'PENDING',
    stage: 'waiting',
    createdAt: AT - 500,
    follow: false,
  });
  expect((await ask()).rows).toMatchObject([{ saleId: 'a', stage: 'paid' }]);
});
