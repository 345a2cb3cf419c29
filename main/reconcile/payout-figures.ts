import type {
  BothKinds,
  MatchState,
  PayoutsOverview,
  PayoutView,
  StateSum,
  Sum,
  TransactionGroup,
  TransactionKind,
  TransactionView,
} from '../../preload/contract/payouts.ts';
import { DAY_MS } from '../base/days.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { LAST_RANK } from './match.ts';
import type { PayoutStore } from './payout-store.ts';
import { FAILED, SUCCEEDED } from './payouts.ts';

type Row = ReturnType<PayoutStore['all']>[number];

export function stateSums(store: PayoutStore, group: TransactionGroup): StateSum[] {
  const rows = store.all(
    `SELECT kind, state, sum(count) AS count, sum(cents) AS cents FROM sums
     WHERE ${whereGroup(group)} AND count > 0 GROUP BY kind, state ORDER BY kind, state`,
  );
  return rows.map((row) => ({
    kind: row['kind'] as TransactionKind,
    state: row['state'] as MatchState,
    ...sumOf(row),
  }));
}

/** Outside of payouts, or only in a failed payout. Unproven and missing transactions are counted separately. */
const OUTSTANDING = `payout IN (SELECT 0 UNION ALL SELECT number FROM payouts WHERE status = '${FAILED}' AND verified = 1)
  AND state NOT IN ('unverified', 'missing-at-service', 'paid-out-again')`;
/** In payouts that succeeded, as proven by a verified response. */
const PAID_OUT = `payout IN (SELECT number FROM payouts WHERE verified = 1 AND status = '${SUCCEEDED}')`;
/** In payouts that are missing in the lists of the fetched days. */
const OTHER_DAYS = 'payout IN (SELECT number FROM payouts WHERE told = 0)';

export function outstanding(store: PayoutStore): PayoutsOverview['outstanding'] {
  const sums = stateSums(store, 'outstanding');
  return { ...bothKinds(store, OUTSTANDING), sums, ...omitUndefined({ since: oldestOutstanding(store) }) };
}

export function otherDays(store: PayoutStore): PayoutsOverview['otherDays'] {
  const sums = stateSums(store, 'other-days');
  return { ...bothKinds(store, `${OTHER_DAYS} AND state <> 'unverified'`), sums };
}

export function shiftSums(store: PayoutStore): PayoutsOverview['shifts'] {
  const rows = store.all(`
    SELECT shift, kind, sum(count) AS count, sum(cents) AS cents FROM sums
    WHERE state IN ('matched', 'amount-differs', 'paid-out-twice', 'outcome-differs', 'missing-at-service',
      'not-listed-yet') AND count > 0
    GROUP BY shift, kind ORDER BY shift DESC`);
  const numbers = [...new Set(rows.map(({ shift }) => Number(shift)))];
  return numbers.map((number) => ({ number, ...kindsOf(rows.filter(({ shift }) => Number(shift) === number)) }));
}

/** Returns payments minus refunds by day, in cents. `unknown`: in payouts of unknown outcome. */
export function daySums(store: PayoutStore): PayoutsOverview['days'] {
  const rows = store.all(`
    SELECT day,
      sum(CASE WHEN ${OUTSTANDING} THEN signed ELSE 0 END) AS outstanding,
      sum(CASE WHEN ${PAID_OUT} THEN signed ELSE 0 END) AS paid_out,
      sum(CASE WHEN NOT (${OUTSTANDING}) AND NOT (${PAID_OUT}) THEN signed ELSE 0 END) AS unknown
    FROM (SELECT *, CASE kind WHEN 'payment' THEN cents ELSE -cents END AS signed FROM sums
      WHERE count > 0 AND state NOT IN ('unverified', 'missing-at-service', 'paid-out-again', 'in-two-payouts'))
    GROUP BY day ORDER BY day`);
  return rows.map((row) => ({
    at: Number(row['day']) * DAY_MS + DAY_MS / 2,
    paidOut: Number(row['paid_out']),
    outstanding: Number(row['outstanding']),
    unknown: Number(row['unknown']),
  }));
}

export function payoutCount(store: PayoutStore): number {
  return Number(store.get('SELECT count(*) AS count FROM payouts WHERE told = 1')?.['count']);
}

export function payoutPage(store: PayoutStore, offset: number, limit: number): PayoutView[] {
  const rows = store.all(
    'SELECT * FROM payouts WHERE told = 1 ORDER BY date DESC, number DESC LIMIT ? OFFSET ?',
    limit,
    offset,
  );
  return rows.map((row) => payoutView(store, row));
}

export function payoutOf(store: PayoutStore, number: number): PayoutView | undefined {
  const row = store.get('SELECT * FROM payouts WHERE told = 1 AND number = ?', number);
  return row && payoutView(store, row);
}

