import { describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { matchWithService, type Told, type ToldPayment } from '../../main/reports/compare-with-service.ts';
import fc from '../base/properties.ts';
import { keptReport, PlayedJournal, sale } from './played-journal.ts';

function sales(
  ...played: readonly { readonly events: readonly Parameters<PlayedJournal['play']>[0][]; readonly at?: number }[]
) {
  const journal = new PlayedJournal();
  for (const { events, at } of played) for (const event of events) journal.play(event, at);
  return journal.sales();
}

const a = sale('a', 1_250);
const paid = { events: [a.charged, a.created, a.paid], at: 1_000 };
const told = (change: Partial<ToldPayment> = {}): ToldPayment => ({
  paymentId: 'pay-a',
  amount: 1_250,
  status: 'SUCCEEDED',
  reference: 'TILL42-261122-a',
  ...change,
});

function match(
  records: readonly SaleRecord[],
  payments: readonly ToldPayment[],
  more: Partial<Told> & { known?: readonly string[]; pattern?: string } = {},
) {
  return matchWithService(
    { at: 5_000, payments, absent: new Set(), ...more },
    {
      posId: 'TILL42',
      referencePattern: more.pattern,
      sales: records,
      isKnown: ({ paymentId }) => more.known?.includes(paymentId) ?? false,
    },
  );
}

test('what is the same on both sides is matched, and the sums agree', () => {
  expect(match(sales(paid), [told()])).toMatchObject({
    matched: 1,
    here: { count: 1, sum: 1_250 },
    there: { count: 1, sum: 1_250 },
    differences: [],
    others: 0,
    later: 0,
  });
});

test('another amount is a difference, with both amounts', () => {
  const { differences, here, there } = match(sales(paid), [told({ amount: 1_200 })]);
  expect(differences).toMatchObject([
    { kind: 'amount', saleId: 'a', here: { amount: 1_250 }, there: { amount: 1_200 } },
  ]);
  expect(there.sum - here.sum).toBe(-50);
  // Whatever else differs: the money comes first.
  expect(match(sales(paid), [told({ amount: 1_200, status: 'CANCELLED' })]).differences[0]?.kind).toBe('amount');
});

test.each([
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
  ['FAILED', 'failed'],
  ['AUTHORIZATION_FAILED', 'failed'],
  ['VOIDED', 'failed'],
  ['PENDING', 'open'],
  ['A_NEW_STATUS', 'open'],
])('a payment that is paid here and %s there is a difference', (status, standing) => {
  expect(match(sales(paid), [told({ status })]).differences).toMatchObject([
    { kind: 'status', here: { standing: 'paid' }, there: { status, standing } },
  ]);
});

test.each([5_000, 6_000])(
  'a payment that came to its end here at %i, after the service was asked, is not compared',
  (at) => {
    const after = { events: [a.charged, a.created, a.paid], at };
    expect(match(sales(after), [told({ status: 'PENDING' })])).toMatchObject({
      later: 1,
      differences: [],
      others: 0,
      matched: 0,
      here: { sum: 0 },
    });
    expect(match(sales(after), [])).toMatchObject({ later: 1, differences: [] });
    // An end is no older answer.
    expect(match(sales(after), [told({ status: 'CANCELLED' })])).toMatchObject({
      later: 0,
      differences: [{ kind: 'status' }],
    });
  },
);

test('a payment that the service does not know is a difference, once it was asked about it', () => {
  // Also one that the till's clock, set back since, has after the question.
  for (const at of [1_000, 6_000])
    expect(match(sales({ ...paid, at }), [], { absent: new Set(['pay-a']) }).differences).toMatchObject([
      { kind: 'missing-there', saleId: 'a' },
    ]);
  expect(match(sales(paid), [], { absent: new Set(['pay-b']) }).differences).toMatchObject([{ kind: 'not-told' }]);
});

test('a sale whose creation nobody answered is found by its own reference', () => {
  const unknown = { events: [a.charged, a.unknown], at: 1_000 };
  expect(match(sales(unknown), [])).toMatchObject({ matched: 1, differences: [] });
  expect(match(sales(unknown), [told()]).differences).toMatchObject([{ kind: 'status', here: { standing: 'open' } }]);
  const typed = { events: [{ ...a.charged, sequence: undefined } as typeof a.charged, a.unknown], at: 1_000 };
  expect(match(sales(typed), [told()])).toMatchObject({ matched: 1, differences: [{ kind: 'unclear-here' }] });
});

test('a payment stands for one sale, though a creation that nobody answered has the same reference', () => {
  const b = sale('b', 1_250);
  const typed = { ...b.charged, reference: 'TILL42-261122-a' } as typeof b.charged;
  const records = sales(paid, { events: [typed, b.unknown], at: 1_000 });
  expect(match(records, [told()])).toMatchObject({ matched: 2, differences: [], there: { count: 1 } });
});

describe('a payment that the record does not have', () => {
  const kindOf = (change: Partial<ToldPayment>) => {
    const { differences, there } = match([], [told({ paymentId: 'p', ...change })]);
    // Only what is this till's for certain counts as paid there.
    expect(there.count).toBe(differences[0]?.kind === 'missing-here' ? 1 : 0);
    return differences[0]?.kind;
  };

  test.each([
    ["is this till's by the POS that the service names", { posId: 'TILL42', reference: 'Order 7' }, 'missing-here'],
    ["is this till's by the form of its reference", { reference: 'TILL42-261122-00010001' }, 'missing-here'],
    ['is nobody’s that can be told, and paid', { reference: 'Order 7' }, 'unclear-here'],
    ['has no reference at all, and is paid', { reference: undefined }, 'unclear-here'],
  ] as const)('%s', (_what, change, kind) => {
    expect(kindOf(change)).toBe(kind);
  });

  test.each([
    ['is of the POS that the service names', { posId: 'TILL7', reference: 'TILL42-261122-00010001' }],
    ['has a reference in the form of another till', { reference: 'TILL7-261122-00010001' }],
    ['may be anybody’s, and nobody paid it', { reference: 'Order 7', status: 'EXPIRED' }],
  ] as const)('%s: it is left out', (_what, change) => {
    const { differences, others } = match([], [told({ paymentId: 'p', ...change })]);
    expect([differences, others]).toEqual([[], 1]);
  });

  test.each([
    ['its own form, without the POS', '{sequence}-{yyMMdd}', '12340001-261122', 'unclear-here'],
    ['its own form, with a word before it', 'KASSA-{yyMMdd}-{sequence}', 'KASSA-261122-12340001', 'unclear-here'],
    ['its own form, with the POS', 'W-{posId}-{yyMMdd}-{sequence}', 'W-TILL42-261122-12340001', 'missing-here'],
    ['the form of before', 'KASSA-{yyMMdd}-{sequence}', 'TILL42-261122-12340001', 'missing-here'],
    ['the form of before with another word', 'KASSA-{yyMMdd}-{sequence}', 'OLD-261122-12340001', 'unclear-here'],
  ] as const)('is not told as another till’s where a manager set a pattern: %s', (_what, pattern, reference, kind) => {
    const { differences } = match([], [told({ reference })], { pattern });
    expect(differences[0]?.kind).toBe(kind);
  });

  test('is in another shift of the journal: it is left out', () => {
    expect(match([], [told()], { known: ['pay-a'] })).toMatchObject({ differences: [], others: 1, there: { sum: 0 } });
  });
});

test('the differences come to what the two sides differ by, to the cent', () => {
  const drawn = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      here: fc.constantFrom('paid' as const, 'cancelled' as const, 'open' as const, 'absent' as const),
      there: fc.constantFrom('SUCCEEDED', 'CANCELLED', 'PENDING', 'absent', 'unasked'),
      off: fc.constantFrom(0, 0, 0, 1, 99),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(drawn, (lines) => {
      const journal = new PlayedJournal();
      const payments: ToldPayment[] = [];
      const absent = new Set<string>();
      for (const [index, { amount, here, there, off }] of lines.entries()) {
        const one = sale(`s${index}`, amount);
        const paymentId = `pay-s${index}`;
        if (here !== 'absent') for (const event of [one.charged, one.created]) journal.play(event, 1_000);
        if (here === 'paid' || here === 'cancelled') journal.play(one[here], 1_000);
        if (there === 'absent') absent.add(paymentId);
        else if (there !== 'unasked')
          payments.push({
            paymentId,
            amount: amount + off,
            status: there,
            reference: `TILL42-261122-000100${String(index).padStart(2, '0')}`,
          });
      }
      const { here, there, differences, matched } = match(journal.sales(), payments, { absent });
      const paidOf = (side: { amount: number; standing: string } | undefined) =>
        side?.standing === 'paid' ? side.amount : 0;
      const apart = differences.reduce((sum, one) => sum + paidOf(one.there) - paidOf(one.here), 0);
      expect(there.sum - here.sum).toBe(apart);
      expect(matched + differences.filter(({ saleId }) => saleId !== undefined).length).toBe(journal.sales().length);
    }),
    { numRuns: 300 },
  );
});

test('a report that names a payment without a reference can be read again', () => {
  const counted = match([], [told({ reference: undefined })]);
  expect(counted.differences).toMatchObject([{ kind: 'unclear-here', reference: '' }]);
  const { written, read } = keptReport(new PlayedJournal().soFar(), counted);
  expect(read).toEqual(written);
});
