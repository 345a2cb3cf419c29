import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import type { PaymentService } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { ShiftRecord } from '../domain/shift-record.ts';
import { type AskProgress, askService, TOO_MANY } from './ask-service.ts';
import { matchWithService, type ReceivedPayment, type ServiceResponse } from './compare-with-service.ts';
import { type Past, ShiftFold } from './shift-fold.ts';
import { carriedOver, firstAfter, pastOf, type ShiftJournal } from './shift-journal.ts';
import { type Counted, type NotCountedWhy, parseReport, REPORT_VERSION, type ShiftReport } from './shift-report.ts';

type ShiftTerminal = Pick<ShiftReport, 'environment' | 'shopName' | 'shopId' | 'posId' | 'terminalId'>;

export interface ShiftsOptions {
  readonly journal: ShiftJournal;
  readonly service: Pick<PaymentService, 'searchPage' | 'readPayment'>;
  readonly clock: Clock;
  readonly terminal: ShiftTerminal;
  readonly referencePattern?: string | undefined;
  /** Service's clock minus ours, ms, if known. */
  readonly skewMs: () => number;
  /** Returns whether an open sale is on the screen. */
  readonly isSelling: () => boolean;
}

export interface ClosedShift {
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly by: Actor;
  /** Undefined for a report of a later app version. */
  readonly report: ShiftReport | undefined;
}

interface Asking {
  readonly stop: AbortController;
  readonly done: Promise<void>;
  progress: AskProgress;
}

/** Events counted without a pause, so that a journal without any closing does not block the till. */
const AT_ONCE = 250;

export class Shifts {
  readonly #options: ShiftsOptions;
  readonly #journal: ShiftJournal;
  readonly #past: Past;
  #fold: ShiftFold | undefined;
  #response: { readonly number: number; readonly response: ServiceResponse } | undefined;
  #notCounted: { readonly number: number; readonly counted: Counted } | undefined;
  #asking: Asking | undefined;
  readonly #closing = new AbortController();

  constructor(options: ShiftsOptions) {
    this.#options = options;
    this.#journal = options.journal;
    this.#past = pastOf(options.journal);
  }

  /** Rejects with the journal's error if pending events cannot be written. */
  async soFar(): Promise<ShiftReport> {
    await this.#countSlowly();
    return this.#report();
  }

  /** Compares the shift with the service, once at a time. The reports show the response, or the failure. */
  async ask(): Promise<void> {
    const asking = this.#asking ?? this.#startAsking();
    this.#asking = asking;
    await asking.done;
  }

  get asking(): AskProgress | undefined {
    return this.#asking?.progress;
  }

  /** Aborts the comparison; the report then has none. */
  stopAsking(): void {
    this.#asking?.stop.abort();
  }

  /**
   * Closes shift `number` with its report, in one synced write. A repeated call returns the first result and closes
   * nothing. Throws `TillError`, with nothing closed: `shift.sale-running`; `shift.other` when another shift is
   * running; `journal.*`.
   */
  async close(number: number, by: Actor): Promise<{ readonly shift: ClosedShift; readonly isNew: boolean }> {
    await this.#countSlowly();
    // Synchronous from here to the write, so that no event can come between the report and the closing.
    const last = this.#journal.lastShift();
    if (last?.number === number) return { shift: closedShift(last), isNew: false };
    if (number !== this.#journal.nextShift())
      throw new TillError('shift.other', `Shift ${number} is not the current one`);
    if (this.#options.isSelling())
      throw new TillError('shift.sale-running', 'Sale in progress: its end belongs to this shift', {
        retryable: true,
      });
    const report = this.#report();
    const { fromSeq, toSeq, from, to } = report;
    this.#journal.record({
      type: 'shift.closed',
      number,
      fromSeq,
      toSeq,
      from,
      to,
      by,
      report: JSON.stringify(report),
    });
    this.#fold = undefined;
    return { shift: { number, from, to, by, report }, isNew: true };
  }

  closed(number: number): ClosedShift | undefined {
    const shift = this.#journal.shift(number);
    return shift && closedShift(shift);
  }

  /** Returns closed shifts, newest first: before shift `before`, or the newest. */
  list(before: number | undefined, limit: number): readonly ClosedShift[] {
    return this.#journal.shifts(before, limit).map(closedShift);
  }

  async end(): Promise<void> {
    this.#closing.abort();
    this.stopAsking();
    await this.#asking?.done.catch(() => undefined);
  }

  #counted(): ShiftFold {
    // Queued events have happened, but have no position in the journal yet.
    if (!this.#journal.flush()) throw this.#journal.health.problem ?? new TillError('journal.failed', 'Not written');
    const fold = this.#current();
    this.#add(fold, Number.MAX_SAFE_INTEGER);
    return fold;
  }

  /** A fold that failed on an event is incomplete, so the next fold starts from the beginning. */
  #add(fold: ShiftFold, toSeq: number): void {
    try {
      for (const recorded of this.#journal.eventsBetween(fold.toSeq + 1, toSeq)) fold.add(recorded);
    } catch (thrown) {
      this.#fold = undefined;
      throw thrown;
    }
  }

