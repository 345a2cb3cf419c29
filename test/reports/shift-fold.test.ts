import { describe, expect, test } from 'vitest';
import { ShiftFold } from '../../main/reports/shift-fold.ts';
import { keptReport, otherZoe, PlayedJournal, played, refund, sale, zoe } from './played-journal.ts';

const none = { count: 0, sum: 0 };
describe('a shift without a sale', () => {
  test('has zero figures and its range of events', () => {
    const figures = played('close').soFar();
    expect(figures).toMatchObject({ fromSeq: 2, toSeq: 1, begun: none, net: 0, people: [], open: [], corrections: [] });
    expect(figures.payments).toEqual({ paid: none, cancelled: none, expired: none, failed: none });
    expect(figures.refunds).toEqual({ refunded: none, 'not-made': none });
  });
});

describe('payments', () => {
  test('are counted by their end, with the charged sums', () => {
    const [a, b, c, d, e] = [sale('a', 100), sale('b', 20), sale('c', 3), sale('d', 7), sale('e', 50)];
    const figures = played(
      ...[a.charged, a.created, a.paid, a.dismissed],
      ...[b.charged, b.created, b.cancelled, b.dismissed],
      ...[c.charged, c.created, c.expired],
      ...[d.charged, d.refused],
      ...[e.charged, e.created, e.paid, e.takenBack],
    ).soFar();
    expect(figures.payments).toEqual({
      paid: { count: 1, sum: 100 },
      cancelled: { count: 1, sum: 20 },
      expired: { count: 1, sum: 3 },
      failed: { count: 2, sum: 57 },
    });
    expect(figures).toMatchObject({ begun: { count: 5, sum: 180 }, net: 100, corrections: [], open: [] });
  });

  test('are open in their shift and paid in the next', () => {
    const a = sale('a', 1_250, zoe);
    const journal = new PlayedJournal().play(a.charged, 7);
    for (const event of [a.created, a.scanned, 'close', 'close', a.paid] as const) journal.play(event);
    expect(journal.shifts[0]).toMatchObject({
      begun: { count: 1, sum: 1_250 },
      payments: { paid: none },
      open: [{ what: 'payment', saleId: 'a', stage: 'scanned', amount: 1_250, by: zoe, since: 7 }],
      people: [],
      net: 0,
    });
    expect(journal.shifts[1]?.open).toEqual(journal.shifts[0]?.open);
    expect(journal.soFar()).toMatchObject({
      begun: none,
      payments: { paid: { count: 1, sum: 1_250 } },
      people: [{ person: zoe }],
      corrections: [],
      open: [],
      net: 1_250,
    });
  });

  test('remain open as unknown after an unreadable answer', () => {
    const a = sale('a', 10);
    expect(played(a.charged, a.created, a.unreadable).soFar().open).toMatchObject([{ stage: 'unknown' }]);
  });

  test('cancelled, then paid in the same shift count as paid', () => {
    const a = sale('a', 10);
    expect(played(a.charged, a.created, a.cancelled, a.paidAfterAll('cancelled')).soFar()).toMatchObject({
      payments: { paid: { count: 1, sum: 10 }, cancelled: none },
      corrections: [],
      net: 10,
    });
  });

  test('cancelled in a closed shift and paid later are corrected', () => {
    const a = sale('a', 1_000, zoe);
    const journal = played(a.charged, a.created, a.cancelled, a.dismissed, 'close', a.paidAfterAll('cancelled'));
    expect(journal.shifts[0]).toMatchObject({ payments: { cancelled: { count: 1, sum: 1_000 } }, net: 0 });
    expect(journal.soFar()).toMatchObject({
      payments: { paid: none, cancelled: none },
      corrections: [{ what: 'payment', saleId: 'a', amount: 1_000, was: 'cancelled', is: 'paid', by: zoe }],
      net: 1_000,
    });
    journal.play(a.takenBack);
    expect(journal.soFar()).toMatchObject({ corrections: [{ was: 'cancelled', is: 'failed' }], net: 0 });
  });

  test('paid in a closed shift and reversed are corrected', () => {
    const a = sale('a', 700);
    const journal = played(a.charged, a.created, a.paid, 'close', a.takenBack);
    expect(journal.soFar()).toMatchObject({ corrections: [{ was: 'paid', is: 'failed', amount: 700 }], net: -700 });
    journal.play(a.paid);
    expect(journal.soFar()).toMatchObject({ corrections: [], net: 0 });
  });

  test('of other tills are shown apart', () => {
    const [a, b] = [sale('a', 100), sale('b', 30)];
    const journal = played(a.imported('paid', 'SUCCEEDED', { posId: 'TILL7' }), b.imported('waiting', 'PENDING'));
    expect(journal.soFar()).toMatchObject({
      begun: none,
      payments: { paid: none },
      apart: { payments: { count: 1, sum: 100 }, restored: none },
      open: [],
      net: 0,
    });
    journal.play(a.takenBack);
    expect(journal.soFar().apart.payments).toEqual(none);
    journal.play(a.paid).play('close').play(a.takenBack);
    expect(journal.soFar().apart.payments).toEqual(none);
    journal.play(a.paid);
    expect(journal.soFar().apart.payments).toEqual(none);
  });

  test('recovered after journal loss are shown apart unless open', () => {
    const [a, b] = [sale('a', 100), sale('b', 30)];
    const begun = { type: 'journal.begun', journalId: 'j', salt: 1, replaces: 'aside' } as const;
    const journal = played(
      begun,
      a.imported('paid', 'SUCCEEDED', { posId: 'TILL42' }),
      b.imported('waiting', 'PENDING', { posId: 'TILL42', follow: true }),
      b.paid,
    );
    expect(journal.soFar()).toMatchObject({
      replaced: true,
      apart: { restored: { count: 1, sum: 100 }, payments: none },
      payments: { paid: { count: 1, sum: 30 } },
      net: 30,
    });
  });
});

