import { expect, test } from 'vitest';
import {
  type Page,
  type Payment,
  type PaymentId,
  paymentStatuses,
  type SearchRequest,
} from '../../main/domain/payment-service.ts';
import { stateOf } from '../../main/sale/find-sales.ts';
import { searchAtService } from '../../main/sale/search-all-tills.ts';
import type { ServicePlace, ServiceWanted } from '../../preload/contract/search-range.ts';
import { Counter } from './counter.ts';
import { AT, payment } from './sale-states.ts';

const id = (number: number) => String(number).padStart(24, '0') as PaymentId;

/** `ask` searches as the window does; `asked` holds the requests that the service received. */
async function search(
  items: readonly Payment[],
  wanted: Partial<ServiceWanted> = {},
  more: Partial<Page<Payment>> = {},
) {
  const asked: SearchRequest[] = [];
  const pages: number[] = [];
  const counter = new Counter();
  const { journal, clock } = counter;
  await clock.advance(AT - clock.now());
  const searchPage = async (ask: SearchRequest, number: number) => {
    asked.push(ask);
    pages.push(number);
    return { items, number, totalPages: 1, totalElements: items.length, ...more };
  };
  const ask = (place?: ServicePlace) =>
    searchAtService(
      { service: { searchPage }, journal, clock, timing: { skewMs: () => 0 } },
      { text: '', from: AT - 1_000, before: AT, ...wanted },
      place,
    );
  return { asked, pages, counter, journal, ask };
}

test.each([
  ['days that are over: up to their last millisecond', AT, { to: AT - 1 }],
  ['a day that is not over: without an end that is to come', AT + 1, {}],
])('an empty text searches by days only, %s', async (_days, before, end) => {
  const { ask, asked } = await search([], { before });
  await ask();
  expect(asked).toEqual([{ from: AT - 1_000, ...end }]);
});

test('searches by the trimmed reference and drops other references', async () => {
  const items = [
    payment('PENDING', { reference: 'order 7' }),
    payment('PENDING', { paymentId: id(2), reference: 'order 77' }),
  ];
  const { ask, asked } = await search(items, { text: ' order 7 ' });
  const { rows } = await ask();
  expect(asked[0]?.reference).toBe('order 7');
  expect(rows.map(({ reference }) => reference)).toEqual(['order 7']);
});

test('further pages keep the search by reference', async () => {
  const of = { totalPages: 3, totalElements: 250 };
  const { ask, asked, pages } = await search([payment('PENDING', { reference: 'order 7' })], { text: 'order 7' }, of);
  expect(await ask()).toMatchObject({ looked: 1, total: 250, next: { page: 1, by: 'reference' } });
  expect(await ask({ page: 1, by: 'reference' })).toMatchObject({ looked: 101, next: { page: 2, by: 'reference' } });
  expect(await ask({ page: 2, by: 'reference' })).toMatchObject({ looked: 250, next: null });
  expect([pages, asked.map(({ reference }) => reference)]).toEqual([[0, 1, 2], Array(3).fill('order 7')]);
  const none = await search([], { text: 'order 7' }, of);
  expect((await none.ask({ page: 1, by: 'reference' })).rows).toEqual([]);
  expect(none.pages).toEqual([1]);
});

test('matches a text anywhere in a reference', async () => {
  const { ask } = await search([payment('PENDING', { reference: 'order 77' })], { text: 'DER 7' });
  expect((await ask()).rows).toHaveLength(1);
});

test.each(paymentStatuses)('requests status %s when its state is wanted', async (status) => {
  const [row] = (await (await search([payment(status)])).ask()).rows;
  const { ask, asked } = await search([payment(status)], { states: row === undefined ? [] : [stateOf(row)] });
  expect((await ask()).rows).toHaveLength(1);
  expect(asked[0]?.paymentStatuses).toContain(status);
});

test('searches all statuses for a state unknown to the service', async () => {
  const items = [payment('ON_HOLD'), payment('PENDING', { paymentId: id(2) })];
  const { ask, asked } = await search(items, { states: ['unknown'] });
  expect((await ask()).rows).toMatchObject([{ stage: 'unknown' }]);
  expect(asked[0]).not.toHaveProperty('paymentStatuses');
});

test('only a paid payment has a payment time', async () => {
  const at = { succeededAt: AT - 5 };
  const { ask } = await search([payment('SUCCEEDED', at), payment('VOIDED', { paymentId: id(2), ...at })]);
  const { rows } = await ask();
  expect(rows.map(({ succeededAt }) => succeededAt)).toEqual([AT - 5, undefined]);
});

test('a refunded payment of this till is found as refunded', async () => {
  for (const [state, count] of [
    ['refunded', 1],
    ['paid', 0],
  ] as const) {
    const items: Payment[] = [];
    const { ask, counter } = await search(items, { states: [state] });
    const saleId = await counter.paidSale(1_250);
    const { refundKey } = await counter.refund({ saleId, amount: 1_250 });
    const { refundId = '' } = counter.journal.refund(refundKey) ?? {};
    counter.journal.record({ type: 'refund.answered', refundKey, refundId, status: 'REFUNDED', stage: 'refunded' });
    items.push(payment('SUCCEEDED', { paymentId: counter.service.last.paymentId }));
    expect((await ask()).rows).toHaveLength(count);
  }
});

test.each([
  ['another till’s payment that the journal has is as the service tells it now', false, 'paid'],
  ['a payment of this till is as its journal has it', true, 'waiting'],
])('%s', async (_name, follow, stage) => {
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
    follow,
  });
  expect((await ask()).rows).toMatchObject([{ saleId: 'a', stage }]);
});
