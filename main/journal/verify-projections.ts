import { toTillError } from '../base/till-error.ts';
import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import type { RecordedEvent } from './events.ts';
import { foldSale } from './fold-sale.ts';
import { CHAIN_START, isLinked } from './hash-chain.ts';
import { refundOf, refundRow, saleOf, saleRow } from './projections.ts';
import { foldRefund, type RefundRecord } from './refund-record.ts';
import type { SaleRecord } from './sale-record.ts';
import type { Row } from './statements.ts';

/** Some ten thousand events, counted again in about a tenth of a second; a larger journal would hold the start up. */
const RECOUNT_MAX_BYTES = 8 * 1024 * 1024;

/** `rebuild`: the events are sound and the projections are not. `damaged`: neither is a witness any more. */
export type ProjectionState = 'adds-up' | 'rebuild' | 'damaged';

/**
 * Holds what the till shows against what the events add up to. The chain proves the events, nothing proves the
 * projections: a bit that turns in one of them would show another amount. Where the chain itself is broken further back,
 * the projections are the better witness, and with them the key of a refund under way is kept, as long as no more of
 * them differ than the broken events explain; the full check tells of the break.
 */
export function verifyProjections(database: Database, sizeBytes: number): ProjectionState {
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
  const agree = (select: string, rowOf: (found: Row) => readonly unknown[] | undefined) => {
    for (const found of database.prepare(select).iterate()) {
      const values = Object.values(found);
      if (rowOf(found)?.some((value, column) => value !== values[column]) !== false) return false;
    }
    return true;
  };
  try {
    return (
      agree('SELECT * FROM sales', (found) => optional(saleOf(found), saleRow)) &&
      agree('SELECT * FROM refunds', (found) => optional(refundOf(found), refundRow))
    );
  } catch (thrown) {
    // A record that cannot be read, or is none: its members are not there.
    if (thrown instanceof TypeError || toTillError(thrown).code === 'journal.damaged') return false;
    throw thrown;
  }
}

function optional<T, U>(value: T | undefined, map: (value: T) => U): U | undefined {
  return value === undefined ? undefined : map(value);
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

/** An recorded about a sale or refund whose own beginning is the broken one cannot be counted. */
function canAdd(count: Count, recorded: RecordedEvent): boolean {
  const { event } = recorded;
  const begins = /^(journal\..*|callback\.seen|.*\.(intent|imported))$/.test(event.type);
  const known =
    ('refundKey' in event && count.refunds.has(event.refundKey)) ||
    ('saleId' in event && count.sales.has(event.saleId));
  if (begins || known) add(count, recorded);
  return begins || known;
}

function add(count: Count, recorded: RecordedEvent): void {
  const { event } = recorded;
  switch (event.type) {
    case 'journal.begun':
      count.facts.set('salt', String(event.salt)).set('journal-id', event.journalId);
      if (event.replaces !== undefined) count.facts.set('refill-due', event.replaces);
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
      count.refunds.set(event.refundKey, foldRefund(count.refunds.get(event.refundKey), event, recorded));
      return;
    default:
      count.sales.set(event.saleId, foldSale(count.sales.get(event.saleId), event, recorded));
  }
  if (event.type === 'sale.dismissed' && count.facts.get('on-screen') === event.saleId) count.facts.delete('on-screen');
  if (event.type !== 'sale.intent') return;
  count.facts.set('on-screen', event.saleId);
  if (event.counter === undefined || event.sequence === undefined) return;
  count.counters.set(event.counter, Math.max(count.counters.get(event.counter) ?? 0, event.sequence));
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