function payoutView(store: PayoutStore, row: Row): PayoutView {
  const number = Number(row['number']);
  const stated = {
    payments: { count: Number(row['payments']), cents: Number(row['payment_cents']) },
    refunds: { count: Number(row['refunds']), cents: Number(row['refund_cents']) },
    payoutCents: Number(row['payout_cents']),
  };
  return {
    number,
    ...omitUndefined({ payoutId: textOf(row['payout_id']) }),
    date: Number(row['date']),
    status: String(row['status']),
    bulkId: String(row['bulk_id']),
    iban: String(row['iban']),
    verified: row['verified'] === 1,
    stated,
    listed: bothKinds(store, "payout = ? AND state <> 'unverified'", number),
    offCents: stated.payoutCents - (stated.payments.cents - stated.refunds.cents),
    sums: stateSums(store, { payout: number }),
  };
}

export interface Wanted {
  readonly group: TransactionGroup;
  readonly states?: readonly MatchState[] | undefined;
}

export function transactionCount(store: PayoutStore, { group, states }: Wanted): number {
  const row = store.get(
    `SELECT coalesce(sum(count), 0) AS count FROM sums WHERE ${whereGroup(group)} AND ${whereStates(states)}`,
  );
  return Number(row?.['count']);
}

export function transactionPage(store: PayoutStore, wanted: Wanted, offset: number, limit: number): TransactionView[] {
  const rows = store.all(
    `SELECT t.*, p.payout_id FROM (
       SELECT rowid AS at_row, * FROM transactions WHERE ${whereGroup(wanted.group)} AND ${whereStates(wanted.states)}
       ORDER BY rank, date, rowid LIMIT ? OFFSET ?
     ) t LEFT JOIN payouts p ON p.number = t.payout ORDER BY t.rank, t.date, t.at_row`,
    limit,
    offset,
  );
  return rows.map(transactionView);
}

/** Yields all transactions in pages, in the order of `transactionPage`, for exports. */
export function* everyTransaction(store: PayoutStore, wanted: Wanted, atOnce = 1_000): Generator<TransactionView[]> {
  let after: readonly [rank: number, date: number, row: number] = [-1, 0, 0];
  for (;;) {
    const rows = store.all(
      `SELECT t.rowid AS at_row, t.*, p.payout_id FROM transactions t LEFT JOIN payouts p ON p.number = t.payout
       WHERE ${whereGroup(wanted.group)} AND ${whereStates(wanted.states)} AND (t.rank, t.date, t.rowid) > (?, ?, ?)
       ORDER BY t.rank, t.date, t.rowid LIMIT ?`,
      ...after,
      atOnce,
    );
    if (rows.length > 0) yield rows.map(transactionView);
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = [Number(last['rank']), Number(last['date']), Number(last['at_row'])];
  }
}

function transactionView(row: Row): TransactionView {
  const id = String(row['id']);
  const journalCents = row['journal_cents'];
  const shift = Number(row['shift']);
  return {
    kind: row['kind'] as TransactionKind,
    id,
    paymentId: textOf(row['payment_id']) ?? id,
    cents: Number(row['cents']),
    date: Number(row['date']),
    state: row['state'] as MatchState,
    ...omitUndefined({
      journalCents: journalCents === null ? undefined : Number(journalCents),
      reference: textOf(row['reference']),
      payoutId: textOf(row['payout_id']),
      shift: shift === 0 ? undefined : shift,
    }),
  };
}

function whereGroup(group: TransactionGroup): string {
  if (typeof group === 'object') return `payout = ${Math.trunc(group.payout)}`;
  if (group === 'all') return '1';
  return group === 'outstanding' ? OUTSTANDING : OTHER_DAYS;
}

/** Needs no escaping: the states come from a closed enum of the contract. */
function whereStates(states: readonly MatchState[] | undefined): string {
  return states === undefined ? '1' : `state IN (${states.map((state) => `'${state}'`).join(', ')})`;
}

function bothKinds(store: PayoutStore, where: string, ...values: readonly number[]): BothKinds {
  const rows = store.all(
    `SELECT kind, sum(count) AS count, sum(cents) AS cents FROM sums
     WHERE ${where} GROUP BY kind`,
    ...values,
  );
  return kindsOf(rows);
}

function kindsOf(rows: readonly Row[]): BothKinds {
  const of = (kind: TransactionKind) => rows.find((row) => row['kind'] === kind);
  return { payments: sumOf(of('payment')), refunds: sumOf(of('refund')) };
}

function textOf(value: Row[string] | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

function sumOf(row: Row | undefined): Sum {
  return { count: Number(row?.['count'] ?? 0), cents: Number(row?.['cents'] ?? 0) };
}

/** Returns the oldest outstanding date. Reads an index entry per payout and rank, however many transactions exist. */
function oldestOutstanding(store: PayoutStore): number | undefined {
  let oldest: number | undefined;
  const payouts = store.all(`SELECT DISTINCT payout FROM sums WHERE ${OUTSTANDING} AND count > 0`);
  for (const { payout } of payouts)
    for (let rank = 0; rank <= LAST_RANK; rank += 1) {
      const row = store.get(
        `SELECT min(date) AS date FROM (
           SELECT date FROM transactions WHERE payout = ? AND rank = ? AND ${OUTSTANDING} ORDER BY date LIMIT 1)`,
        Number(payout),
        rank,
      );
      const date = row?.['date'];
      if (typeof date === 'number') oldest = Math.min(oldest ?? date, date);
    }
  return oldest;
}
