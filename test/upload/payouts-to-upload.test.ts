import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPayoutStore, type PayoutStore } from '../../main/reconcile/payout-store.ts';
import { payoutNumber, putPayout } from '../../main/reconcile/payouts.ts';
import { putListed } from '../../main/reconcile/transactions.ts';
import { payoutParts } from '../../main/upload/payouts-to-upload.ts';
import { MOST_BYTES } from '../../main/upload/wire.ts';
import { folder } from '../base/test-folder.ts';

const payout = {
  payoutId: 'a'.repeat(24),
  merchantId: 'm'.repeat(24),
  bulkId: 'bulk',
  iban: 'BE68539007547034',
  status: 'SUCCEEDED',
  date: 1_000,
  totalPayments: 2,
  totalRefunds: 1,
  totalPaymentAmount: 2_500,
  totalRefundAmount: 500,
  payoutAmount: 2_000,
};
const listed = { payout: 1, cents: 1_250, date: 900, state: 'matched', shift: 0 } as const;

let store: PayoutStore;
beforeEach(() => {
  store = openPayoutStore(join(folder, 'payouts.sqlite'));
});
afterEach(() => store.close());

const parts = (debtors = false) => [...payoutParts(join(folder, 'payouts.sqlite'), debtors)];

test('uploads a payout with its transactions, without its IBAN', () => {
  putPayout(store, payout, { proven: true });
  putListed(store, { ...listed, kind: 'payment', id: 'p1', paymentId: 'p1', reference: 'TILL42-1' }, 1);
  putListed(store, { ...listed, kind: 'refund', id: 'r1', paymentId: 'p1', cents: 500 }, 1);
  const [part, ...more] = parts();
  expect(more).toEqual([]);
  expect(part?.payouts).toEqual([
    {
      payoutId: payout.payoutId,
      date: 1_000,
      status: 'SUCCEEDED',
      paymentCount: 2,
      paymentCents: 2_500,
      refundCount: 1,
      refundCents: 500,
      payoutCents: 2_000,
      transactions: [
        { id: 'p1', kind: 'payment', cents: 1_250, date: 900, reference: 'TILL42-1' },
        { id: 'r1', kind: 'refund', paymentId: 'p1', cents: 500, date: 900 },
      ],
    },
  ]);
  expect(parts(true)[0]?.payouts[0]).toMatchObject({ ibanEnd: '7034' });
  expect(parts(true)[0]?.digest).not.toBe(part?.digest);
});

test('skips unproven payouts and payouts without an id', () => {
  putPayout(store, payout, { proven: false });
  const { payoutId: _id, ...unmade } = payout;
  putPayout(store, { ...unmade, status: 'FAILED' }, { proven: true });
  payoutNumber(store, 'b'.repeat(24));
  expect(parts()).toEqual([]);
  putPayout(store, payout, { proven: true });
  putListed(store, { ...listed, kind: 'payment', id: 'p1', paymentId: 'p1', state: 'unverified' }, 1);
  expect(parts()[0]?.payouts[0]?.transactions).toEqual([]);
});

test('splits a long payout into bodies within the limit', () => {
  putPayout(store, payout, { proven: true });
  const id = (index: number) => `${index}`.padStart(24, '0');
  const reference = 'R'.repeat(35);
  for (let index = 0; index < 6_000; index += 1)
    store.run(
      `INSERT INTO transactions (id, kind, payout, payment_id, cents, date, day, reference, state, rank, shift, pass)
       VALUES (?, 'refund', 1, ?, 99999999, 1772966130250, 20520, ?, 'matched', 0, 0, 1)`,
      id(index),
      id(index),
      reference,
    );
  const all = parts();
  expect(all.length).toBeGreaterThan(1);
  expect(all.flatMap(({ payouts }) => payouts[0]?.transactions.map((one) => one.id))).toEqual(
    Array.from({ length: 6_000 }, (_, index) => id(index)),
  );
  for (const { payouts } of all) expect(Buffer.byteLength(JSON.stringify(payouts))).toBeLessThan(MOST_BYTES);
});
