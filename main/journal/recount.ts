import { toTillError } from '../till-error.ts';
import { CHAIN_START, isLinked } from './chain.ts';
import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import type { JournalEvent } from './facts.ts';
import { refundOf, refundRow, saleOf, saleRow } from './projections.ts';
import { foldRefund, type RefundRecord } from './refund-record.ts';
import { foldSale, type SaleRecord } from './sale-record.ts';
import type { Row } from './statements.ts';

/** Some ten thousand events, counted again in about a tenth of a second; a larger journal would hold the start up. */
const RECOUNT_MAX_BYTES = 8 * 1024 * 1024;

/** `rebuild`: the events are sound and the projections are not. `damaged`: neither is a witness any more. */
export type Recount = 'adds-up' | 'rebuild' | 'damaged';

/**
 * Holds what the till shows against what the events add up to. The chain proves the events, nothing proves the
 * projections: a bit that turns in one of them would show another amount. Where the chain itself is broken further back,
 * the projections are the better witness, and with them the key of a refund under way is kept, as long as no more of
 * them differ than the broken events explain; the full check tells of the break.
 */
export function recountProjections(database: Database, sizeBytes: number): Recount {
  if (sizeBytes > RECOUNT_MAX_BYTES) return 'adds-up';
  const count = recount(database);
  const differing =
    differences(database, 'SELECT * FROM sales', [...count.sales.values()].map(saleRow)) +
    differences(database, 'SELECT * FROM refunds', [...count.refunds.values()].map(refundRow)) +
    differences(database, 'SELECT * FROM facts', [...count.facts]) +
    differences(database, 'SELECT * FROM counters', [...count.counters]);
  if (differing === 0) return 'adds-up';
  if (count.broken === 0) return 'rebuild';
  return differing <= count.broken && isConsistent(database) ? 'adds-up' : 'damaged';
}

/** Whether every record is what the columns beside it say: they repeat its id, reference, amount and payer. */
function isConsistent(database: Database): boolean {
  const agree = (select: string, rowOf: (found: Row) => readonly unknown[]) => {
    for (const found of database.prepare(select).iterate()) {
      const values = Object.values(found);
      if (rowOf(found).some((value, column) => value !== values[column])) return false;
    }
    return true;
  };
  try {
    return (
      agree('SELECT * FROM sales', (found) => saleRow(saleOf(found))) &&
      agree('SELECT * FROM refunds', (found) => refundRow(refundOf(found)))
    );
  } catch (thrown) {
    // A record that cannot be read, or is none: its members are not there.
    if (thrown instanceof TypeError || toTillError(thrown).code === 'journal.damaged') return false;
    throw thrown;
  }
}

interface Count {
  readonly sales: Map<string, SaleRecord>;
  readonly refunds: Map<string, RefundRecord>;
  readonly facts: Map<string, string>;
  readonly counters: Map<string, number>;
  /** Events that are not what was written, or do not follow the one before. */
  broken: number;
}

function recount(database: Database): Count {
  const count: Count = { sales: new Map(), refunds: new Map(), facts: new Map(), counters: new Map(), broken: 0 };
  let prevHash = CHAIN_START;
  for (const found of database.prepare('SELECT * FROM events ORDER BY seq').iterate()) {
    const row = readRow(found);
    const counted = isLinked(row, row.prev_hash) && canAdd(count, toEvent(row));
    if (!counted || row.prev_hash !== prevHash) count.broken += 1;
    prevHash = row.hash;
  }
  return count;
}

/** An event about a sale or refund whose own beginning is the broken one cannot be counted. */
function canAdd(count: Count, event: JournalEvent): boolean {
  const { fact } = event;
  const begins = /^(journal\..*|callback\.seen|.*\.(intent|imported))$/.test(fact.type);
  const known =
    ('refundKey' in fact && count.refunds.has(fact.refundKey)) || ('saleId' in fact && count.sales.has(fact.saleId));
  if (begins || known) add(count, event);
  return begins || known;
}

function add(count: Count, event: JournalEvent): void {
  const { fact } = event;
  switch (fact.type) {
    case 'journal.begun':
      count.facts.set('salt', String(fact.salt)).set('journal-id', fact.journalId);
      if (fact.replaces !== undefined) count.facts.set('refill-due', fact.replaces);
      return;
    case 'journal.refilled':
      count.facts.delete('refill-due');
      return;
    case 'callback.seen':
      return;
    case 'refund.intent':
    case 'refund.imported':
    case 'refund.unanswered':
    case 'refund.refused':
    case 'refund.answered':
    case 'refund.unsettled':
    case 'refund.settled':
      count.refunds.set(fact.refundKey, foldRefund(count.refunds.get(fact.refundKey), fact, event));
      return;
    default:
      count.sales.set(fact.saleId, foldSale(count.sales.get(fact.saleId), fact, event));
  }
  if (fact.type === 'sale.dismissed' && count.facts.get('on-screen') === fact.saleId) count.facts.delete('on-screen');
  if (fact.type !== 'sale.intent') return;
  count.facts.set('on-screen', fact.saleId);
  if (fact.counter === undefined || fact.sequence === undefined) return;
  count.counters.set(fact.counter, Math.max(count.counters.get(fact.counter) ?? 0, fact.sequence));
}

/** How many of these rows a table does not hold as they are, and how many others it holds. The first column is its key. */
function differences(database: Database, select: string, rows: readonly (readonly unknown[])[]): number {
  const wanted = new Map(rows.map((row) => [row[0], row]));
  let differing = 0;
  for (const found of database.prepare(select).iterate()) {
    const values = Object.values(found);
    const row = wanted.get(values[0]);
    if (row === undefined || row.some((value, column) => value !== values[column])) differing += 1;
    wanted.delete(values[0]);
  }
  return differing + wanted.size;
}
