import type { ErrorView } from '../../preload/views.ts';
import { isEnd, type SaleRecord } from '../journal/sale-record.ts';
import { TillError } from '../till-error.ts';
import type { Allowance } from './allowance.ts';
import type { Followed, FollowerContext } from './context.ts';
import type { Countdown } from './countdown.ts';
import { Creation } from './creation.ts';
import type { SaleEvent } from './machine.ts';
import { plan, type Todo } from './plan.ts';
import { Reading } from './reading.ts';
import type { Doing } from './telling.ts';
import { ASKED_TO_WAIT } from './trouble.ts';
import type { Verdict } from './verdict.ts';
import { Writing } from './writing.ts';

/** A sale about which the service has said nothing for this long may be left; it is followed on all the same. */
const LEAVABLE_AFTER_MS = 30_000;

/**
 * Follows one sale to its end. It is created with nothing else under way; from then on the till asks what is true, and
 * beside that tells the service what is due: at most one question and one write at a time, neither waiting for the other.
 * It holds no truth of its own: what to do next comes from the journal's record, so that one started after a crash goes
 * on where it was.
 */
export class Follower implements Followed {
  readonly saleId: string;
  readonly context: FollowerContext;
  readonly allowance: Allowance;
  readonly #creation: Creation;
  readonly #reading: Reading;
  readonly #writing: Writing;
  readonly #closing = new AbortController();
  /** What is under way, in the form of promises that do not reject. */
  readonly #underWay = new Set<Promise<void>>();
  #fault: { readonly thrown: unknown } | undefined;
  #isFresh: boolean;
  #wasLeavable = false;
  #wake: (() => void) | undefined;
  #woken = false;

