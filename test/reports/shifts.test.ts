import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Actor } from '../../main/domain/events.ts';
import { parseReport } from '../../main/reports/shift-report.ts';
import { refund, sale } from './played-journal.ts';
import { opened, passing, shiftsOf } from './shifts-of.ts';

const manager: Actor = { role: 'manager', id: 'p-9', name: 'Ada' };

describe('closing', () => {
  test('journals a numbered report and begins the next shift', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    const { shift, isNew } = await shifts.close(1, manager);
    expect(isNew).toBe(true);
    expect(shift).toMatchObject({
      number: 1,
      by: manager,
      report: { number: 1, payments: { paid: { count: 1, sum: 1_250 } }, net: 1_250 },
    });
    const kept = counter.journal.lastShift();
    expect(kept && parseReport(kept.report)).toEqual(shift.report);
    expect(kept?.seq).toBe((kept?.toSeq ?? 0) + 1);
    await counter.paidSale(300);
    const next = await shifts.soFar();
    expect(next).toMatchObject({
      number: 2,
      fromSeq: (kept?.seq ?? 0) + 1,
      payments: { paid: { count: 1, sum: 300 } },
      net: 300,
    });
    expect(next.from).toBe(shift.to);
  });

  test('happens once on two clicks', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    const [first, second] = await Promise.all([shifts.close(1, manager), shifts.close(1, manager)]);
    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(second.shift).toEqual(first.shift);
    expect(shifts.list(undefined, 10)).toHaveLength(1);
  });

  test('is refused for any shift but the current', async () => {
    const { shifts } = opened();
    await expect(shifts.close(2, manager)).rejects.toMatchObject({ code: 'shift.other' });
    await shifts.close(1, manager);
    await shifts.close(2, manager);
    await expect(shifts.close(1, manager)).rejects.toMatchObject({ code: 'shift.other' });
    expect(shifts.list(undefined, 10)).toHaveLength(2);
  });

  test('is refused during a sale', async () => {
    const { counter, shifts } = opened();
    const saleId = await counter.charge(500);
    await counter.clock.advance(100);
    await expect(shifts.close(1, manager)).rejects.toMatchObject({ code: 'shift.sale-running', retryable: true });
    expect(counter.journal.lastShift()).toBeUndefined();
    await passing(counter, counter.sales.cancel(saleId));
    await counter.clock.advance(3_000);
    expect((await shifts.close(1, manager)).shift.report).toMatchObject({
      payments: { cancelled: { count: 1, sum: 500 } },
    });
    await counter.sales.dismiss(saleId);
    await counter.charge(700);
    // A repeated request still returns the closed shift.
    expect((await shifts.close(1, manager)).isNew).toBe(false);
  });

  test('leaves an unfinished refund to the next shift', async () => {
    const { counter, shifts } = opened();
    const saleId = await counter.paidSale(1_250);
    for (const amount of [200, 100]) await counter.refund({ saleId, amount });
    for (const refund of counter.service.refunds.values()) if (refund.amount === 100) refund.status = 'REFUNDED';
    await counter.clock.advance(60_000);
    await shifts.close(1, manager);
    expect(await shifts.soFar()).toMatchObject({ net: 0, open: [{ what: 'refund', amount: 200 }] });
  });

  test('leaves uncounted events to the next shift', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    const between = { fromSeq: 1, toSeq: 1, from: 0, to: 1 };
    counter.journal.record({ type: 'shift.closed', number: 1, by: manager, ...between, report: 'no report' });
    expect(shifts.closed(1)).toMatchObject({ report: undefined });
    expect(await shifts.soFar()).toMatchObject({ number: 2, fromSeq: 2, net: 1_250 });
  });

  test('fails on a full disk and works afterwards', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    counter.disk.full = true;
    await expect(shifts.close(1, manager)).rejects.toMatchObject({ code: 'journal.full' });
    counter.disk.full = false;
    expect(counter.journal.lastShift()).toBeUndefined();
    expect((await shifts.close(1, manager)).shift.report).toMatchObject({
      payments: { paid: { count: 1, sum: 1_250 } },
    });
  });

  test('includes events written after a full disk', async () => {
    const { counter, shifts } = opened();
    const saleId = await counter.charge(700);
    await counter.clock.advance(100);
    await shifts.soFar();
    counter.disk.full = true;
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId).stage).toBe('paid');
    await expect(shifts.soFar()).rejects.toMatchObject({ code: 'journal.full' });
    counter.disk.full = false;
    expect(await shifts.soFar()).toMatchObject({ payments: { paid: { count: 1, sum: 700 } }, open: [] });
  });

  test('happens once or never despite a crash', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    await shifts.close(1, manager);
    counter.crash();
    const after = shiftsOf(counter);
    expect(await after.soFar()).toMatchObject({ number: 2, payments: { paid: { count: 0 } } });
    expect((await after.close(1, manager)).isNew).toBe(false);
  });
});

