import type { JournalEvent, RecordedEvent } from '../domain/events.ts';
import type { RefundRecord } from '../domain/refund-record.ts';
import type { RefundWish } from '../domain/refund-wish.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import type { Anchoring } from './anchoring.ts';
import type { ClosedShift } from './closed-shifts.ts';
import type { IntegrityReport } from './integrity.ts';
import type { SaleCursor } from './projection-rows.ts';
import type { Folded } from './projections.ts';
import type { PlacedRefund, RecordedAct, TamperAlarm } from './reader.ts';
import type { JournalHealth } from './writer.ts';

/** The outcome of opening it. */
export interface Opening {
  /** There was none before. */
  readonly created: boolean;
  /** Path of the damaged journal; the till says so and asks the service what it knows. */
  readonly setAside?: string;
  /** Events of it that could be proven and were taken over. */
  readonly salvaged?: number;
  /** The projections could not be read, or were not what the events add up to, and were made again from the events. */
  readonly rebuilt: boolean;
}

/** One page of the payments list. */
export interface SalesPage {
  readonly sales: readonly SaleRecord[];
  /** Place of the next page; undefined when there is none. */
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

  /**
   * Writes events, all or none, synced, and gives the records that they leave; throws TillError `journal.full` or
   * `journal.failed` with nothing written.
   */
  record(...events: readonly JournalEvent[]): Folded;
  /** Writes events that have happened already; what cannot be written is held in memory and written when it can be. */
  keep(...events: readonly JournalEvent[]): Folded;
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
  /**
   * A page of the sales that hold `text`, newest first: those after the place where the page before it ended, and
   * charged at `from` (ms since the epoch) or later.
   */
  find(text: string, after: SaleCursor | undefined, limit: number, from?: number): SalesPage;
  refund(refundKey: string): RefundRecord | undefined;
  refundsOf(saleId: string): readonly RefundRecord[];
  openRefunds(): readonly RefundRecord[];
  /** The refund of this payment that a person asked for and that nothing has come of yet. */
  wishOf(saleId: string): RefundWish | undefined;
  /** All of them, those of a process that ended first among them. */
  wishes(): readonly RefundWish[];
  /** A page of all refunds, the one that was written last in front. */
  newestRefunds(skip: number, count: number): readonly RefundRecord[];
  /** The same from a place on, which stays where it is when others come. */
  refundsBefore(place: number, count: number): readonly PlacedRefund[];
  /**
   * Times at which a manager closed refunds as not made, by the service's clock, ms; those of the last days at least.
   */
  closedAsNotMade(): ReadonlyMap<string, number>;

  /** The events from `fromSeq` to `toSeq`, both included, that are on the disk. */
  eventsBetween(fromSeq: number, toSeq: number): Iterable<RecordedEvent>;
  /** Events on the disk of a sale, of its refunds and of what people did with it, in order. */
  eventsOf(saleId: string): readonly RecordedEvent[];
  /** The sales that were charged from `from` on and before `before` (ms since the epoch), the oldest first. */
  salesBetween(from: number, before: number): Iterable<SaleRecord>;
  /** The refunds that were begun from `from` on and before `before` (ms since the epoch), the oldest first. */
  refundsBetween(from: number, before: number): Iterable<RefundRecord>;
  /** A shift is closed by recording `shift.closed` with the number of `nextShift`: any other is refused. */
  shift(number: number): ShiftRecord | undefined;
  lastShift(): ShiftRecord | undefined;
  /** The last shift that was closed before this journal began, as that beginning (event `seq`) knows of it. */
  shiftsBefore(): (ClosedShift & { readonly seq: number }) | undefined;
  /** The number of the shift that runs: after those that were closed here, and before this journal began. */
  nextShift(): number;
  /** A page of the shifts that were closed, newest first: those before `beforeNumber`, or the newest. */
  shifts(beforeNumber: number | undefined, limit: number): readonly ShiftRecord[];

  /** The damaged journal that this one replaced, until a `journal.refilled` says that the service has been asked. */
  importDue(): string | undefined;
  /**
   * When the backup was made that this journal comes from, ms since the epoch, until the service has been asked what
   * happened since: refunds that were made meanwhile are missing.
   */
  restoredFrom(): number | undefined;
  /** A page of what was done at the till, newest first: the acts before event `beforeSeq`, or the newest. */
  acts(beforeSeq: number | undefined, limit: number): readonly RecordedAct[];
  /** The reference for the next sale; it is taken when a `sale.intent` with its counter and sequence is recorded. */
  nextReference(): OwnReference;
  /** True when this callback was taken before; else remembers it, durably, until `untilMs`. */
  seenJti(jti: string, untilMs: number): boolean;

  /** The alarm about a journal that was gone, cut or altered, until a `journal-alarm-cleared` is in the journal. */
  tampered(): TamperAlarm | undefined;

  /** True where the keychain knows how far this journal is; absent where nothing is sealed. */
  readonly anchoring: Pick<Anchoring, 'behind' | 'ask'> | undefined;

  check(): IntegrityReport;
  rebuild(): void;
  close(): void;
  /** After `close`: resolves once the keychain knows of the last event, or does not take it within two seconds. */
  anchored(): Promise<void>;
}
