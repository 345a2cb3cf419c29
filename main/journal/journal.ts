import type { Clock, Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import {
  applyPragmas,
  type Database,
  type Disk,
  isDamage,
  isShortOfSpace,
  type Sharing,
  toJournalError,
} from './database.ts';
import type { TerminalIdentity } from './event-rows.ts';
import type { JournalEvent, RecordedEvent } from './events.ts';
import { foldSale } from './fold-sale.ts';
import {
  checkAtStart,
  checkEvents,
  checkFully,
  type IntegrityReport,
  projectionsReadable,
  rebuild,
} from './integrity.ts';
import type { JournalSeal } from './journal-seal.ts';
import { hasOwnSchema, migrate } from './migrations.ts';
import { searchable, searchText } from './projection-rows.ts';
import { NEWEST, Reader, type RecordedAct, type SaleCursor } from './reader.ts';
import { foldRefund, isRefundEnd, type RefundRecord } from './refund-record.ts';
import { discardDraft, finishReplacement, replaceDamaged } from './replace-damaged.ts';
import type { SaleRecord } from './sale-record.ts';
import { counterName, saleReference } from './sale-reference.ts';
import { Statements } from './statements.ts';
import { verifyProjections } from './verify-projections.ts';
import { type JournalHealth, Writer } from './writer.ts';

export interface JournalOptions {
  readonly file: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: TerminalIdentity;
  /** Seals what is written, and shows what was altered; absent in training. */
  readonly seal?: JournalSeal | undefined;
  /** Damage showed when it was last open: it is checked whole, however long that takes. */
  readonly suspect?: boolean;
  /** Called when damage shows while it is open: closed and opened again as `suspect`, it saves what can be proven. */
  readonly onDamage?: () => void;
}

/** What became of opening it. */
export interface Opening {
  /** There was none before. */
  readonly created: boolean;
  /** Where a damaged journal went; the till says so and asks the service what it knows. */
  readonly setAside?: string;
  /** Events of it that could be proven and were taken over. */
  readonly salvaged?: number;
  /** The projections could not be read, or were not what the events add up to, and were made again from the events. */
  readonly rebuilt: boolean;
}

/** One page of the payments list. */
export interface SalesPage {
  readonly sales: readonly SaleRecord[];
  /** Where the next page begins; undefined when there is none. */
  readonly next: SaleCursor | undefined;
}

/** A reference that no other payment has, and what makes the next one another. */
export interface OwnReference {
  readonly reference: string;
  readonly counter: string;
  readonly sequence: number;
}

/** The durable record of one terminal. Everything is synchronous: what has returned has happened, on the disk. */
export interface Journal {
  readonly file: string;
  readonly opening: Opening;

  /** Writes events, all or none, synced; throws TillError `journal.full` or `journal.failed` with nothing written. */
  record(...events: readonly JournalEvent[]): void;
  /** Writes events that have happened already; what cannot be written is held in memory and written when it can be. */
  keep(...events: readonly JournalEvent[]): void;
  readonly health: JournalHealth;
  onHealth(listener: (health: JournalHealth) => void): () => void;
  /** Tries to write what is held; false when it still cannot be. */
  flush(): boolean;

  sale(saleId: string): SaleRecord | undefined;
  saleOfPayment(paymentId: string): SaleRecord | undefined;
  salesOfReference(reference: string): readonly SaleRecord[];
  /** Sales of which something is still expected, oldest first. */
  openSales(): readonly SaleRecord[];
  /** Sales with an alarm that nobody has acknowledged. */
  alarms(): readonly SaleRecord[];
  /** The last sale that was charged here, until it is dismissed. */
  onScreen(): string | undefined;
  /** A page of the sales that hold `text`, newest first: those after the place where the page before it ended. */
  find(text: string, after: SaleCursor | undefined, limit: number): SalesPage;
  refund(refundKey: string): RefundRecord | undefined;
  refundsOf(saleId: string): readonly RefundRecord[];
  openRefunds(): readonly RefundRecord[];

  /** The damaged journal that this one replaced, until a `journal.refilled` says that the service has been asked. */
  importDue(): string | undefined;
  /** A page of what was done at the till, newest first: the acts before event `beforeSeq`, or the newest. */
  acts(beforeSeq: number | undefined, limit: number): readonly RecordedAct[];
  /** The reference for the next sale; it is taken when a `sale.intent` with its counter and sequence is recorded. */
  nextReference(): OwnReference;
  /** True when this callback was taken before; else remembers it, durably, until `untilMs`. */
  seenJti(jti: string, untilMs: number): boolean;

  check(): IntegrityReport;
  rebuild(): void;
  close(): void;
}

/**
 * Opens the journal, or a new one when there is none. A damaged or unreadable file is set aside and said so in
 * `opening`. What it gives back has been written to. Throws TillError: `journal.pragma`, `journal.too-new`,
 * `journal.in-use`, `journal.read-only`, `journal.full`, `journal.failed`.
 */
export function openJournal(options: JournalOptions): Journal {
  try {
    finishReplacement(options);
    const created = !options.disk.exists(options.file);
    try {
      const journal = new OpenJournal(options, connect(options), { created });
      discardDraft(options);
      return journal;
    } catch (thrown) {
      if (created || !(isDamage(thrown) || isForbidden(thrown, options))) throw thrown;
    }
    const replacement = replaceDamaged(options);
    return new OpenJournal(options, connect(options), { created: true, ...replacement });
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}

/** Whether nobody holds the file, and SQLite cannot write to it all the same: one wrong byte of the header does that. */
function isForbidden(thrown: unknown, { disk, file }: JournalOptions): boolean {
  return toJournalError(thrown).code === 'journal.read-only' && (disk.forbidsWriting?.(file) ?? false);
}

function connect(options: JournalOptions): Database {
  try {
    return connectAs(options, 'shared');
  } catch (thrown) {
    // On a full disk there is no room for the memory that SQLite shares with other processes. Without them it needs none,
    // and the sale under way can still be followed.
    if (options.disk.journalMode !== 'wal' || !isShortOfSpace(thrown)) throw thrown;
    return connectAs(options, 'alone');
  }
}

function connectAs({ disk, file, suspect }: JournalOptions, how: Sharing): Database {
  const database = disk.open(file);
  try {
    applyPragmas(database, disk, how);
    migrate(database);
    if (!hasOwnSchema(database)) throw new TillError('journal.damaged', "The journal's tables are not what was made.");
    if (suspect) checkEvents(database);
    else checkAtStart(database, disk.size(file));
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Makes the projections again from the events where they are not what these add up to; true when it had to. */
function rebuildIfWrong(database: Database, statements: Statements, options: JournalOptions): boolean {
  try {
    // A suspect journal has had all its events checked: making the records again costs no more than comparing them.
    const state = options.suspect ? 'rebuild' : verifyProjections(database, options.disk.size(options.file));
    if (state === 'damaged')
      throw new TillError('journal.damaged', 'Neither the events nor what they add up to is what was written.');
    if (state === 'adds-up' && projectionsReadable(statements)) return false;
    rebuild(database);
    return true;
  } catch (thrown) {
    // The caller may set the file aside, and an open file cannot be renamed on Windows.
    database.close();
    throw thrown;
  }
}

class OpenJournal implements Journal {
  readonly file: string;
  readonly opening: Opening;
  readonly #options: JournalOptions;
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #listeners = new Set<(health: JournalHealth) => void>();
  /** Records as they are once the held events are counted in. */
  readonly #heldSales = new Map<string, SaleRecord>();
  readonly #heldRefunds = new Map<string, RefundRecord>();

  constructor(options: JournalOptions, database: Database, opening: Omit<Opening, 'rebuilt'>) {
    this.file = options.file;
    this.#options = options;
    this.#database = database;
    const statements = new Statements(database);
    const rebuilt = rebuildIfWrong(database, statements, options);
    this.opening = { ...opening, rebuilt };
    this.#reader = new Reader(statements, () => options.onDamage?.());
    this.#writer = new Writer({
      database,
      statements,
      clock: options.clock,
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
  }

  get health(): JournalHealth {
    return this.#writer.health;
  }

  onHealth(listener: (health: JournalHealth) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  record(...events: readonly JournalEvent[]): void {
    this.#writer.record(events);
  }

  keep(...events: readonly JournalEvent[]): void {
    this.#writer.keep(events);
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

  find(text: string, after: SaleCursor = NEWEST, limit: number): SalesPage {
    const wanted = searchable(text);
    // A record that waits to be written replaces its row, and may no longer hold the text: read that many rows more.
    const count = limit + 1 + this.#heldSales.size;
    const written = this.#reader.find(wanted, after, count).filter((sale) => !this.#heldSales.has(sale.saleId));
    const held = [...this.#heldSales.values()].filter(
      (sale) => isAfter(cursorOf(sale), after) && searchText(sale).includes(wanted),
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
    return this.#reader.refundsOf(saleId).map((refund) => this.#heldRefunds.get(refund.refundKey) ?? refund);
  }

  openRefunds(): readonly RefundRecord[] {
    return this.#reader
      .openRefunds()
      .map((refund) => this.#heldRefunds.get(refund.refundKey) ?? refund)
      .filter((refund) => !isRefundEnd(refund.stage));
  }

  importDue(): string | undefined {
    return this.#reader.importDue();
  }

  acts(beforeSeq = Number.MAX_SAFE_INTEGER, limit: number): readonly RecordedAct[] {
    return this.#reader.acts(beforeSeq, limit);
  }

  nextReference(): OwnReference {
    const { clock, terminal } = this.#options;
    const at = clock.now();
    const counter = counterName(terminal.posId, at);
    const sequence = this.#reader.counter(counter) + 1;
    return { reference: saleReference(terminal.posId, at, this.#reader.salt(), sequence), counter, sequence };
  }

  seenJti(jti: string, untilMs: number): boolean {
    if (this.#reader.isSeen(jti)) return true;
    this.record({ type: 'callback.seen', jti, untilMs });
    return false;
  }

  check(): IntegrityReport {
    return checkFully(this.#database);
  }

  rebuild(): void {
    rebuild(this.#database);
  }

  close(): void {
    this.#writer.flush();
    this.#writer.close();
    this.#database.close();
  }

  /** SQLite opens a file that it cannot write to without an error: this finds out at the start, not at the first sale. */
  #start(): void {
    try {
      if (this.#writer.isEmpty) this.#begin();
      else this.#writer.prove();
    } catch (thrown) {
      // Else it would stay open, and opening it again, once there is space or it is let go, would fail.
      this.#writer.close();
      this.#database.close();
      throw thrown;
    }
  }

  #begin(): void {
    const { random } = this.#options;
    this.#writer.record([
      { type: 'journal.begun', journalId: random.uuid(), salt: Math.floor(random.next() * 10_000) },
    ]);
  }

  #hold(recorded: RecordedEvent): void {
    const { event } = recorded;
    if (!('refundKey' in event || 'saleId' in event)) return;
    if ('refundKey' in event)
      this.#heldRefunds.set(event.refundKey, foldRefund(this.refund(event.refundKey), event, recorded));
    else this.#heldSales.set(event.saleId, foldSale(this.sale(event.saleId), event, recorded));
  }

  #current<T extends SaleRecord | undefined>(sale: T): T | SaleRecord {
    return sale === undefined ? sale : (this.#heldSales.get(sale.saleId) ?? sale);
  }
}

function cursorOf({ startedAt, saleId }: SaleRecord): SaleCursor {
  return { at: startedAt, saleId };
}

/** Whether `cursor` comes after `other` in a list that has the newest first. */
function isAfter(cursor: SaleCursor, other: SaleCursor): boolean {
  return cursor.at < other.at || (cursor.at === other.at && cursor.saleId < other.saleId);
}
