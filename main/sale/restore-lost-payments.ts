import { toTillError } from '../base/till-error.ts';
import type { SaleLog } from './log.ts';
import { type ImportContext, importOwnPayments } from './payment-import.ts';

/** What a damaged journal lost, looked up at the service. */
export interface LostPaymentsView {
  /** Where the damaged journal is. */
  readonly lost: string;
  /** How many payments the service told of; absent while it has not been asked. */
  readonly found?: number;
}

/** Asks the service what it knows, once, when the journal took the place of a damaged one. */
export class RestoreLostPayments {
  readonly #context: ImportContext;
  readonly #posId: string;
  readonly #log: SaleLog;
  #view: LostPaymentsView | undefined;

  constructor(context: ImportContext, posId: string, log: SaleLog) {
    this.#context = context;
    this.#posId = posId;
    this.#log = log;
    const lost = context.journal.refillDue();
    this.#view = lost === undefined ? undefined : { lost };
  }

  get view(): LostPaymentsView | undefined {
    return this.#view;
  }

  /** Resolves when it is done, when there is nothing to do, or when the service cannot be asked now. */
  async run(): Promise<void> {
    if (this.#view === undefined || this.#view.found !== undefined) return;
    try {
      const found = await importOwnPayments(this.#context, this.#posId);
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
