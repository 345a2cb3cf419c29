import { DEFAULT_REFERENCE_PATTERN, referenceForm } from '../../preload/contract/reference-pattern.ts';
import { sleep } from '../base/clock.ts';
import { DAY_MS } from '../base/days.ts';
import { given } from '../base/given.ts';
import { fieldsOf, type Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Payment } from '../domain/payment-service.ts';
import { chargedWhere, toldPosId, usablePattern } from '../domain/sale-reference.ts';
import type { SaleTerminal } from './charge.ts';
import { SEARCH_LAG_MS } from './creation.ts';
import { type ImportContext, type ImportedFrom, importPayments, searchWithServiceClock } from './payment-import.ts';

/** A terminal that lost its journal looks back so far; older payments can still be found by their reference. */
const OWN_MS = 7 * DAY_MS;
/** After a failure it is tried again so much later, ms. A network that returns brings it forward. */
const AGAIN_MS = 60_000;
/** Payments of one synced write: a charge waits no longer than for these. */
const AT_ONCE = 50;

/** A damaged journal was set aside, and the service is asked for the payments that were in it. */
export interface LostPaymentsView {
  readonly setAside: string;
  /** Payments that the service knows; absent until it has been asked. */
  readonly found?: number;
  /** The journal comes from a backup of this time, ms since the epoch. */
  readonly restoredFrom?: number;
  /** The service does not allow this till to list refunds: which were made since, it cannot know. */
  readonly refundsUnknown?: true;
}

/** Keeps the refunds that the service lists since then, ms since the epoch. Rejects with the service's TillError. */
export type ImportRefunds = (since: number, signal: AbortSignal) => Promise<void>;

/**
 * Imports what the service knows, payments and then their refunds, when this journal took the place of another: again
 * once the search shows what was charged at the last moment before.
 */
export class RestoreLostPayments {
  readonly #context: ImportContext;
  readonly #terminal: Pick<SaleTerminal, 'posId' | 'referencePattern'>;
  readonly #log: Log;
  readonly #importRefunds: ImportRefunds;
  /** From when (monotonic) a search shows every payment of the lost journal. */
  readonly #shownFrom: number;
  #view: LostPaymentsView | undefined;
  readonly #closing = new AbortController();
  #isDue: boolean;
  /** After a failure: when it is tried again (monotonic). */
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
    this.#view = setAside === undefined ? undefined : { setAside, ...given({ restoredFrom }) };
    this.#isDue = setAside !== undefined;
    this.#shownFrom = context.clock.monotonic() + SEARCH_LAG_MS;
  }

  get view(): LostPaymentsView | undefined {
    return this.#view;
  }

  /** ms until `run` asks again, at the latest; undefined where nothing is due, or is due at once. */
  get againIn(): number | undefined {
    const wait = Math.max(this.#left, this.#againAt - this.#context.clock.monotonic());
    return this.#isDue && wait > 0 ? wait : undefined;
  }

  /** ms until a search shows every payment of the lost journal. */
  get #left(): number {
    return this.#shownFrom - this.#context.clock.monotonic();
  }

  /** Resolves when it is done, when there is nothing to do, or when the service cannot be asked now. */
  run(): Promise<void> {
    this.#running ??= this.#runNow().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Where a payment that a person looks up comes from: until the recovery is done, perhaps from the lost journal. */
  origin(payment: Payment): ImportedFrom {
    const { posId, referencePattern } = this.#terminal;
    const told = toldPosId(payment.extra);
    if (!this.#isDue || !isHere(payment, posId, usablePattern(referencePattern))) return { posId: told };
    return { posId, follow: true };
  }

  close(): void {
    this.#closing.abort(new TillError('sale.closed', 'The till is closing.'));
  }

  async #runNow(): Promise<void> {
    if (this.#view === undefined || !this.#isDue) return;
    const isLast = this.#left <= 0;
    if (this.#view.found !== undefined && !isLast) return;
    try {
      const { posId, referencePattern } = this.#terminal;
      const { restoredFrom } = this.#view;
      // A clock that was wrong when the backup was made is not that wrong.
      const since = restoredFrom === undefined ? undefined : restoredFrom - DAY_MS;
      const pattern = usablePattern(referencePattern);
      const found = await importOwnPayments(this.#context, posId, pattern, since, this.#closing.signal);
      const refundsUnknown = await this.#refundsAreUnknown(since);
      this.#view = { ...this.#view, found, ...given({ refundsUnknown }) };
      // A slow search may end after the time of the last one.
      if (!isLast) return this.#left > 0 ? undefined : await this.#runNow();
      this.#context.journal.keep({ type: 'journal.refilled', found });
      this.#isDue = false;
      this.#log.info('journal.refilled', { count: found });
    } catch (thrown) {
      // Tried again when the network returns, after a while, and at the next start: the journal says that it is due.
      const error = toTillError(thrown);
      this.#againAt = this.#context.clock.monotonic() + Math.max(AGAIN_MS, error.retryAfterMs ?? 0);
      this.#log.warn('journal.refill-failed', fieldsOf(error));
    }
  }

  /** True where the service will never tell of refunds. Rejects where it may do so later. */
  async #refundsAreUnknown(since: number | undefined): Promise<true | undefined> {
    const { clock, skewMs } = this.#context;
    try {
      const from = Math.min(clock.now() + skewMs() - OWN_MS, since ?? Number.POSITIVE_INFINITY);
      await this.#importRefunds(from, this.#closing.signal);
      return undefined;
    } catch (thrown) {
      if (toTillError(thrown).code !== 'auth.authority') throw thrown;
      return true;
    }
  }
}

/**
 * After a damaged journal was set aside: the payments of this till, by the POS that the service names, or else by the
 * form of their references. A form without the POS is that of the shop's other tills too: such a payment is kept and
 * never followed. It looks back a week, or as far as `since` (ms since the epoch). Gives how many there are.
 */
export async function importOwnPayments(
  context: ImportContext,
  posId: string,
  pattern = DEFAULT_REFERENCE_PATTERN,
  since = Number.POSITIVE_INFINITY,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const form = referenceForm(pattern, posId);
  return searchWithServiceClock(context, async (now) => {
    let found = 0;
    let batch: Parameters<typeof importPayments>[1][number][] = [];
    const ask = { from: Math.min(now - OWN_MS, since) };
    for await (const payment of context.service.search(ask, { signal, urgency: 'background' })) {
      const isOwn = isHere(payment, posId, pattern);
      const isPerhaps = toldPosId(payment.extra) === undefined && form.test(payment.reference ?? '');
      if (!isOwn && !isPerhaps) continue;
      batch.push({ payment, from: isOwn ? { posId, follow: true } : {} });
      found += 1;
      if (batch.length < AT_ONCE) continue;
      const begun = context.clock.monotonic();
      importPayments(context, batch);
      batch = [];
      // Half of the time is left to charges, however slow the disk is.
      await sleep(context.clock, context.clock.monotonic() - begun, signal);
    }
    importPayments(context, batch);
    return found;
  });
}

function isHere({ extra, reference }: Payment, posId: string, referencePattern: string): boolean {
  return chargedWhere({ posId: toldPosId(extra), reference }, { posId, referencePattern }) === 'here';
}
