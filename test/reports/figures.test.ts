import { expect, test } from 'vitest';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import type { SaleCursor } from '../../main/journal/projection-rows.ts';
import { type FiguresJournal, newestSalesDay, readFigures } from '../../main/reports/figures.ts';

const ZONE = 'Europe/Brussels';
const at = (text: string) => Date.parse(text);
/** A Friday. */
const DAY = '2026-11-20';
const NOON = at('2026-11-20T12:00:00+01:00');

let made = 0;
const sale = (given: object): SaleRecord => {
  made += 1;
  const saleId = String(made).padStart(6, '0');
  const whole = { saleId, origin: 'here', stage: 'paid', amount: 1_000, startedAt: NOON, skewMs: 0, ...given };
  return whole as unknown as SaleRecord;
};
const paid = (succeededAt: string, given: object = {}) =>
  sale({ succeededAt: at(succeededAt), startedAt: at(succeededAt) - 20_000, ...given });
const refund = (given: object): RefundRecord =>
  ({ stage: 'refunded', amount: 250, at: NOON, body: '{}', ...given }) as unknown as RefundRecord;

/** Pages as in a journal: newest first, `next` if there are more. */
function journalOf(
  sales: readonly SaleRecord[],
  refunds: readonly RefundRecord[] = [],
): FiguresJournal & { rows: number } {
  const newestFirst = sales.toSorted((a, b) => b.startedAt - a.startedAt || (b.saleId < a.saleId ? -1 : 1));
  const journal = {
    rows: 0,
    find(_text: '', after: SaleCursor, limit: number) {
      const left = newestFirst.filter(
        ({ startedAt, saleId }) => startedAt < after.at || (startedAt === after.at && saleId < after.saleId),
      );
      const page = left.slice(0, limit);
      journal.rows += page.length;
      const last = page.at(-1);
      const next = left.length > limit && last ? { at: last.startedAt, saleId: last.saleId } : undefined;
      return { sales: page, next };
    },
    refundsBetween: (from: number, before: number) => refunds.filter((one) => one.at >= from && one.at < before),
  };
  return journal;
}

const read = (sales: readonly SaleRecord[], refunds: readonly RefundRecord[] = [], day = DAY) =>
  readFigures(journalOf(sales, refunds), day, { timeZone: ZONE, pause: async () => undefined });

const filled = <T extends { readonly count: number }>(sums: readonly T[]) => sums.filter(({ count }) => count > 0);

test("a payment counts in its hour by the service's clock", async () => {
  const { hours } = await read([
    paid('2026-11-20T09:59:59.999+01:00'),
    paid('2026-11-20T10:00:00+01:00', { amount: 250 }),
    paid('2026-11-20T10:59:00+01:00', { amount: 1, skewMs: 120_000 }),
  ]);
  expect(filled(hours)).toEqual([
    { from: at('2026-11-20T09:00:00+01:00'), to: at('2026-11-20T10:00:00+01:00'), count: 1, cents: 1_000 },
    { from: at('2026-11-20T10:00:00+01:00'), to: at('2026-11-20T11:00:00+01:00'), count: 2, cents: 251 },
  ]);
  expect(hours.length).toBe(24);
});

test('a payment across midnight counts for the next day', async () => {
  const late = paid('2026-11-21T00:00:10+01:00');
  const { hours, days } = await read([late]);
  expect(filled(hours)).toEqual([]);
  expect(days.map(({ paid }) => paid.count)).toEqual([0, 0, 0, 0, 0, 1, 0]);
});

test('the doubled hour of a clock change counts separately', async () => {
  const { hours } = await read(
    [paid('2026-10-25T02:30:00+02:00'), paid('2026-10-25T02:30:00+01:00', { amount: 7 })],
    [],
    '2026-10-25',
  );
  expect(hours.length).toBe(25);
  expect(filled(hours).map(({ from, cents }) => [from, cents])).toEqual([
    [at('2026-10-25T02:00:00+02:00'), 1_000],
    [at('2026-10-25T02:00:00+01:00'), 7],
  ]);
});

test('the week is compared with the previous week by day', async () => {
  const { days, before } = await read([
    paid('2026-11-16T00:00:00+01:00', { amount: 1 }),
    paid('2026-11-22T23:59:59+01:00', { amount: 2 }),
    paid('2026-11-23T00:00:00+01:00', { amount: 4 }),
    paid('2026-11-15T23:59:59+01:00', { amount: 8 }),
    paid('2026-11-09T00:00:00+01:00', { amount: 16 }),
    paid('2026-11-08T23:59:59+01:00', { amount: 32 }),
  ]);
  expect(days.map(({ day, paid }) => [day.slice(8), paid.cents])).toEqual([
    ['16', 1],
    ['17', 0],
    ['18', 0],
    ['19', 0],
    ['20', 0],
    ['21', 0],
    ['22', 2],
  ]);
  expect(before.map(({ day, paid }) => [day.slice(8), paid.cents])).toEqual([
    ['09', 16],
    ['10', 0],
    ['11', 0],
    ['12', 0],
    ['13', 0],
    ['14', 0],
    ['15', 8],
  ]);
});

