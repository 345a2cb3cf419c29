import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { JournalAct } from '../domain/events.ts';
import type { RefundRecord } from '../domain/refund-record.ts';
import {
  REFUND_REQUEST_NAMES,
  type RefundRequest,
  readRefundRequest,
  refundRequestName,
} from '../domain/refund-request.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { readRow, toEvent } from './event-rows.ts';
import { History } from './history.ts';
import { refundOf, type SaleCursor, saleOf } from './projection-rows.ts';
import { decisionName, JOURNAL_ID, lastOfRegister } from './projections.ts';
import { SearchIndex } from './search-index.ts';
import { tamperReasons } from './tampering.ts';

export interface RecordedAct {
  readonly seq: number;
  readonly at: number;
  readonly act: JournalAct;
}

export interface PlacedRefund {
  readonly place: number;
  readonly refund: RefundRecord;
}

const tamperAlarm = z.object({
  why: z.enum(tamperReasons),
  /** Events according to the keychain, events found, and events taken over. */
  anchored: z.int(),
  found: z.int(),
  kept: z.int(),
  /** The name of the journal that was set aside; empty for a missing journal. */
  file: z.string(),
  at: z.int(),
});
type TamperAlarm = Readonly<z.infer<typeof tamperAlarm>>;
const UNCLEAR: TamperAlarm = { why: 'altered', anchored: 0, found: 0, kept: 0, file: '', at: 0 };

/** More events than a busy counter writes in two days. */
const DAYS_OF_EVENTS = 20_000;

export const NEWEST: SaleCursor = { at: Number.MAX_SAFE_INTEGER, saleId: '' };

/** A query reads only the rows of its result, except `rowsHolding` and `closedAsNotMade`. */
export class JournalQueries extends History {
  readonly #index = new SearchIndex(this.statements);

  sale(saleId: string): SaleRecord | undefined {
    return this.#sale('SELECT data FROM sales WHERE sale_id = ?', saleId);
  }

  saleOfPayment(paymentId: string): SaleRecord | undefined {
    return this.#sale('SELECT data FROM sales WHERE payment_id = ? LIMIT 1', paymentId);
  }

