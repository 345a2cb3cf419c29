import { toTillError } from '../base/till-error.ts';
import { usablePattern } from '../journal/sale-reference.ts';
import type { SaleTerminal } from './charge.ts';
import type { SaleLog } from './log.ts';
import { type ImportContext, importOwnPayments } from './payment-import.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A damaged journal was set aside, and the service is asked for the payments that were in it. */
export interface LostPaymentsView {
  /** Where the damaged journal is. */
  readonly setAside: string;
  /** How many payments the service knows; absent until it has been asked. */
  readonly found?: number;
  /** The journal comes from a backup of this time, ms since the epoch. */
  readonly restoredFrom?: number;
}

/** Imports what the service knows, once, when this journal took the place of a damaged one. */
export class RestoreLostPayments {
  readonly #context: ImportContext;
  readonly #terminal: Pick<SaleTerminal, 'posId' | 'referencePattern'>;
  readonly #log: SaleLog;
  #view: LostPaymentsView | undefined;

  constructor(context: ImportContext, terminal: Pick<SaleTerminal, 'posId' | 'referencePattern'>, log: SaleLog) {
    this.#context = context;
    this.#terminal = terminal;
    this.#log = log;
    const setAside = context.journal.importDue();
    const restoredFrom = context.journal.restoredFrom();
    this.#view = setAside === undefined ? undefined : { setAside, ...(restoredFrom !== undefined && { restoredFrom }) };
  }

  get view(): LostPaymentsView | undefined {
    return this.#view;
  }

  /** Resolves when it is done, when there is nothing to do, or when the service cannot be asked now. */
  async run(): Promise<void> {
    if (this.#view === undefined || this.#view.found !== undefined) return;
    try {
      const { posId, referencePattern } = this.#terminal;
      const { restoredFrom } = this.#view;
      // A clock that was wrong when the backup was made is not that wrong.
      const since = restoredFrom === undefined ? undefined : restoredFrom - DAY_MS;
      const found = await importOwnPayments(this.#context, posId, usablePattern(referencePattern), since);
      this.#context.journal.keep({ type: 'journal.refilled', found });
      this.#view = { ...this.#view, found };
      this.#log.info('journal.refilled', { count: found });
    } catch (thrown) {
      // Tried again when the network returns, and at the next start: the journal says that it is due.
      const error = toTillError(thrown);
      this.#log.warn('journal.refill-failed', { code: error.code, reason: error.message });
    }
  }
}