test('unpaid sales count by outcome, at charge time', async () => {
  const monday = at('2026-11-16T00:00:00+01:00');
  const { states, days } = await read([
    sale({ stage: 'cancelled', amount: 1 }),
    sale({ stage: 'expired', amount: 2 }),
    sale({ stage: 'failed', amount: 4 }),
    sale({ stage: 'voided', amount: 8 }),
    sale({ stage: 'unknown', amount: 16 }),
    sale({ stage: 'creating', amount: 32 }),
    sale({ stage: 'authorised', amount: 64 }),
    sale({ amount: 128, succeededAt: NOON }),
    // A slow or fast clock: by the service's clock the sale is in the other week.
    sale({ stage: 'cancelled', startedAt: monday - 1_000, skewMs: 1_000, amount: 256 }),
    sale({ stage: 'cancelled', startedAt: monday + 1_000, skewMs: -2_000 }),
    sale({ stage: 'cancelled', startedAt: monday + 7 * 86_400_000 }),
  ]);
  expect(states).toEqual([
    { state: 'paid', count: 1, cents: 128 },
    { state: 'cancelled', count: 2, cents: 257 },
    { state: 'expired', count: 1, cents: 2 },
    { state: 'failed', count: 1, cents: 4 },
    { state: 'voided', count: 1, cents: 8 },
    { state: 'unknown', count: 1, cents: 16 },
    { state: 'open', count: 2, cents: 96 },
  ]);
  expect(days.reduce((total, { paid }) => total + paid.cents, 0)).toBe(128);
});

test('a payment without payment time counts when seen', async () => {
  const { hours } = await read([sale({ startedAt: NOON - 60_000, endedAt: NOON - 1_000, skewMs: 2_000 })]);
  expect(filled(hours)[0]?.from).toBe(NOON);
});

test('other tills are excluded, recovered payments included', async () => {
  const { days, states } = await read(
    [
      paid('2026-11-20T12:00:00+01:00', { origin: 'elsewhere', posId: 'TILL42', amount: 5 }),
      paid('2026-11-20T12:00:00+01:00', { origin: 'elsewhere', recovered: true, amount: 9 }),
    ],
    [refund({ body: '' })],
  );
  expect(days[4]).toMatchObject({ paid: { count: 1, cents: 9 }, refunded: { count: 0, cents: 0 } });
  expect(states[0]).toEqual({ state: 'paid', count: 1, cents: 9 });
});

test('refunds are separate: done, and without an outcome', async () => {
  const { days, before, underWay } = await read(
    [paid('2026-11-20T12:00:00+01:00')],
    [
      refund({}),
      refund({ at: at('2026-11-12T12:00:00+01:00'), amount: 30 }),
      refund({ stage: 'pending', amount: 1 }),
      refund({ stage: 'sending', amount: 2 }),
      refund({ stage: 'unconfirmed', amount: 4 }),
      refund({ stage: 'pending', at: at('2026-11-15T23:59:59+01:00'), amount: 64 }),
      ...(['failed', 'refused', 'not-made'] as const).map((stage) => refund({ stage })),
      refund({ at: at('2026-11-16T00:00:01+01:00'), skewMs: -2_000, amount: 8 }),
      // By this machine's clock in neither week.
      refund({ at: at('2026-11-08T23:59:59+01:00'), skewMs: 2_000, amount: 16 }),
      refund({ at: at('2026-11-23T00:00:01+01:00'), skewMs: -2_000, amount: 32 }),
    ],
  );
  expect(days[4]).toMatchObject({ paid: { cents: 1_000 }, refunded: { count: 1, cents: 250 } });
  expect([before[0]?.refunded.cents, days[6]?.refunded.cents]).toEqual([16, 32]);
  expect(before[3]?.refunded).toEqual({ count: 1, cents: 30 });
  expect(before[6]?.refunded).toEqual({ count: 1, cents: 8 });
  expect(underWay).toEqual({ count: 3, cents: 7 });
});

test('reads page by page with pauses and stops early', async () => {
  const week = Array.from({ length: 1_200 }, () => paid('2026-11-20T12:00:00+01:00', { amount: 1 }));
  const older = Array.from({ length: 5_000 }, () => paid('2026-06-01T12:00:00+02:00'));
  const journal = journalOf(
    [...week, ...older],
    Array.from({ length: 450 }, () => refund({})),
  );
  let pauses = 0;
  const { days } = await readFigures(journal, DAY, {
    timeZone: ZONE,
    pause: async () => {
      pauses += 1;
    },
  });
  expect(days[4]?.paid).toEqual({ count: 1_200, cents: 1_200 });
  expect(journal.rows).toBe(1_400);
  expect(pauses).toBe(7 + 2);
});

test('the newest day with sales is the last paid day', async () => {
  const newest = (sales: readonly SaleRecord[], last = DAY) =>
    newestSalesDay(journalOf(sales), last, { timeZone: ZONE, pause: async () => undefined });
  const earlier = Array.from({ length: 250 }, () => paid('2026-11-20T09:00:00+01:00', { stage: 'cancelled' }));
  const sales = [...earlier, paid('2026-11-18T23:59:59+01:00'), paid('2026-11-17T10:00:00+01:00')];
  expect(await newest(sales)).toBe('2026-11-18');
  expect(await newest(sales, '2026-11-17')).toBe('2026-11-17');
  expect(await newest(earlier)).toBe(DAY);
  // Charged before the last sale and paid after; then charged the day after by a fast clock.
  const slow = paid('2026-11-19T00:00:10+01:00', { startedAt: at('2026-11-18T23:59:00+01:00') });
  expect(await newest([slow, ...sales])).toBe('2026-11-19');
  const fast = paid('2026-11-20T23:59:00+01:00', { startedAt: at('2026-11-21T00:59:00+01:00') });
  expect(await newest([fast, ...sales])).toBe(DAY);
  expect(await newest([...sales, paid('2026-11-20T00:00:00+01:00', { origin: 'elsewhere', posId: 'TILL43' })])).toBe(
    '2026-11-18',
  );
  // Paid here before the journal was lost, and recovered.
  const restored = { origin: 'elsewhere', posId: 'TILL42', toldPosId: 'TILL42' };
  expect(await newest([...sales, paid('2026-11-20T00:00:00+01:00', restored)])).toBe(DAY);
});