  salesOfReference(reference: string): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE reference = ? ORDER BY at DESC', reference);
  }

  openSales(): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE open = 1 ORDER BY at');
  }

  /** Sales with an unacknowledged alarm. */
  alarms(): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE alarm = 1 ORDER BY at');
  }

  /** The last sale charged here, until dismissed. */
  onScreen(): string | undefined {
    return this.#value('on-screen');
  }

  /** Newest first. The id is ordered last because `sales_newest` does not contain the id. */
  rowsHolding(wanted: string, { at, saleId }: SaleCursor, count: number, from: number): readonly SaleRecord[] {
    if (wanted === '')
      return this.#sales(
        `SELECT data FROM sales WHERE at <= ?1 AND at >= ?4 AND (at < ?1 OR sale_id < ?2)
         ORDER BY at DESC, sale_id DESC LIMIT ?3`,
        at,
        saleId,
        count,
        from,
      );
    return this.read(() => {
      const found: SaleRecord[] = [];
      for (const span of this.#index.spans(wanted, at, from)) {
        const oldest = Math.max(span.from, from);
        found.push(...this.#holding(wanted, { at, saleId }, count - found.length, oldest, span.before));
        if (found.length >= count) break;
      }
      return found;
    });
  }

  hasDecision(decision: Pick<JournalAct, 'act' | 'about' | 'values'>): boolean {
    return this.#value(decisionName(decision)) !== undefined;
  }

  lastOfRegister(registerId: string): string | undefined {
    return this.#value(lastOfRegister(registerId));
  }

  saleOfRegister(registerId: string, key: string): SaleRecord | undefined {
    return this.#sale(
      'SELECT data FROM sales WHERE register_id = ? AND register_key = ? ORDER BY rowid LIMIT 1',
      registerId,
      key,
    );
  }

  /** `numbersSince`: numbers used after the newest sale with this number. They restart after `numbers`. */
  saleOfReceipt(registerId: string, receiptNumber: number, numbers: number) {
    return this.read(() => {
      const row = this.statements.get(
        'SELECT rowid, data FROM sales WHERE register_id = ? AND receipt_number = ? ORDER BY rowid DESC LIMIT 1',
        registerId,
        receiptNumber,
      );
      if (row === undefined) return undefined;
      const used = this.statements.get(
        `SELECT coalesce(sum((receipt_number - before + ?3) % ?3), 0) AS used FROM (
           SELECT receipt_number, lag(receipt_number) OVER (ORDER BY rowid) AS before FROM sales
           WHERE register_id = ?1 AND receipt_number IS NOT NULL AND rowid >= ?2)`,
        registerId,
        Number(row['rowid']),
        numbers,
      );
      return { sale: saleOf(row), numbersSince: Number(used?.['used']) };
    });
  }

  /** Event numbers are unique only within a journal. */
  journalId(): string {
    return this.#value(JOURNAL_ID) ?? '';
  }

  refund(refundKey: string): RefundRecord | undefined {
    return this.#refunds('SELECT data FROM refunds WHERE refund_key = ?', refundKey)[0];
  }

  refundsOf(saleId: string): readonly RefundRecord[] {
    return this.#refunds('SELECT data FROM refunds WHERE sale_id = ? ORDER BY at, rowid', saleId);
  }

  openRefunds(): readonly RefundRecord[] {
    return this.#refunds('SELECT data FROM refunds WHERE open = 1 ORDER BY at');
  }

  refundRequestOf(saleId: string): RefundRequest | undefined {
    const value = this.#value(refundRequestName(saleId));
    return value === undefined ? undefined : readRefundRequest(value);
  }

  /** All pending refund requests, including requests from before a restart. */
  refundRequests(): readonly RefundRequest[] {
    return this.read(() =>
      this.statements
        .all('SELECT value FROM facts WHERE name GLOB ?', REFUND_REQUEST_NAMES)
        .map(({ value }) => readRefundRequest(String(value))),
    );
  }

  /** Returns a page of the refunds, newest first, in the order of the journal, which does not depend on a clock. */
  newestRefunds(skip: number, count: number): readonly RefundRecord[] {
    return this.#refunds('SELECT data FROM refunds ORDER BY rowid DESC LIMIT ? OFFSET ?', count, skip);
  }

  /** A place instead of an offset: pages stay consistent when refunds are added. */
  refundsBefore(before: number, count: number): readonly PlacedRefund[] {
    return this.read(() =>
      this.statements
        .all('SELECT rowid AS place, data FROM refunds WHERE rowid < ? ORDER BY rowid DESC LIMIT ?', before, count)
        .map((row) => ({ place: Number(row['place']), refund: refundOf(row) })),
    );
  }

  /**
   * Returns when a manager closed refunds as not made: ms since the epoch, by the service's clock. Covers at least the
   * last two days. Only the newest events are read, so the time does not grow with the journal.
   */
  closedAsNotMade(): ReadonlyMap<string, number> {
    const rows = this.read(() =>
      this.statements.all(
        `SELECT json_extract(payload, '$.refundKey') AS refund_key,
           at + coalesce(json_extract(payload, '$.skewMs'), 0) AS closed_at
         FROM events WHERE seq > (SELECT max(seq) FROM events) - ? AND type = 'refund.settled' AND json_valid(payload)
           AND json_extract(payload, '$.decision') = 'not-made' ORDER BY seq`,
        DAYS_OF_EVENTS,
      ),
    );
    return new Map(rows.map((row) => [String(row['refund_key']), Number(row['closed_at'])]));
  }

  acts(beforeSeq = Number.MAX_SAFE_INTEGER, limit: number): readonly RecordedAct[] {
    return this.read(() =>
      this.statements
        .all("SELECT * FROM events WHERE type = 'act' AND seq < ? ORDER BY seq DESC LIMIT ?", beforeSeq, limit)
        .map((row) => toEvent(readRow(row)))
        .flatMap(({ seq, at, event }) => (event.type === 'act' ? [{ seq, at, act: event }] : [])),
    );
  }

  counter(name: string): number {
    return this.read(() =>
      Number(this.statements.get('SELECT value FROM counters WHERE name = ?', name)?.['value'] ?? 0),
    );
  }

  salt(): number {
    return Number(this.#value('salt') ?? 0);
  }

  /** When this journal last replaced an earlier journal, ms since the epoch; undefined for the till's first journal. */
  replacedAt(): number | undefined {
    const row = this.read(() =>
      this.statements.get(
        `SELECT at FROM events WHERE type = 'journal.begun' AND json_valid(payload)
           AND payload ->> '$.replaces' IS NOT NULL ORDER BY seq DESC LIMIT 1`,
      ),
    );
    return row && Number(row['at']);
  }

  /** The damaged journal that this journal replaced, until a `journal.refilled` confirms that the service was asked. */
  importDue(): string | undefined {
    return this.#value('refill-due');
  }

  /** Time of the backup, ms since the epoch, until the service was asked: refunds made meanwhile are missing. */
  restoredFrom(): number | undefined {
    const value = this.#value('restored-from');
    return value === undefined ? undefined : Number(value);
  }

  /** The alarm about a missing, cut or altered journal, until a `journal-alarm-cleared` is in the journal. */
  tampered(): TamperAlarm | undefined {
    const value = this.#value('tampered');
    if (value === undefined) return undefined;
    return tamperAlarm.safeParse(JSON.parse(value)).data ?? UNCLEAR;
  }

  isSeen(jti: string): boolean {
    return this.read(() => this.statements.get('SELECT 1 FROM seen WHERE jti = ?', jti) !== undefined);
  }

  /**
   * Two queries, with one bound on each side. In a combined query SQLite would make the wrong one the outer query; with
   * two bounds it would choose the wrong bound. Both would scan every sale for each span.
   */
  #holding(wanted: string, { at, saleId }: SaleCursor, count: number, from: number, before: number) {
    return this.statements
      .all(
        `SELECT rowid FROM sales
         WHERE at <= ?6 AND at >= ?5 AND instr(search, ?4) > 0 AND (at < ?1 OR sale_id < ?2)
         ORDER BY at DESC, sale_id DESC LIMIT ?3`,
        at,
        saleId,
        count,
        wanted,
        from,
        Math.min(at, before - 1),
      )
      .flatMap(({ rowid }) => this.#sales('SELECT data FROM sales WHERE rowid = ?', Number(rowid)));
  }

  #sale(sql: string, ...values: readonly SQLInputValue[]): SaleRecord | undefined {
    return this.read(() => {
      const row = this.statements.get(sql, ...values);
      return row && saleOf(row);
    });
  }

  #sales(sql: string, ...values: readonly SQLInputValue[]): readonly SaleRecord[] {
    return this.read(() => this.statements.all(sql, ...values).map(saleOf));
  }

  #refunds(sql: string, ...values: readonly SQLInputValue[]): readonly RefundRecord[] {
    return this.read(() => this.statements.all(sql, ...values).map(refundOf));
  }

  #value(name: string): string | undefined {
    return this.read(() => {
      const value = this.statements.get('SELECT value FROM facts WHERE name = ?', name)?.['value'];
      return value === undefined ? undefined : String(value);
    });
  }
}
