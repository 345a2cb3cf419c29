import type { Clock, Random } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { TillError } from '../base/till-error.ts';
import type { JournalEvent } from '../domain/events.ts';
import { counterName, saleReference, usablePattern } from '../domain/sale-reference.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import { Anchoring, isPrompt } from './anchoring.ts';
import { beginning, type Head, predecessorOf, tampered } from './append-events.ts';
import { type ClosedShift, lastClosed, shiftsBefore } from './closed-shifts.ts';
import { type Database, isDamage, toJournalError } from './database.ts';
import type { TerminalIdentity } from './event-rows.ts';
import { type Break, nameOf, reportedBreaks } from './event-walk.ts';
import { checkFully, type IntegrityReport } from './integrity.ts';
import { JournalQueries } from './journal-queries.ts';
import { connect, type DatabaseOptions, isForbidden, rebuildIfWrong } from './open-database.ts';
import { Statements } from './prepared-statements.ts';
import type { Folded } from './projections.ts';
import { rebuild } from './rebuild.ts';
import { discardDraft, finishReplacement, replaceDamaged } from './replace-damaged.ts';
import { type Anchor, type Sealing, sealingOf } from './sealing.ts';
import { begunsOf, foreignTo, sealedFrom, TamperedJournal } from './tampering.ts';
import { type JournalHealth, Writer } from './writer.ts';

interface OwnReference {
  readonly reference: string;
  readonly counter: string;
  readonly sequence: number;
}

interface Opening {
  readonly created: boolean;
  /** Path of the damaged journal; the till reports the damage and asks the service for its payments. */
  readonly setAside?: string;
  readonly salvaged?: number;
  /** The projections were unreadable or did not match the events, and were rebuilt. */
  readonly rebuilt: boolean;
}

export interface JournalOptions extends DatabaseOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: TerminalIdentity;
  /** Pattern of the till's own references; absent: the default. */
  readonly referencePattern?: string | undefined;
  /** Called for damage while the journal is open: reopened as `suspect`, the journal saves its proven events. */
  readonly onDamage?: () => void;
  /** Called when the keychain does not store an anchor, and when an anchor is stored again. */
  readonly onUnanchored?: (error: TillError | undefined) => void;
}

/**
 * Opens the journal, or creates a new one. A journal that is damaged, unreadable, or different from the keychain's
 * anchor is set aside and replaced. Writing is tested before the return. Throws TillError `journal.pragma`, `.too-new`,
 * `.in-use`, `.read-only`, `.full`, `.failed`.
 */
