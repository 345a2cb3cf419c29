import { TillError } from '../till-error.ts';
import type { JournalEvent, RefundFact, SaleFact } from './facts.ts';
import { foldRefund, isRefundEnd, type RefundRecord } from './refund-record.ts';
import { foldSale, type SaleRecord } from './sale-record.ts';
import type { Row, Statements } from './statements.ts';

/** How long past its time a callback's jti is kept: longer than any jump of the clock that nobody notices. */
const SEEN_GRACE_MS = 24 * 60 * 60 * 1000;

/** Brings the projections up to date with one event, within the caller's transaction. */
export function project(statements: Statements, event: JournalEvent): void {
  const { fact } = event;
  switch (fact.type) {
    case 'journal.begun':
      setFact(statements, 'salt', String(fact.salt));
      setFact(statements, 'journal-id', fact.journalId);
      if (fact.replaces !== undefined) setFact(statements, 'refill-due', fact.replaces);
      return;
    case 'journal.refilled':
      statements.run("DELETE FROM facts WHERE name = 'refill-due'");
      return;
    case 'callback.seen':
      statements.run('DELETE FROM seen WHERE until_ms < ?', event.at - SEEN_GRACE_MS);
      statements.run('INSERT INTO seen (jti, until_ms) VALUES (?, ?) ON CONFLICT DO NOTHING', fact.jti, fact.untilMs);
      return;
    case 'refund.intent':
    case 'refund.imported':
    case 'refund.unanswered':
    case 'refund.refused':
    case 'refund.answered':
    case 'refund.unsettled':
    case 'refund.settled':
      projectRefund(statements, fact, event);
      return;
    default:
      projectSale(statements, fact, event);
  }
}

/** A sale's row as its record. Throws TillError `journal.damaged` for one that cannot be read. */
export function saleOf(row: Row): SaleRecord {
  return dataOf(row) as SaleRecord;
}

/** A refund's row as its record. Throws TillError `journal.damaged` for one that cannot be read. */
export function refundOf(row: Row): RefundRecord {
  return dataOf(row) as RefundRecord;
}

function dataOf(row: Row): unknown {
  try {
    return JSON.parse(String(row['data']));
  } catch (cause) {
    throw new TillError('journal.damaged', 'A record of the journal cannot be read.', { cause });
  }
}

/** A sale's record as the columns of its row, in the order of the table. */
export function saleRow(sale: SaleRecord): readonly (string | number | null)[] {
  return [
    sale.saleId,
    sale.startedAt,
    sale.reference,
    sale.paymentId ?? null,
    sale.settled ? 0 : 1,
    sale.alarm !== undefined && !sale.alarm.acknowledged ? 1 : 0,
    searchText(sale),
    JSON.stringify(sale),
  ];
}

/** A refund's record as the columns of its row, in the order of the table. */
export function refundRow(refund: RefundRecord): readonly (string | number | null)[] {
  return [
    refund.refundKey,
    refund.saleId,
    refund.refundId ?? null,
    isRefundEnd(refund.stage) ? 0 : 1,
    refund.at,
    JSON.stringify(refund),
  ];
}

function projectSale(statements: Statements, fact: SaleFact, event: JournalEvent): void {
  const before = statements.get('SELECT data FROM sales WHERE sale_id = ?', fact.saleId);
  const sale = foldSale(before && saleOf(before), fact, event);
  statements.run(
    `INSERT INTO sales (sale_id, at, reference, payment_id, open, alarm, search, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (sale_id) DO UPDATE SET payment_id = excluded.payment_id, open = excluded.open,
       alarm = excluded.alarm, search = excluded.search, data = excluded.data`,
    ...saleRow(sale),
  );
  if (fact.type === 'sale.intent') {
    setFact(statements, 'on-screen', fact.saleId);
    if (fact.counter !== undefined && fact.sequence !== undefined)
      statements.run(
        'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)',
        fact.counter,
        fact.sequence,
      );
  }
  if (fact.type === 'sale.dismissed')
    statements.run("DELETE FROM facts WHERE name = 'on-screen' AND value = ?", fact.saleId);
}

function projectRefund(statements: Statements, fact: RefundFact, event: JournalEvent): void {
  const before = statements.get('SELECT data FROM refunds WHERE refund_key = ?', fact.refundKey);
  const refund = foldRefund(before && refundOf(before), fact, event);
  statements.run(
    `INSERT INTO refunds (refund_key, sale_id, refund_id, open, at, data) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (refund_key) DO UPDATE SET refund_id = excluded.refund_id, open = excluded.open, data = excluded.data`,
    ...refundRow(refund),
  );
}

/** A typed text as "Find a payment" compares it. */
export function searchable(text: string): string {
  return text.trim().toLowerCase();
}

/** What "Find a payment" looks through: reference, payment id, first name, and the amount as a person types it. */
export function searchText(sale: SaleRecord): string {
  const euros = (sale.amount / 100).toFixed(2);
  const parts = [sale.reference, sale.paymentId ?? '', sale.debtor?.name ?? '', euros, euros.replace('.', ',')];
  return parts.join(' ').toLowerCase();
}

function setFact(statements: Statements, name: string, value: string): void {
  statements.run(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}
