import type { ErrorView } from '../../preload/views.ts';
import type { Clock, Random } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import { isEnd, type SaleRecord } from '../journal/sale-record.ts';
import type { Payment, PaymentService } from '../service/payment-service.ts';
import { TillError, toTillError } from '../till-error.ts';
import { Countdown } from './countdown.ts';
import { Creation } from './creation.ts';
import type { Gate } from './gate.ts';
import type { SaleEvent } from './machine.ts';
import { plan, type Todo } from './plan.ts';
import { type Attention, Poller, WATCH_MS } from './poller.ts';
import { isRefusal, saysNothing } from './refusal.ts';
import { isFinal } from './status.ts';

/** What a follower needs of the sales that it belongs to. */
export interface FollowerContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly skewMs: () => number;
  /** A creation of unknown outcome may still arrive for this long after it was sent, ms. */
  readonly settleMs: number;
  readonly gate: Gate;
  attention(saleId: string): Attention;
  /** Takes the event through the state machine and the journal; gives the sale as it is then. */
  apply(saleId: string, event: SaleEvent): SaleRecord;
  /** Something that the view shows changed, though no event happened. */
  changed(saleId: string): void;
  /** A request about this sale has come back, with whatever outcome. */
  tried(saleId: string): void;
  /** What became of this sale is known as far as the service tells. */
  answered(saleId: string): void;
}

/** What the till does about a sale right now, in the words of the view. */
export interface Doing {
  readonly code: string;
  readonly sinceMs: number;
}

export interface Verdict {
  readonly at: number;
  readonly kind: 'asking' | 'paid' | 'not-paid' | 'unreachable';
  readonly succeededAt?: number;
}

/**
 * Follows one sale to its end: asks the service one thing after the other, never two at once. It holds no truth of its
 * own: what to do next comes from the journal's record, so that one started after a crash goes on where it was.
 */
export class Follower {
  readonly saleId: string;
  readonly countdown: Countdown;
  readonly #context: FollowerContext;
  readonly #poller: Poller;
  readonly #creation: Creation;
  readonly #closing = new AbortController();
  #isFresh: boolean;
  #trouble: ErrorView | undefined;
  #doing: Doing | undefined;
  #verdict: Verdict | undefined;
  #endedAt: number | undefined;
  #wake: (() => void) | undefined;
  #woken = false;
  #reading: AbortController | undefined;

  /** `isFresh`: the sale began in this very process and nothing of it has been sent. */
  constructor(saleId: string, isFresh: boolean, context: FollowerContext) {
    this.saleId = saleId;
    this.#isFresh = isFresh;
    this.#context = context;
    this.#poller = new Poller(context.clock, context.random);
    this.#creation = new Creation(context);
    this.countdown = new Countdown(context.clock, context.skewMs);
  }

  get trouble(): ErrorView | undefined {
    return this.#trouble;
  }

  get doing(): Doing | undefined {
    return this.#doing;
  }

  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  /**
   * ms since the sale ended. Where another process saw the end, the wall clock is asked once: from then on a clock that
   * jumps back must not begin the watch anew.
   */
  endedFor(sale: SaleRecord): number {
    const { clock } = this.#context;
    if (sale.endedAt === undefined) return 0;
    this.#endedAt ??= clock.monotonic() - Math.max(0, clock.now() - sale.endedAt);
    return clock.monotonic() - this.#endedAt;
  }

