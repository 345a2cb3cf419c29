import type { ClosedShiftView, ShiftLine, ShiftReportView } from '../../preload/contract/shifts.ts';
import { AT, SALE_ID } from './sample-snapshots.ts';

const HOUR = 3_600_000;
const none = { count: 0, sum: 0 };
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
    begun: { count: 46, sum: 47_890 },
    payments: {
      paid: { count: 37, sum: 41_280 },
      cancelled: { count: 5, sum: 4_360 },
      expired: { count: 1, sum: 420 },
      failed: none,
    },
    refunds: { refunded: { count: 2, sum: 1_420 }, 'not-made': none },
    corrections: [],
    net: 39_860,
    people: [
      {
        person: zoe,
        payments: {
          paid: { count: 30, sum: 33_000 },
          cancelled: { count: 5, sum: 4_360 },
          expired: none,
          failed: none,
        },
        refunds: { refunded: none, 'not-made': none },
      },
      {
        person: ada,
        payments: { paid: { count: 7, sum: 8_280 }, cancelled: none, expired: { count: 1, sum: 420 }, failed: none },
        refunds: { refunded: { count: 2, sum: 1_420 }, 'not-made': none },
      },
    ],
    open: [
      {
        what: 'payment',
        saleId: SALE_ID,
        reference: 'TILL42-261120-00010042',
        amount: 1_250,
        by: zoe,
        stage: 'unknown',
        since: AT - HOUR,
      },
    ],
    apart: { payments: none, refunds: none, restored: none, restoredRefunds: none },
    replaced: false,
    counted: {
      state: 'counted',
      at: AT,
      matched: 43,
      later: 0,
      here: { count: 37, sum: 41_280 },
      there: { count: 37, sum: 41_280 },
      differences: [],
      others: 0,
    },
    ...change,
  };
}

/** This report has everything that one can say. */
export const fullReport = report({
  corrections: [
    {
      what: 'payment',
      saleId: SALE_ID,
      reference: 'TILL42-261119-00010012',
      amount: 2_000,
      by: zoe,
      was: 'cancelled',
      is: 'paid',
    },
    {
      what: 'refund',
      saleId: SALE_ID,
      refundKey: 'r',
      reference: 'TILL42-261119-00010003',
      amount: 500,
      by: otherZoe,
      was: 'not-made',
      is: 'refunded',
    },
  ],
  net: 41_360,
  people: [
    ...report().people,
    {
      person: otherZoe,
      payments: { paid: none, cancelled: none, expired: none, failed: { count: 1, sum: 99_999 } },
      refunds: { refunded: none, 'not-made': none },
    },
    {
      payments: { paid: none, cancelled: none, expired: none, failed: { count: 1, sum: 1 } },
      refunds: { refunded: none, 'not-made': none },
    },
  ],
  open: [
    ...report().open,
    {
      what: 'refund',
      saleId: SALE_ID,
      refundKey: 's',
      reference: 'TILL42-261120-00010017',
      amount: 300,
      stage: 'unconfirmed',
      since: AT,
    },
  ],
  apart: {
    payments: { count: 1, sum: 700 },
    refunds: { count: 1, sum: 200 },
    restored: { count: 3, sum: 4_100 },
    restoredRefunds: { count: 0, sum: 0 },
  },
  replaced: true,
  counted: {
    state: 'counted',
    at: AT,
    matched: 41,
    later: 1,
    here: { count: 37, sum: 41_280 },
    there: { count: 38, sum: 41_180 },
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
  paid: { count: 37, sum: 41_280 },
  net: 39_860 + number,
  compared: 'agrees',
  ...change,
});

export const shiftAnswers = (now: ShiftReportView = report()) => ({
  'shift.so-far': { ok: true, value: now },
  'shift.compare': { ok: true, value: now },
  'shift.comparing': { ok: true, value: { progress: { done: 100, of: 240 } } },
  'shift.close': { ok: true, value: closedShift({ number: now.number }) },
  'shift.list': {
    ok: true,
    value: {
      rows: [
        line(41),
        line(40, { compared: 'differs' }),
        line(39, { compared: 'not-counted' }),
        line(38, { net: null, paid: null, compared: null }),
      ],
      more: true,
    },
  },
  'shift.open': { ok: true, value: closedShift({ number: 41 }) },
});