describe('refunds', () => {
  const a = sale('a', 1_000, zoe);
  const paid = [a.charged, a.created, a.paid] as const;

  test('count once certain, and reduce the net sum', () => {
    const r = refund('r', 'a', 300, otherZoe);
    const journal = played(...paid, r.asked, r.pending);
    expect(journal.soFar()).toMatchObject({
      refunds: { refunded: none },
      open: [
        {
          what: 'refund',
          refundKey: 'r',
          saleId: 'a',
          reference: 'TILL42-261122-a',
          stage: 'pending',
          amount: 300,
          by: otherZoe,
        },
      ],
      net: 1_000,
    });
    journal.play(r.unconfirmed);
    expect(journal.soFar()).toMatchObject({ open: [{ stage: 'unconfirmed' }], net: 1_000 });
    journal.play(r.refunded);
    expect(journal.soFar()).toMatchObject({ refunds: { refunded: { count: 1, sum: 300 } }, open: [], net: 700 });
  });

  test.each([
    ['failed', [refund('r', 'a', 300).pending, refund('r', 'a', 300).failed]],
    ['refused', [refund('r', 'a', 300).refused]],
    ['closed as not made', [refund('r', 'a', 300).unanswered, refund('r', 'a', 300).closedAsNotMade]],
  ] as const)('once %s move no money', (_how, events) => {
    const figures = played(...paid, refund('r', 'a', 300).asked, ...events).soFar();
    expect(figures).toMatchObject({
      refunds: { refunded: none, 'not-made': { count: 1, sum: 300 } },
      open: [],
      net: 1_000,
    });
  });

  test('closed as not made and found pending are corrected', () => {
    const r = refund('r', 'a', 300, zoe);
    const journal = played(...paid, r.asked, r.unanswered, r.closedAsNotMade, 'close', r.listed);
    expect(journal.soFar()).toMatchObject({ corrections: [{ what: 'refund', was: 'not-made', is: 'open' }], net: 0 });
    const { written, read } = keptReport(journal.soFar());
    expect(read).toEqual(written);
    const failed = played(...paid, r.asked, r.unanswered, r.closedAsNotMade, 'close', r.listed, r.failed);
    expect(failed.soFar()).toMatchObject({ corrections: [], net: 0 });
    journal.play('close').play(r.refunded);
    expect(journal.soFar()).toMatchObject({
      refunds: { refunded: { count: 1, sum: 300 } },
      corrections: [],
      net: -300,
    });
  });

  test('closed as not made and made in the next shift are corrected', () => {
    const r = refund('r', 'a', 300, zoe);
    const journal = played(...paid, r.asked, r.unanswered, r.closedAsNotMade, 'close', r.listed, r.refunded);
    expect(journal.soFar()).toMatchObject({
      refunds: { refunded: none, 'not-made': none },
      corrections: [{ what: 'refund', was: 'not-made', is: 'refunded', amount: 300, by: zoe }],
      net: -300,
    });
  });

  test('of other tills are no open items', () => {
    const r = refund('r', 'a', 300);
    const journal = played(...paid, r.imported, 'close');
    expect([journal.shifts[0]?.open, journal.soFar().open]).toEqual([[], []]);
    journal.play(r.refunded);
    expect(journal.soFar().apart.refunds).toEqual({ count: 1, sum: 300 });
    journal.play('close').play(r.failed);
    expect(journal.soFar().apart.refunds).toEqual(none);
  });

  test("of other tills' payments count for this till", () => {
    const other = sale('b', 500).imported('paid', 'SUCCEEDED', { posId: 'TILL7' });
    const r = refund('r', 'b', 500);
    expect(played(other, r.asked, r.refunded).soFar()).toMatchObject({
      refunds: { refunded: { count: 1, sum: 500 } },
      net: -500,
    });
  });
});

