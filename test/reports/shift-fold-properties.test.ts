import { expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import fc from '../base/properties.ts';
import { itemsOf, shiftFigures, shownFigures } from '../simulation/model/journal-books.ts';
import { keptReport, otherZoe, type Played, PlayedJournal, played, refund, sale, zoe } from './played-journal.ts';

/** The possible fates of a sale, each a list of events. */
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

/** Amounts are powers of two, so a sum identifies its amounts; the count proves each amount included once. */
const day = fc.record({
  stories: fc.array(fc.record({ fate: fc.constantFrom(...fates), by: fc.constantFrom(zoe, otherZoe, undefined) }), {
    minLength: 1,
    maxLength: 9,
  }),
  refunds: fc.array(fc.constantFrom(...refundFates), { maxLength: 6 }),
  /** Index of the story to continue; a value above the stories closes the shift. */
  order: fc.array(fc.nat(19), { maxLength: 90 }),
});

function playDay({ stories, refunds, order }: typeof day extends fc.Arbitrary<infer T> ? T : never): PlayedJournal {
  const threads = stories.map(({ fate, by }, index) => [...saleEvents(`s${index}`, 2 ** index, fate, by)]);
  // The payment of all refunds, first in the journal.
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

/** Each way to close no, one or two shifts between the events. */
function* withCloses(events: readonly JournalEvent[]): Generator<readonly Played[]> {
  for (let first = 0; first <= events.length; first += 1)
    for (let second = first; second <= events.length; second += 1)
      yield [...events.slice(0, first), 'close', ...events.slice(first, second), 'close', ...events.slice(second)];
  yield events;
}

const base = sale('base', 2 ** 20, zoe);
test.each([
  ...fates.map((fate) => [`payment ${fate}`, saleEvents('s', 8, fate, otherZoe)] as const),
  ...refundFates.map((fate) => [`refund ${fate}`, refundEvents('r', 'base', 8, fate)] as const),
  ['payment paid again', [...saleEvents('s', 8, 'back-again', zoe), sale('s', 8).cancelled, sale('s', 8).paid]],
  ['refund failed after all', [...refundEvents('r', 'base', 8, 'after-all'), refund('r', 'base', 8).failed]],
  ['refund of another till, failed', [...refundEvents('r', 'base', 8, 'imported'), refund('r', 'base', 8).failed]],
] as const)('a %s has the figures of the model in each shift', (_fate, events) => {
  for (const closed of withCloses([base.charged, base.created, base.paid, ...events])) {
    const journal = new PlayedJournal();
    // The clock runs backwards: the order of the journal counts.
    for (const [index, event] of closed.entries()) {
      journal.play(event, 1_000_000 - index);
      const figures = event === 'close' ? journal.shifts.at(-1) : journal.soFar();
      expect(figures && shownFigures(figures)).toEqual(figures && shiftFigures(itemsOf(journal.events), figures));
    }
  }
});

test('each shift has the figures of the model', () => {
  fc.assert(
    fc.property(day, (given) => {
      const { events, shifts } = playDay(given);
      const items = itemsOf(events);
      for (const shift of shifts) expect(shownFigures(shift)).toEqual(shiftFigures(items, shift));
    }),
    { numRuns: 300 },
  );
});

test('every shift report can be read back unchanged', () => {
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

test('counting step by step equals counting at once', () => {
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