  async #countSlowly(): Promise<void> {
    for (;;) {
      this.#closing.signal.throwIfAborted();
      const fold = this.#current();
      const before = fold.toSeq;
      this.#add(fold, before + AT_ONCE);
      if (fold.toSeq < before + AT_ONCE) return;
      await nextTurn();
    }
  }

  #current(): ShiftFold {
    if (this.#fold !== undefined) return this.#fold;
    const last = this.#journal.lastShift();
    // The closing normally follows the last counted event directly. Events in between still count in this shift.
    const afterLast = last === undefined ? 1 : last.toSeq + (last.seq === last.toSeq + 1 ? 2 : 1);
    const lost = this.#lostShifts();
    const fromSeq = lost === undefined ? afterLast : firstAfter(this.#journal, afterLast, lost);
    const carried = carriedOver(this.#journal, this.#past, fromSeq);
    const countedUntil = lost && (lost.to ?? Number.POSITIVE_INFINITY);
    this.#fold = new ShiftFold(fromSeq, this.#past, carried, countedUntil);
    return this.#fold;
  }

  /** Returns the shifts counted by a lost journal's reports, which must not count again. */
  #lostShifts(): ReturnType<ShiftJournal['shiftsBefore']> {
    const before = this.#journal.shiftsBefore();
    return before !== undefined && before.number > (this.#journal.lastShift()?.number ?? 0) ? before : undefined;
  }

  #report(): ShiftReport {
    const figures = this.#counted().figures();
    const last = this.#journal.lastShift();
    const number = this.#journal.nextShift();
    const { clock, terminal } = this.#options;
    const counted = this.#countedAgainst(number);
    const lost = this.#lostShifts() && { first: (last?.number ?? 0) + 1, last: number - 1 };
    return {
      version: REPORT_VERSION,
      number,
      ...terminal,
      from: this.#beganAt(last),
      to: clock.now(),
      ...figures,
      ...omitUndefined({ lost }),
      counted,
    };
  }

  /** The first shift begins with the journal. */
  #beganAt(last: ShiftRecord | undefined): number {
    const lost = this.#lostShifts();
    if (lost?.to !== undefined) return lost.to;
    if (last !== undefined && lost === undefined) return last.to;
    for (const { at } of this.#journal.eventsBetween(lost?.seq ?? 1, lost?.seq ?? 1)) return at;
    return this.#options.clock.now();
  }

  #countedAgainst(number: number): Counted {
    const response = this.#response?.number === number ? this.#response.response : undefined;
    if (response === undefined)
      return this.#notCounted?.number === number
        ? this.#notCounted.counted
        : { state: 'not-counted', why: 'not-asked' };
    const isKnown = ({ paymentId, reference }: ReceivedPayment) =>
      this.#journal.saleOfPayment(paymentId) !== undefined || this.#isAwaited(reference);
    const { terminal, referencePattern } = this.#options;
    return matchWithService(response, { posId: terminal.posId, referencePattern, sales: this.#sales() ?? [], isKnown });
  }

  #isAwaited(reference: string | undefined): boolean {
    const sales = reference === undefined ? [] : this.#journal.salesOfReference(reference);
    return sales.some((sale) => sale.ownReference && sale.paymentId === undefined);
  }

  #sales(): readonly SaleRecord[] | undefined {
    return this.#current()
      .payments()
      ?.flatMap((saleId) => this.#journal.sale(saleId) ?? []);
  }

  #startAsking(): Asking {
    const stop = new AbortController();
    const done = this.#askOnce(stop.signal).finally(() => {
      this.#asking = undefined;
    });
    return { stop, done, progress: { done: 0 } };
  }

  async #askOnce(signal: AbortSignal): Promise<void> {
    await this.#countSlowly();
    const { service, clock, skewMs } = this.#options;
    const { number, from } = this.#report();
    const sales = this.#sales();
    const note = (why: NotCountedWhy, code?: string) => {
      this.#response = undefined;
      this.#notCounted = { number, counted: { state: 'not-counted', why, ...omitUndefined({ code }) } };
    };
    if (sales === undefined) return note('too-many');
    try {
      const progress = (now: AskProgress) => {
        if (this.#asking !== undefined) this.#asking.progress = now;
      };
      const response = await askService({ service, sales, from, now: clock.now(), skewMs: skewMs(), signal, progress });
      if (response === TOO_MANY) note('too-many');
      else this.#response = { number, response };
    } catch (thrown) {
      const { code } = toTillError(thrown);
      if (signal.aborted) note('stopped');
      else note(whyNot(code), code);
    }
  }
}

function whyNot(code: string): NotCountedWhy {
  return code.startsWith('network.') || code === 'service.unavailable' || code === 'service.busy'
    ? 'unreachable'
    : 'refused';
}

function closedShift({ number, from, to, by, report }: ShiftRecord): ClosedShift {
  return { number, from, to, by, report: parseReport(report) };
}