test('uncounted events are included once readable', async () => {
  const { counter } = opened();
  let isReadable = true;
  const journal = new Proxy(counter.journal, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'eventsOf' || isReadable) return member.bind(target);
      return () => {
        throw new TillError('journal.failed', 'The disk does not answer');
      };
    },
  });
  const shifts = shiftsOf(counter, { journal });
  const saleId = await counter.waiting(700);
  await passing(counter, counter.sales.cancel(saleId));
  await counter.clock.advance(3_000);
  await shifts.close(1, manager);
  expect(await shifts.soFar()).toMatchObject({ number: 2, net: 0 });
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  await counter.clock.advance(60_000);
  expect(counter.view(saleId).stage).toBe('paid');
  isReadable = false;
  await expect(shifts.soFar()).rejects.toMatchObject({ code: 'journal.failed' });
  isReadable = true;
  expect(await shifts.soFar()).toMatchObject({ net: 700, corrections: [{ was: 'cancelled', is: 'paid' }] });
});

test('a requested refund does not change the figures', async () => {
  const { counter, shifts } = opened();
  const saleId = await counter.paidSale(700);
  await shifts.close(1, manager);
  counter.journal.record({ type: 'refund.asked', wish: 'w', saleId, amount: 700 });
  counter.service.set(counter.service.last.paymentId, 'VOIDED');
  await counter.sales.customerSaysPaid(saleId);
  await counter.clock.advance(1_000);
  expect(await shifts.soFar()).toMatchObject({ corrections: [{ was: 'paid', is: 'failed' }], net: -700 });
});

test('a refund found earlier and made now damages nothing', async () => {
  const { counter, shifts } = opened();
  const saleId = await counter.paidSale(700);
  const found = refund('r', saleId, 200);
  counter.journal.record(found.imported, found.pending);
  await shifts.close(1, manager);
  counter.journal.record(found.refunded);
  expect((await shifts.soFar()).apart.refunds).toEqual({ count: 1, sum: 200 });
});

describe('damage removing the first event of', () => {
  /** A shift closed while a payment and a refund were open; both end in the next shift. */
  async function closedOver(damage: string) {
    const { counter, shifts } = opened({ isSelling: () => false });
    const paid = await counter.paidSale(1_250);
    await passing(counter, counter.refunds.start({ saleId: paid, amount: 500 }, { byManager: true }));
    await counter.charge(700);
    await counter.clock.advance(100);
    await shifts.close(1, manager);
    counter.disk.open('journal.db').exec(damage);
    return { counter, shifts };
  }

  test.each([
    ['a payment', "UPDATE sales SET events = substr(events, instr(events, ',') + 1) WHERE open = 1"],
    [
      'a refund',
      `UPDATE sales SET events = replace(events, seq || ',', '') FROM events
       WHERE type = 'refund.intent' AND instr(payload, sale_id) > 0`,
    ],
  ])('%s prevents closing the shift', async (_what, damage) => {
    const { counter, shifts } = await closedOver(damage);
    await expect(shifts.close(2, manager)).rejects.toMatchObject({ code: 'journal.damaged' });
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    for (const refund of counter.service.refunds.values()) refund.status = 'REFUNDED';
    await counter.clock.advance(600_000);
    await expect(shifts.close(2, manager)).rejects.toMatchObject({ code: 'journal.damaged' });
    expect(counter.journal.lastShift()?.number).toBe(1);
    counter.journal.rebuild();
    expect((await shifts.close(2, manager)).shift.report).toMatchObject({ net: 200, begun: { count: 0 } });
  });
});

describe('earlier shifts', () => {
  test('are listed newest first and opened unchanged', async () => {
    const { counter, shifts } = opened();
    for (const number of [1, 2, 3]) {
      await counter.paidSale(100 * number);
      await shifts.close(number, manager);
    }
    expect(shifts.list(undefined, 2).map(({ number }) => number)).toEqual([3, 2]);
    expect(shifts.list(2, 2).map(({ number }) => number)).toEqual([1]);
    expect(shifts.closed(2)?.report).toMatchObject({ net: 200 });
    expect(shifts.closed(4)).toBeUndefined();
  });

  test('with an older report have zero for newer figures', async () => {
    const { shifts } = opened();
    const { report } = (await shifts.close(1, manager)).shift;
    const older = JSON.stringify(report, (key, value) => (key === 'restoredRefunds' ? undefined : value));
    expect(older).not.toBe(JSON.stringify(report));
    expect(parseReport(older)).toEqual(report);
  });

  test('with a newer report version are listed without figures', async () => {
    const { counter, shifts } = opened();
    const report = JSON.stringify({ version: 2 });
    counter.journal.record({
      type: 'shift.closed',
      number: 1,
      fromSeq: 1,
      toSeq: 1,
      from: 0,
      to: 1,
      by: manager,
      report,
    });
    expect(shifts.closed(1)).toMatchObject({ number: 1, report: undefined });
    expect(await shifts.soFar()).toMatchObject({ number: 2 });
  });
});

test('a payment changing in each shift is corrected each time', async () => {
  const { counter, shifts } = opened();
  const a = sale('a', 700);
  for (const [event, was, net] of [
    [[a.charged, a.created, a.expired, a.dismissed, a.settled], undefined, 0],
    [[a.paidAfterAll('expired')], 'expired', 700],
    [[a.takenBack], 'paid', -700],
    [[a.paid], 'failed', 700],
  ] as const) {
    counter.journal.record(...event);
    const { number, corrections } = await shifts.soFar();
    expect(corrections.map((one) => one.what === 'payment' && one.was)).toEqual(was === undefined ? [] : [was]);
    expect((await shifts.close(number, manager)).shift.report?.net).toBe(net);
  }
});
