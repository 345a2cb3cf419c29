import { TillError } from '../base/till-error.ts';
import type { JournalRefundEvent, JournalSaleEvent, RecordedEvent } from './events.ts';
import { foldSale } from './fold-sale.ts';
import { foldRefund, isRefundEnd, type RefundRecord } from './refund-record.ts';
import type { SaleRecord } from './sale-record.ts';
import type { Row, Statements } from './statements.ts';

/** How long past its time a callback's jti is kept: longer than any jump of the clock that nobody notices. */
const SEEN_GRACE_MS = 24 * 60 * 60 * 1000;

/** Brings the projections up to date with one recorded, within the caller's transaction. */
export function project(statements: Statements, recorded: RecordedEvent): void {
  const { event } = recorded;
  switch (event.type) {
    case 'journal.begun':
      setValue(statements, 'salt', String(event.salt));
      setValue(statements, 'journal-id', event.journalId);
      if (event.replaces !== undefined) setValue(statements, 'refill-due', event.replaces);
      return;
    case 'journal.refilled':
      statements.run("DELETE FROM facts WHERE name = 'refill-due'");
      return;
    case 'callback.seen':
      statements.run('DELETE FROM seen WHERE until_ms < ?', recorded.at - SEEN_GRACE_MS);
      statements.run('INSERT INTO seen (jti, until_ms) VALUES (?, ?) ON CONFLICT DO NOTHING', event.jti, event.untilMs);
      return;
    case 'refund.intent':
    case 'refund.imported':
    case 'refund.unanswered':
    case 'refund.refused':
    case 'refund.answered':
    case 'refund.unsettled':
    case 'refund.settled':
      projectRefund(statements, event, recorded);
      return;
    default:
      projectSale(statements, event, recorded);
  }
}

/** A sale's row as its record. Throws TillError `journal.damaged` for one that cannot be read. */
export function saleOf(row: Row | undefined): SaleRecord | undefined {
  return row === undefined ? undefined : (dataOf(row) as SaleRecord);
}

/** A refund's row as its record. Throws TillError `journal.damaged` for one that cannot be read. */
export function refundOf(row: Row | undefined): RefundRecord | undefined {
  return row === undefined ? undefined : (dataOf(row) as RefundRecord);
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

function projectSale(statements: Statements, event: JournalSaleEvent, recorded: RecordedEvent): void {
  const before = saleOf(statements.get('SELECT data FROM sales WHERE sale_id = ?', event.saleId));
  const sale = foldSale(before, event, recorded);
  statements.run(
    `INSERT INTO sales (sale_id, at, reference, payment_id, open, alarm, search, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (sale_id) DO UPDATE SET payment_id = excluded.payment_id, open = excluded.open,
       alarm = excluded.alarm, search = excluded.search, data = excluded.data`,
    ...saleRow(sale),
  );
  if (event.type === 'sale.intent') {
    setValue(statements, 'on-screen', event.saleId);
    if (event.counter !== undefined && event.sequence !== undefined)
      statements.run(
        'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)',
        event.counter,
        event.sequence,
      );
  }
  if (event.type === 'sale.dismissed')
    statements.run("DELETE FROM facts WHERE name = 'on-screen' AND value = ?", event.saleId);
}

function projectRefund(statements: Statements, event: JournalRefundEvent, recorded: RecordedEvent): void {
  const before = refundOf(statements.get('SELECT data FROM refunds WHERE refund_key = ?', event.refundKey));
  const refund = foldRefund(before, event, recorded);
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

function setValue(statements: Statements, name: string, value: string): void {
  statements.run(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}
