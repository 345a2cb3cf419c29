import { TillError } from '../../main/base/till-error.ts';
import {
  type CallOptions,
  isBackground,
  type Page,
  type Payment,
  type PaymentId,
  type PaymentRequest,
  type PaymentService,
  type PaymentStatus,
  type Payout,
  type Refund,
  type RefundId,
  type RequestBody,
  type SearchRequest,
  type Transaction,
  type TransactionQuery,
} from '../../main/domain/payment-service.ts';
import type { VirtualClock } from '../base/virtual-clock.ts';

export type Operation = 'create' | 'read' | 'cancel' | 'search' | 'acknowledge' | 'create-refund' | 'read-refund';

export interface Fault {
  readonly error: TillError;
  readonly acts: boolean;
  /** Time until the fault shows, ms. */
  readonly takesMs?: number;
  /** Delay between the fault and the service's own action, ms. */
  readonly actsAfterMs?: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A scripted payment service: the test moves payments and injects faults. */
export class ScriptedService implements PaymentService {
  readonly payments = new Map<string, Mutable<Payment>>();
  readonly refunds = new Map<string, Mutable<Refund>>();
  readonly refundByKey = new Map<string, { readonly refundId: string; readonly body: string }>();
  readonly calls: { readonly operation: Operation; readonly at: number; readonly detail: string }[] = [];
  readonly acknowledged: { readonly id: string; readonly amount: number; readonly reference?: string }[] = [];
  latencyMs = 20;
  lifetimeMs = 60_000;
  /** Prefix of a payer page's URL. */
  payerPages = 'https://payer.example/';
  searchLinks = false;
  /** Delay until a search shows a new payment, ms. */
  searchLagMs = 0;
  verified = true;
  offline = false;
  /** Supplies a fault for each request without a scripted fault. */
  weather: (operation: Operation) => Fault | undefined = () => undefined;
  readonly #clock: VirtualClock;
  readonly #faults = new Map<Operation, Fault[]>();
  #number = 0;
  /** Background requests wait for this promise. */
  turn: Promise<void> | undefined;
  underway = 0;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  fail(operation: Operation, fault: Fault): void {
    this.#faults.set(operation, [...(this.#faults.get(operation) ?? []), fault]);
  }

  set(paymentId: string, status: PaymentStatus, more: Partial<Payment> = {}): void {
    const payment = this.payments.get(paymentId);
    if (payment === undefined) throw new Error(`no payment ${paymentId}`);
    Object.assign(payment, more, { status });
    if (status === 'SUCCEEDED') payment.succeededAt = this.#clock.now();
  }

  get last(): Payment {
    const payment = [...this.payments.values()].at(-1);
    if (payment === undefined) throw new Error('no payment was created');
    return payment;
  }

  count(operation: Operation): number {
    return this.calls.filter((call) => call.operation === operation).length;
  }

  preparePayment(ask: PaymentRequest): RequestBody {
    return JSON.stringify(ask) as RequestBody;
  }

  prepareStaticQr(ask: PaymentRequest): RequestBody {
    return JSON.stringify(ask) as RequestBody;
  }

  prepareRefund(ask: { readonly amount: number; readonly description?: string }): RequestBody {
    return JSON.stringify({ ...ask, currency: 'EUR' }) as RequestBody;
  }

