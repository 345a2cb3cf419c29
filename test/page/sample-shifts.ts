import type { ClosedShiftView, ShiftLine, ShiftReportView } from '../../preload/contract/shifts.ts';
import { AT, SALE_ID } from './sample-snapshots.ts';

const HOUR = 3_600_000;
const tally = (count: number, sum: number) => ({ count, sum });
const none = tally(0, 0);
const payments = (change: Partial<ShiftReportView['payments']> = {}) => ({
  ...{ paid: none, cancelled: none, expired: none, failed: none },
  ...change,
});
const refunds = (refunded = none) => ({ refunded, 'not-made': none });
const item = (reference: string, amount: number) => ({ saleId: SALE_ID, reference, amount });
const zoe = { role: 'cashier', id: 'p-1', name: 'Zoë' } as const;
const otherZoe = { role: 'cashier', id: 'p-2', name: 'Zoë' } as const;
const ada = { role: 'manager', id: 'p-9', name: 'Ada' } as const;

export function report(change: Partial<ShiftReportView> = {}): ShiftReportView {
  return {
    version: 1,
    number: 42,
    environment: 'PROD',
    shopName: 'Bakkerij Zoë',
    shopId: 'SHOP7',
    posId: 'TILL42',
    terminalId: 'till-1',
    fromSeq: 812,
    toSeq: 1_204,
    from: AT - 5 * HOUR,
    to: AT,
    begun: tally(46, 47_890),
    payments: payments({ paid: tally(37, 41_280), cancelled: tally(5, 4_360), expired: tally(1, 420) }),
    refunds: refunds(tally(2, 1_420)),
    corrections: [],
    net: 39_860,
    people: [
      { person: zoe, payments: payments({ paid: tally(30, 33_000), cancelled: tally(5, 4_360) }), refunds: refunds() },
      {
        person: ada,
        payments: payments({ paid: tally(7, 8_280), expired: tally(1, 420) }),
        refunds: refunds(tally(2, 1_420)),
      },
    ],
    open: [{ ...item('TILL42-261120-00010042', 1_250), what: 'payment', by: zoe, stage: 'unknown', since: AT - HOUR }],
    apart: { payments: none, refunds: none, restored: none, restoredRefunds: none },
    replaced: false,
    counted: {
      state: 'counted',
      at: AT,
      matched: 43,
      later: 0,
      here: tally(37, 41_280),
      there: tally(37, 41_280),
      differences: [],
      others: 0,
    },
    ...change,
  };
}

/** A report with every possible section. */
export const fullReport = report({
  corrections: [
    { ...item('TILL42-261119-00010012', 2_000), what: 'payment', by: zoe, was: 'cancelled', is: 'paid' },
    {
      ...item('TILL42-261119-00010003', 500),
      what: 'refund',
      refundKey: 'r',
      by: otherZoe,
      was: 'not-made',
      is: 'refunded',
    },
  ],
  net: 41_360,
  people: [
    ...report().people,
    { person: otherZoe, payments: payments({ failed: tally(1, 99_999) }), refunds: refunds() },
    { payments: payments({ failed: tally(1, 1) }), refunds: refunds() },
  ],
  open: [
    ...report().open,
    { ...item('TILL42-261120-00010017', 300), what: 'refund', refundKey: 's', stage: 'unconfirmed', since: AT },
  ],
  apart: { payments: tally(1, 700), refunds: tally(1, 200), restored: tally(3, 4_100), restoredRefunds: none },
  replaced: true,
  counted: {
    state: 'counted',
    at: AT,
    matched: 41,
    later: 1,
    here: tally(37, 41_280),
    there: tally(38, 41_180),
    others: 12,
    differences: [
      {
        kind: 'missing-here',
        reference: 'TILL42-261120-99990001',
        paymentId: '65f1c0ffee65f1c0ffee65f1',
        there: { amount: 1_150, status: 'SUCCEEDED', standing: 'paid' },
      },
      {
        kind: 'missing-there',
        reference: 'TILL42-261120-00010009',
        saleId: SALE_ID,
        paymentId: '65f1c0ffee65f1c0ffee65f2',
        here: { amount: 1_250, standing: 'paid' },
      },
      {
        kind: 'status',
        reference: 'TILL42-261120-00010011',
        saleId: SALE_ID,
        paymentId: '65f1c0ffee65f1c0ffee65f3',
        here: { amount: 900, standing: 'cancelled' },
        there: { amount: 900, status: 'SUCCEEDED', standing: 'paid' },
      },
    ],
  },
});

export const closedShift = (change: Partial<ShiftReportView> = {}): ClosedShiftView => {
  const made = report(change);
  return { number: made.number, from: made.from, to: made.to, by: ada, report: made };
};

const line = (number: number, change: Partial<ShiftLine> = {}): ShiftLine => ({
  number,
  from: AT - (43 - number) * 24 * HOUR,
  to: AT - (43 - number) * 24 * HOUR + 9 * HOUR,
  by: ada,
  paid: tally(37, 41_280),
  net: 39_860 + number,
  compared: 'agrees',
  ...change,
});

export const shiftAnswers = (now: ShiftReportView = report()) => ({
  'shift.so-far': now,
  'shift.compare': now,
  'shift.comparing': { progress: { done: 100, of: 240 } },
  'shift.close': closedShift({ number: now.number }),
  'shift.list': {
    rows: [
      line(41),
      line(40, { compared: 'differs' }),
      line(39, { compared: 'not-counted' }),
      line(38, { net: null, paid: null, compared: null }),
    ],
    more: true,
  },
  'shift.open': closedShift({ number: 41 }),
});
