import { describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import {
  matchWithService,
  type ReceivedPayment,
  type ServiceResponse,
} from '../../main/reports/compare-with-service.ts';
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
const payment = (change: Partial<ReceivedPayment> = {}): ReceivedPayment => ({
  paymentId: 'pay-a',
  amount: 1_250,
  status: 'SUCCEEDED',
  reference: 'TILL42-261122-a',
  ...change,
});

function match(
  records: readonly SaleRecord[],
  payments: readonly ReceivedPayment[],
  more: Partial<ServiceResponse> & { known?: readonly string[]; pattern?: string } = {},
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

test('equal payments match, and the sums agree', () => {
  expect(match(sales(paid), [payment()])).toMatchObject({
    matched: 1,
    here: { count: 1, sum: 1_250 },
    there: { count: 1, sum: 1_250 },
    differences: [],
    others: 0,
    later: 0,
  });
});

test('a different amount is a difference with both amounts', () => {
  const { differences, here, there } = match(sales(paid), [payment({ amount: 1_200 })]);
  expect(differences).toMatchObject([
    { kind: 'amount', saleId: 'a', here: { amount: 1_250 }, there: { amount: 1_200 } },
  ]);
  expect(there.sum - here.sum).toBe(-50);
  // The amount takes precedence over other differences.
  expect(match(sales(paid), [payment({ amount: 1_200, status: 'CANCELLED' })]).differences[0]?.kind).toBe('amount');
});

test.each([
  ['CANCELLED', 'cancelled'],
  ['EXPIRED', 'expired'],
  ['FAILED', 'failed'],
  ['AUTHORIZATION_FAILED', 'failed'],
  ['VOIDED', 'failed'],
  ['PENDING', 'open'],
  ['A_NEW_STATUS', 'open'],
])('a payment paid here and %s there is a difference', (status, standing) => {
  expect(match(sales(paid), [payment({ status })]).differences).toMatchObject([
    { kind: 'status', here: { standing: 'paid' }, there: { status, standing } },
  ]);
});

test.each([5_000, 6_000])('a payment ended here at %i, after the request, is skipped', (at) => {
  const after = { events: [a.charged, a.created, a.paid], at };
  expect(match(sales(after), [payment({ status: 'PENDING' })])).toMatchObject({
    later: 1,
    differences: [],
    others: 0,
    matched: 0,
    here: { sum: 0 },
  });
  expect(match(sales(after), [])).toMatchObject({ later: 1, differences: [] });
  // An end cannot be an outdated answer.
  expect(match(sales(after), [payment({ status: 'CANCELLED' })])).toMatchObject({
    later: 0,
    differences: [{ kind: 'status' }],
  });
});

test('a payment unknown to the service is a difference', () => {
  // Also a payment dated after the request, by a clock set back since.
  for (const at of [1_000, 6_000])
    expect(match(sales({ ...paid, at }), [], { absent: new Set(['pay-a']) }).differences).toMatchObject([
      { kind: 'missing-there', saleId: 'a' },
    ]);
  expect(match(sales(paid), [], { absent: new Set(['pay-b']) }).differences).toMatchObject([{ kind: 'not-told' }]);
});

test('an unanswered sale is found by its own reference', () => {
  const unknown = { events: [a.charged, a.unknown], at: 1_000 };
  expect(match(sales(unknown), [])).toMatchObject({ matched: 1, differences: [] });
  expect(match(sales(unknown), [payment()]).differences).toMatchObject([
    { kind: 'status', here: { standing: 'open' } },
  ]);
  const typed = { events: [{ ...a.charged, sequence: undefined } as typeof a.charged, a.unknown], at: 1_000 };
  expect(match(sales(typed), [payment()])).toMatchObject({ matched: 1, differences: [{ kind: 'unclear-here' }] });
});

test('a payment matches a single sale despite an equal reference', () => {
  const b = sale('b', 1_250);
  const typed = { ...b.charged, reference: 'TILL42-261122-a' } as typeof b.charged;
  const records = sales(paid, { events: [typed, b.unknown], at: 1_000 });
  expect(match(records, [payment()])).toMatchObject({ matched: 2, differences: [], there: { count: 1 } });
});

describe('a payment missing in the journal', () => {
  const kindOf = (change: Partial<ReceivedPayment>) => {
    const { differences, there } = match([], [payment({ paymentId: 'p', ...change })]);
    // Only a payment certainly of this till counts as paid there.
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
  ] as const)('%s, and is left out', (_what, change) => {
    const { differences, others } = match([], [payment({ paymentId: 'p', ...change })]);
    expect([differences, others]).toEqual([[], 1]);
  });

  test.each([
    ['its own form, without the POS', '{sequence}-{yyMMdd}', '12340001-261122', 'unclear-here'],
    ['its own form, with a word before it', 'KASSA-{yyMMdd}-{sequence}', 'KASSA-261122-12340001', 'unclear-here'],
    ['its own form, with the POS', 'W-{posId}-{yyMMdd}-{sequence}', 'W-TILL42-261122-12340001', 'missing-here'],
    ['the form of before', 'KASSA-{yyMMdd}-{sequence}', 'TILL42-261122-12340001', 'missing-here'],
    ['the form of before with another word', 'KASSA-{yyMMdd}-{sequence}', 'OLD-261122-12340001', 'unclear-here'],
  ] as const)('is unclear or own with a custom pattern: %s', (_what, pattern, reference, kind) => {
    const { differences } = match([], [payment({ reference })], { pattern });
    expect(differences[0]?.kind).toBe(kind);
  });

  test('is left out if in a different shift', () => {
    expect(match([], [payment()], { known: ['pay-a'] })).toMatchObject({
      differences: [],
      others: 1,
      there: { sum: 0 },
    });
  });
});

test('the differences add up to the difference of both sides', () => {
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
      const payments: ReceivedPayment[] = [];
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

test('a report of a payment without reference can be read', () => {
  const counted = match([], [payment({ reference: undefined })]);
  expect(counted.differences).toMatchObject([{ kind: 'unclear-here', reference: '' }]);
  const { written, read } = keptReport(new PlayedJournal().soFar(), counted);
  expect(read).toEqual(written);
});
