import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/journal/events.ts';
import { isElsewhere } from '../../main/journal/sale-record.ts';
import type { ShiftFigures } from '../../main/reports/shift-fold.ts';
import { effectOf } from '../../main/reports/shift-report.ts';
import { refundStandingOf, standingOf } from '../../main/reports/shift-standing.ts';
import fc from '../base/properties.ts';
import { otherZoe, PlayedJournal, refund, sale, zoe } from './played-journal.ts';

const none = { count: 0, sum: 0 };

function played(...events: readonly (JournalEvent | 'close')[]): PlayedJournal {
  const journal = new PlayedJournal();
  for (const event of events) journal.play(event);
  return journal;
}

describe('a shift without a sale', () => {
  test('comes to nothing and says which events it looked at', () => {
    const figures = played('close').soFar();
    expect(figures).toMatchObject({ fromSeq: 2, toSeq: 1, begun: none, net: 0, people: [], open: [], corrections: [] });
    expect(figures.payments).toEqual({ paid: none, cancelled: none, expired: none, failed: none });
    expect(figures.refunds).toEqual({ refunded: none, 'not-made': none });
  });
});

describe('payments', () => {
  test('are counted by how they ended, and their sums are what was charged', () => {
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

  test('charged in one shift and paid in the next are open in the first and paid in the second', () => {
    const a = sale('a', 1_250, zoe);
    const journal = played(a.charged, a.created, a.scanned, 'close', a.paid);
    expect(journal.shifts[0]).toMatchObject({
      begun: { count: 1, sum: 1_250 },
      payments: { paid: none },
      open: [{ what: 'payment', saleId: 'a', stage: 'scanned', amount: 1_250, by: zoe }],
      net: 0,
    });
    expect(journal.soFar()).toMatchObject({
      begun: none,
      payments: { paid: { count: 1, sum: 1_250 } },
      people: [{ person: zoe }],
      corrections: [],
      open: [],
      net: 1_250,
    });
  });

  test('that stay open are open in every shift until they end', () => {
    const a = sale('a', 10);
    const journal = played(a.charged, a.unknown, 'close', 'close', a.absent);
    expect(journal.shifts[1]).toMatchObject({ open: [{ saleId: 'a', stage: 'unknown' }], net: 0 });
    expect(journal.soFar()).toMatchObject({ open: [], payments: { failed: { count: 1, sum: 10 } }, net: 0 });
  });

  test('an unreadable answer leaves a payment open as unknown', () => {
    const a = sale('a', 10);
    expect(played(a.charged, a.created, a.unreadable).soFar().open).toMatchObject([{ stage: 'unknown' }]);
  });

  test('shown as cancelled and paid after all in the same shift are paid, and no correction', () => {
    const a = sale('a', 10);
    expect(played(a.charged, a.created, a.cancelled, a.paidAfterAll('cancelled')).soFar()).toMatchObject({
      payments: { paid: { count: 1, sum: 10 }, cancelled: none },
      corrections: [],
      net: 10,
    });
  });

  test('shown as cancelled in a closed shift and paid after all are a correction of the shift that learns it', () => {
    const a = sale('a', 1_000, zoe);
    const journal = played(a.charged, a.created, a.cancelled, a.dismissed, 'close', a.paidAfterAll('cancelled'));
    expect(journal.shifts[0]).toMatchObject({ payments: { cancelled: { count: 1, sum: 1_000 } }, net: 0 });
    expect(journal.soFar()).toMatchObject({
      payments: { paid: none, cancelled: none },
      corrections: [{ what: 'payment', saleId: 'a', amount: 1_000, was: 'cancelled', is: 'paid', by: zoe }],
      net: 1_000,
    });
  });

  test('paid in a closed shift and taken back are a correction that takes the money out', () => {
    const a = sale('a', 700);
    const journal = played(a.charged, a.created, a.paid, 'close', a.takenBack);
    expect(journal.soFar()).toMatchObject({ corrections: [{ was: 'paid', is: 'failed', amount: 700 }], net: -700 });
    journal.play(a.paid);
    expect(journal.soFar()).toMatchObject({ corrections: [], net: 0 });
  });

  test('given up as never created and paid after all are a correction too', () => {
    const a = sale('a', 5);
    const journal = played(a.charged, a.unknown, a.absent, 'close', a.created, a.paidAfterAll('failed'));
    expect(journal.soFar()).toMatchObject({ corrections: [{ was: 'failed', is: 'paid' }], net: 5, open: [] });
  });

  test('of other tills are shown apart, and are neither turnover nor open', () => {
    const [a, b] = [sale('a', 100), sale('b', 30)];
    expect(
      played(a.imported('paid', 'SUCCEEDED', { posId: 'TILL7' }), b.imported('waiting', 'PENDING')).soFar(),
    ).toMatchObject({
      begun: none,
      payments: { paid: none },
      apart: { payments: { count: 1, sum: 100 }, restored: none },
      open: [],
      net: 0,
    });
  });

  test('brought back for this POS after the record was lost are apart, and those still open go on as own', () => {
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

  test('are counted when they are made for certain, and take from what was taken in', () => {
    const r = refund('r', 'a', 300, otherZoe);
    const journal = played(...paid, r.asked, r.pending);
    expect(journal.soFar()).toMatchObject({
      refunds: { refunded: none },
      open: [
        { what: 'refund', refundKey: 'r', saleId: 'a', reference: 'TILL42-261122-a', stage: 'pending', amount: 300 },
      ],
      net: 1_000,
    });
    journal.play(r.refunded);
    expect(journal.soFar()).toMatchObject({ refunds: { refunded: { count: 1, sum: 300 } }, open: [], net: 700 });
  });

  test.each([
    ['failed', [refund('r', 'a', 300).pending, refund('r', 'a', 300).failed]],
    ['refused', [refund('r', 'a', 300).refused]],
    ['closed as not made', [refund('r', 'a', 300).unanswered, refund('r', 'a', 300).closedAsNotMade]],
  ] as const)('that were %s moved no money', (_how, events) => {
    const figures = played(...paid, refund('r', 'a', 300).asked, ...events).soFar();
    expect(figures).toMatchObject({
      refunds: { refunded: none, 'not-made': { count: 1, sum: 300 } },
      open: [],
      net: 1_000,
    });
  });

  test('asked in one shift and confirmed in the next belong to the next', () => {
    const r = refund('r', 'a', 300, zoe);
    const journal = played(...paid, r.asked, r.unconfirmed, 'close', r.refunded);
    expect(journal.shifts[0]).toMatchObject({ net: 1_000, open: [{ refundKey: 'r', stage: 'unconfirmed' }] });
    expect(journal.soFar()).toMatchObject({
      refunds: { refunded: { count: 1, sum: 300 } },
      corrections: [],
      net: -300,
    });
  });

  test('closed as not made in a closed shift and made after all are corrected, until they are counted as made', () => {
    const r = refund('r', 'a', 300, zoe);
    const journal = played(...paid, r.asked, r.unanswered, r.closedAsNotMade, 'close', r.listed);
    expect(journal.soFar()).toMatchObject({ corrections: [{ what: 'refund', was: 'not-made', is: 'open' }], net: 0 });
    journal.play('close').play(r.refunded);
    expect(journal.soFar()).toMatchObject({
      refunds: { refunded: { count: 1, sum: 300 } },
      corrections: [],
      net: -300,
    });
  });

  test('the same, all in one shift after the closing', () => {
    const r = refund('r', 'a', 300, zoe);
    const journal = played(...paid, r.asked, r.unanswered, r.closedAsNotMade, 'close', r.listed, r.refunded);
    expect(journal.soFar()).toMatchObject({
      corrections: [{ was: 'not-made', is: 'refunded', by: zoe }],
      net: -300,
      open: [],
    });
  });

  test('of other tills are shown apart', () => {
    expect(played(...paid, refund('r', 'a', 300).imported).soFar()).toMatchObject({
      refunds: { refunded: none },
      apart: { refunds: { count: 1, sum: 300 } },
      net: 1_000,
    });
  });

  test("this till's refund of another till's payment is this till's", () => {
    const other = sale('b', 500).imported('paid', 'SUCCEEDED', { posId: 'TILL7' });
    const r = refund('r', 'b', 500);
    expect(played(other, r.asked, r.refunded).soFar()).toMatchObject({
      refunds: { refunded: { count: 1, sum: 500 } },
      net: -500,
    });
  });
});

describe('people', () => {
  test('of one name are told apart by their id, and keep the name that they have last', () => {
    const [a, b, c] = [sale('a', 100, zoe), sale('b', 20, otherZoe), sale('c', 3, { ...zoe, name: 'Zoë de Vries' })];
    const each = [a, b, c].flatMap(({ charged, created, paid }) => [charged, created, paid]);
    expect(played(...each).soFar().people).toMatchObject([
      { person: { id: 'p-1', name: 'Zoë de Vries' }, payments: { paid: { count: 2, sum: 103 } } },
      { person: { id: 'p-2', name: 'Zoë' }, payments: { paid: { count: 1, sum: 20 } } },
    ]);
  });

  test('nobody is known of a sale that does not say who charged it', () => {
    const a = sale('a', 100);
    const [nobody] = played(a.charged, a.created, a.paid).soFar().people;
    expect(nobody?.person).toBeUndefined();
    expect(nobody?.payments.paid).toEqual({ count: 1, sum: 100 });
  });
});

test('a clock that jumps changes nothing: the order is that of the journal', () => {
  const a = sale('a', 100);
  const journal = new PlayedJournal();
  for (const [index, event] of [a.charged, a.created, 'close' as const, a.paid].entries())
    journal.play(event, 1_000_000 - index * 100_000);
  expect(journal.shifts[0]).toMatchObject({ payments: { paid: none }, open: [{ saleId: 'a' }] });
  expect(journal.soFar()).toMatchObject({ payments: { paid: { count: 1, sum: 100 } } });
});

/** What can become of a sale, as the events that tell it. */
const fates = [
  'paid',
  'cancelled',
  'late',
  'back',
  'back-again',
  'expired',
  'refused',
  'absent',
  'late-absent',
  'open',
  'unknown',
  'other',
  'restored',
  'recovered',
] as const;
const refundFates = ['made', 'failed', 'refused', 'open', 'not-made', 'after-all', 'imported'] as const;

function saleEvents(
  id: string,
  amount: number,
  fate: (typeof fates)[number],
  by: typeof zoe | undefined,
): readonly JournalEvent[] {
  const s = sale(id, amount, by);
  const start = [s.charged, s.created] as const;
  switch (fate) {
    case 'paid':
      return [...start, s.scanned, s.paid, s.dismissed];
    case 'cancelled':
      return [...start, s.cancelled, s.dismissed, s.settled];
    case 'late':
      return [...start, s.cancelled, s.dismissed, s.paidAfterAll('cancelled')];
    case 'back':
      return [...start, s.paid, s.dismissed, s.takenBack, s.settled];
    case 'back-again':
      return [...start, s.paid, s.takenBack, s.paidAfterAll('voided')];
    case 'expired':
      return [...start, s.expired];
    case 'refused':
      return [s.charged, s.refused];
    case 'absent':
      return [s.charged, s.unknown, s.cancelAsked, s.absent, s.settled];
    case 'late-absent':
      return [s.charged, s.unknown, s.absent, s.created, s.paidAfterAll('failed')];
    case 'open':
      return [...start, s.scanned, s.dismissed];
    case 'unknown':
      return [s.charged, s.unknown];
    case 'other':
      return [s.imported('waiting', 'PENDING', { posId: 'TILL7' }), s.paid];
    case 'restored':
      return [s.imported('paid', 'SUCCEEDED', { posId: 'TILL42' })];
    case 'recovered':
      return [s.imported('waiting', 'PENDING', { posId: 'TILL42', follow: true }), s.paid];
  }
}

function refundEvents(
  id: string,
  saleId: string,
  amount: number,
  fate: (typeof refundFates)[number],
): readonly JournalEvent[] {
  const r = refund(id, saleId, amount, zoe);
  switch (fate) {
    case 'made':
      return [r.asked, r.pending, r.refunded];
    case 'failed':
      return [r.asked, r.unconfirmed, r.pending, r.failed];
    case 'refused':
      return [r.asked, r.refused];
    case 'open':
      return [r.asked, r.unanswered];
    case 'not-made':
      return [r.asked, r.unanswered, r.closedAsNotMade];
    case 'after-all':
      return [r.asked, r.unanswered, r.closedAsNotMade, r.listed, r.refunded];
    case 'imported':
      return [r.imported];
  }
}

/**
 * Amounts that are powers of two: a sum then says which of them are in it. With their number it says that each is in it
 * once.
 */
const day = fc.record({
  stories: fc.array(fc.record({ fate: fc.constantFrom(...fates), by: fc.constantFrom(zoe, otherZoe, undefined) }), {
    minLength: 1,
    maxLength: 9,
  }),
  refunds: fc.array(fc.constantFrom(...refundFates), { maxLength: 6 }),
  /** Which story goes on next; a value above the stories closes the shift. */
  order: fc.array(fc.nat(19), { maxLength: 90 }),
});

function playDay({ stories, refunds, order }: typeof day extends fc.Arbitrary<infer T> ? T : never): PlayedJournal {
  const threads = stories.map(({ fate, by }, index) => [...saleEvents(`s${index}`, 2 ** index, fate, by)]);
  // A payment for the refunds to be of, in front of everything.
  const base = sale('base', 2 ** 20, zoe);
  const journal = played(base.charged, base.created, base.paid);
  for (const [index, fate] of refunds.entries())
    threads.push([...refundEvents(`r${index}`, 'base', 2 ** (index + 10), fate)]);
  for (const pick of order) {
    const event = pick >= threads.length ? 'close' : threads[pick]?.shift();
    if (event !== undefined) journal.play(event);
  }
  for (const thread of threads) for (const event of thread) journal.play(event);
  return journal.play('close');
}

const total = (shifts: readonly ShiftFigures[], of: (figures: ShiftFigures) => number) =>
  shifts.reduce((sum, figures) => sum + of(figures), 0);

/** What a shift adds to those that stand so: those it counted, and what its corrections put there and took away. */
function added({ corrections, payments, refunds }: ShiftFigures, standing: string, field: 'count' | 'sum'): number {
  const tallies: Record<string, { count: number; sum: number }> = { ...payments, ...refunds };
  const counted = tallies[standing]?.[field] ?? 0;
  return corrections.reduce((sum, { was, is, amount }) => {
    const change = Number(is === standing) - Number(was === standing);
    return sum + change * (field === 'count' ? 1 : amount);
  }, counted);
}

test('over all shifts each payment and refund is counted once, wherever the shifts were closed', () => {
  fc.assert(
    fc.property(day, (given) => {
      const journal = playDay(given);
      const own = journal.sales().filter((one) => !isElsewhere(one));
      for (const standing of ['paid', 'cancelled', 'expired', 'failed'] as const) {
        const those = own.filter(({ stage }) => standingOf(stage) === standing);
        expect(total(journal.shifts, (shift) => added(shift, standing, 'count'))).toBe(those.length);
        expect(total(journal.shifts, (shift) => added(shift, standing, 'sum'))).toBe(sumOf(those));
      }
      const made = journal.refunds().filter(({ body }) => body !== '');
      for (const standing of ['refunded', 'not-made'] as const) {
        const those = made.filter(({ stage }) => refundStandingOf(stage) === standing);
        expect(total(journal.shifts, (shift) => added(shift, standing, 'count'))).toBe(those.length);
        expect(total(journal.shifts, (shift) => added(shift, standing, 'sum'))).toBe(sumOf(those));
      }
      const paid = own.filter(({ stage }) => stage === 'paid');
      const back = made.filter(({ stage }) => stage === 'refunded');
      expect(total(journal.shifts, ({ net }) => net)).toBe(sumOf(paid) - sumOf(back));
    }),
    { numRuns: 300 },
  );
});

test('what a shift began with and charged is what it counted and left open', () => {
  fc.assert(
    fc.property(day, (given) => {
      let before: ShiftFigures['open'] = [];
      for (const shift of playDay(given).shifts) {
        const payments = (items: ShiftFigures['open']) => items.filter(({ what }) => what === 'payment');
        const { paid, cancelled, expired, failed } = shift.payments;
        const ended = paid.sum + cancelled.sum + expired.sum + failed.sum;
        expect(sumOf(payments(before)) + shift.begun.sum).toBe(ended + sumOf(payments(shift.open)));
        before = shift.open;
      }
    }),
    { numRuns: 200 },
  );
});

test('the people of a report come to its totals, and its lines to its net', () => {
  fc.assert(
    fc.property(day, (given) => {
      for (const { people, payments, refunds, corrections, net } of playDay(given).shifts) {
        const paid = people.reduce((sum, one) => sum + one.payments.paid.sum, 0);
        const back = people.reduce((sum, one) => sum + one.refunds.refunded.sum, 0);
        expect([paid, back]).toEqual([payments.paid.sum, refunds.refunded.sum]);
        expect(paid - back + corrections.reduce((sum, one) => sum + effectOf(one), 0)).toBe(net);
      }
    }),
    { numRuns: 100 },
  );
});

test('of other tills and of before a loss, each is shown apart once', () => {
  fc.assert(
    fc.property(day, (given) => {
      const journal = playDay(given);
      const there = journal.sales().filter((one) => isElsewhere(one) && one.stage === 'paid');
      const apart = total(journal.shifts, ({ apart: { payments, restored } }) => payments.sum + restored.sum);
      expect(apart).toBe(sumOf(there));
      const theirs = journal.refunds().filter(({ body }) => body === '');
      expect(total(journal.shifts, ({ apart }) => apart.refunds.sum)).toBe(sumOf(theirs));
    }),
    { numRuns: 100 },
  );
});

test('counted bit by bit, a shift comes to the same as counted at once', () => {
  fc.assert(
    fc.property(day, (given) => {
      const slowly = playDay(given);
      const replayed = new PlayedJournal();
      for (const { event } of slowly.events) {
        replayed.play(event.type === 'callback.seen' ? 'close' : event);
        replayed.soFar();
      }
      expect(replayed.shifts).toEqual(slowly.shifts);
    }),
    { numRuns: 100 },
  );
});

function sumOf(items: readonly { readonly amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0);
}
