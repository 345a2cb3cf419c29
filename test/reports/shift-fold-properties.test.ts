import { expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { isElsewhere } from '../../main/domain/sale-record.ts';
import { refundStandingOf, standingOf } from '../../main/reports/counted-as.ts';
import type { ShiftFigures } from '../../main/reports/shift-fold.ts';
import { effectOf } from '../../main/reports/shift-report.ts';
import fc from '../base/properties.ts';
import { keptReport, otherZoe, PlayedJournal, played, refund, sale, zoe } from './played-journal.ts';

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
      return [...start, s.paid, s.dismissed, s.takenBack];
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
      return [r.imported, r.refunded];
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

test('the report of any shift can be read again as it was written', () => {
  fc.assert(
    fc.property(day, (given) => {
      for (const figures of playDay(given).shifts) {
        const { written, read } = keptReport(figures);
        expect(read).toEqual(written);
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
