import type { Payout } from '../domain/payment-service.ts';
import type { PayoutStore } from './payout-store.ts';

/** Status values of the specification. */
export const SUCCEEDED = 'SUCCEEDED';
export const FAILED = 'FAILED';

/** Stores a payout. An unproven payout never replaces a proven payout. */
export function putPayout(store: PayoutStore, payout: Payout, { proven }: { readonly proven: boolean }): void {
  const known = numberOf(store, payout);
  const row = known === undefined ? undefined : store.get('SELECT verified FROM payouts WHERE number = ?', known);
  if (row?.['verified'] === 1 && !proven) return;
  store.run(
    `INSERT OR REPLACE INTO payouts (number, payout_id, told, verified, date, status, bulk_id, iban,
       payments, payment_cents, refunds, refund_cents, payout_cents)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    known ?? null,
    payout.payoutId ?? null,
    proven ? 1 : 0,
    payout.date,
    payout.status,
    payout.bulkId,
    masked(payout.iban),
    payout.totalPayments,
    payout.totalPaymentAmount,
    payout.totalRefunds,
    payout.totalRefundAmount,
    payout.payoutAmount,
  );
}

/** Returns the number of the payout, 0 for none. Assigns a number to a payout that no list has shown so far. */
export function payoutNumber(store: PayoutStore, payoutId: string | undefined): number {
  if (payoutId === undefined) return 0;
  const known = store.get('SELECT number FROM payouts WHERE payout_id = ?', payoutId);
  if (known !== undefined) return Number(known['number']);
  store.run(
    `INSERT INTO payouts (payout_id, told, verified, date, status, bulk_id, iban,
       payments, payment_cents, refunds, refund_cents, payout_cents)
     VALUES (?, 0, 0, 0, '', '', '', 0, 0, 0, 0, 0)`,
    payoutId,
  );
  return payoutNumber(store, payoutId);
}

/** Returns the number of a stored payout. A payout that was not created has no id: all of its values identify it. */
function numberOf(store: PayoutStore, payout: Payout): number | undefined {
  const row =
    payout.payoutId === undefined
      ? store.get(
          `SELECT number FROM payouts WHERE payout_id IS NULL AND date = ? AND bulk_id = ? AND iban = ? AND status = ?
             AND payments = ? AND payment_cents = ? AND refunds = ? AND refund_cents = ? AND payout_cents = ?`,
          payout.date,
          payout.bulkId,
          masked(payout.iban),
          payout.status,
          payout.totalPayments,
          payout.totalPaymentAmount,
          payout.totalRefunds,
          payout.totalRefundAmount,
          payout.payoutAmount,
        )
      : store.get('SELECT number FROM payouts WHERE payout_id = ?', payout.payoutId);
  return row && Number(row['number']);
}

/** Keeps country, check digits and the last four characters: enough to recognise the own account. */
function masked(iban: string): string {
  return iban.length <= 8 ? iban : `${iban.slice(0, 4)}${'*'.repeat(iban.length - 8)}${iban.slice(-4)}`;
}