describe('people', () => {
  test('of the same name are separated by id', () => {
    const [a, b, c] = [sale('a', 100, zoe), sale('b', 20, otherZoe), sale('c', 3, { ...zoe, name: 'Zoë de Vries' })];
    const begun = [a, b, c].flatMap(({ charged, created }) => [charged, created]);
    for (const ends of [
      [c.paid, b.paid, a.paid],
      [a.paid, b.paid, c.paid],
    ])
      expect(played(...begun, ...ends).soFar().people).toMatchObject([
        { person: { id: 'p-1', name: 'Zoë de Vries' }, payments: { paid: { count: 2, sum: 103 } } },
        { person: { id: 'p-2', name: 'Zoë' }, payments: { paid: { count: 1, sum: 20 } } },
      ]);
  });

  test('keep the name of their last refund', () => {
    const [a, b] = [sale('a', 100, zoe), sale('b', 20, zoe)];
    const r = refund('r', 'b', 20, { ...zoe, name: 'Zoë de Vries' });
    const journal = played(a.charged, a.created, b.charged, b.created, b.paid, r.asked, r.refunded, a.paid);
    expect(journal.soFar().people).toMatchObject([
      { person: { id: 'p-1', name: 'Zoë de Vries' }, refunds: { refunded: { count: 1, sum: 20 } } },
    ]);
  });

  test('without an id are separated by role', () => {
    const [a, b] = [sale('a', 100, { role: 'manager' }), sale('b', 20, { role: 'till' })];
    expect(played(a.charged, a.created, a.paid, b.charged, b.created, b.paid).soFar().people).toMatchObject([
      { person: { role: 'manager' }, payments: { paid: { sum: 100 } } },
      { person: { role: 'till' }, payments: { paid: { sum: 20 } } },
    ]);
  });

  test('are unknown for a sale without a cashier', () => {
    const a = sale('a', 100);
    const [nobody] = played(a.charged, a.created, a.paid).soFar().people;
    expect(nobody?.person).toBeUndefined();
    expect(nobody?.payments.paid).toEqual({ count: 1, sum: 100 });
  });
});

test('earlier figures do not change while the shift continues', () => {
  const [a, b] = [sale('a', 100, zoe), sale('b', 20, zoe)];
  const journal = played(a.charged, a.created, a.paid);
  const before = journal.soFar();
  const other = sale('c', 7).imported('paid', 'SUCCEEDED');
  for (const event of [b.charged, b.created, b.paid, other]) journal.play(event);
  const sums = ({ begun, people, apart }: typeof before) => [
    begun.sum,
    people[0]?.payments.paid.sum,
    apart.payments.sum,
  ];
  const now = journal.soFar();
  expect([sums(before), sums(now)]).toEqual([
    [100, 100, 0],
    [120, 120, 7],
  ]);
});

test('at most ten thousand payments are compared per shift', () => {
  const recorded = { seq: 1, at: 1, terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  const past = { saleBefore: () => undefined, refundBefore: () => undefined, referenceOf: () => '' };
  const fold = new ShiftFold(1, past);
  const charge = (number: number) => {
    const { charged, refused } = sale(`s${number}`, 100);
    for (const event of [charged, refused]) fold.add({ ...recorded, event });
  };
  for (let number = 0; number < 10_000; number += 1) charge(number);
  expect(fold.payments()).toHaveLength(10_000);
  charge(10_000);
  expect(fold.payments()).toBeUndefined();
});

test('a jumping clock does not change the journal order', () => {
  const a = sale('a', 100);
  const journal = new PlayedJournal();
  for (const [index, event] of [a.charged, a.created, 'close' as const, a.paid].entries())
    journal.play(event, 1_000_000 - index * 100_000);
  expect(journal.shifts[0]).toMatchObject({ payments: { paid: none }, open: [{ saleId: 'a' }] });
  expect(journal.soFar()).toMatchObject({ payments: { paid: { count: 1, sum: 100 } } });
});
