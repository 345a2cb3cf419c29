import { describe, expect, test } from 'vitest';
import { ShiftFold } from '../../main/reports/shift-fold.ts';
import { keptReport, otherZoe, PlayedJournal, played, refund, sale, zoe } from './played-journal.ts';

/** The sums of each fate are those of the model (`shift-fold-properties.test.ts`): here is what else is shown. */

const none = { count: 0, sum: 0 };

test('a shift without a sale has zero figures', () => {
  const figures = played('close').soFar();
  expect(figures).toMatchObject({ fromSeq: 2, toSeq: 1, begun: none, net: 0, people: [], open: [], corrections: [] });
  expect(figures.payments).toEqual({ paid: none, cancelled: none, expired: none, failed: none });
  expect(figures.refunds).toEqual({ refunded: none, 'not-made': none });
});

test('an open payment shows its sale, in each shift', () => {
  const a = sale('a', 1_250, zoe);
  const journal = new PlayedJournal().play(a.charged, 7);
  for (const event of [a.created, a.scanned, 'close', 'close'] as const) journal.play(event);
  const open = [{ what: 'payment', saleId: 'a', stage: 'scanned', amount: 1_250, by: zoe, since: 7 }];
  expect(journal.shifts).toMatchObject([{ open }, { open }]);
  journal.play(a.unreadable);
  expect(journal.soFar().open).toMatchObject([{ stage: 'unknown' }]);
});

test('an open refund shows its payment, and its stage', () => {
  const [a, r] = [sale('a', 1_000, zoe), refund('r', 'a', 300, otherZoe)];
  const journal = played(a.charged, a.created, a.paid, r.asked, r.pending);
  const facts = {
    what: 'refund',
    refundKey: 'r',
    saleId: 'a',
    reference: 'TILL42-261122-a',
    amount: 300,
    by: otherZoe,
  };
  expect(journal.soFar().open).toMatchObject([{ ...facts, stage: 'pending' }]);
  journal.play(r.unconfirmed);
  expect(journal.soFar().open).toMatchObject([{ stage: 'unconfirmed' }]);
});

test('a corrected payment shows its sale', () => {
  const a = sale('a', 1_000, zoe);
  const journal = played(a.charged, a.created, a.cancelled, a.dismissed, 'close', a.paidAfterAll('cancelled'));
  const facts = { what: 'payment', saleId: 'a', reference: 'TILL42-261122-a', amount: 1_000, by: zoe };
  expect(journal.soFar().corrections).toEqual([{ ...facts, was: 'cancelled', is: 'paid' }]);
});

test('a payment reversed and paid again is not corrected', () => {
  const a = sale('a', 700);
  const journal = played(a.charged, a.created, a.paid, 'close', a.takenBack);
  expect(journal.soFar()).toMatchObject({ corrections: [{ was: 'paid', is: 'failed', amount: 700 }], net: -700 });
  journal.play(a.paid);
  expect(journal.soFar()).toMatchObject({ corrections: [], net: 0 });
});

test('a refund found open after its shift can be read back', () => {
  const [a, r] = [sale('a', 1_000, zoe), refund('r', 'a', 300, zoe)];
  const journal = played(a.charged, a.created, a.paid, r.asked, r.unanswered, r.closedAsNotMade, 'close', r.listed);
  const facts = { what: 'refund', saleId: 'a', refundKey: 'r', reference: 'TILL42-261122-a', amount: 300, by: zoe };
  expect(journal.soFar().corrections).toEqual([{ ...facts, was: 'not-made', is: 'open' }]);
  const { written, read } = keptReport(journal.soFar());
  expect(read).toEqual(written);
});

test("a refund of another till's payment counts for this till", () => {
  const r = refund('r', 'b', 500);
  const journal = played(sale('b', 500).imported('paid', 'SUCCEEDED', { posId: 'TILL7' }), r.asked, r.refunded);
  expect(journal.soFar()).toMatchObject({ refunds: { refunded: { count: 1, sum: 500 } }, net: -500 });
});

test('a journal that replaces another is named in its shift', () => {
  const begun = { type: 'journal.begun', journalId: 'j', salt: 1, replaces: 'aside' } as const;
  const journal = played(begun, 'close');
  expect([journal.shifts[0]?.replaced, journal.soFar().replaced]).toEqual([true, false]);
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
    const person = { id: 'p-1', name: 'Zoë de Vries' };
    expect(journal.soFar().people).toMatchObject([{ person, refunds: { refunded: { count: 1, sum: 20 } } }]);
  });

  test('without an id are separated by role', () => {
    const roles = ['manager', 'till', undefined] as const;
    const sales = roles.map((role, index) => sale(`s${index}`, 100 + index, role && { role }));
    const { people } = played(...sales.flatMap(({ charged, created, paid }) => [charged, created, paid])).soFar();
    expect(people.map(({ person, payments }) => [person?.role, payments.paid.sum])).toEqual([
      ['manager', 100],
      ['till', 101],
      [undefined, 102],
    ]);
  });
});

test('earlier figures do not change while the shift continues', () => {
  const [a, b] = [sale('a', 100, zoe), sale('b', 20, zoe)];
  const journal = played(a.charged, a.created, a.paid);
  const before = journal.soFar();
  const kept = structuredClone(before);
  for (const event of [b.charged, b.created, b.paid, sale('c', 7).imported('paid', 'SUCCEEDED')]) journal.play(event);
  expect(journal.soFar()).not.toEqual(before);
  expect(before).toEqual(kept);
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
