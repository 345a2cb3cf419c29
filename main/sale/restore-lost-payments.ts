import { DAY_MS } from '../base/days.ts';
import { fieldsOf, type Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Payment } from '../domain/payment-service.ts';
import { statedPosId, usablePattern } from '../domain/sale-reference.ts';
import type { SaleTerminal } from './charge.ts';
import { SEARCH_LAG_MS } from './creation.ts';
import { importOwnPayments, isHere, OWN_MS } from './import-own-payments.ts';
import type { ImportContext, ImportedFrom } from './payment-import.ts';

/** Delay after a failure, ms. A returning network starts the next attempt sooner. */
const AGAIN_MS = 60_000;

/** A damaged journal was set aside, and its payments are being recovered from the service. */
export interface LostPaymentsView {
  readonly setAside: string;
  /** Payments found at the service; absent before the first search. */
  readonly found?: number;
  /** Time of the backup that the journal comes from, ms since the epoch. */
  readonly restoredFrom?: number;
  /** The service does not allow this till to list refunds: newer refunds stay unknown. */
  readonly refundsUnknown?: true;
}

/** Imports the refunds listed since a time, ms since the epoch. Rejects with the service's `TillError`. */
export type ImportRefunds = (since: number, signal: AbortSignal) => Promise<void>;

/** Recovers payments, then refunds, of a lost journal. Runs again once the search index shows its last payments. */
export class RestoreLostPayments {
  readonly #context: ImportContext;
  readonly #terminal: Pick<SaleTerminal, 'posId' | 'referencePattern'>;
  readonly #log: Log;
  readonly #importRefunds: ImportRefunds;
  /** Time from which a search shows every payment of the lost journal (monotonic). */
  readonly #shownFrom: number;
  #view: LostPaymentsView | undefined;
  readonly #closing = new AbortController();
  #isDue: boolean;
  /** Time of the next attempt after a failure (monotonic). */
  #againAt = 0;
  #running: Promise<void> | undefined;

  constructor(
    context: ImportContext,
    terminal: Pick<SaleTerminal, 'posId' | 'referencePattern'>,
    log: Log,
    importRefunds: ImportRefunds,
  ) {
    this.#context = context;
    this.#terminal = terminal;
    this.#log = log;
    this.#importRefunds = importRefunds;
    const setAside = context.journal.importDue();
    const restoredFrom = context.journal.restoredFrom();
    this.#view = setAside === undefined ? undefined : { setAside, ...omitUndefined({ restoredFrom }) };
    this.#isDue = setAside !== undefined;
    this.#shownFrom = context.clock.monotonic() + SEARCH_LAG_MS;
  }

  get view(): LostPaymentsView | undefined {
    return this.#view;
  }

  /** ms until `run` is due again; undefined if nothing is due, or if due at once. */
  get againIn(): number | undefined {
    const wait = Math.max(this.#left, this.#againAt - this.#context.clock.monotonic());
    return this.#isDue && wait > 0 ? wait : undefined;
  }

  /** ms until a search shows every payment of the lost journal. */
  get #left(): number {
    return this.#shownFrom - this.#context.clock.monotonic();
  }

  /** Resolves when the recovery is complete, not needed, or not possible now. */
  run(): Promise<void> {
    this.#running ??= this.#runNow().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Returns the origin of a looked-up payment: until the recovery is complete, perhaps the lost journal. */
  origin(payment: Payment): ImportedFrom {
    const { posId, referencePattern } = this.#terminal;
    if (!this.#isDue || !isHere(payment, posId, usablePattern(referencePattern)))
      return { posId: statedPosId(payment.extra) };
    return { posId, follow: true };
  }

  close(): void {
    this.#closing.abort(new TillError('sale.closed', 'Till closing.'));
  }

  async #runNow(): Promise<void> {
    if (this.#view === undefined || !this.#isDue) return;
    const isLast = this.#left <= 0;
    if (this.#view.found !== undefined && !isLast) return;
    try {
      const { posId, referencePattern } = this.#terminal;
      const { restoredFrom } = this.#view;
      // A day covers the error of the clock that dated the backup.
      const since = restoredFrom === undefined ? undefined : restoredFrom - DAY_MS;
      const pattern = usablePattern(referencePattern);
      const found = await importOwnPayments(this.#context, posId, pattern, since, this.#closing.signal);
      const refundsUnknown = await this.#refundsAreUnknown(since);
      this.#view = { ...this.#view, found, ...omitUndefined({ refundsUnknown }) };
      // A slow search may end after the time of the last search.
      if (!isLast) return this.#left > 0 ? undefined : await this.#runNow();
      this.#context.journal.keep({ type: 'journal.refilled', found });
      this.#isDue = false;
      this.#log.info('journal.refilled', { count: found });
    } catch (thrown) {
      // Repeated when the network returns, after a delay, and at the next start (recorded as due in the journal).
      const error = toTillError(thrown);
      this.#againAt = this.#context.clock.monotonic() + Math.max(AGAIN_MS, error.retryAfterMs ?? 0);
      this.#log.warn('journal.refill-failed', fieldsOf(error));
    }
  }

  /** Returns true if the service will never list refunds to this till. Rejects if a later attempt may succeed. */
  async #refundsAreUnknown(since: number | undefined): Promise<true | undefined> {
    const { clock, timing } = this.#context;
    try {
      const from = Math.min(clock.now() + timing.skewMs() - OWN_MS, since ?? Number.POSITIVE_INFINITY);
      await this.#importRefunds(from, this.#closing.signal);
      return undefined;
    } catch (thrown) {
      if (toTillError(thrown).code !== 'auth.authority') throw thrown;
      return true;
    }
  }
}
