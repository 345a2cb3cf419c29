import { type TillError, toTillError } from '../base/till-error.ts';
import { type CallOptions, type PaymentId, wasNotDue } from '../domain/payment-service.ts';
import type { KnownSale, SaleRecord } from '../domain/sale-record.ts';
import { Backoff, type Steps } from '../following/backoff.ts';
import { CurrentActivity } from './current-activity.ts';
import { activityAfter, isAboutCredentials, isRefusal, shownError } from './error-classification.ts';
import type { FollowedSale } from './follower-context.ts';
import { BACKGROUND_STEPS } from './poll-schedule.ts';

/** Delays between attempts of a write for the sale on the screen, ms. */
const WRITE_STEPS: Steps = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Sends the due writes of a sale, one at a time. If an outcome stays unknown, a read finds it out. */
export class CancelAndAcknowledge {
  readonly activity: CurrentActivity;
  readonly #followed: FollowedSale;
  readonly #backoff: Backoff;
  readonly #readNow: () => void;
  #isBusy = false;
  #isUrgent = false;
  /** An earlier acknowledgement may have arrived unnoticed: the refusal of a repeat then proves nothing. */
  #mayHaveAcknowledged = true;

  /** `readNow` starts a read that begins after the write, to find out its outcome. */
  constructor(followed: FollowedSale, readNow: () => void) {
    const { context } = followed;
    this.#followed = followed;
    this.#readNow = readNow;
    this.#backoff = new Backoff(context.clock, context.random);
    this.activity = new CurrentActivity(context.clock, context.ledger.viewed);
  }

  /** Returns the ms until a write may be sent; infinite if none is due, or during a write. */
  dueIn(sale: SaleRecord): number {
    if (this.#isBusy || writeDue(sale) === undefined) return Number.POSITIVE_INFINITY;
    const steps = this.#followed.context.attention.of(sale.saleId) === 'screen' ? WRITE_STEPS : BACKGROUND_STEPS;
    const own = this.#isUrgent ? 0 : this.#backoff.waitFor(steps);
    return Math.max(own, this.#followed.budget.waitFor('write'));
  }

  /** Sends a request and handles its response. Rejects only if the journal does. */
  async send(): Promise<void> {
    this.#isBusy = true;
    try {
      await this.#write();
    } finally {
      this.#isBusy = false;
    }
  }

  /** Called for a person's request: the next attempt skips the backoff. */
  sendNow(): void {
    this.#isUrgent = true;
  }

  networkReturned(): void {
    this.#backoff.forgive();
  }

  note(before: SaleRecord, after: SaleRecord): void {
    if (before.acknowledge === 'no' && after.acknowledge === 'due') this.#mayHaveAcknowledged = false;
    // No write is due, and no outcome waits for a read.
    if (writeDue(after) === undefined && after.cancelDue === 'no') this.activity.done();
  }

  async #write(): Promise<void> {
    const { sale, closing, urgency, budget } = this.#followed;
    const due = writeDue(sale());
    if (due === undefined) return;
    const options = {
      signal: closing,
      // Sent before the rest of the background; a 429 response delays no charge.
      urgency: this.#isUrgent && urgency === 'background' ? 'superseded' : urgency,
      isStillDue: () => writeDue(sale())?.write === due.write,
    } as const;
    this.#isUrgent = false;
    budget.spend();
    if (this.#backoff.failures === 0) this.activity.does(due.write === 'cancel' ? 'cancelling' : 'acknowledging');
    if (due.write === 'cancel') await this.#cancel(due.sale.paymentId, options);
    else await this.#acknowledge(due.sale, options);
    this.#followed.recovery.tried(due.sale.saleId);
  }

  async #cancel(paymentId: PaymentId, options: Turn): Promise<void> {
    const { context, saleId } = this.#followed;
    const { service, ledger } = context;
    try {
      await service.cancelPayment(paymentId, options);
    } catch (thrown) {
      const error = toTillError(thrown);
      if (wasNotDue(error)) return;
      if (isRefusal(error)) {
        this.#backoff.succeeded();
        ledger.apply(saleId, { type: 'cancel-refused', problem: error.toView() });
        return;
      }
      this.#failed(error, options.urgency);
      if (error.acted === 'maybe') ledger.apply(saleId, { type: 'cancel-unknown' });
      return;
    }
    this.#backoff.succeeded();
    ledger.apply(saleId, { type: 'cancel-accepted' });
  }

  async #acknowledge({ paymentId, amount, reference }: KnownSale, options: Turn): Promise<void> {
    const { context, saleId } = this.#followed;
    const { service, ledger } = context;
    try {
      // Amount and reference come from the journal, never from a response: the till accepts only its own charge.
      await service.acknowledge(paymentId, { amount, reference }, options);
    } catch (thrown) {
      const error = toTillError(thrown);
      if (wasNotDue(error)) return;
      if (isRefusal(error) && !isAboutCredentials(error) && !this.#mayHaveAcknowledged) {
        this.#backoff.succeeded();
        ledger.apply(saleId, { type: 'acknowledge-refused', problem: declined(error) });
        return;
      }
      if (error.acted === 'maybe') this.#mayHaveAcknowledged = true;
      this.#failed(error, 'background');
      // A read finds out the outcome. An acknowledgement with `Retry-After` has changed nothing.
      if (error.acted === 'maybe' || isRefusal(error)) this.#readNow();
      return;
    }
    this.#backoff.succeeded();
    ledger.apply(saleId, { type: 'acknowledged' });
  }

  #failed(error: TillError, urgency: Turn['urgency']): void {
    this.#followed.budget.obeyRetryAfterOfWrite(error, urgency);
    this.#backoff.failed();
    // The refusal of a repeat does not mean that the earlier attempt was refused, so the refusal is not shown.
    const trouble = isRefusal(error) && !isAboutCredentials(error) ? undefined : shownError(error);
    this.activity.failed(activityAfter(error), trouble);
  }
}

type Turn = Required<Pick<CallOptions, 'signal' | 'urgency' | 'isStillDue'>>;

interface DueWrite {
  readonly write: 'acknowledge' | 'cancel';
  readonly sale: KnownSale;
}

/** Returns the write that is due, undefined if none. Derived from the sale alone: the same before and after a crash. */
function writeDue(sale: SaleRecord): DueWrite | undefined {
  if (sale.creation !== 'known') return undefined;
  if (sale.acknowledge === 'due') return { write: 'acknowledge', sale };
  return sale.cancelDue === 'send' ? { write: 'cancel', sale } : undefined;
}

function declined(error: TillError) {
  const message = `The service refused the acknowledgement: ${error.message}`;
  return { ...error.toView(), code: 'sale.acknowledge-declined', message };
}
