import { createHash } from 'node:crypto';
import { omitUndefined } from '../base/omit-undefined.ts';
import { joinPayoutStore, type PayoutStore } from '../reconcile/payout-store.ts';
import { MOST_BYTES, type Payout } from './wire.ts';

interface Part {
  readonly payouts: readonly Payout[];
  /** A part is sent only once per run. */
  readonly digest: string;
}

/** Size of a transaction with the longest texts. */
const TRANSACTION_BYTES = 400;
const MOST_TRANSACTIONS = Math.floor(MOST_BYTES / TRANSACTION_BYTES);

/** Only payouts verified with the service; the end of the IBAN only when `debtors` is set. */
export function* payoutParts(file: string, debtors: boolean): Generator<Part> {
  const store = joinPayoutStore(file);
  try {
    const rows = store.all(
      'SELECT * FROM payouts WHERE told = 1 AND verified = 1 AND payout_id IS NOT NULL ORDER BY number',
    );
    for (const row of rows) {
      const payout = {
        payoutId: String(row['payout_id']),
        date: Number(row['date']),
        status: String(row['status']),
        paymentCount: Number(row['payments']),
        paymentCents: Number(row['payment_cents']),
        refundCount: Number(row['refunds']),
        refundCents: Number(row['refund_cents']),
        payoutCents: Number(row['payout_cents']),
        ...(debtors ? { ibanEnd: String(row['iban']).slice(-4) } : {}),
      };
      for (const transactions of partsOf(store, Number(row['number']))) yield partOf([{ ...payout, transactions }]);
    }
  } finally {
    store.close();
  }
}

/** At least one part, possibly empty. */
function* partsOf(store: PayoutStore, payout: number): Generator<Payout['transactions']> {
  const sql = `SELECT rowid, * FROM transactions WHERE payout = ? AND state <> 'unverified' AND rowid > ?
    ORDER BY rowid LIMIT ?`;
  let after = 0;
  for (;;) {
    const rows = store.all(sql, payout, after, MOST_TRANSACTIONS);
    yield rows.map((row) => ({
      id: String(row['id']),
      kind: row['kind'] === 'refund' ? 'refund' : 'payment',
      cents: Number(row['cents']),
      date: Number(row['date']),
      ...omitUndefined({ paymentId: textOf(row['payment_id']), reference: textOf(row['reference']) }),
    }));
    if (rows.length < MOST_TRANSACTIONS) return;
    after = Number(rows.at(-1)?.['rowid']);
  }
}

function partOf(payouts: readonly Payout[]): Part {
  return { payouts, digest: createHash('sha256').update(JSON.stringify(payouts)).digest('base64url') };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
