import { DAY_MS, type Day, dayAfter, daysToAsk, utcStartOf } from '../base/days.ts';
import { LAST_RANK } from './match.ts';
import type { PayoutStore } from './payout-store.ts';

/** Days as the service counts them, in UTC, both included (docs/service.md, Reconciliation API). */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/**
 * Piece of a fetch, done in order of number: payouts day by day, payments and refunds in the longest ranges that the
 * service accepts. `fill` adds the lists of payouts whose transactions do not add up, `look-ups` reads payments that
 * only a refund names, and `journal` compares the till's own transactions.
 */
export interface Piece {
  readonly number: number;
  readonly kind: 'payouts' | 'payments' | 'refunds' | 'fill' | 'look-ups' | 'journal';
  readonly days: Days | undefined;
  /** Number of the payout, for a list by payout. */
  readonly payout: number | undefined;
  readonly nextPage: number;
  /** Largest element count on any page of the pass. */
  readonly total: number | undefined;
  /** Number of different elements seen in the pass. */
  readonly seen: number;
  readonly firstPass: number;
  readonly pass: number;
  readonly tries: number;
}

type Kind = Piece['kind'];

export function planDays(store: PayoutStore, days: Days): void {
  for (const day of eachDay(days)) add(store, 'payouts', { days: { from: day, to: day } });
  const pieces = daysToAsk(utcStartOf(days.from), utcStartOf(days.to));
  for (const kind of ['payments', 'refunds'] as const) for (const piece of pieces) add(store, kind, { days: piece });
  add(store, 'fill', {});
}

function eachDay({ from, to }: Days): readonly Day[] {
  const count = (utcStartOf(to) - utcStartOf(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => dayAfter(from, index));
}

/** Payments come first, because refunds are matched with their payments. */
export function planFilling(store: PayoutStore): void {
  for (const kind of ['payment', 'refund'] as const) {
    const columns = kind === 'payment' ? 'p.payments, p.payment_cents' : 'p.refunds, p.refund_cents';
    const rows = store.all(
      `SELECT p.number FROM payouts p
       WHERE p.told = 1 AND p.payout_id IS NOT NULL AND (${columns}) <> (
         SELECT coalesce(sum(s.count), 0), coalesce(sum(s.cents), 0) FROM sums s
         WHERE s.payout = p.number AND s.kind = ? AND s.state <> 'unverified')
       ORDER BY p.date, p.number`,
      kind,
    );
    for (const { number } of rows) add(store, `${kind}s`, { payout: Number(number) });
  }
  add(store, 'look-ups', {});
  add(store, 'journal', {});
}

export function nextPiece(store: PayoutStore): Piece | undefined {
  const row = store.get('SELECT * FROM pieces WHERE done = 0 ORDER BY number LIMIT 1');
  if (row === undefined) return undefined;
  const { from_day: from, to_day: to, payout, total } = row;
  return {
    number: Number(row['number']),
    kind: String(row['kind']) as Kind,
    days: from === null ? undefined : { from: String(from), to: String(to) },
    payout: payout === null ? undefined : Number(payout),
    nextPage: Number(row['next_page']),
    total: total === null ? undefined : Number(total),
    seen: Number(row['seen']),
    firstPass: Number(row['first_pass']),
    pass: Number(row['pass']),
    tries: Number(row['tries']),
  };
}

/** Starts a pass over a list. Pass numbers never repeat in a store. The last pass decides whether a list is proven. */
export function beginPass(store: PayoutStore, { number, tries, firstPass }: Piece): void {
  const pass = Number(store.fact('pass') ?? 0) + 1;
  store.setFact('pass', String(pass));
  store.run(
    `UPDATE pieces SET next_page = 0, total = NULL, seen = 0, unverified = 0, pass = ?, first_pass = ?, tries = ?
     WHERE number = ?`,
    pass,
    firstPass === 0 ? pass : firstPass,
    tries + 1,
    number,
  );
}

/** Notes a page. A shrinking list keeps its largest count: an element may have moved to an earlier page. */
export function pageRead(
  store: PayoutStore,
  { number }: Piece,
  page: { readonly total: number; readonly seen: number; readonly unverified: boolean },
): void {
  store.run(
    `UPDATE pieces SET next_page = next_page + 1, total = max(coalesce(total, 0), ?), seen = seen + ?, unverified = unverified + ?
     WHERE number = ?`,
    page.total,
    page.seen,
    page.unverified ? 1 : 0,
    number,
  );
}

export function finishPiece(store: PayoutStore, { number }: Piece): void {
  store.run('UPDATE pieces SET done = 1 WHERE number = ?', number);
}

/** Read to the end, with every page verified; null before the first page. */
const WHOLE = '(unverified = 0 AND seen >= total)';

/** Removes transactions missing in the last pass over a list, unless that pass is incomplete or unverified. */
export function dropVanished(store: PayoutStore, { number, firstPass, pass }: Piece): void {
  if (store.get(`SELECT 1 FROM pieces WHERE number = ? AND ${WHOLE}`, number) === undefined) return;
  for (let rank = 0; rank <= LAST_RANK; rank += 1)
    store.run('DELETE FROM transactions WHERE rank = ? AND pass >= ? AND pass < ?', rank, firstPass, pass);
}

/** Returns true if every list by days that includes the day is complete. */
export function isWholeList(store: PayoutStore, kind: 'payments' | 'refunds', day: string): boolean {
  const row = store.get(
    `SELECT count(*) AS lists, sum(${WHOLE}) AS whole
     FROM pieces WHERE kind = ? AND from_day <= ? AND to_day >= ?`,
    kind,
    day,
    day,
  );
  // Null without a list, or before its read.
  return row?.['lists'] === row?.['whole'];
}

export function progressOf(store: PayoutStore) {
  const row = store.get(`
    SELECT coalesce(sum(done), 0) AS done, count(*) AS pieces, coalesce(sum(unverified), 0) AS unverified,
      coalesce(sum(CASE WHEN kind <> 'payouts' THEN seen ELSE 0 END), 0) AS seen,
      coalesce(sum(CASE WHEN done = 1 AND unverified = 0 THEN max(coalesce(total, 0) - seen, 0) ELSE 0 END), 0) AS lost
    FROM pieces`);
  return {
    done: Number(row?.['done']),
    of: Number(row?.['pieces']),
    rows: Number(row?.['seen']),
    unverifiedAnswers: Number(row?.['unverified']),
    notListed: Number(row?.['lost']),
  };
}

function add(
  store: PayoutStore,
  kind: Kind,
  { days, payout }: { readonly days?: Days; readonly payout?: number },
): void {
  store.run(
    'INSERT INTO pieces (kind, from_day, to_day, payout) VALUES (?, ?, ?, ?)',
    kind,
    days?.from ?? null,
    days?.to ?? null,
    payout ?? null,
  );
}
