import type { Clock, Random } from '../base/clock.ts';
import { given } from '../base/given.ts';
import type { TillError } from '../base/till-error.ts';
import type { JournalEvent, RecordedEvent } from '../domain/events.ts';
import { foldSale } from '../domain/fold-sale.ts';
import { foldRefund, isRefundEnd, type RefundRecord } from '../domain/refund-record.ts';
import type { RefundWish } from '../domain/refund-wish.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { counterName, saleReference, usablePattern } from '../domain/sale-reference.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import { Anchoring, isPrompt } from './anchoring.ts';
import type { Head } from './append-events.ts';
import { beginning, predecessorOf, tampered } from './beginning.ts';
import { type ClosedShift, lastClosed, shiftsBefore } from './closed-shifts.ts';
import { type Database, isDamage, toJournalError } from './database.ts';
import type { TerminalIdentity } from './event-rows.ts';
import { type Break, breaksTold, nameOf } from './event-walk.ts';
import { History } from './history.ts';
import { checkFully, type IntegrityReport } from './integrity.ts';
import type { Journal, Opening, OwnReference, SalesPage } from './journal-interface.ts';
import type { Anchor } from './journal-seal.ts';
import { connect, type DatabaseOptions, isForbidden, rebuildIfWrong } from './open-database.ts';
import { cursorOf, isAfter, type SaleCursor, searchable, searchText } from './projection-rows.ts';
import type { Folded } from './projections.ts';
import { NEWEST, type PlacedRefund, Reader, type RecordedAct, type TamperAlarm } from './reader.ts';
import { rebuild } from './rebuild.ts';
import { discardDraft, finishReplacement, replaceDamaged } from './replace-damaged.ts';
import { type Sealing, sealingOf } from './sealing.ts';
import { Statements } from './statements.ts';
import { begunsOf, foreignTo, sealedFrom, TamperedJournal } from './tampering.ts';
import { type JournalHealth, Writer } from './writer.ts';

export type { Journal, Opening, OwnReference, SalesPage } from './journal-interface.ts';

export interface JournalOptions extends DatabaseOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: TerminalIdentity;
  /** Pattern of the till's own references; absent: the default. */
  readonly referencePattern?: string | undefined;
  /** Called when damage shows while it is open: closed and opened again as `suspect`, it saves what can be proven. */
  readonly onDamage?: () => void;
  /** Called when the keychain does not take what it must know of the journal, and when it has taken it since. */
  readonly onUnanchored?: (error: TillError | undefined) => void;
}

/**
 * Opens the journal, or a new one. One that is damaged, unreadable, or not what the keychain knows is set aside. What
 * it gives has been written to. Throws TillError `journal.pragma`, `.too-new`, `.in-use`, `.read-only`, `.full`,
 * `.failed`.
 */