  /** `isFresh`: the sale began in this very process and nothing of it has been sent. */
  constructor(saleId: string, isFresh: boolean, allowance: Allowance, context: FollowerContext) {
    this.saleId = saleId;
    this.context = context;
    this.allowance = allowance;
    this.#isFresh = isFresh;
    this.#creation = new Creation(context);
    this.#reading = new Reading(this, this.#creation);
    this.#writing = new Writing(this, () => this.urge());
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get countdown(): Countdown {
    return this.#reading.countdown;
  }

  get trouble(): ErrorView | undefined {
    return this.#writing.telling.trouble ?? this.#reading.telling.trouble;
  }

  get doing(): Doing | undefined {
    const doing = this.#writing.telling.doing ?? this.#reading.telling.doing;
    const { heldFor: askingHeldFor, writesHeldFor } = this.allowance;
    const heldFor = this.#writing.telling.doing?.code === ASKED_TO_WAIT ? writesHeldFor : askingHeldFor;
    if (heldFor === 0) return doing;
    const sinceMs = doing?.sinceMs ?? this.context.clock.now();
    return { code: ASKED_TO_WAIT, sinceMs, untilMs: Math.round(this.context.clock.now() + heldFor) };
  }

  get verdict(): Verdict | undefined {
    return this.#reading.customer.verdict;
  }

  /** The service has said nothing for so long that nobody should have to wait for it. */
  get isLeavable(): boolean {
    return this.#reading.silentFor >= LEAVABLE_AFTER_MS;
  }

  readonly sale = (): SaleRecord => {
    const sale = this.context.journal.sale(this.saleId);
    if (sale === undefined) throw new TillError('sale.unknown', `There is no sale ${this.saleId}.`);
    return sale;
  };

  readonly apply = (event: SaleEvent): SaleRecord => this.context.apply(this.saleId, event);

  readonly through = async (task: () => Promise<void>): Promise<void> => {
    if (this.context.attention(this.saleId) === 'screen') return await task();
    await this.context.gate.through(async () => {
      if (!this.closing.aborted) await task();
    });
  };

  /** Resolves when nothing more is expected of the sale, or after `close`. Rejects when its record cannot be read. */
  async run(): Promise<void> {
    try {
      await this.#follow();
    } finally {
      this.close();
      while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    }
  }

  /** What was journalled changed, or a person asks: think again now. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Asks at once, breaking off a question that is under way: its answer may be older than this one. */
  urge(): void {
    this.#reading.urge();
    this.wake();
  }

  /**
   * Asks at once, and until there is an answer, though nothing may be expected of the sale any more. What it is asked for
   * is an event, and noting that wakes whoever follows.
   */
  owe(): void {
    this.#reading.owe();
  }

  /** "Customer says they paid": one read, and a verdict. */
  ask(): void {
    this.#reading.askForCustomer();
    this.wake();
  }

  networkReturned(): void {
    // A service that answers reads was not away: what it makes of a write is another matter.
    if (this.#reading.networkReturned()) this.#writing.networkReturned();
    this.wake();
  }

  /** Notes what the state machine made of an event. */
  note(before: SaleRecord, after: SaleRecord): void {
    this.#reading.note(before, after);
    this.#writing.note(before, after);
    this.wake();
  }

  close(): void {
    this.#closing.abort();
    this.#reading.close();
    this.wake();
  }

  async #follow(): Promise<void> {
    while (!this.closing.aborted) {
      if (this.#fault !== undefined) throw this.#fault.thrown;
      const sale = this.sale();
      const todo = plan(sale, this.#isFresh, this.#isAsked(sale));
      if (todo === 'done' && this.#underWay.size === 0) return;
      if (todo === 'create' || todo === 'interrupted') await this.#begin(sale, todo);
      else await this.#pause(todo === 'done' ? Number.POSITIVE_INFINITY : this.#startDue(sale));
    }
  }

  #isAsked(sale: SaleRecord): boolean {
    return (
      this.#reading.customer.isAsking ||
      this.#reading.isOwed ||
      (!isEnd(sale.stage) && this.context.isOpened(this.saleId))
    );
  }

  /** Starts what is due, the write first; gives the ms until something else is. */
  #startDue(sale: SaleRecord): number {
    for (const part of [this.#writing, this.#reading]) if (part.dueIn(sale) <= 0) this.#start(part.go());
    const next = Math.min(this.#writing.dueIn(sale), this.#reading.dueIn(sale));
    return Math.min(next, this.#leavableIn());
  }

  #start(task: Promise<void>): void {
    const running = task
      .catch((thrown: unknown) => {
        this.#fault ??= { thrown };
      })
      .finally(() => {
        this.#underWay.delete(running);
        this.wake();
      });
    this.#underWay.add(running);
  }

  /** ms until the sale may be left; the windows are told when it may, and when it need not be any more. */
  #leavableIn(): number {
    const { isLeavable } = this;
    if (isLeavable !== this.#wasLeavable) {
      this.#wasLeavable = isLeavable;
      this.context.changed(this.saleId);
    }
    return isLeavable ? Number.POSITIVE_INFINITY : LEAVABLE_AFTER_MS - this.#reading.silentFor;
  }

  async #pause(ms: number): Promise<void> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const cancel = Number.isFinite(ms) ? this.context.clock.after(Math.ceil(ms), resolve) : () => undefined;
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    this.#wake = undefined;
    this.#woken = false;
  }

  /** Never broken off by a newer question: only the end of the till does that, and then the outcome is unknown. */
  async #begin(sale: SaleRecord, todo: Extract<Todo, 'create' | 'interrupted'>): Promise<void> {
    // The process ended between intent and outcome: the request may have arrived, and may still be on its way.
    if (todo === 'interrupted') {
      this.apply(this.#creation.interrupted(sale));
      this.#reading.created(undefined);
      return;
    }
    this.#isFresh = false;
    this.#reading.telling.does('creating');
    this.allowance.spend();
    const { event, error } = await this.#creation.send(sale, this.closing);
    if (error !== undefined) this.allowance.obeyForWrites(error);
    const after = this.apply(event);
    // Answered with another payment, which was refused: whether ours exists is unknown.
    if (after.creation === 'sending') this.apply(this.#creation.mismatched());
    this.#reading.created(error);
  }
}
