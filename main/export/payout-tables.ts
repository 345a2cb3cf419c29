import type { MatchState, PayoutView, TransactionView } from '../../preload/contract/payouts.ts';
import { type ColumnOf, type ExportTable, tableOf } from './table.ts';

const payoutColumns: readonly ColumnOf<PayoutView>[] = [
  { name: 'date', type: 'time', of: ({ date }) => date },
  { name: 'payoutId', type: 'text', of: ({ payoutId }) => payoutId },
  { name: 'status', type: 'text', of: ({ status }) => status },
  { name: 'paidOut', type: 'cents', of: ({ stated }) => stated.payoutCents },
  { name: 'payments', type: 'cents', of: ({ stated }) => stated.payments.cents },
  { name: 'paymentCount', type: 'integer', of: ({ stated }) => stated.payments.count },
  { name: 'refunds', type: 'cents', of: ({ stated }) => stated.refunds.cents },
  { name: 'refundCount', type: 'integer', of: ({ stated }) => stated.refunds.count },
  // 0 if the payout adds up, otherwise the difference.
  { name: 'off', type: 'cents', of: ({ offCents }) => offCents },
  { name: 'listedPayments', type: 'cents', of: ({ listed }) => listed.payments.cents },
  { name: 'listedRefunds', type: 'cents', of: ({ listed }) => listed.refunds.cents },
  { name: 'bulkId', type: 'text', of: ({ bulkId }) => bulkId },
  { name: 'iban', type: 'text', of: ({ iban }) => iban },
  { name: 'verified', type: 'text', of: ({ verified }) => String(verified) },
];

/** States absent from the service's lists: their amount comes from the journal. */
const IN_NO_LIST: ReadonlySet<MatchState> = new Set<MatchState>(['missing-at-service', 'not-listed-yet']);

/** Same amount in journal and list. In all other states the journal's amount is unknown or different. */
const AS_LISTED: ReadonlySet<MatchState> = new Set<MatchState>(['matched', 'outcome-differs']);

function listedCents({ state, cents }: TransactionView): number | undefined {
  return IN_NO_LIST.has(state) ? undefined : cents;
}

function movedCents(transaction: TransactionView): number | undefined {
  const cents = listedCents(transaction);
  return cents !== undefined && transaction.kind === 'refund' ? -cents : cents;
}

function journalCentsOf({ state, cents, journalCents }: TransactionView): number | undefined {
  return journalCents ?? (IN_NO_LIST.has(state) || AS_LISTED.has(state) ? cents : undefined);
}

const matchColumns: readonly ColumnOf<TransactionView>[] = [
  { name: 'date', type: 'time', of: ({ date }) => date },
  { name: 'match', type: 'text', of: ({ state }) => state },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'reference', type: 'text', of: ({ reference }) => reference },
  // Sums up to the payout: refunds are negative.
  { name: 'moved', type: 'cents', of: movedCents },
  { name: 'amount', type: 'cents', of: listedCents },
  { name: 'journalAmount', type: 'cents', of: journalCentsOf },
  { name: 'payoutId', type: 'text', of: ({ payoutId }) => payoutId },
  { name: 'shift', type: 'integer', of: ({ shift }) => shift },
  { name: 'paymentId', type: 'text', of: ({ paymentId }) => paymentId },
  { name: 'id', type: 'text', of: ({ id }) => id },
];

const AT_ONCE = 100;

export function payoutsTable(
  about: number,
  pageOf: (offset: number, limit: number) => readonly PayoutView[],
): ExportTable {
  function* payouts(): Generator<PayoutView> {
    for (let offset = 0; ; offset += AT_ONCE) {
      const page = pageOf(offset, AT_ONCE);
      yield* page;
      if (page.length < AT_ONCE) return;
    }
  }
  return tableOf(payoutColumns, payouts(), about);
}

export function matchesTable(about: number, pages: Iterable<readonly TransactionView[]>): ExportTable {
  function* transactions(): Generator<TransactionView> {
    for (const page of pages) yield* page;
  }
  return tableOf(matchColumns, transactions(), about);
}
