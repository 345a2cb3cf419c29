import { omitUndefined } from '../base/omit-undefined.ts';
import { RecentAnswers } from '../base/recent-answers.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor, FromRegister } from '../domain/events.ts';
import type { PaymentId } from '../domain/payment-service.ts';
import { isInDoubt, type RefundRecord, spentBy } from '../domain/refund-record.ts';
import type { RefundRequest } from '../domain/refund-request.ts';
import type { EndedPayment } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { SaleLedger } from '../sale/sale-ledger.ts';
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
  /** A response has shown the service's time, and this machine's clock has run evenly since. */
  timeKnown(): boolean;
  /** Receives the payment that was read before its refund. */
  readonly ledger: Pick<SaleLedger, 'seen'>;
  /** Imports other tills' refunds of the payment, and this till's that were made although closed as not made. */
  learnOfOthers(sale: EndedPayment, signal: AbortSignal): Promise<OtherTills>;
  /** Follows a refund whose intent is in the journal. */
  begun(refundKey: string): void;
  changed(): void;
  isClosed(): boolean;
}

export interface RefundAsk {
  /** Id of the click, made by the window: becomes the key of the refund. Default: a new id. */
  readonly wish?: string | undefined;
  readonly saleId: string;
  /** Cents. */
  readonly amount: number;
  /** Refundable cents as shown to the user. Default: as in the journal. */
  readonly seen?: number | undefined;
  readonly reason?: string | undefined;
  readonly register?: FromRegister | undefined;
}

/** `at`: time of reading a payment's refunds, ms since the epoch; `complete`: refunds of other tills are included. */
export interface RefundLook {
  readonly at: number;
  readonly complete: boolean;
}

type Learned = Pick<RequestedRefund, 'otherTills' | 'timeKnown' | 'anchored'>;

const LOOK_LASTS_MS = 5_000;
/** Refunds requested by users, from the click until the refund has begun. */
export class RefundRequests {
  readonly #context: RefundRequestsContext;
  readonly #preparations: Preparations;
  readonly #looks: RecentAnswers<RefundLook>;

  constructor(context: RefundRequestsContext) {
    this.#context = context;
    this.#looks = new RecentAnswers(context.clock, LOOK_LASTS_MS);
    this.#preparations = new Preparations(context.clock, () => context.changed());
    for (const { wish, saleId, interrupted } of context.journal.refundRequests())
      if (!interrupted) context.journal.keep({ type: 'refund.given-up', wish, saleId, why: 'interrupted' });
  }

  /**
   * Resolves once key and body are in the journal, synced; on a rejection nothing has been sent. The request is
   * journaled before the first call to the service. Rejects with the service's `TillError`, `sale.unknown`,
   * `refund.under-way`, `refund.not-paid`, `refund.in-doubt`, `refund.found` (values: amount), `refund.above-remaining`
   * (values: asked, remaining), `refund.taken-back`, `refund.late`, `refund.closed`, `refund.restoring`, the errors of
   * `requirePermission`, `invalid.*`, `journal.tampered`, `journal.full`, `journal.failed`.
   */
  start(ask: RefundAsk, permission: Permission | (() => Promise<Permission>), by?: Actor): Promise<RefundBegun> {
    const { wish: requestId = this.#context.random.uuid(), saleId, amount } = ask;
    if (this.#context.journal.refund(requestId) !== undefined)
      return Promise.resolve({ refundKey: requestId, neededManager: false });
    return this.#preparations.run({ wish: requestId, saleId, amount }, async (preparation) => {
      const permitted = typeof permission === 'function' ? await permission() : permission;
      preparation.requireGoing();
      return this.#prepare(preparation, ask, permitted, by);
    });
  }

