import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { JournalAct } from '../domain/events.ts';
import { isRefundEnd, type RefundRecord } from '../domain/refund-record.ts';
import {
  REFUND_REQUEST_NAMES,
  type RefundRequest,
  readRefundRequest,
  refundRequestName,
} from '../domain/refund-request.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { readRow, toEvent } from './event-rows.ts';
import { History } from './history.ts';
import type { SaleCursor } from './projection-rows.ts';
import { decisionName, JOURNAL_ID, lastOfRegister } from './projections.ts';
import { SaleSearch, type SalesPage } from './sale-search.ts';
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

const NEWEST: SaleCursor = { at: Number.MAX_SAFE_INTEGER, saleId: '' };

/** A query reads only the rows of its result, except `find` and `closedAsNotMade`. */
export class JournalQueries extends History {
  readonly #search = new SaleSearch(this.statements, this.held);

  sale(saleId: string): SaleRecord | undefined {
    return this.held.sale(saleId) ?? this.#sale('SELECT data FROM sales WHERE sale_id = ?', saleId);
  }

  saleOfPayment(paymentId: string): SaleRecord | undefined {
    const held = this.held.sales().find((sale) => sale.paymentId === paymentId);
    return held ?? this.#sale('SELECT data FROM sales WHERE payment_id = ? LIMIT 1', paymentId);
  }

  salesOfReference(reference: string): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE reference = ? ORDER BY at DESC', reference);
  }

  openSales(): readonly SaleRecord[] {
    return this.#sales('SELECT data FROM sales WHERE open = 1 ORDER BY at').filter((sale) => !sale.settled);
  }

  /** Sales with an unacknowledged alarm. */
  alarms(): readonly SaleRecord[] {
    const written = this.#sales('SELECT data FROM sales WHERE alarm = 1 ORDER BY at');
    const held = this.held.sales().filter(({ alarm }) => alarm !== undefined && !alarm.acknowledged);
    return [...written.filter(({ saleId }) => this.held.sale(saleId) === undefined), ...held];
  }

  /** The last sale charged here, until dismissed. */
  onScreen(): string | undefined {
    const saleId = this.#value('on-screen');
    return saleId !== undefined && this.held.sale(saleId)?.dismissed ? undefined : saleId;
  }

  /** Newest first: after the cursor `after`, and charged at `from` (ms since the epoch) or later. */
  find(text: string, after: SaleCursor = NEWEST, limit: number, from: number = Number.MIN_SAFE_INTEGER): SalesPage {
    return this.read(() => this.#search.find({ text, after, limit, from }));
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
      return { sale: this.saleOf(row), numbersSince: Number(used?.['used']) };
    });
  }

  /** Event numbers are unique only within a journal. */
  journalId(): string {
    return this.#value(JOURNAL_ID) ?? '';
  }

  refund(refundKey: string): RefundRecord | undefined {
    return this.held.refund(refundKey) ?? this.#refunds('SELECT data FROM refunds WHERE refund_key = ?', refundKey)[0];
  }

  refundsOf(saleId: string): readonly RefundRecord[] {
    const written = this.#refunds('SELECT data FROM refunds WHERE sale_id = ? ORDER BY at, rowid', saleId);
    const keys = new Set(written.map(({ refundKey }) => refundKey));
    // Another till's refund is held from its first event on, and has no row before the event is written.
    const added = this.held.refunds().filter((refund) => refund.saleId === saleId && !keys.has(refund.refundKey));
    return [...written, ...added];
  }

  openRefunds(): readonly RefundRecord[] {
    const open = this.#refunds('SELECT data FROM refunds WHERE open = 1 ORDER BY at');
    return open.filter(({ stage }) => !isRefundEnd(stage));
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
        .map((row) => ({ place: Number(row['place']), refund: this.refundOf(row) })),
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

  #sale(sql: string, ...values: readonly SQLInputValue[]): SaleRecord | undefined {
    return this.read(() => {
      const row = this.statements.get(sql, ...values);
      return row && this.saleOf(row);
    });
  }

  #sales(sql: string, ...values: readonly SQLInputValue[]): readonly SaleRecord[] {
    return this.read(() => this.statements.all(sql, ...values).map(this.saleOf));
  }

  #refunds(sql: string, ...values: readonly SQLInputValue[]): readonly RefundRecord[] {
    return this.read(() => this.statements.all(sql, ...values).map(this.refundOf));
  }

  #value(name: string): string | undefined {
    return this.read(() => {
      const value = this.statements.get('SELECT value FROM facts WHERE name = ?', name)?.['value'];
      return value === undefined ? undefined : String(value);
    });
  }
}
