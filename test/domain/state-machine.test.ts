import { describe, expect, test } from 'vitest';
import type { JournalSaleEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import { type PaymentId, paymentStatuses } from '../../main/domain/payment-service.ts';
import { isEnd, type SaleRecord } from '../../main/domain/sale-record.ts';
import { next, type SaleEvent } from '../../main/domain/state-machine.ts';
import fc from '../base/properties.ts';
import { AT, called, created, fresh, moment, payment, play, problem, read } from '../sale/sale-states.ts';

/** Rows: known status. Columns: next status read. Cells: resulting stage; `!` means an alarm. */
const columns = [
  'PENDING',
  'IDENTIFIED',
  'AUTHORIZED',
  'SUCCEEDED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'VOIDED',
] as const;
const table: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['waiting', 'scanned', 'authorised', 'paid', 'cancelled', 'expired', 'failed', 'voided'],
  IDENTIFIED: ['scanned', 'scanned', 'authorised', 'paid', 'cancelled', 'expired', 'failed', 'voided'],
  AUTHORIZED: ['authorised', 'authorised', 'authorised', 'paid', 'cancelled', 'expired', 'failed', 'voided'],
  SUCCEEDED: ['paid', 'paid', 'paid', 'paid', 'cancelled!', 'expired!', 'failed!', 'voided!'],
  CANCELLED: ['cancelled', 'cancelled', 'cancelled', 'paid!', 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
  EXPIRED: ['expired', 'expired', 'expired', 'paid!', 'expired', 'expired', 'expired', 'expired'],
  FAILED: ['failed', 'failed', 'failed', 'paid!', 'failed', 'failed', 'failed', 'failed'],
  VOIDED: ['voided', 'voided', 'voided', 'paid!', 'voided', 'voided', 'voided', 'voided'],
};

describe('from each status a read leads on, never back', () => {
  for (const [from, cells] of Object.entries(table))
    test.each(columns.map((to, index) => [to, cells[index]]))(`${from}, then %s: %s`, (to, cell) => {
      const { sale } = play(fresh(), created, read(from), read(String(to)));
      expect(sale.stage + (sale.alarm === undefined ? '' : '!')).toBe(cell);
    });
});

test('a payment paid again after a reversal is watched', () => {
  expect(play(fresh(), created, read('SUCCEEDED')).sale.settled).toBe(true);
  const again = play(fresh(), created, read('SUCCEEDED'), read('VOIDED'), read('SUCCEEDED'));
  expect(again.sale).toMatchObject({ stage: 'paid', settled: false, alarm: { shownAs: 'voided' } });
});

describe('results after the end', () => {
  test.each([
    ['a cancel that was accepted', { type: 'cancel-accepted' }],
    ['a cancel that was refused', { type: 'cancel-refused', problem }],
    ['a cancel of unknown outcome', { type: 'cancel-unknown' }],
    ['an acknowledgement', { type: 'acknowledged' }],
    ['an acknowledgement that was refused', { type: 'acknowledge-refused', problem }],
  ] as const)('%s changes nothing of a payment read as paid', (_name, event) => {
    const paid = play(
      fresh(),
      created,
      { type: 'cancel-asked' },
      read('PENDING_MERCHANT_ACKNOWLEDGEMENT'),
      read('SUCCEEDED'),
    ).sale;
    const { sale } = next(paid, event, moment);
    expect(sale).toMatchObject({ stage: 'paid', settled: true, cancelDue: 'no', acknowledge: 'no' });
    expect(sale.alarm).toBeUndefined();
  });
});

describe('a sale left before its end', () => {
  const left = (...events: readonly SaleEvent[]) => play(fresh(), created, { type: 'dismissed' }, ...events).sale;

  test.each(['CANCELLED', 'EXPIRED', 'FAILED', 'VOIDED'])('raises no alarm when ended as %s', (status) => {
    expect(left(read(status)).alarm).toBeUndefined();
  });
});

test('any events lead to a stage equal to the folded journal', () => {
  const events: readonly SaleEvent[] = [
    created,
    { type: 'created', payment: payment('SUCCEEDED'), via: 'search' },
    { type: 'creation-unknown', problem },
    { type: 'creation-refused', problem },
    { type: 'creation-absent' },
    ...paymentStatuses.flatMap((status) => [read(status), called(status)]),
    read('SOMETHING_NEW'),
    read('SUCCEEDED', { amount: 1 }),
    read('SUCCEEDED', { paymentId: 'X'.padStart(24, '0') as PaymentId }),
    { type: 'unreadable', problem },
    { type: 'cancel-asked' },
    { type: 'cancel-accepted' },
    { type: 'cancel-refused', problem },
    { type: 'cancel-unknown' },
    { type: 'acknowledged' },
    { type: 'acknowledge-refused', problem },
    { type: 'superseded', by: 'sale-2' },
    { type: 'alarm-acknowledged' },
    { type: 'dismissed' },
    { type: 'settled' },
  ];
  const story = fc.array(fc.constantFrom(...events), { maxLength: 12 });
  fc.assert(
    fc.property(story, (happened) => {
      let sale: SaleRecord = fresh();
      for (const event of happened) {
        const step = next(sale, event, moment);
        const folded = step.effects.reduce<SaleRecord>(
          (before, effect) =>
            effect.kind === 'journal'
              ? foldSale(before, effect.event as JournalSaleEvent, { ...sale, at: AT })
              : before,
          sale,
        );
        expect(folded).toEqual(step.sale);
        holds(sale, step.sale);
        sale = step.sale;
      }
    }),
    { numRuns: 3_000 },
  );
});

/** Asserts the invariants of every step. */
function holds(before: SaleRecord, now: SaleRecord): void {
  // Final is final: an end changes only into "paid", or back, and never without an alarm.
  if (isEnd(before.stage) && now.stage !== before.stage) {
    expect(now.alarm).toMatchObject({ shownAs: before.stage, acknowledged: false });
    expect([before.stage, now.stage]).toContain('paid');
  }
  if (now.stage === 'paid') expect(now.status).toBe('SUCCEEDED');
  // The payment id never changes, and the progress never shrinks.
  if (before.paymentId !== undefined) expect(now.paymentId).toBe(before.paymentId);
  expect(now.progress).toBeGreaterThanOrEqual(before.progress);
  // An alarm only goes away when acknowledged.
  if (before.alarm !== undefined) expect(now.alarm).toBeDefined();
  // A settled sale has nothing left to do.
  if (now.settled && isEnd(now.stage)) expect(now.acknowledge).not.toBe('due');
}

test('the order of callbacks does not change a paid end', () => {
  const statuses = fc.shuffledSubarray(['PENDING', 'IDENTIFIED', 'AUTHORIZED', 'SUCCEEDED'], { minLength: 1 });
  fc.assert(
    fc.property(statuses, (order) => {
      const { sale } = play(fresh(), created, ...order.map((status) => called(status)));
      expect(sale.stage === 'paid').toBe(order.includes('SUCCEEDED'));
    }),
  );
});
