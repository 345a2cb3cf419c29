import { given } from '../base/given.ts';
import { RecentAnswers } from '../base/recent-answers.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor, FromRegister } from '../domain/events.ts';
import type { Payment, PaymentId } from '../domain/payment-service.ts';
import { isInDoubt, type RefundRecord, spentBy } from '../domain/refund-record.ts';
import type { RefundWish } from '../domain/refund-wish.ts';
import type { EndedPayment } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import { refundableOf } from '../sale/sale-view.ts';
import {
  type FreeRefund,
  type OtherTills,
  type Permission,
  type RequestedRefund,
  refundableWithoutManager,
  requirePermission,
  type SpentBefore,
} from './manager-permission.ts';
import { type Preparation, Preparations, type RefundBegun } from './one-refund-at-a-time.ts';
import type { RefundParts } from './refund-look-up.ts';
import { spentInADay } from './spent-in-a-day.ts';

export interface RefundRequestsContext extends RefundParts {
  /** An answer has told the service's time, and this machine's clock has gone on evenly since. */
  timeKnown(): boolean;
  /** Told what the service says of a payment that was read before its refund. */
  seen(saleId: string, payment: Payment): void;
  /** Other tills' refunds of the payment, and those of this till that a manager had closed as not made. */
  learnOfOthers(sale: EndedPayment, signal: AbortSignal): Promise<OtherTills>;
  /** Follows a refund whose intent is in the journal. */
  begun(refundKey: string): void;
  changed(): void;
  isClosed(): boolean;
}

export interface RefundAsk {
  /** The id of the press, made by the window: the key of the refund that comes of it. One of its own when absent. */
  readonly wish?: string | undefined;
  readonly saleId: string;
  /** Cents. */
  readonly amount: number;
  /** Cents that could be refunded, as the person saw it. As the journal has it when absent. */
  readonly seen?: number | undefined;
  readonly reason?: string | undefined;
  readonly register?: FromRegister | undefined;
}

/**
 * An answer about the refunds of a payment: `at` in ms since the epoch; complete where it has those of other tills too.
 */
export interface RefundLook {
  readonly at: number;
  readonly complete: boolean;
}

type Learned = Pick<RequestedRefund, 'otherTills' | 'timeKnown' | 'anchored'>;

const LOOK_LASTS_MS = 5_000;
/** The refunds that people ask for, from the press until they have begun. */
export class RefundRequests {
  readonly #context: RefundRequestsContext;
  readonly #preparations: Preparations;
  readonly #looks: RecentAnswers<RefundLook>;

  constructor(context: RefundRequestsContext) {
    this.#context = context;
    this.#looks = new RecentAnswers(context.clock, LOOK_LASTS_MS);
    this.#preparations = new Preparations(context.clock, () => context.changed());
    for (const { wish, saleId, interrupted } of context.journal.wishes())
      if (!interrupted) context.journal.keep({ type: 'refund.given-up', wish, saleId, why: 'interrupted' });
  }

  /**
   * Resolves once key and body are in the journal, synced; nothing has been sent when it rejects. What was asked for is
   * there before the first question to the service. Rejects with the service's TillError, `sale.unknown`,
   * `refund.under-way`, `refund.not-paid`, `refund.in-doubt`, `refund.found` (values: amount), `refund.above-remaining`
   * (values: asked, remaining), `refund.taken-back`, `refund.late`, those of `requirePermission`, `invalid.*`,
   * `journal.full`, `journal.failed`.
   */
  start(ask: RefundAsk, permission: Permission | (() => Promise<Permission>), by?: Actor): Promise<RefundBegun> {
    const { wish = this.#context.random.uuid(), saleId, amount } = ask;
    if (this.#context.journal.refund(wish) !== undefined)
      return Promise.resolve({ refundKey: wish, neededManager: false });
    return this.#preparations.run({ wish, saleId, amount }, async (preparation) => {
      const permitted = typeof permission === 'function' ? await permission() : permission;
      preparation.requireGoing();
      return this.#prepare(preparation, ask, permitted, by);
    });
  }

