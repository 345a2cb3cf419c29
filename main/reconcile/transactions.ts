import type { MatchState, TransactionKind } from '../../preload/contract/payouts.ts';
import { DAY_MS, providerDayOf, utcStartOf } from '../base/days.ts';
import { RANKS } from './match.ts';
import type { PayoutStore } from './payout-store.ts';
import { FAILED, SUCCEEDED } from './payouts.ts';

export interface StoredTransaction {
  readonly kind: TransactionKind;
  readonly id: string;
  readonly paymentId: string;
  /** Number of the payout; 0 for none. */
  readonly payout: number;
  readonly cents: number;
  readonly date: number;
  readonly reference?: string | undefined;
  readonly state: MatchState;
  readonly journalCents?: number | undefined;
  /** Number of the closed shift; 0 for none. */
  readonly shift: number;
}

/**
 * Stores a transaction, once for each payout that holds it. Returns false if this pass has already seen the
 * transaction, because a list that changes during the read may show it twice. Also false for an unverified response
 * about a proven transaction.
 */
export function putListed(store: PayoutStore, transaction: StoredTransaction, pass: number): boolean {
  const rows = store.all(
    'SELECT rowid, payout, cents, journal_cents, state, pass FROM transactions WHERE id = ? AND kind = ?',
    transaction.id,
    transaction.kind,
  );
  const proven = rows.filter(({ state }) => state !== 'unverified');
  if (transaction.state === 'unverified' && proven.length > 0) return false;
  for (const row of rows) if (!proven.includes(row)) remove(store, row['rowid']);
  const same =
    transaction.payout === 0 ? proven[0] : proven.find(({ payout }) => payout === transaction.payout || payout === 0);
  if (same === undefined) {
    insert(store, { ...transaction, state: stateAmongPayouts(store, transaction, proven) }, pass);
    return true;
  }
  if (same['cents'] !== transaction.cents) contradict(store, same, transaction);
  if (transaction.payout !== 0 && same['payout'] === 0) setPayout(store, same['rowid'], transaction.payout);
  if (same['pass'] === pass) return false;
  store.run('UPDATE transactions SET pass = ? WHERE rowid = ?', pass, Number(same['rowid']));
  return true;
}

/** Stores a transaction of the journal, if no list shows the transaction. */
export function putUnlisted(store: PayoutStore, transaction: StoredTransaction): void {
  insert(store, transaction, 0);
}

export function isListed(store: PayoutStore, kind: TransactionKind, id: string): boolean {
  return store.get('SELECT 1 FROM transactions WHERE id = ? AND kind = ?', id, kind) !== undefined;
}

export function setState(store: PayoutStore, rowid: unknown, state: MatchState): void {
  store.run('UPDATE transactions SET state = ?, rank = ? WHERE rowid = ?', state, RANKS[state], Number(rowid));
}

type Row = ReturnType<PayoutStore['all']>[number];

/**
 * Returns the state of a transaction that is also in other payouts, and updates their rows. `paid-out-twice` needs two
 * payouts proven as succeeded; an unproven payout gives `in-two-payouts`. In failed payouts only, the newest row
 * counts.
 */
function stateAmongPayouts(store: PayoutStore, transaction: StoredTransaction, others: readonly Row[]): MatchState {
  if (others.length === 0) return transaction.state;
  const by = Object.groupBy(others, ({ payout }) => outcomeOf(store, payout));
  const { failed = [], succeeded = [], unknown = [] } = by;
  const outcome = outcomeOf(store, transaction.payout);
  const isAlive = succeeded.length + unknown.length > 0;
  if (outcome === 'failed' && isAlive) return 'paid-out-again';
  for (const { rowid } of failed) setState(store, rowid, 'paid-out-again');
  if (outcome === 'unknown' && isAlive) return 'in-two-payouts';
  for (const { rowid } of unknown) setState(store, rowid, 'in-two-payouts');
  if (succeeded.length === 0) return transaction.state;
  for (const { rowid } of succeeded) setState(store, rowid, 'paid-out-twice');
  return 'paid-out-twice';
}

function outcomeOf(store: PayoutStore, payout: unknown): 'succeeded' | 'failed' | 'unknown' {
  const row = store.get('SELECT status FROM payouts WHERE number = ? AND verified = 1', Number(payout));
  if (row?.['status'] === SUCCEEDED) return 'succeeded';
  return row?.['status'] === FAILED ? 'failed' : 'unknown';
}

/**
 * Marks a contradiction of amounts. Stores the last amount that differs from the journal, because a payout's own list
 * comes last. Without an amount in the journal, the first listed amount stays.
 */
function contradict(store: PayoutStore, row: Row, transaction: StoredTransaction): void {
  if (transaction.journalCents !== undefined)
    store.run(
      'UPDATE transactions SET cents = ?, journal_cents = ? WHERE rowid = ?',
      transaction.cents,
      transaction.journalCents,
      Number(row['rowid']),
    );
  setState(store, row['rowid'], 'amount-differs');
}

function setPayout(store: PayoutStore, rowid: unknown, payout: number): void {
  store.run('UPDATE transactions SET payout = ? WHERE rowid = ?', payout, Number(rowid));
}

function remove(store: PayoutStore, rowid: unknown): void {
  store.run('DELETE FROM transactions WHERE rowid = ?', Number(rowid));
}

function insert(store: PayoutStore, transaction: StoredTransaction, pass: number): void {
  store.run(
    `INSERT INTO transactions
       (id, kind, payout, payment_id, cents, journal_cents, date, day, reference, state, rank, shift, pass)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    transaction.id,
    transaction.kind,
    transaction.payout,
    transaction.kind === 'refund' ? transaction.paymentId : null,
    transaction.cents,
    transaction.journalCents ?? null,
    transaction.date,
    utcStartOf(providerDayOf(transaction.date)) / DAY_MS,
    transaction.reference ?? null,
    transaction.state,
    RANKS[transaction.state],
    transaction.shift,
    pass,
  );
}