  readPayment(id: PaymentId, options: CallOptions = {}): Promise<Payment> {
    return this.#serve('read', id, options, () => {
      const payment = this.payments.get(id);
      if (payment === undefined)
        throw new TillError('payment.not-found', 'no such payment', { status: 404, acted: 'no' });
      return { ...payment };
    });
  }

  cancelPayment(id: PaymentId, options: CallOptions = {}): Promise<void> {
    return this.#serve('cancel', id, options, () => {
      const payment = this.payments.get(id);
      if (payment === undefined || (payment.status !== 'PENDING' && payment.status !== 'IDENTIFIED'))
        throw new TillError('payment.not-cancellable', 'too late', { status: 409, acted: 'no' });
      payment.status = 'CANCELLED';
    });
  }

  searchPage(ask: SearchRequest, page: number, size: number, options: CallOptions = {}): Promise<Page<Payment>> {
    return this.#serve('search', ask.reference ?? '', options, () => {
      const all = [...this.payments.values()]
        .filter(({ createdAt }) => this.searchLagMs === 0 || createdAt <= this.#clock.now() - this.searchLagMs)
        .filter((payment) => ask.reference === undefined || payment.reference === ask.reference)
        .filter((payment) => payment.createdAt >= (ask.from ?? 0) && payment.createdAt <= (ask.to ?? Infinity))
        .reverse()
        .map((payment) => ({ ...payment, links: this.searchLinks ? payment.links : {} }));
      const items = all.slice(page * size, (page + 1) * size);
      return { items, number: page, totalPages: Math.ceil(all.length / size), totalElements: all.length };
    });
  }

  async *search(ask: SearchRequest, options: CallOptions = {}): AsyncIterable<Payment> {
    const page = await this.searchPage(ask, 0, 100, options);
    yield* page.items;
  }

  createPayment(body: RequestBody, options: CallOptions = {}): Promise<Payment> {
    return this.#create(body, options);
  }

  createStaticQr(body: RequestBody, options: CallOptions = {}): Promise<Payment> {
    return this.#create(body, options);
  }

  acknowledge(
    id: PaymentId,
    ask: { readonly amount: number; readonly reference?: string },
    options: CallOptions = {},
  ): Promise<void> {
    return this.#serve('acknowledge', id, options, () => {
      this.acknowledged.push({ id, ...ask });
      this.set(id, 'SUCCEEDED');
    });
  }

  readRefundIban(_id: PaymentId): Promise<string> {
    return Promise.reject(new TillError('service.not-found', 'not played here', { status: 404 }));
  }

  createRefund(id: PaymentId, body: RequestBody, idempotencyKey: string, options: CallOptions = {}): Promise<Refund> {
    return this.#serve('create-refund', `${idempotencyKey} ${body}`, options, () => {
      const known = this.refundByKey.get(idempotencyKey);
      // A creation always answers PENDING, however far the refund has come (docs/service.md, Refund resource).
      if (known !== undefined && known.body === body) return { ...this.#refund(known.refundId), status: 'PENDING' };
      if (known !== undefined) throw new TillError('service.conflict', 'other body', { status: 409, acted: 'maybe' });
      const { amount } = JSON.parse(body) as { amount: number };
      const refundId = this.#id('R');
      this.refundByKey.set(idempotencyKey, { refundId, body });
      this.refunds.set(refundId, {
        refundId: refundId as RefundId,
        paymentId: id,
        amount,
        status: 'PENDING',
        createdAt: this.#clock.now(),
        verified: true,
      });
      return this.#refund(refundId);
    });
  }

  readRefund(_id: PaymentId, refundId: RefundId, options: CallOptions = {}): Promise<Refund> {
    return this.#serve('read-refund', refundId, options, () => this.#refund(refundId));
  }

  async *payouts(): AsyncIterable<Payout> {}

  async *payoutPayments(): AsyncIterable<Transaction> {}

  listed: readonly Transaction[] = [];
  listFault: TillError | undefined;

  async *payoutRefunds(_ask: TransactionQuery, _options?: CallOptions): AsyncIterable<Transaction> {
    if (this.listFault !== undefined) throw this.listFault;
    yield* this.listed;
  }

  #refund(refundId: string): Refund {
    const refund = this.refunds.get(refundId);
    if (refund === undefined) throw new TillError('refund.not-found', 'no such refund', { status: 404 });
    return this.verified ? { ...refund } : { ...refund, verified: false, verifyFault: 'verify.signature-mismatch' };
  }

  #create(body: RequestBody, options: CallOptions): Promise<Payment> {
    return this.#serve('create', body, options, () => {
      const ask = JSON.parse(body) as { amount: number; reference: string; posId?: string };
      const paymentId = this.#id('P') as PaymentId;
      const payment: Payment = {
        paymentId,
        status: 'PENDING',
        amount: ask.amount,
        reference: ask.reference,
        createdAt: this.#clock.now(),
        expiresAt: this.#clock.now() + this.lifetimeMs,
        links: { deeplink: `${this.payerPages}${paymentId}` },
      };
      this.payments.set(paymentId, payment);
      return { ...payment };
    });
  }

  #id(letter: string): string {
    this.#number += 1;
    return letter + String(this.#number).padStart(23, '0');
  }

  async #serve<T>(operation: Operation, detail: string, options: CallOptions, act: () => T): Promise<T> {
    if (isBackground(options.urgency)) await this.#turn(options);
    this.calls.push({ operation, at: this.#clock.monotonic(), detail });
    this.underway += 1;
    try {
      return await this.#answer(operation, options.signal, act);
    } finally {
      this.underway -= 1;
    }
  }

  async #turn({ signal, isStillDue }: CallOptions): Promise<void> {
    if (this.turn === undefined) return;
    await Promise.race([this.turn, abortOf(signal)]);
    if (isStillDue?.() === false) throw new TillError('aborted', 'no longer due', { acted: 'no' });
  }

  async #answer<T>(operation: Operation, signal: AbortSignal | undefined, act: () => T): Promise<T> {
    if (this.offline) {
      await this.#pass(this.latencyMs, signal);
      throw new TillError('network.refused', 'offline', { retryable: true, acted: 'no' });
    }
    const fault = this.#faults.get(operation)?.shift() ?? this.weather(operation);
    await this.#pass(fault?.takesMs ?? this.latencyMs, signal);
    if (fault === undefined) return act();
    if (fault.acts && fault.actsAfterMs !== undefined) this.#clock.after(fault.actsAfterMs, () => unheard(act));
    else if (fault.acts) unheard(act);
    throw fault.error;
  }

  #pass(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(ms, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        reject(new TillError('aborted', 'broken off', { acted: 'maybe', retryable: true }));
      });
    });
  }
}

/** Runs the service's action while its response is lost. */
function unheard(act: () => unknown): void {
  try {
    act();
  } catch (thrown) {
    if (!(thrown instanceof TillError)) throw thrown;
  }
}

export const reset = (): TillError =>
  new TillError('network.reset', 'the connection broke', { retryable: true, acted: 'maybe' });
export const refused = (): TillError =>
  new TillError('network.refused', 'connection refused', { retryable: true, acted: 'no' });

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
