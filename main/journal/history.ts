import type { RecordedEvent } from '../domain/events.ts';
import type { RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import { toJournalError } from './database.ts';
import { readRow, toEvent } from './event-rows.ts';
import { HeldStates } from './held-states.ts';
import type { Row, Statements } from './prepared-statements.ts';
import { eventNumbersOf, lastNumberOf, refundOf, saleOf, shiftOf } from './projection-rows.ts';

/** Rows per read: between reads the caller may wait, and no open cursor is affected by writes. */
const BATCH = 500;

interface Table<Record> {
  readonly table: 'sales' | 'refunds';
  readonly key: 'sale_id' | 'refund_key';
  readonly recordOf: (row: Row) => Record;
}

interface ChangedSale {
  readonly saleId: string;
  readonly seq: number;
  readonly at: number;
}

type Place = readonly [at: number, key: string];

/**
 * The cost of a read depends on the result, not on the size of the journal. A sale or refund with held events is read in
 * its held state, wherever its row is read.
 */
export class History {
  protected readonly statements: Statements;
  protected readonly held = new HeldStates();
  readonly #onDamage: () => void;

  /** `onDamage` is called for an unreadable part of the file that the check at start did not cover. */
  constructor(statements: Statements, onDamage: () => void) {
    this.statements = statements;
    this.#onDamage = onDamage;
  }

  *eventsBetween(fromSeq: number, toSeq: number): Generator<RecordedEvent> {
    for (let next = fromSeq; ; ) {
      const events = this.read(() =>
        this.statements
          .all('SELECT * FROM events WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT ?', next, toSeq, BATCH)
          .map((row) => toEvent(readRow(row))),
      );
      yield* events;
      const last = events.at(-1);
      if (last === undefined || events.length < BATCH) return;
      next = last.seq + 1;
    }
  }

  /** Returns the stored events of a sale, its refunds and user actions on the sale, in order. */
  eventsOf(saleId: string): readonly RecordedEvent[] {
    return this.read(() => {
      const sale = this.statements.get('SELECT events FROM sales WHERE sale_id = ?', saleId);
      if (sale === undefined) return [];
      return this.statements
        .all('SELECT * FROM events WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq', eventNumbersOf(sale))
        .map((row) => toEvent(readRow(row)));
    });
  }

  /** Returns the number of the newest event of a sale or its refunds, increased by its held events; 0 for an unknown sale. */
  revOf(saleId: string): number {
    const written = this.read(() => {
      const sale = this.statements.get('SELECT events FROM sales WHERE sale_id = ?', saleId);
      return sale === undefined ? 0 : lastNumberOf(sale);
    });
    return written + this.heldAbout().filter((about) => about === saleId).length;
  }

  /** The sale of each held event, in order. */
  heldAbout(): readonly string[] {
    return this.held.about;
  }

  newestSeq(): number {
    return this.read(() => Number(this.statements.get('SELECT max(seq) AS seq FROM events')?.['seq'] ?? 0));
  }

  /** Sales whose newest event is after `after` and not after `upTo`, in the order of these events. */
  changedOf(registerId: string, after: number, upTo: number): readonly ChangedSale[] {
    return this.read(() =>
      this.statements
        .all(
          `SELECT e.seq AS seq, e.at AS at, s.sale_id AS sale_id
           FROM (SELECT seq, at, payload ->> '$.saleId' AS sale,
                   coalesce(payload ->> '$.refundKey', payload ->> '$.about') AS about
                 FROM events WHERE seq > ?1 AND seq <= ?2 AND json_valid(payload)) AS e
           LEFT JOIN refunds AS r ON r.refund_key = e.about
           JOIN sales AS s ON s.sale_id = coalesce(e.sale, r.sale_id, e.about)
           WHERE s.data ->> '$.register.id' = ?3 AND ',' || s.events LIKE '%,' || e.seq
           ORDER BY e.seq`,
          after,
          upTo,
          registerId,
        )
        .map((row) => ({ saleId: String(row['sale_id']), seq: Number(row['seq']), at: Number(row['at']) })),
    );
  }

  /** Yields the sales charged at `from` or later and before `before` (ms since the epoch), oldest first. */
  salesBetween(from: number, before: number): Iterable<SaleRecord> {
    return this.#between({ table: 'sales', key: 'sale_id', recordOf: this.saleOf }, from, before, (sale) => [
      sale.startedAt,
      sale.saleId,
    ]);
  }

  /** Yields the refunds begun at `from` or later and before `before` (ms since the epoch), oldest first. */
  refundsBetween(from: number, before: number): Iterable<RefundRecord> {
    return this.#between({ table: 'refunds', key: 'refund_key', recordOf: this.refundOf }, from, before, (refund) => [
      refund.at,
      refund.refundKey,
    ]);
  }

  shifts(beforeNumber = Number.MAX_SAFE_INTEGER, limit: number): readonly ShiftRecord[] {
    return this.read(() =>
      this.statements
        .all('SELECT data FROM shifts WHERE number < ? ORDER BY number DESC LIMIT ?', beforeNumber, limit)
        .map(shiftOf),
    );
  }

  *#between<Record>(
    { table, key, recordOf }: Table<Record>,
    from: number,
    before: number,
    placeOf: (record: Record) => Place,
  ): Generator<Record> {
    let place: Place = [from, ''];
    for (;;) {
      const records = this.read(() =>
        this.statements
          .all(
            `SELECT data FROM ${table} WHERE at >= ?1 AND at < ?3 AND (at > ?1 OR ${key} > ?2)
             ORDER BY at, ${key} LIMIT ?4`,
            ...place,
            before,
            BATCH,
          )
          .map(recordOf),
      );
      yield* records;
      const last = records.at(-1);
      if (last === undefined || records.length < BATCH) return;
      place = placeOf(last);
    }
  }

  protected readonly saleOf = (row: Row): SaleRecord => this.held.latestSale(saleOf(row));

  protected readonly refundOf = (row: Row): RefundRecord => this.held.latestRefund(refundOf(row));

  protected read<T>(query: () => T): T {
    try {
      return query();
    } catch (thrown) {
      const error = toJournalError(thrown);
      if (error.code === 'journal.damaged') this.#onDamage();
      throw error;
    }
  }
}