export function openJournal(options: JournalOptions): Journal {
  try {
    finishReplacement(options);
    const created = !options.disk.exists(options.file);
    let found: TamperedJournal | undefined;
    try {
      const journal = new Journal(options, connect(options), { created });
      discardDraft(options);
      return journal;
    } catch (thrown) {
      if (thrown instanceof TamperedJournal) found = thrown;
      else if (created || !(isDamage(thrown) || isForbidden(thrown, options))) throw thrown;
    }
    const replacement = replaceDamaged(options, found?.tampering);
    return new Journal(options, connect(options), { created: true, ...replacement });
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}

/** All calls are synchronous: when a write returns, the events are on the disk. */
export class Journal extends JournalQueries {
  readonly file: string;
  readonly opening: Opening;
  readonly anchoring: Anchoring | undefined;
  readonly #options: JournalOptions;
  readonly #database: Database;
  readonly #writer: Writer;
  readonly #sealing: Sealing | undefined;
  #anchored: Promise<void> | undefined;
  #closed: ClosedShift | undefined;
  #identity: Pick<Anchor, 'journalId' | 'fromSeq'> | undefined;
  readonly #listeners = new Set<(health: JournalHealth) => void>();

  constructor(options: JournalOptions, database: Database, opening: Omit<Opening, 'rebuilt'>) {
    super(new Statements(database), () => options.onDamage?.());
    this.file = options.file;
    this.#options = options;
    this.#database = database;
    const breaks: Break[] = [];
    const rebuilt = rebuildIfWrong(database, this.statements, options, (found) => breaks.push(found));
    this.opening = { ...opening, rebuilt };
    this.#sealing = sealingOf(options);
    const { clock } = options;
    const onBehind = (error: TillError | undefined) => options.onUnanchored?.(error);
    this.anchoring = this.#sealing && new Anchoring({ sealing: this.#sealing, clock, onBehind });
    this.#writer = new Writer({
      sealing: this.#sealing,
      onWritten: (events, head) => {
        if (events.some(({ type }) => type === 'shift.closed')) this.#closed = undefined;
        this.#anchor(head, events.some(isPrompt) ? 'prompt' : 'soon');
      },
      database,
      statements: this.statements,
      clock,
      terminal: options.terminal,
      room: () => options.disk.room?.(options.file) ?? Number.POSITIVE_INFINITY,
      onHeld: (recorded) => this.held.add(recorded, this),
      onFlushed: () => this.held.clear(),
      onHealth: (health) => {
        if (health.problem?.code === 'journal.damaged') options.onDamage?.();
        for (const listener of this.#listeners) listener(health);
      },
    });
    this.#start();
    this.#reportBreaks(breaks);
  }

  get health(): JournalHealth {
    return this.#writer.health;
  }

  onHealth(listener: (health: JournalHealth) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** All or none, synced. Throws TillError `journal.full` or `journal.failed` with nothing written. */
  record(...events: readonly JournalEvent[]): Folded {
    return this.#writer.record(events);
  }

  /** Appends events that have already happened; queues them in memory when the disk refuses the write. */
  keep(...events: readonly JournalEvent[]): Folded {
    return this.#writer.keep(events);
  }

  /** Tries to write the queued events; false if writing still fails. */
  flush(): boolean {
    return this.#writer.flush();
  }

  shift(number: number): ShiftRecord | undefined {
    return this.shifts(number + 1, 1).find((shift) => shift.number === number);
  }

  lastShift(): ShiftRecord | undefined {
    return this.shifts(undefined, 1)[0];
  }

  /** Follows the shifts closed here and in earlier journals. Only the current shift may be closed. */
  nextShift(): number {
    return this.#lastClosed.number + 1;
  }

  shiftsBefore(): (ClosedShift & { readonly seq: number }) | undefined {
    return shiftsBefore(this.#database);
  }

  /** A `sale.intent` with its counter and sequence takes the reference. */
  nextReference(): OwnReference {
    const { clock, terminal } = this.#options;
    const pattern = usablePattern(this.#options.referencePattern);
    const at = clock.now();
    const counter = counterName(terminal.posId, at, pattern);
    const reference = (number: number) => saleReference(terminal.posId, at, this.salt(), number, pattern);
    let sequence = this.counter(counter) + 1;
    // A cashier may have typed the same reference, or an earlier pattern may have produced it.
    while (this.salesOfReference(reference(sequence)).length > 0) sequence += 1;
    return { reference: reference(sequence), counter, sequence };
  }

  /** True for a callback handled before; else stores the `jti` durably until `untilMs`. */
  seenJti(jti: string, untilMs: number): boolean {
    if (this.isSeen(jti)) return true;
    this.record({ type: 'callback.seen', jti, untilMs });
    return false;
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
    this.#anchored = this.anchoring?.close();
  }

  /** After `close`: resolves when the keychain has stored the last anchor, or after two seconds. */
  async anchored(): Promise<void> {
    await this.#anchored;
  }

  /** Tests writing at start: SQLite opens a write-protected file without an error, and the first sale would fail. */
  #start(): void {
    try {
      if (this.#writer.head.seq === 0)
        this.#writer.record(beginning(this.#options.random, this.#sealing, predecessorOf(this.#sealing)));
      else this.#writer.prove();
      // Before the first anchor: with an anchor in the keychain, the journal would count as the till's own.
      this.#reportForeign();
      this.#anchor(this.#writer.head, 'prompt');
    } catch (thrown) {
      // An open database would block the next attempt to open the file.
      this.#writer.close();
      this.#database.close();
      throw thrown;
    }
  }

  /** The journal is kept: it may hold the only trace of pending refunds. */
  #reportForeign(): void {
    const found = this.#sealing && foreignTo(this.#database, this.#sealing);
    if (found !== undefined) this.#writer.record([tampered({ ...found, kept: found.found, file: '' })]);
  }

  /**
   * Raises an alarm once for each break. The journal is kept, because replacing it would lose the events after the
   * break. Only sealed alarms count as raised before: an attacker could forge unsealed events.
   */
  #reportBreaks(breaks: readonly Break[]): void {
    if (this.#sealing === undefined || breaks.length === 0) return;
    const reported = reportedBreaks(this.#database, this.#sealing);
    const { seq } = this.#writer.head;
    for (const about of new Set(breaks.map(nameOf)))
      if (!reported.has(about))
        this.keep({ ...tampered({ why: 'altered', anchored: seq, found: seq, kept: seq, file: '' }), about });
  }

  #anchor({ seq, hash }: Head, when: 'prompt' | 'soon'): void {
    if (this.anchoring === undefined || this.#sealing === undefined) return;
    this.#identity ??= {
      journalId: begunsOf(this.#database).at(-1)?.event.journalId ?? '',
      fromSeq: sealedFrom(this.#database, this.#sealing),
    };
    const { number, to: shiftTo } = this.#lastClosed;
    const shift = number > 0 ? omitUndefined({ shift: number, shiftTo }) : {};
    this.anchoring.moved({ ...this.#identity, seq, hash, ...shift }, when);
  }

  get #lastClosed(): ClosedShift {
    this.#closed ??= lastClosed([this.lastShift(), this.shiftsBefore()]) ?? { number: 0 };
    return this.#closed;
  }
}
