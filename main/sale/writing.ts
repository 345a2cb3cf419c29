import type { SaleRecord } from '../journal/sale-record.ts';
import type { PaymentId } from '../service/payment-service.ts';
import { type TillError, toTillError } from '../till-error.ts';
import { BACKGROUND_STEPS, Backoff, WRITE_STEPS } from './backoff.ts';
import type { Followed } from './context.ts';
import { writeDue } from './plan.ts';
import { Telling } from './telling.ts';
import { doingAfter, isAboutCredentials, isRefusal, troubleOf } from './trouble.ts';

/**
 * Tells the service what is due about one sale, a cancel or an acknowledgement, one after the other. One that fails is
 * left for a while like any other failure; what became of it is for reading to find out.
 */
export class Writing {
  readonly telling: Telling;
  readonly #followed: Followed;
  readonly #backoff: Backoff;
  readonly #readAtOnce: () => void;
  #isBusy = false;
  /**
   * An acknowledgement may have arrived without this till knowing, as one may that was due before this follower began: a
   * refusal of another says nothing about it.
   */
  #mayHaveAcknowledged = true;

  /** `readAtOnce` asks for a reading that begins after what has just been answered, or was not. */
  constructor(followed: Followed, readAtOnce: () => void) {
    const { context, saleId } = followed;
    this.#followed = followed;
    this.#readAtOnce = readAtOnce;
    this.#backoff = new Backoff(context.clock, context.random);
    this.telling = new Telling(context.clock, () => context.changed(saleId));
  }

  /** ms until what is due may go out; endless while nothing is, or while one is under way. */
  dueIn(sale: SaleRecord): number {
    if (this.#isBusy || writeDue(sale) === undefined) return Number.POSITIVE_INFINITY;
    const steps = this.#followed.context.attention(sale.saleId) === 'screen' ? WRITE_STEPS : BACKGROUND_STEPS;
    return Math.max(this.#backoff.waitFor(steps), this.#followed.allowance.waitFor('write'));
  }

  /** One request and its answer. Rejects only when the journal does. */
  async go(): Promise<void> {
    this.#isBusy = true;
    try {
      await this.#followed.through(() => this.#tell());
    } finally {
      this.#isBusy = false;
    }
  }

  networkReturned(): void {
    this.#backoff.forgive();
  }

  note(before: SaleRecord, after: SaleRecord): void {
    if (before.acknowledge === 'no' && after.acknowledge === 'due') this.#mayHaveAcknowledged = false;
    // Nothing is due any more, nor waits for a reading to decide: nothing is said about it either.
    if (writeDue(after) === undefined && after.cancelDue === 'no') this.telling.done();
  }

  async #tell(): Promise<void> {
    const sale = this.#followed.sale();
    const due = writeDue(sale);
    // It may have waited for its turn, and the sale may have ended meanwhile.
    if (due === undefined || sale.paymentId === undefined) return;
    this.#followed.allowance.spend();
    if (this.#backoff.failures === 0) this.telling.does(due === 'cancel' ? 'cancelling' : 'acknowledging');
    if (due === 'cancel') await this.#cancel(sale.paymentId);
    else await this.#acknowledge(sale, sale.paymentId);
    this.#followed.context.tried(sale.saleId);
  }

  async #cancel(paymentId: PaymentId): Promise<void> {
    const { context, closing, apply } = this.#followed;
    try {
      await context.service.cancelPayment(paymentId, { signal: closing });
    } catch (thrown) {
      const error = toTillError(thrown);
      if (isRefusal(error)) {
        this.#backoff.succeeded();
        apply({ type: 'cancel-refused', problem: error.toView() });
        return;
      }
      this.#failed(error);
      if (error.acted === 'maybe') apply({ type: 'cancel-unknown' });
      return;
    }
    this.#backoff.succeeded();
    apply({ type: 'cancel-accepted' });
  }

  async #acknowledge(sale: SaleRecord, paymentId: PaymentId): Promise<void> {
    const { context, closing, apply } = this.#followed;
    try {
      // Journal's amount and reference, never the answer's.
      const ask = { amount: sale.amount, reference: sale.reference };
      await context.service.acknowledge(paymentId, ask, { signal: closing });
    } catch (thrown) {
      const error = toTillError(thrown);
      if (isRefusal(error) && !isAboutCredentials(error) && !this.#mayHaveAcknowledged) {
        this.#backoff.succeeded();
        apply({ type: 'acknowledge-refused', problem: declined(error) });
        return;
      }
      if (error.acted === 'maybe') this.#mayHaveAcknowledged = true;
      this.#failed(error);
      // What became of it is for reading to say; nothing did of one that the service put off.
      if (error.acted === 'maybe' || isRefusal(error)) this.#readAtOnce();
      return;
    }
    this.#backoff.succeeded();
    apply({ type: 'acknowledged' });
  }

  #failed(error: TillError): void {
    this.#followed.allowance.obeyForWrites(error);
    this.#backoff.failed();
    // A refusal of a repeat says nothing about the try before it, so it is not told as the payment's.
    const isToldAs = isRefusal(error) && !isAboutCredentials(error) ? undefined : troubleOf(error);
    this.telling.failed(doingAfter(error), isToldAs);
  }
}

function declined(error: TillError) {
  const message = `The service refused the acknowledgement: ${error.message}`;
  return { ...error.toView(), code: 'sale.acknowledge-declined', message };
}
