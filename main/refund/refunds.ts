import type { Clock, Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor, RefundDecision } from '../journal/events.ts';
import type { Journal } from '../journal/journal.ts';
import { isInDoubt, isOwn, type RefundRecord, spentBy } from '../journal/refund-record.ts';
import type { EndedPayment, SaleRecord } from '../journal/sale-record.ts';
import { FollowerSet } from '../sale/follower-set.ts';
import type { SaleLog } from '../sale/log.ts';
import type { RecoveryView } from '../sale/recovery.ts';
import { refundableOf } from '../sale/sale-view.ts';
import type { Payment, PaymentId, PaymentService } from '../service/payment-service.ts';
import {
  type FreeRefund,
  type OtherTills,
  type Permission,
  type RequestedRefund,
  refundableWithoutManager,
  requirePermission,
  type SpentBefore,
} from './manager-permission.ts';
import { importOtherTillsRefunds, importRefundsSince } from './other-tills-refunds.ts';
import { RefundFollower, type RefundFollowerContext, type RefundLive, WATCH_MS } from './refund-follower.ts';
import { spentInADay } from './spent-in-a-day.ts';

export interface RefundsOptions {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SaleLog;
  /** The service's clock minus this machine's, ms; undefined while no answer has told it. */
  skewMs(): number | undefined;
  /** It has told it, and this machine's clock has gone on evenly since. */
  timeKnown(): boolean;
  /** Told what the service says of a payment that was read before its refund. */
  seen(saleId: string, payment: Payment): void;
  /** A manager had closed this refund as not made, and the service has made it. */
  madeAfterAll?(refund: RefundRecord): void;
  /** How long the service is trusted to remember the key of a refund, ms; a day when absent. */
  readonly keyLastsMs?: number;
}

export interface RefundAsk {
  readonly saleId: string;
  /** Cents. */
  readonly amount: number;
  readonly reason?: string | undefined;
}

export interface RefundBegun {
  readonly refundKey: string;
  /** It was more than may be refunded without a manager. */
  readonly neededManager: boolean;
  /** A manager's permission stands in the journal. */
  readonly allowed: boolean;
}

/** What of a permission depends on answers that the service and the keychain give to questions before a refund. */
type Learned = Pick<RequestedRefund, 'otherTills' | 'timeKnown' | 'anchored'>;

const KEY_LASTS_MS = 24 * 60 * 60 * 1000;

export function createRefunds(options: RefundsOptions): Refunds {
  return new Refunds(options);
}

/** The refunds of this terminal. */
export class Refunds {
  readonly #options: RefundsOptions;
  readonly #context: RefundFollowerContext;
  readonly #followers: FollowerSet<RefundFollower>;
  readonly #listeners = new Set<() => void>();