export function openJournal(options: JournalOptions): Journal {
  try {
    finishReplacement(options);
    const created = !options.disk.exists(options.file);
    let found: TamperedJournal | undefined;
    try {
      const journal = new OpenJournal(options, connect(options), { created });
      discardDraft(options);
      return journal;
    } catch (thrown) {
      if (thrown instanceof TamperedJournal) found = thrown;
      else if (created || !(isDamage(thrown) || isForbidden(thrown, options))) throw thrown;
    }
    const replacement = replaceDamaged(options, found?.tampering);
    return new OpenJournal(options, connect(options), { created: true, ...replacement });
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}

class OpenJournal implements Journal {
  readonly file: string;
  readonly opening: Opening;
  readonly anchoring: Anchoring | undefined;
  readonly #options: JournalOptions;
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #history: History;
  readonly #writer: Writer;
  readonly #sealing: Sealing | undefined;
  #anchored: Promise<void> | undefined;
  #closed: ClosedShift | undefined;
  #identity: Pick<Anchor, 'journalId' | 'fromSeq'> | undefined;
  readonly #listeners = new Set<(health: JournalHealth) => void>();
  readonly #heldSales = new Map<string, SaleRecord>();
  readonly #heldRefunds = new Map<string, RefundRecord>();

  constructor(options: JournalOptions, database: Database, opening: Omit<Opening, 'rebuilt'>) {
    this.file = options.file;
    this.#options = options;
    this.#database = database;
    const statements = new Statements(database);
    const breaks: Break[] = [];
    const rebuilt = rebuildIfWrong(database, statements, options, (found) => breaks.push(found));
    this.opening = { ...opening, rebuilt };
    this.#reader = new Reader(statements, () => options.onDamage?.());
    this.#history = new History(statements, () => options.onDamage?.());
    const { clock } = options;
    this.#sealing = sealingOf(options);
    this.anchoring =
      this.#sealing &&
      new Anchoring({ sealing: this.#sealing, clock, onBehind: (error) => options.onUnanchored?.(error) });
    this.#writer = new Writer({
      sealing: this.#sealing,
      onWritten: (events, head) => {
        if (events.some(({ type }) => type === 'shift.closed' || type === 'journal.begun')) this.#closed = undefined;
        this.#anchor(head, events.some(isPrompt) ? 'prompt' : 'soon');
      },
      database,
      statements,
      clock,
      terminal: options.terminal,
      room: () => options.disk.room?.(options.file) ?? Number.POSITIVE_INFINITY,
      onHeld: (recorded) => this.#hold(recorded),
      onFlushed: () => {
        this.#heldSales.clear();
        this.#heldRefunds.clear();
      },
      onHealth: (health) => {
        if (health.problem?.code === 'journal.damaged') options.onDamage?.();
        for (const listener of this.#listeners) listener(health);
      },
    });
    this.#start();
    this.#tellOf(breaks);
  }

  get health(): JournalHealth {
    return this.#writer.health;
  }

  onHealth(listener: (health: JournalHealth) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  record(...events: readonly JournalEvent[]): Folded {
    return this.#writer.record(events);
  }

  keep(...events: readonly JournalEvent[]): Folded {
    return this.#writer.keep(events);
  }

  flush(): boolean {
    return this.#writer.flush();
  }

  sale(saleId: string): SaleRecord | undefined {
    return this.#heldSales.get(saleId) ?? this.#reader.sale(saleId);
  }

  saleOfPayment(paymentId: string): SaleRecord | undefined {
    for (const sale of this.#heldSales.values()) if (sale.paymentId === paymentId) return sale;
    return this.#current(this.#reader.saleOfPayment(paymentId));
  }

  salesOfReference(reference: string): readonly SaleRecord[] {
    return this.#reader.salesOfReference(reference).map((sale) => this.#current(sale));
  }

  openSales(): readonly SaleRecord[] {
    return this.#reader
      .openSales()
      .map((sale) => this.#current(sale))
      .filter((sale) => !sale.settled);
  }

  alarms(): readonly SaleRecord[] {
    const held = [...this.#heldSales.values()];
    const written = this.#reader.alarms().filter((sale) => !this.#heldSales.has(sale.saleId));
    return [...written, ...held.filter((sale) => sale.alarm !== undefined && !sale.alarm.acknowledged)];
  }

  onScreen(): string | undefined {
    const saleId = this.#reader.onScreen();
    return saleId !== undefined && this.#heldSales.get(saleId)?.dismissed ? undefined : saleId;
  }

  find(text: string, after: SaleCursor = NEWEST, limit: number, from: number = Number.MIN_SAFE_INTEGER): SalesPage {
    const wanted = searchable(text);
    // A record that waits to be written replaces its row, and may no longer hold the text: read that many rows more.
    const count = limit + 1 + this.#heldSales.size;
    const written = this.#reader.find(wanted, after, count, from).filter((sale) => !this.#heldSales.has(sale.saleId));
    const held = [...this.#heldSales.values()].filter(
      (sale) => isAfter(cursorOf(sale), after) && sale.startedAt >= from && searchText(sale).includes(wanted),
    );
    const found = [...written, ...held].sort((a, b) => (isAfter(cursorOf(a), cursorOf(b)) ? 1 : -1));
    const sales = found.slice(0, limit);
    const last = sales.at(-1);
    return { sales, next: found.length > limit && last !== undefined ? cursorOf(last) : undefined };
  }

  refund(refundKey: string): RefundRecord | undefined {
    return this.#heldRefunds.get(refundKey) ?? this.#reader.refund(refundKey);
  }

  refundsOf(saleId: string): readonly RefundRecord[] {
    const written = this.#reader.refundsOf(saleId);
    const keys = new Set(written.map(({ refundKey }) => refundKey));
    // Another till's refund is held from its first event on, and has no row before that is written.
    const added = [...this.#heldRefunds.values()].filter((held) => held.saleId === saleId && !keys.has(held.refundKey));
    return [...written.map((refund) => this.#heldRefunds.get(refund.refundKey) ?? refund), ...added];
  }

  openRefunds(): readonly RefundRecord[] {
    return this.#reader
      .openRefunds()
      .map((refund) => this.#heldRefunds.get(refund.refundKey) ?? refund)
      .filter((refund) => !isRefundEnd(refund.stage));
  }

  wishOf(saleId: string): RefundWish | undefined {
    return this.#reader.wishOf(saleId);
  }

  wishes(): readonly RefundWish[] {
    return this.#reader.wishes();
  }

  newestRefunds(skip: number, count: number): readonly RefundRecord[] {
    return this.#reader.newestRefunds(skip, count).map((refund) => this.#heldRefunds.get(refund.refundKey) ?? refund);
  }

  refundsBefore(place: number, count: number): readonly PlacedRefund[] {
    return this.#reader
      .refundsBefore(place, count)
      .map((one) => ({ ...one, refund: this.#heldRefunds.get(one.refund.refundKey) ?? one.refund }));
  }

  closedAsNotMade(): ReadonlyMap<string, number> {
    return this.#reader.closedAsNotMade();
  }

  eventsBetween(fromSeq: number, toSeq: number): Iterable<RecordedEvent> {
    return this.#history.eventsBetween(fromSeq, toSeq);
  }

  eventsOf(saleId: string): readonly RecordedEvent[] {
    return this.#history.eventsOf(saleId);
  }

  *salesBetween(from: number, before: number): Iterable<SaleRecord> {
    for (const sale of this.#history.salesBetween(from, before)) yield this.#current(sale);
  }

  *refundsBetween(from: number, before: number): Iterable<RefundRecord> {
    for (const refund of this.#history.refundsBetween(from, before))
      yield this.#heldRefunds.get(refund.refundKey) ?? refund;
  }

  shift(number: number): ShiftRecord | undefined {
    return this.#history.shifts(number + 1, 1).find((shift) => shift.number === number);
  }

  lastShift(): ShiftRecord | undefined {
    return this.shifts(undefined, 1)[0];
  }

  nextShift(): number {
    return this.#lastClosed.number + 1;
  }

  shiftsBefore(): (ClosedShift & { readonly seq: number }) | undefined {
    return shiftsBefore(this.#database);
  }

  shifts(beforeNumber = Number.MAX_SAFE_INTEGER, limit: number): readonly ShiftRecord[] {
    return this.#history.shifts(beforeNumber, limit);
  }

  importDue(): string | undefined {
    return this.#reader.importDue();
  }

  restoredFrom(): number | undefined {
    return this.#reader.restoredFrom();
  }

  acts(beforeSeq = Number.MAX_SAFE_INTEGER, limit: number): readonly RecordedAct[] {
    return this.#reader.acts(beforeSeq, limit);
  }

  nextReference(): OwnReference {
    const { clock, terminal } = this.#options;
    const pattern = usablePattern(this.#options.referencePattern);
    const at = clock.now();
    const counter = counterName(terminal.posId, at, pattern);
    const reference = (number: number) => saleReference(terminal.posId, at, this.#reader.salt(), number, pattern);
    let sequence = this.#reader.counter(counter) + 1;
    // Somebody may have typed it, or a pattern that was set before may have made it.
    while (this.#reader.salesOfReference(reference(sequence)).length > 0) sequence += 1;
    return { reference: reference(sequence), counter, sequence };
  }

  seenJti(jti: string, untilMs: number): boolean {
    if (this.#reader.isSeen(jti)) return true;
    this.record({ type: 'callback.seen', jti, untilMs });
    return false;
  }

  tampered(): TamperAlarm | undefined {
    return this.#reader.tampered();
  }

  check(): IntegrityReport {
    return checkFully(this.#database);
  }

  rebuild(): void {
    rebuild(this.#database, this.#sealing);
  }

  close(): void {
    this.#writer.flush();
    this.#writer.close();
    this.#database.close();
    this.#anchored ??= this.anchoring?.close();
  }

  async anchored(): Promise<void> {
    await this.#anchored;
  }

  /**
   * SQLite opens a file that it cannot write to without an error: this finds out at the start, not at the first sale.
   */
  #start(): void {
    try {
      if (this.#writer.head.seq === 0)
        this.#writer.record(beginning(this.#options.random, this.#sealing, predecessorOf(this.#sealing)));
      else this.#writer.prove();
      // Before the keychain hears of this journal: from then on it would be the till's own.
      this.#tellForeign();
      this.#anchor(this.#writer.head, 'prompt');
    } catch (thrown) {
      // Left open, it could not be opened again once there is space or it is let go.
      this.#writer.close();
      this.#database.close();
      throw thrown;
    }
  }

  /** A journal that another key sealed is kept: it may be all that is known of refunds that are under way. */
  #tellForeign(): void {
    const found = this.#sealing && foreignTo(this.#database, this.#sealing);
    if (found !== undefined) this.#writer.record([tampered({ ...found, kept: found.found, file: '' })]);
  }

  /**
   * What came after a break would be lost. A manager hears of each break once, by what is sealed: anybody can say
   * elsewhere that it was told.
   */
  #tellOf(breaks: readonly Break[]): void {
    if (this.#sealing === undefined || breaks.length === 0) return;
    const told = breaksTold(this.#database, this.#sealing);
    const { seq } = this.#writer.head;
    for (const about of new Set(breaks.map(nameOf)))
      if (!told.has(about))
        this.keep({ ...tampered({ why: 'altered', anchored: seq, found: seq, kept: seq, file: '' }), about });
  }

  #anchor({ seq, hash }: Head, when: 'prompt' | 'soon'): void {
    if (this.anchoring === undefined || this.#sealing === undefined) return;
    this.#identity ??= {
      journalId: begunsOf(this.#database).at(-1)?.event.journalId ?? '',
      fromSeq: sealedFrom(this.#database, this.#sealing),
    };
    const { number, to: shiftTo } = this.#lastClosed;
    const shift = number > 0 ? given({ shift: number, shiftTo }) : {};
    this.anchoring.moved({ ...this.#identity, seq, hash, ...shift }, when);
  }

  get #lastClosed(): ClosedShift {
    this.#closed ??= lastClosed([this.lastShift(), this.shiftsBefore()]) ?? { number: 0 };
    return this.#closed;
  }

  #hold(recorded: RecordedEvent): Folded {
    const { event } = recorded;
    if ('refundKey' in event) {
      const refund = foldRefund(this.refund(event.refundKey), event, recorded);
      this.#heldRefunds.set(event.refundKey, refund);
      return { refund };
    }
    if (!('saleId' in event) || 'wish' in event) return {};
    const sale = foldSale(this.sale(event.saleId), event, recorded);
    this.#heldSales.set(event.saleId, sale);
    return { sale };
  }

  #current<T extends SaleRecord | undefined>(sale: T): T | SaleRecord {
    return sale === undefined ? sale : (this.#heldSales.get(sale.saleId) ?? sale);
  }
}