  /** At most once in some seconds. Rejects with `sale.unknown`, `refund.not-paid` and the service's TillError. */
  look(saleId: string): Promise<RefundLook> {
    return this.#looks.of(saleId, async () => {
      const { signal } = new AbortController();
      await this.#confirmPaid(saleId, signal);
      const otherTills = await this.#context.learnOfOthers(this.#paid(saleId), signal);
      this.#context.changed();
      return { at: this.#context.clock.now(), complete: otherTills === 'counted' };
    });
  }

  /** Takes a press back: `too-late` where its refund has begun. Nothing is sent after `taken-back`. */
  takeBack(wish: string): 'taken-back' | 'too-late' {
    // A refund that has just begun may still have its preparation.
    if (this.#context.journal.refund(wish) !== undefined) return 'too-late';
    this.#preparations.takeBack(wish);
    return 'taken-back';
  }

  /**
   * The refund of this payment that is being prepared, or that the end of the till cut off before anything was sent.
   */
  asked(saleId: string): RefundWish | undefined {
    const preparing = this.#preparations.of(saleId);
    if (preparing !== undefined) return preparing;
    const wish = this.#context.journal.wishOf(saleId);
    return wish?.interrupted ? wish : undefined;
  }

  withoutManager(saleId: string, permission: Permission): FreeRefund | undefined {
    // The journal is asked only where it matters.
    if (permission.byManager || permission.limit === undefined) return undefined;
    return refundableWithoutManager(this.#spentBefore(saleId), permission);
  }

  /** Resolves once what was being prepared is written down as interrupted. */
  close(): Promise<void> {
    return this.#preparations.close();
  }

  async #prepare(preparation: Preparation, ask: RefundAsk, permission: Permission, by?: Actor): Promise<RefundBegun> {
    const { journal } = this.#context;
    const { saleId, amount } = ask;
    const { wish } = preparation.asked;
    this.#check(ask, permission, { otherTills: 'counted', timeKnown: true, anchored: true });
    const seen = ask.seen ?? this.#remaining(saleId);
    journal.record({ type: 'refund.asked', wish, saleId, amount, ...given({ reason: ask.reason || undefined, by }) });
    try {
      const learned = await this.#learn(preparation, saleId, permission);
      // Again, right before the write: another refund may have begun while the payment was read, of another payment too.
      const paymentId = this.#check(ask, permission, learned);
      this.#refuseUnseen(saleId, seen);
      return this.#begin(preparation, { ...ask, paymentId }, permission, by);
    } catch (thrown) {
      this.#preparations.drop(preparation);
      journal.keep({ type: 'refund.given-up', wish, saleId, why: preparation.why });
      // A question that was broken off fails in its own words.
      preparation.signal.throwIfAborted();
      throw thrown;
    }
  }

  async #learn(preparation: Preparation, saleId: string, permission: Permission): Promise<Learned> {
    const { journal, timeKnown } = this.#context;
    const { signal } = preparation;
    const closed = journal.refundsOf(saleId).filter(({ stage }) => stage === 'not-made');
    await this.#confirmPaid(saleId, signal);
    preparation.requireGoing();
    const otherTills = await this.#context.learnOfOthers(this.#paid(saleId), signal);
    // A person sees that a closed refund was made after all, before more money goes back.
    const made = closed.find(({ refundKey }) => journal.refund(refundKey)?.stage !== 'not-made');
    if (made !== undefined) throw inDoubt(made);
    const anchored = await this.#isAnchored(permission);
    preparation.requireGoing();
    return { otherTills, timeKnown: timeKnown(), anchored };
  }

  #begin(
    preparation: Preparation,
    { saleId, paymentId, amount, ...ask }: RefundAsk & { readonly paymentId: PaymentId },
    permission: Permission,
    by?: Actor,
  ): RefundBegun {
    const { journal, service } = this.#context;
    const reason = ask.reason || undefined;
    const refundKey = preparation.asked.wish;
    const free = this.withoutManager(saleId, { ...permission, byManager: false });
    const isAllowed = permission.byManager && permission.limit !== undefined;
    const allowedBy: Actor | undefined = isAllowed ? (permission.manager ?? { role: 'manager' }) : undefined;
    journal.record({
      type: 'refund.intent',
      refundKey,
      saleId,
      paymentId,
      amount,
      body: service.prepareRefund({ amount, ...given({ description: reason }) }),
      ...given({ reason, by, allowedBy, register: ask.register, skewMs: this.#context.skewMs() }),
    });
    this.#context.begun(refundKey);
    return { refundKey, neededManager: free !== undefined && amount > free.cents, ...given({ allowedBy }) };
  }

  /** Refuses what the journal alone can refuse; gives the payment to refund. */
  #check(ask: RefundAsk, permission: Permission, learned: Learned): PaymentId {
    if (this.#context.isClosed()) throw closing();
    if (this.#context.journal.tampered() !== undefined)
      throw new TillError('journal.tampered', 'The journal may miss refunds: a manager has to look at the alarm first');
    if (this.#context.journal.restoredFrom() !== undefined)
      throw new TillError('refund.restoring', 'The service has not told yet what happened since the backup', {
        retryable: true,
      });
    const sale = this.#paid(ask.saleId);
    const refunds = this.#context.journal.refundsOf(ask.saleId);
    const doubtful = refunds.find(isInDoubt);
    if (doubtful !== undefined) throw inDoubt(doubtful);
    const remaining = refundableOf(sale, refunds);
    if (ask.amount > remaining)
      throw new TillError('refund.above-remaining', `Only ${remaining} cents of this payment can still be refunded.`, {
        field: 'amount',
        values: { asked: ask.amount, remaining },
      });
    const spent = this.#spentBefore(ask.saleId);
    requirePermission({ amount: ask.amount, paid: sale.amount, spent, ...learned }, permission);
    return sale.paymentId;
  }

  /** A person sees what has gone back before more does: it may be this very refund, asked for elsewhere. */
  #refuseUnseen(saleId: string, seen: number): void {
    const amount = seen - this.#remaining(saleId);
    if (amount <= 0) return;
    throw new TillError('refund.found', 'Refunds of this payment were found that the person had not seen.', {
      retryable: true,
      values: { amount },
    });
  }

  #remaining(saleId: string): number {
    return refundableOf(this.#paid(saleId), this.#context.journal.refundsOf(saleId));
  }

  #spentBefore(saleId: string): SpentBefore {
    const { journal, clock, skewMs, timeKnown } = this.#context;
    const now = clock.now();
    const serviceNow = timeKnown() ? now + (skewMs() ?? 0) : undefined;
    return { ofPayment: spentBy(journal.refundsOf(saleId)), inADay: spentInADay(journal, { now, serviceNow }) };
  }

  /**
   * The journal says paid, but the service has the last word, and no money goes back before it. The sale learns it too.
   */
  async #confirmPaid(saleId: string, signal: AbortSignal): Promise<void> {
    const { paymentId, amount } = this.#paid(saleId);
    const payment = await this.#context.service.readPayment(paymentId, { signal });
    const same = payment.paymentId === paymentId && payment.amount === amount;
    if (same) this.#context.seen(saleId, payment);
    if (!same || payment.status !== 'SUCCEEDED')
      throw new TillError('refund.not-paid', 'The service does not say that this payment was paid.', {
        values: { status: payment.status },
      });
  }

  /** The keychain is asked only where a limit alone allows a refund: that counts those that the journal has. */
  async #isAnchored({ limit, byManager }: Permission): Promise<boolean> {
    const { anchoring } = this.#context.journal;
    if (byManager || limit === undefined || anchoring === undefined) return true;
    await anchoring.ask();
    return anchoring.behind === undefined;
  }

  #paid(saleId: string): EndedPayment {
    return paidSale(this.#context.journal, saleId);
  }
}

/** Throws `sale.unknown` or `refund.not-paid`. */
export function paidSale(journal: Pick<Journal, 'sale'>, saleId: string): EndedPayment {
  const sale = journal.sale(saleId);
  if (sale === undefined) throw new TillError('sale.unknown', 'There is no such sale.', { field: 'saleId' });
  if (sale.stage === 'paid') return sale;
  throw new TillError('refund.not-paid', 'Only a paid payment can be refunded.', { values: { stage: sale.stage } });
}

function inDoubt({ amount }: RefundRecord): TillError {
  const facts = { retryable: true, values: { amount } };
  return new TillError('refund.in-doubt', 'Another refund of this payment has no outcome yet.', facts);
}

export function closing(): TillError {
  return new TillError('refund.closed', 'The till is closing.');
}
