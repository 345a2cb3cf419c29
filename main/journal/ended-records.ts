import type { RecordedEvent } from '../domain/events.ts';
import { RefundTimeFold } from '../domain/refund-times.ts';
import { hasEnded, isEnd, type SaleRecord } from '../domain/sale-record.ts';
import type { Database } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';

/** From this moment on, and before that one, ms since the epoch. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** So many events are looked through at a time: some thousandths of a second. */
const EVENTS = 2_000;

/** Every event by which a sale may come to the end that it has, or to another one. */
const SALE_ENDS = "type IN ('sale.creation-refused', 'sale.creation-absent', 'sale.moved', 'sale.imported')";

/**
 * Sales whose end the till learned in a span, each once, under the end that it has now. Undefined now and then, where
 * it reads on without finding one.
 */
export function* endedSales<Sale extends { readonly sale: SaleRecord }>(
  database: Database,
  span: Span,
  saleOf: (saleId: string) => Sale | undefined,
): Generator<Sale | undefined> {
  let last = { at: Number.NaN, given: new Set<string>() };
  for (const recorded of events(database, `${SALE_ENDS} AND at >= ? AND at < ?`, [span.from, span.before])) {
    if (recorded === undefined) {
      yield undefined;
      continue;
    }
    const end = endOf(recorded);
    const found = end && saleOf(end.saleId);
    // An end that another one followed is told with that one.
    if (found === undefined || !hasEnded(found.sale) || found.sale.endedAt !== end?.endedAt) continue;
    if (last.at !== recorded.at) last = { at: recorded.at, given: new Set() };
    if (last.given.has(end.saleId)) continue;
    last.given.add(end.saleId);
    yield found;
  }
}

/** The end that an event tells of, with the time that the sale's record has it under. */
function endOf({ event, at }: RecordedEvent): { readonly saleId: string; readonly endedAt: number } | undefined {
  switch (event.type) {
    case 'sale.creation-refused':
    case 'sale.creation-absent':
      return { saleId: event.saleId, endedAt: at };
    case 'sale.moved':
      return isEnd(event.stage) ? { saleId: event.saleId, endedAt: at } : undefined;
    case 'sale.imported':
      return isEnd(event.stage) ? { saleId: event.saleId, endedAt: event.succeededAt ?? event.createdAt } : undefined;
    default:
      return undefined;
  }
}

/** The keys of the refunds whose end the till learned in a span, by that time; undefined as with `endedSales`. */
export function* endedRefunds(database: Database, { from, before }: Span): Generator<string | undefined> {
  const times = new RefundTimeFold();
  for (const recorded of events(database, "type LIKE 'refund.%'", [])) {
    if (recorded === undefined) yield undefined;
    else times.add(recorded);
  }
  const ended = [...times.entries()].flatMap(([key, { endedAt }]) =>
    endedAt !== undefined && endedAt >= from && endedAt < before ? [{ key, endedAt }] : [],
  );
  for (const { key } of ended.sort((one, other) => one.endedAt - other.endedAt)) yield key;
}

/** The events of a kind in the order of the journal, and undefined after each piece of it that was looked through. */
function* events(database: Database, where: string, values: readonly number[]): Generator<RecordedEvent | undefined> {
  const last = Number(database.prepare('SELECT max(seq) AS last FROM events').get()?.['last'] ?? 0);
  const piece = database.prepare(`SELECT * FROM events WHERE seq > ? AND seq <= ? AND ${where} ORDER BY seq`);
  for (let seq = 0; seq < last; seq += EVENTS) {
    for (const row of piece.all(seq, seq + EVENTS, ...values)) yield toEvent(readRow(row));
    yield undefined;
  }
}
