import { toTillError } from '../base/till-error.ts';
import { usablePattern } from '../journal/sale-reference.ts';
import type { SaleTerminal } from './charge.ts';
import type { SaleLog } from './log.ts';
import { type ImportContext, importOwnPayments } from './payment-import.ts';

/** A damaged journal was set aside, and the service is asked for the payments that were in it. */
export interface LostPaymentsView {
  /** Where the damaged journal is. */
  readonly setAside: string;
  /** How many payments the service knows; absent until it has been asked. */
  readonly found?: number;
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
    this.#view = setAside === undefined ? undefined : { setAside };
  }

  get view(): LostPaymentsView | undefined {
    return this.#view;
  }

  /** Resolves when it is done, when there is nothing to do, or when the service cannot be asked now. */
  async run(): Promise<void> {
    if (this.#view === undefined || this.#view.found !== undefined) return;
    try {
      const { posId, referencePattern } = this.#terminal;
      const found = await importOwnPayments(this.#context, posId, usablePattern(referencePattern));
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