  constructor(options: RefundsOptions) {
    this.#options = options;
    this.#followers = new FollowerSet(options.clock, options.log, 'refund.follower-failed');
    this.#context = {
      ...options,
      keyLastsMs: options.keyLastsMs ?? KEY_LASTS_MS,
      changed: () => this.#changed(),
      madeAfterAll: (refund) => options.madeAfterAll?.(refund),
      tried: (refundKey) => this.#tried(refundKey),
    };
  }

  /**
   * Begins a refund, of whoever has signed in; resolves once key and body are in the journal, synced. Before that the payment is read: rejects
   * with the service's TillError when that fails, `sale.unknown`, `refund.not-paid`, `refund.in-doubt` while another
   * refund of the payment has no outcome or has just turned out to be made, `refund.found` (values: amount) where the
   * service has just told of refunds that this till did not know, `refund.above-remaining` (values: asked, remaining), those of `requirePermission` where `permission` does not reach, `invalid.*`, `journal.full`,
   * `journal.failed`. Nothing has been sent when it rejects.
   */
  async start(ask: RefundAsk, permission: Permission, by?: Actor): Promise<RefundBegun> {
    const { journal, service, random, timeKnown } = this.#options;
    const paymentId = this.#check(ask, permission, { otherTills: 'counted', timeKnown: true, anchored: true });
    const before = journal.refundsOf(ask.saleId);
    const closed = before.filter(({ stage }) => stage === 'not-made');
    await this.#confirmPaid(ask.saleId, paymentId);
    const otherTills = await this.#learnOfOthers(ask.saleId);
    // A person sees that a closed refund was made after all, before more money goes back.
    const made = closed.find(({ refundKey }) => journal.refund(refundKey)?.stage !== 'not-made');
    if (made !== undefined) throw inDoubt(made);
    const anchored = await this.#isAnchored(permission);
    // Again, right before the write: another refund may have begun while the payment was read, of another payment too.
    this.#check(ask, permission, { otherTills, timeKnown: timeKnown(), anchored });
    this.#refuseUnseen(ask.saleId, before);
    const free = this.withoutManager(ask.saleId, { ...permission, byManager: false });
    const allowed = permission.byManager && permission.limit !== undefined;
    const reason = ask.reason || undefined;
    const body = service.prepareRefund({
      amount: ask.amount,
      ...(reason === undefined ? {} : { description: reason }),
    });
    const refundKey = random.uuid();
    journal.record({
      type: 'refund.intent',
      refundKey,
      saleId: ask.saleId,
      paymentId,
      amount: ask.amount,
      body,
      ...(reason === undefined ? {} : { reason }),
      ...(by === undefined ? {} : { by }),
      ...(allowed ? { allowedBy: permission.manager ?? { role: 'manager' } } : {}),
      ...this.#skew(),
    });
    this.#follow(refundKey, 'fresh');
    this.#changed();
    return { refundKey, neededManager: free !== undefined && ask.amount > free.cents, allowed };
  }

  /** What of a payment may be refunded now without a manager, as far as the journal tells; undefined: none is needed. */
  withoutManager(saleId: string, permission: Permission): FreeRefund | undefined {
    // The journal is asked only where it matters.
    if (permission.byManager || permission.limit === undefined) return undefined;
    return refundableWithoutManager(this.#spentBefore(saleId), permission);
  }

  /**
   * The account that the payer's money can go back to by transfer, whole. Rejects with `sale.unknown`, `refund.not-paid`
   * and the service's TillError.
   */
  async iban(saleId: string): Promise<string> {
    const sale = this.#options.journal.sale(saleId);
    if (sale === undefined) throw new TillError('sale.unknown', 'There is no such sale.', { field: 'saleId' });
    if (sale.stage !== 'paid') throw new TillError('refund.not-paid', 'This payment is not paid.');
    return this.#options.service.readRefundIban(sale.paymentId);
  }

  /**
   * What a manager decides about a refund that looking up did not settle. Throws `refund.not-unsettled` when there is
   * nothing to decide any more, `refund.closed`, `journal.full`, `journal.failed`.
   */
  settle(refundKey: string, decision: RefundDecision): void {
    if (this.#followers.isClosed) throw closing();
    if (this.#options.journal.refund(refundKey)?.unsettled === undefined)
      throw new TillError('refund.not-unsettled', 'Nothing has to be decided about this refund any more.');
    this.#options.journal.record({ type: 'refund.settled', refundKey, decision, ...this.#skew() });
    this.#followers.of(refundKey)?.decided();
    this.#follow(refundKey, 'taken-up');
    this.#changed();
  }

  /** The last failure about a refund, and until when the service asked to wait. */
  live(refundKey: string): RefundLive {
    return this.#followers.of(refundKey)?.live ?? {};
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Keeps the refunds that the service lists since then, ms since the epoch, of the payments that the journal has. Rejects
   * with the service's TillError; nothing is kept then.
   */
  async importSince(from: number): Promise<void> {
    await importRefundsSince(this.#importing, from);
    this.#changed();
  }

  /** Follows every refund without a final outcome; resolves when each has had an answer or a failure. */
  async recover(): Promise<void> {
    if (this.#followers.isClosed) return;
    this.#watchClosed();
    const open = this.#options.journal.openRefunds().filter(({ refundKey }) => !this.#followers.of(refundKey));
    await Promise.all(
      open.map(({ refundKey }) => {
        const tried = this.#followers.recovery.take(refundKey);
        this.#follow(refundKey, 'taken-up');
        return tried;
      }),
    );
  }

  get recovery(): RecoveryView {
    return this.#followers.recovery.view;
  }

  networkReturned(): void {
    this.#followers.networkReturned();
    this.#followers.run(this.recover());
  }

  /** Stops sending; resolves when nothing is under way any more. */
  async close(): Promise<void> {
    await this.#followers.close();
  }

  /** Refuses what the journal alone can refuse; gives the payment to refund. */
  #check(ask: RefundAsk, permission: Permission, learned: Learned): PaymentId {
    if (this.#followers.isClosed) throw closing();
    if (this.#options.journal.tampered() !== undefined)
      throw new TillError('journal.tampered', 'The journal may miss refunds: a manager has to look at the alarm first');
    if (this.#options.journal.restoredFrom() !== undefined)
      throw new TillError('refund.restoring', 'The service has not told yet what happened since the backup', {
        retryable: true,
      });
    const sale = this.#paid(ask.saleId);
    const refunds = this.#options.journal.refundsOf(ask.saleId);
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

  /** Other tills' refunds of the payment, and those of this till that a manager had closed as not made. */
  async #learnOfOthers(saleId: string): Promise<OtherTills> {
    return importOtherTillsRefunds(this.#importing, this.#paid(saleId));
  }

  get #importing(): Parameters<typeof importRefundsSince>[0] {
    const madeAfterAll = (refund: RefundRecord) => {
      this.#options.madeAfterAll?.(refund);
      this.#followers.of(refund.refundKey)?.decided();
      this.#follow(refund.refundKey, 'taken-up');
      this.#changed();
    };
    return { ...this.#options, madeAfterAll };
  }

  /** What has gone back already, a person sees before more does: it may be this very refund, asked for at another till. */
  #refuseUnseen(saleId: string, before: readonly RefundRecord[]): void {
    const seen = new Set(before.map(({ refundKey }) => refundKey));
    const found = this.#options.journal.refundsOf(saleId).filter(({ refundKey }) => !seen.has(refundKey));
    const amount = found.filter((refund) => !isOwn(refund)).reduce((sum, refund) => sum + refund.amount, 0);
    if (amount === 0) return;
    this.#changed();
    throw new TillError('refund.found', 'Refunds of this payment were found that this till did not know.', {
      retryable: true,
      values: { amount },
    });
  }

  /** Those that a manager closed as not made lately: the service may make them all the same, or list them only later. */
  #watchClosed(): void {
    const { journal, clock, skewMs } = this.#options;
    const now = clock.now() + (skewMs() ?? 0);
    for (const [refundKey, closedAt] of journal.closedAsNotMade())
      if (now - closedAt < WATCH_MS && journal.refund(refundKey)?.stage === 'not-made')
        this.#follow(refundKey, 'taken-up');
  }

  #spentBefore(saleId: string): SpentBefore {
    const { journal, clock, skewMs, timeKnown } = this.#options;
    const now = clock.now();
    const serviceNow = timeKnown() ? now + (skewMs() ?? 0) : undefined;
    return { ofPayment: spentBy(journal.refundsOf(saleId)), inADay: spentInADay(journal, { now, serviceNow }) };
  }

  /** The journal says paid, but the service has the last word, and no money goes back before it. The sale learns it too. */
  async #confirmPaid(saleId: string, paymentId: PaymentId): Promise<void> {
    const payment = await this.#options.service.readPayment(paymentId);
    if (this.#followers.isClosed) throw closing();
    const sale = this.#sale(saleId);
    const same = payment.paymentId === paymentId && payment.amount === sale.amount;
    if (same) this.#options.seen(saleId, payment);
    if (!same || payment.status !== 'SUCCEEDED')
      throw new TillError('refund.not-paid', 'The service does not say that this payment was paid.', {
        values: { status: payment.status },
      });
  }

  /** The keychain is asked only where a limit alone allows a refund: that counts those that the journal has. */
  async #isAnchored({ limit, byManager }: Permission): Promise<boolean> {
    const { anchoring } = this.#options.journal;
    if (byManager || limit === undefined || anchoring === undefined) return true;
    await anchoring.ask();
    return anchoring.behind === undefined;
  }

  #skew(): { readonly skewMs?: number } {
    const skewMs = this.#options.skewMs();
    return skewMs === undefined ? {} : { skewMs };
  }

  #paid(saleId: string): EndedPayment {
    const sale = this.#sale(saleId);
    if (sale.stage === 'paid') return sale;
    throw new TillError('refund.not-paid', 'Only a paid payment can be refunded.', { values: { stage: sale.stage } });
  }

  #sale(saleId: string): SaleRecord {
    const sale = this.#options.journal.sale(saleId);
    if (sale === undefined) throw new TillError('sale.unknown', 'There is no such sale.', { field: 'saleId' });
    return sale;
  }

  /** `taken-up`: an earlier process, or a follower that failed, may have sent it without writing down the outcome. */
  #follow(refundKey: string, how: 'fresh' | 'taken-up'): void {
    if (this.#followers.of(refundKey) !== undefined) return;
    this.#followers.start(
      refundKey,
      new RefundFollower(refundKey, how === 'taken-up', this.#context),
      () => this.#tried(refundKey),
      () => this.#follow(refundKey, 'taken-up'),
    );
  }

  #tried(refundKey: string): void {
    const { recovery } = this.#followers;
    recovery.tried(refundKey);
    const refund = this.#options.journal.refund(refundKey);
    if (refund === undefined || !isInDoubt(refund)) recovery.resolved(refundKey);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function inDoubt({ amount }: RefundRecord): TillError {
  const facts = { retryable: true, values: { amount } };
  return new TillError('refund.in-doubt', 'Another refund of this payment has no outcome yet.', facts);
}

function closing(): TillError {
  return new TillError('refund.closed', 'The till is closing.');
}