  /**
   * Reads the payment and its refunds, at most once in `LOOK_LASTS_MS`. Rejects with `sale.unknown`, `refund.not-paid`
   * and the service's `TillError`.
   */
  look(saleId: string): Promise<RefundLook> {
    return this.#looks.of(saleId, async () => {
      const { signal } = new AbortController();
      await this.#confirmPaid(saleId, signal);
      const otherTills = await this.#context.learnOfOthers(this.#paid(saleId), signal);
      this.#context.changed();
      return { at: this.#context.clock.now(), complete: otherTills === 'counted' };
    });
  }

  /** Takes a request back: `too-late` if its refund has begun. After `taken-back` nothing is sent. */
  takeBack(requestId: string): 'taken-back' | 'too-late' {
    // A refund that has just begun may still have its preparation.
    if (this.#context.journal.refund(requestId) !== undefined) return 'too-late';
    this.#preparations.takeBack(requestId);
    return 'taken-back';
  }

  /** Returns the payment's refund in preparation, or a refund interrupted by the end of the till before the send. */
  asked(saleId: string): RefundRequest | undefined {
    const preparing = this.#preparations.of(saleId);
    if (preparing !== undefined) return preparing;
    const request = this.#context.journal.refundRequestOf(saleId);
    return request?.interrupted ? request : undefined;
  }

  withoutManager(saleId: string, permission: Permission): FreeRefund | undefined {
    // The journal is read only if a limit applies.
    if (permission.byManager || permission.limit === undefined) return undefined;
    return refundableWithoutManager(this.#spentBefore(saleId), permission);
  }

  close(): Promise<void> {
    return this.#preparations.close();
  }

  async #prepare(preparation: Preparation, ask: RefundAsk, permission: Permission, by?: Actor): Promise<RefundBegun> {
    const { journal } = this.#context;
    const { saleId, amount } = ask;
    const { wish: requestId } = preparation.asked;
    this.#check(ask, permission, { otherTills: 'counted', timeKnown: true, anchored: true });
    const seen = ask.seen ?? this.#remaining(saleId);
    journal.record({
      type: 'refund.asked',
      wish: requestId,
      saleId,
      amount,
      ...omitUndefined({ reason: ask.reason || undefined, by }),
    });
    try {
      const learned = await this.#learn(preparation, saleId, permission);
      // Checked again right before the write: another refund, even of another payment, may have begun during the read.
      const paymentId = this.#check(ask, permission, learned);
      this.#refuseUnseen(saleId, seen);
      return this.#begin(preparation, { ...ask, paymentId }, permission, by);
    } catch (thrown) {
      this.#preparations.drop(preparation);
      journal.keep({ type: 'refund.given-up', wish: requestId, saleId, why: preparation.why });
      // An aborted call rejects with the reason of the abort.
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
    // A person must see that a closed refund was made after all, before more money is refunded.
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
      body: service.prepareRefund({ amount, ...omitUndefined({ description: reason }) }),
      ...omitUndefined({ reason, by, allowedBy, register: ask.register, skewMs: this.#context.skewMs() }),
    });
    this.#context.begun(refundKey);
    return { refundKey, neededManager: free !== undefined && amount > free.cents, ...omitUndefined({ allowedBy }) };
  }

  /** Refuses whatever the journal alone can refuse; returns the id of the payment to refund. */
  #check(ask: RefundAsk, permission: Permission, learned: Learned): PaymentId {
    if (this.#context.isClosed()) throw closing();
    if (this.#context.journal.tampered() !== undefined)
      throw new TillError(
        'journal.tampered',
        'Refunds possibly missing from the journal: a manager must clear the alarm first',
      );
    if (this.#context.journal.restoredFrom() !== undefined)
      throw new TillError('refund.restoring', 'Payments since the backup not recovered yet', {
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

  /** Throws `refund.found` for refunds the user has not seen: the same refund may have been requested elsewhere. */
  #refuseUnseen(saleId: string, seen: number): void {
    const amount = seen - this.#remaining(saleId);
    if (amount <= 0) return;
    throw new TillError('refund.found', 'Further refunds of this payment found since the request.', {
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

  /** Confirms at the service that the payment is paid: the journal is not enough to refund money. Updates the sale. */
  async #confirmPaid(saleId: string, signal: AbortSignal): Promise<void> {
    const { paymentId, amount } = this.#paid(saleId);
    const payment = await this.#context.service.readPayment(paymentId, { signal });
    const same = payment.paymentId === paymentId && payment.amount === amount;
    if (same) this.#context.ledger.seen(saleId, payment);
    if (!same || payment.status !== 'SUCCEEDED')
      throw new TillError('refund.not-paid', 'Payment not paid according to the service.', {
        values: { status: payment.status },
      });
  }

  /** Asks the keychain only if the limit alone allows the refund: the limit counts the refunds in the journal. */
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
  if (sale === undefined) throw new TillError('sale.unknown', 'Sale not found.', { field: 'saleId' });
  if (sale.stage === 'paid') return sale;
  throw new TillError('refund.not-paid', 'Only a paid payment can be refunded.', { values: { stage: sale.stage } });
}

function inDoubt({ amount }: RefundRecord): TillError {
  const facts = { retryable: true, values: { amount } };
  return new TillError('refund.in-doubt', 'Another refund of this payment is in progress.', facts);
}

export function closing(): TillError {
  return new TillError('refund.closed', 'Till closing.');
}
