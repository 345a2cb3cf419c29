import type { ErrorView } from '../../preload/views.ts';
import type { Clock, Random } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import { isRefundEnd, type RefundRecord } from '../journal/refund-record.ts';
import type { SaleLog } from '../sale/log.ts';
import type { PaymentService, Refund } from '../service/payment-service.ts';
import { TillError, toTillError } from '../till-error.ts';
import { factOfAnswer, factOfFailure, isOther } from './attempt.ts';

export interface SenderContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SaleLog;
  changed(): void;
  /** The first answer or failure since it was taken up. */
  tried(refundKey: string): void;
}

/** Between two looks at a refund that the service processes, ms. */
const FIRST_MS = 1_000;
const LAST_MS = 30_000;
const JITTER = 0.1;

/**
 * Sends one refund until the service has answered, and follows it to its end. The key and the bytes are the journal's,
 * at the first attempt and at any later one: the service then acts once however often it hears of it.
 */
export class Sender {
  readonly refundKey: string;
  readonly #context: SenderContext;
  readonly #closing = new AbortController();
  #round = 0;
  #dueAt: number;
  #notBefore = 0;
  /** The refund's id has proven wrong: it is asked for by its key. */
  #byKey = false;
  #trouble: ErrorView | undefined;
  #wake: (() => void) | undefined;

  constructor(refundKey: string, context: SenderContext) {
    this.refundKey = refundKey;
    this.#context = context;
    this.#dueAt = context.clock.monotonic();
  }

  /** What keeps it from the service right now. */
  get trouble(): ErrorView | undefined {
    return this.#trouble;
  }

  async run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const refund = this.#context.journal.refund(this.refundKey);
      if (refund === undefined || isRefundEnd(refund.stage)) return;
      const wait = Math.max(this.#dueAt, this.#notBefore) - this.#context.clock.monotonic();
      if (wait > 0) await this.#pause(wait);
      else await this.#ask(refund);
    }
  }

  /** The network is back: what failed before says nothing any more. */
  networkReturned(): void {
    this.#round = 0;
    this.#dueAt = this.#context.clock.monotonic();
    this.#wake?.();
  }

  close(): void {
    this.#closing.abort(new TillError('refund.closed', 'The till is closing.', { acted: 'maybe', retryable: true }));
    this.#wake?.();
  }

  async #ask(refund: RefundRecord): Promise<void> {
    const { service, journal, changed, tried } = this.#context;
    const { signal } = this.#closing;
    try {
      const answer =
        refund.refundId === undefined || this.#byKey
          ? await service.createRefund(refund.paymentId, refund.body, refund.refundKey, { signal })
          : await service.readRefund(refund.paymentId, refund.refundId, { signal });
      this.#answered(refund, answer);
    } catch (thrown) {
      this.#failed(refund, toTillError(thrown), journal);
    }
    this.#later();
    tried(this.refundKey);
    changed();
  }

  #answered(refund: RefundRecord, answer: Refund): void {
    const { journal, log } = this.#context;
    if (isOther(refund, answer)) {
      log.warn('refund.other-refund', { refundKey: refund.refundKey, refundId: answer.refundId });
      this.#trouble = new TillError('refund.other-refund', 'The service answered about another refund.').toView();
      return;
    }
    this.#trouble = undefined;
    // The id is proven: only reading shows how far it has come, a creation is PENDING each time it is asked again.
    if (answer.verified) this.#byKey = false;
    const fact = factOfAnswer(refund, answer);
    if (fact === undefined) return;
    this.#round = 0;
    journal.keep(fact);
  }

  #failed(refund: RefundRecord, error: TillError, journal: Journal): void {
    this.#trouble = error.toView();
    if (error.retryAfterMs !== undefined) this.#notBefore = this.#context.clock.monotonic() + error.retryAfterMs;
    // A read that fails says nothing about the refund; but an id that came in an answer which did not verify, and that
    // the service does not know, is nobody's. The key finds the refund again.
    if (refund.refundId !== undefined && !this.#byKey) {
      this.#byKey = refund.stage === 'unconfirmed' && error.status === 404;
      return;
    }
    const fact = factOfFailure(refund, error);
    if (fact !== undefined) journal.keep(fact);
  }

  #later(): void {
    const { clock, random } = this.#context;
    const pause = Math.min(FIRST_MS * 2 ** Math.min(this.#round, 6), LAST_MS);
    this.#round += 1;
    this.#dueAt = clock.monotonic() + pause * (1 - JITTER + 2 * JITTER * random.next());
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#context.clock.after(Math.ceil(ms), resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
