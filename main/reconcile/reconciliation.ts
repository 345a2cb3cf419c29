import type { DayRange, PayoutsOverview, PayoutView, TransactionView } from '../../preload/contract/payouts.ts';
import type { Clock } from '../base/clock.ts';
import { DAY_MS, dayAfter, utcDayOf } from '../base/days.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { ReconciliationLists } from '../service/reconciliation-lists.ts';
import { type Days, nextPiece, planDays, progressOf } from './fetch-plan.ts';
import type { JournalToMatch } from './journal-side.ts';
import { load } from './load.ts';
import type { LoadInThread } from './load-in-thread.ts';
import type { PaymentLookUp } from './look-up-payments.ts';
import type { OwnTill } from './page-writer.ts';
import {
  daySums,
  otherDays,
  outstanding,
  payoutCount,
  payoutOf,
  payoutPage,
  shiftSums,
  stateSums,
  transactionCount,
  transactionPage,
  type Wanted,
} from './payout-figures.ts';
import { openPayoutStore, type PayoutStore, sealPayoutStore } from './payout-store.ts';
import { type ClosedShift, shiftFinder } from './shift-of-time.ts';
import { createTurns } from './turns.ts';

export interface ReconciliationParts {
  readonly file: string;
  /** Absent in training: a stored file is then never trusted. */
  readonly sealKey?: Buffer | undefined;
  readonly service: ReconciliationLists & PaymentLookUp;
  readonly journal: JournalToMatch;
  readonly own: OwnTill;
  readonly clock: Clock;
  /** Service clock minus till clock, ms, as far as known. */
  readonly skewMs: () => number;
  readonly isSelling: () => boolean;
  readonly closedShifts: () => readonly ClosedShift[];
  readonly pause: () => Promise<void>;
  readonly inThread?: LoadInThread;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

interface Page<Row> {
  readonly total: number;
  readonly rows: Row[];
}

/** Reconciliation of payouts for a single range of days, stored until another range is fetched. */
export class Reconciliation {
  readonly #parts: ReconciliationParts;
  #opened: PayoutStore | undefined;
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #problem: TillError | undefined;
  #closed = false;
  #fetches = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: ReconciliationParts) {
    this.#parts = parts;
  }

  get file(): string {
    return this.#parts.file;
  }

  /** Number of completed fetches since the start. */
  get fetches(): number {
    return this.#fetches;
  }

