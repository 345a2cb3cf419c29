import { expect, test } from 'vitest';
import type { JournalBegun, RecordedEvent } from '../../main/domain/events.ts';
import { firstAfter } from '../../main/reports/shift-journal.ts';
import { Counter } from '../sale/counter.ts';
import { shiftsOf } from './shifts-of.ts';

const MINUTE_MS = 60_000;

/** A backup with a paid sale, a waiting sale and a pending refund. Shift 3 was closed after the backup and is lost. */
async function backedUp() {
  const counter = new Counter();
  const paid = await counter.paidSale(22_000);
  counter.service.lifetimeMs = 60 * MINUTE_MS;
  const refunding = counter.refunds.start({ saleId: paid, amount: 500 }, { byManager: true });
  await counter.clock.advance(50);
  await refunding;
  await counter.charge(3_000);
  await counter.clock.advance(100);
  const payment = counter.service.last.paymentId;
  counter.service.offline = true;
  await counter.clock.advance(10 * MINUTE_MS);
  return { counter, payment, closedAt: counter.clock.now() };
}

/** Continues the journal from the backup; the news of the service since then arrives afterwards. */
async function restore(
  counter: Counter,
  end: Pick<JournalBegun, 'lastShiftTo'>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await counter.clock.advance(10 * MINUTE_MS);
  const begun = { type: 'journal.begun', journalId: 'next', salt: 1, replaces: '', lastShift: 3, ...end } as const;
  counter.journal.record(begun);
  await meanwhile();
  counter.service.offline = false;
  for (const refund of counter.service.refunds.values()) refund.status = 'REFUNDED';
  await counter.clock.advance(10 * MINUTE_MS);
}

test.each(['tells', 'does not tell'])('a lost report is named, never recounted (service %s time)', async (tells) => {
  const { counter, payment, closedAt } = await backedUp();
  counter.service.set(payment, 'SUCCEEDED');
  if (tells !== 'tells') Object.assign(counter.service.last, { succeededAt: undefined });
  const shifts = shiftsOf(counter);
  await restore(counter, { lastShiftTo: closedAt }, () => shifts.soFar());
  await counter.sales.dismiss(counter.sales.current()?.saleId ?? '');
  await counter.refund({ saleId: await counter.paidSale(1_000), amount: 100 });
  for (const refund of counter.service.refunds.values()) refund.status = 'REFUNDED';
  await counter.clock.advance(MINUTE_MS);
  const report = await shifts.soFar();
  expect(report).toMatchObject({ number: 4, net: 900, from: closedAt, lost: { first: 1, last: 3 }, replaced: true });
  expect(report.payments.paid).toEqual({ count: 1, sum: 1_000 });
  expect(report.refunds.refunded).toEqual({ count: 1, sum: 100 });
  expect(report.apart).toMatchObject({
    restored: { count: 1, sum: 3_000 },
    restoredRefunds: { count: 1, sum: 500 },
  });
  expect(report.open).toEqual([]);
});

test('a payment after the lost close belongs to this shift', async () => {
  const { counter, payment, closedAt } = await backedUp();
  await counter.clock.advance(MINUTE_MS);
  counter.service.set(payment, 'SUCCEEDED');
  await restore(counter, { lastShiftTo: closedAt });
  expect(await shiftsOf(counter).soFar()).toMatchObject({ net: 3_000, payments: { paid: { count: 1, sum: 3_000 } } });
});

test('without the closing time, nothing earlier is counted', async () => {
  const { counter, payment } = await backedUp();
  // The backup has the report of the first shift.
  await shiftsOf(counter, { isSelling: () => false }).close(1, { role: 'manager' });
  counter.service.set(payment, 'SUCCEEDED');
  await restore(counter, {});
  const [begun] = [...counter.journal.eventsBetween(2, 100)].filter(({ event }) => event.type === 'journal.begun');
  expect(await shiftsOf(counter).soFar()).toMatchObject({
    from: begun?.at,
    lost: { first: 2, last: 3 },
    net: 0,
    apart: { restored: { count: 1, sum: 3_000 } },
  });
});

test('a payment waiting since before the lost report is open', async () => {
  const counter = new Counter();
  counter.service.lifetimeMs = 60 * MINUTE_MS;
  await shiftsOf(counter).close(1, { role: 'manager' });
  await counter.waiting(3_000);
  await restore(counter, { lastShiftTo: counter.clock.now() });
  expect((await shiftsOf(counter).soFar()).open).toMatchObject([{ what: 'payment', amount: 3_000 }]);
});

test('a backup with the last report has lost none', async () => {
  const counter = new Counter();
  await counter.paidSale(700);
  for (const number of [1, 2, 3]) await shiftsOf(counter).close(number, { role: 'manager' });
  await restore(counter, { lastShiftTo: counter.clock.now() });
  expect((await shiftsOf(counter).soFar()).lost).toBeUndefined();
});

test('an event at the closing moment belongs to the report', () => {
  const times = [1, 2, 2, 3, 4];
  const eventsBetween = function* (seq: number) {
    yield { seq, at: times[seq - 1] } as RecordedEvent;
  };
  expect(firstAfter({ eventsBetween }, 1, { to: 2, seq: 5 })).toBe(4);
});

test('the shift after a lost report counts as usual', async () => {
  const { counter, payment, closedAt } = await backedUp();
  counter.service.set(payment, 'SUCCEEDED');
  await restore(counter, { lastShiftTo: closedAt });
  await counter.sales.dismiss(counter.sales.current()?.saleId ?? '');
  const shifts = shiftsOf(counter);
  await shifts.close(4, { role: 'manager' });
  expect(shifts.closed(4)?.report?.lost).toEqual({ first: 1, last: 3 });
  await counter.paidSale(700);
  const report = await shifts.soFar();
  expect(report).toMatchObject({ number: 5, net: 700, replaced: false });
  expect(report.lost).toBeUndefined();
});

test('the number continues from the lost journal', async () => {
  const counter = new Counter();
  const shifts = shiftsOf(counter);
  counter.journal.record({ type: 'journal.begun', journalId: 'next', salt: 1, replaces: '', lastShift: 41 });
  await counter.paidSale(1_250);
  await expect(shifts.close(1, { role: 'manager' })).rejects.toMatchObject({ code: 'shift.other' });
  expect((await shifts.close(42, { role: 'manager' })).shift.report).toMatchObject({ number: 42, net: 1_250 });
  expect((await shifts.close(43, { role: 'manager' })).shift.report).toMatchObject({ number: 43, net: 0 });
});