  /** Resolves when nothing more is expected of the sale, or after `close`. */
  async run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const sale = this.#sale();
      const todo = plan(sale, this.#isFresh, this.#verdict?.kind === 'asking');
      if (todo === 'done') return;
      const wait = todo === 'create' || todo === 'interrupted' ? 0 : this.#wait(sale, todo);
      if (wait > 0) await this.#pause(wait);
      else await this.#do(sale, todo);
    }
  }

  /** What was journalled changed, or a person asks: think again now. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Asks at once, breaking off a read that is under way: its answer may be older than the question. */
  urge(): void {
    this.#poller.urge();
    this.#reading?.abort(new TillError('sale.read-again', 'A newer question takes the place of this read.'));
    this.wake();
  }

  /** "Customer says they paid": one read, and a verdict. */
  ask(): void {
    if (this.#verdict?.kind === 'asking') return;
    this.#verdict = { at: this.#context.clock.now(), kind: this.#firstVerdict() };
    const { kind } = this.#verdict;
    this.#context.changed(this.saleId);
    if (kind === 'asking') this.urge();
  }

  #firstVerdict(): Verdict['kind'] {
    if (this.#sale().creation === 'refused') return 'not-paid';
    return this.#poller.isPatient ? 'unreachable' : 'asking';
  }

  networkReturned(): void {
    this.#poller.forgive();
    this.wake();
  }

  /** Notes what the state machine made of an event: the times that no record keeps. */
  note(before: SaleRecord, after: SaleRecord): void {
    if (before.creation === 'sending' && after.creation === 'known') this.countdown.begin(after);
    if (isEnd(after.stage) && before.stage !== after.stage) this.#endedAt = this.#context.clock.monotonic();
    else if (!isEnd(after.stage)) this.#endedAt = undefined;
  }

  close(): void {
    const reason = new TillError('sale.closed', 'The till is closing.', { acted: 'maybe', retryable: true });
    this.#closing.abort(reason);
    this.#reading?.abort(reason);
    this.wake();
  }

  #sale(): SaleRecord {
    const sale = this.#context.journal.sale(this.saleId);
    if (sale === undefined) throw new TillError('sale.unknown', `There is no sale ${this.saleId}.`);
    return sale;
  }

  #wait(sale: SaleRecord, todo: Todo): number {
    // A write for which a person waits goes at once, unless it failed before or the service asked to wait.
    if ((todo === 'cancel' || todo === 'acknowledge') && this.#poller.failures === 0) return this.#poller.heldFor;
    const attention = this.#context.attention(this.saleId);
    return this.#poller.dueIn(sale, attention, this.countdown.left, this.endedFor(sale));
  }

  async #pause(ms: number): Promise<void> {
    const { clock } = this.#context;
    if (this.#woken) {
      this.#woken = false;
      return;
    }
    await new Promise<void>((resolve) => {
      const cancel = clock.after(Math.ceil(ms), resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
    this.#woken = false;
  }

  async #do(sale: SaleRecord, todo: Exclude<Todo, 'done'>): Promise<void> {
    switch (todo) {
      case 'create':
        return await this.#create(sale);
      case 'interrupted':
        return this.#interrupted(sale);
      case 'search':
        return await this.#through(() => this.#search(sale));
      case 'acknowledge':
        return await this.#through(() => this.#acknowledge(sale));
      case 'cancel':
        return await this.#through(() => this.#cancel(sale));
      case 'read':
        return await this.#through(() => this.#read(sale));
    }
  }

  /** The sale on the screen goes first; the others queue, so that a thousand open sales harm nobody. */
  async #through(task: () => Promise<void>): Promise<void> {
    if (this.#context.attention(this.saleId) === 'screen') return await task();
    await this.#context.gate.through(async () => {
      if (!this.#closing.signal.aborted) await task();
    });
  }

  /** Never broken off by a newer question: only the end of the till does that, and then the outcome is unknown. */
  async #create(sale: SaleRecord): Promise<void> {
    this.#isFresh = false;
    this.#does('creating');
    const { event, error } = await this.#creation.send(sale, this.#closing.signal);
    // The first search is due at once, but for a service that asked to wait.
    if (error !== undefined) this.#poller.failed(error);
    const after = this.#apply(event);
    // Answered with another payment, which was refused: whether ours exists is unknown.
    if (after.creation === 'sending') this.#apply(this.#creation.mismatched());
    if (this.#sale().creation === 'unknown') this.#unknown();
    else this.#answered(true);
  }

  /** The process ended between intent and outcome: the request may have arrived, and may still be on its way. */
  #interrupted(sale: SaleRecord): void {
    this.#apply(this.#creation.interrupted(sale));
    this.#unknown();
  }

  #unknown(): void {
    this.#does('searching');
    this.#poller.urge();
  }

  async #search(sale: SaleRecord): Promise<void> {
    this.#does('searching');
    await this.#ask(async (signal) => {
      const event = await this.#creation.search(sale, signal);
      const after = event === undefined ? sale : this.#apply(event);
      this.#answered(event !== undefined);
      // A search result may come without links, and without its link there is no QR code.
      if (after.creation === 'known') this.#poller.urge();
      else this.#settleIfOver(after);
    });
  }

  async #read(sale: SaleRecord): Promise<void> {
    if (sale.paymentId === undefined) return;
    const { paymentId } = sale;
    const left = this.countdown.left;
    if (left !== undefined && left <= 0 && !isEnd(sale.stage)) this.#does('checking-expiry');
    await this.#ask(async (signal) => {
      const payment = await this.#context.service.readPayment(paymentId, { signal });
      const after = this.#apply({ type: 'seen', payment, via: 'read' });
      this.#answered(after.stage !== sale.stage || after.cancelDue !== sale.cancelDue);
      this.countdown.correct(after);
      this.#settleIfOver(after, payment);
    });
  }

  async #acknowledge(sale: SaleRecord): Promise<void> {
    if (sale.paymentId === undefined) return;
    this.#does('acknowledging');
    try {
      // Journal's amount and reference, never the answer's.
      await this.#context.service.acknowledge(
        sale.paymentId,
        { amount: sale.amount, reference: sale.reference },
        { signal: this.#closing.signal },
      );
      this.#apply({ type: 'acknowledged' });
      this.#answered(true);
    } catch (thrown) {
      const error = toTillError(thrown);
      if (!isRefusal(error)) {
        this.#failed(error);
        return;
      }
      this.#apply({ type: 'acknowledge-refused', problem: error.toView() });
      this.#answered(true);
    }
  }

  async #cancel(sale: SaleRecord): Promise<void> {
    if (sale.paymentId === undefined) return;
    this.#does('cancelling');
    try {
      await this.#context.service.cancelPayment(sale.paymentId, { signal: this.#closing.signal });
      this.#apply({ type: 'cancel-accepted' });
      this.#answered(true);
    } catch (thrown) {
      const error = toTillError(thrown);
      if (isRefusal(error)) {
        this.#apply({ type: 'cancel-refused', problem: error.toView() });
        this.#answered(true);
        return;
      }
      if (error.acted === 'maybe') this.#apply({ type: 'cancel-unknown' });
      this.#failed(error);
    }
  }

  /** A read or a search: may be broken off by a newer question, and says of failures only that they were. */
  async #ask(question: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.#reading = controller;
    this.#poller.asking();
    try {
      await question(controller.signal);
    } catch (thrown) {
      const error = toTillError(thrown);
      // Broken off by a newer question, which waits as long as this one was asked to.
      if (controller.signal.aborted) this.#poller.obey(error);
      else this.#failed(error);
    } finally {
      this.#reading = undefined;
    }
  }

  #failed(error: TillError): void {
    this.#poller.failed(error);
    this.#trouble = error.toView();
    if (saysNothing(error)) this.#apply({ type: 'unreadable', problem: error.toView() });
    this.#does(doingAfter(error));
    if (this.#verdict?.kind === 'asking') this.#verdict = { at: this.#context.clock.now(), kind: 'unreachable' };
    this.#context.tried(this.saleId);
    this.#context.changed(this.saleId);
  }

  #answered(changed: boolean): void {
    this.#poller.answered(changed);
    this.#trouble = undefined;
    this.#done();
    this.#judge();
    const { tried, answered } = this.#context;
    // One search that finds nothing says nothing yet.
    if (this.#sale().creation === 'unknown') tried(this.saleId);
    else answered(this.saleId);
  }

  #judge(): void {
    if (this.#verdict?.kind !== 'asking') return;
    const sale = this.#sale();
    const at = this.#context.clock.now();
    if (sale.stage === 'paid')
      this.#verdict = {
        at,
        kind: 'paid',
        ...(sale.succeededAt === undefined ? {} : { succeededAt: sale.succeededAt }),
      };
    else this.#verdict = { at, kind: 'not-paid' };
    this.#context.changed(this.saleId);
  }

  /** Watched for a while after its end, and ended for the service too: nothing more is expected. */
  #settleIfOver(sale: SaleRecord, payment?: Payment): void {
    if (!isEnd(sale.stage) || sale.settled || sale.cancelDue !== 'no') return;
    const over = this.endedFor(sale) >= (WATCH_MS.at(-1) ?? 0);
    if (over && (payment === undefined || isFinal(payment.status))) this.#apply({ type: 'settled' });
  }

  #apply(event: SaleEvent): SaleRecord {
    return this.#context.apply(this.saleId, event);
  }

  #does(code: string): void {
    if (this.#doing?.code === code) return;
    this.#doing = { code, sinceMs: this.#context.clock.now() };
    this.#context.changed(this.saleId);
  }

  /** Says nothing any more, unless what the till is doing about it takes more than one request. */
  #done(): void {
    const sale = this.#sale();
    if (sale.creation === 'unknown') {
      this.#does('searching');
      return;
    }
    if (!isEnd(sale.stage) && (this.countdown.left ?? 1) <= 0) {
      this.#does('checking-expiry');
      return;
    }
    if (this.#doing === undefined) return;
    this.#doing = undefined;
    this.#context.changed(this.saleId);
  }
}

/** What the till does after a failure: somebody who did answer was reached. */
function doingAfter(error: TillError): string {
  if (error.retryAfterMs !== undefined) return 'asked-to-wait';
  return error.status === undefined ? 'offline' : 'asking-again';
}