  overview(): PayoutsOverview {
    const store = this.#store();
    const range = rangeOf(store);
    const { done, of, rows, unverifiedAnswers, notListed } = progressOf(store);
    const at = store.fact('at') === undefined ? undefined : Number(store.fact('at'));
    const today = utcDayOf(this.#serviceNow());
    const stage = this.#stageOf(range);
    const askedAt = Number(store.fact('asked-at') ?? at);
    const isOld = at === undefined || this.#parts.clock.now() - at > keptMs(range, askedAt);
    const due = stage !== 'loading' && isOld ? lastDays(today) : undefined;
    return {
      range,
      stage,
      progress: { done, of, rows },
      ...omitUndefined({ problem: this.#problem?.toView(), at, due }),
      today,
      payouts: payoutCount(store),
      sums: stateSums(store, 'all'),
      outstanding: outstanding(store),
      otherDays: otherDays(store),
      shifts: shiftSums(store),
      days: daySums(store),
      unverifiedAnswers,
      notListed,
    };
  }

  /** Starts a fetch; ends a running fetch and drops other days. Rejects with `invalid.range.future`, `payouts.disk`. */
  async load(days: DayRange): Promise<void> {
    refuseFuture(days, utcDayOf(this.#serviceNow()));
    await this.#inTurn(() => this.#begin(days));
  }

  /** Continues a stopped fetch until its end or a fault. Throws `payouts.nothing`. */
  resume(): void {
    const range = rangeOf(this.#store());
    if (range === null) throw new TillError('payouts.nothing', 'No fetched days');
    if (this.#running === undefined && nextPiece(this.#store()) !== undefined) this.#start(range);
  }

  cancel(): Promise<void> {
    return this.#inTurn(() => this.#stopRunning());
  }

  /** Newest first. */
  payouts(offset: number, limit: number): Page<PayoutView> {
    const store = this.#store();
    return { total: payoutCount(store), rows: payoutPage(store, offset, limit) };
  }

  /** Throws `invalid.payout.not-fetched`. */
  payout(number: number): PayoutView {
    const found = payoutOf(this.#store(), number);
    if (found !== undefined) return found;
    throw new TillError('invalid.payout.not-fetched', 'Payout not found', { field: 'number' });
  }

  /** Returns the number of a payout. Throws `invalid.payout.not-fetched`. */
  find(payoutId: string): number {
    const row = this.#store().get('SELECT number FROM payouts WHERE told = 1 AND payout_id = ?', payoutId);
    if (row !== undefined) return Number(row['number']);
    throw new TillError('invalid.payout.not-fetched', 'No payout with this id in the fetched days', {
      field: 'payoutId',
    });
  }

  transactions(asked: Wanted, offset: number, limit: number): Page<TransactionView> {
    const store = this.#store();
    return { total: transactionCount(store, asked), rows: transactionPage(store, asked, offset, limit) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#stopRunning();
    this.#opened?.close();
    const { file, sealKey } = this.#parts;
    if (this.#opened !== undefined && sealKey !== undefined) sealPayoutStore(file, sealKey);
  }

  /** Opened at the first use: on most days the payouts are not opened at all. */
  #store(): PayoutStore {
    if (this.#closed) throw new TillError('aborted', 'Till closing');
    this.#opened ??= openPayoutStore(this.#parts.file, this.#parts.sealKey);
    return this.#opened;
  }

  #serviceNow(): number {
    return this.#parts.clock.now() + this.#parts.skewMs();
  }

  #stageOf(range: Days | null): PayoutsOverview['stage'] {
    if (range === null) return 'none';
    if (this.#running !== undefined) return 'loading';
    return nextPiece(this.#store()) === undefined ? 'complete' : 'stopped';
  }

  async #begin(days: Days): Promise<void> {
    await this.#stopRunning();
    const store = this.#store();
    store.empty();
    planDays(store, days);
    store.setFact('at', String(this.#parts.clock.now()));
    store.setFact('asked-at', String(this.#serviceNow()));
    store.setFact('from', days.from);
    // Written last: an interrupted plan has no range, so it can neither be continued nor shown as complete.
    store.setFact('to', days.to);
    this.#start(days);
  }

  #start(days: Days): void {
    const { log } = this.#parts;
    const stop = new AbortController();
    this.#problem = undefined;
    const ended = this.#work(days, stop.signal)
      .then(() => {
        this.#fetches += 1;
        log.info('Payouts fetched');
      })
      .catch((thrown: unknown) => {
        const error = toTillError(thrown);
        if (stop.signal.aborted) return;
        this.#problem = error;
        log.warn(error);
      })
      .finally(() => {
        this.#running = undefined;
      });
    this.#running = { stop, ended };
  }

  #work(days: Days, signal: AbortSignal): Promise<void> {
    const parts = this.#parts;
    const { own, file, inThread, log } = parts;
    const store = this.#store();
    const shifts = parts.closedShifts().map(({ number, from, to }) => ({ number, from, to }));
    const here = () =>
      load({ ...parts, store, days, shiftOf: shiftFinder(shifts), turn: createTurns(parts, signal), signal });
    if (inThread === undefined) return here();
    return inThread({ storeFile: file, days, own, shifts }, signal).then((done) => {
      if (done) return;
      log.warn('Payouts fetched without a worker thread');
      return here();
    });
  }

  /** Runs tasks one at a time: two loads waiting for the same fetch to end would both begin in the same store. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(task);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #stopRunning(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.ended;
  }
}

function lastDays(today: string): DayRange {
  return { from: dayAfter(today, -6), to: today };
}

/**
 * Returns the age at which fetched days are due again, ms: ten minutes for the last days; half a day for days chosen by
 * a person, so that opening another view does not discard them. `askedAt`: by the service's clock, like the days.
 */
function keptMs(range: Days | null, askedAt: number): number {
  const { from, to } = lastDays(utcDayOf(askedAt));
  return range === null || (range.from === from && range.to === to) ? 10 * 60_000 : DAY_MS / 2;
}

function rangeOf(store: PayoutStore): Days | null {
  const from = store.fact('from');
  const to = store.fact('to');
  return from === undefined || to === undefined ? null : { from, to };
}

function refuseFuture({ from, to }: Days, today: string): void {
  for (const [field, day] of Object.entries({ from, to }))
    if (day > today) throw new TillError('invalid.range.future', `${day} is in the future`, { field });
}
