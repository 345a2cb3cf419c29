import type { Notice, RefundDecision } from '../../preload/views.ts';
import type { Clock, Random } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Journal } from '../journal/journal.ts';
import { isInDoubt } from '../journal/refund-record.ts';
import type { SaleRecord } from '../journal/sale-record.ts';
import type { SaleLog } from '../sale/log.ts';
import type { RecoveryView } from '../sale/recovery.ts';
import { refundableOf } from '../sale/sale-view.ts';
import type { Payment, PaymentId, PaymentService } from '../service/payment-service.ts';
import { type Permission, refundableWithoutManager, requirePermission } from './manager-permission.ts';
import { importOtherTillsRefunds } from './other-tills-refunds.ts';
import { RefundFollower, type RefundFollowerContext, type RefundLive } from './refund-follower.ts';

export interface RefundsOptions {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SaleLog;
  /** The service's clock minus this machine's, ms; undefined while no answer has told it. */
  skewMs(): number | undefined;
  /** Told what the service says of a payment that was read before its refund. */
  seen(saleId: string, payment: Payment): void;
  /** Something to tell once, until somebody has read it. */
  tell?(notice: Notice): void;
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
  /** It went beyond what goes back without a manager. */
  readonly neededManager: boolean;
}

/** The refunds of this terminal. */
export interface Refunds {
  /**
   * Begins a refund; resolves once key and body are in the journal, synced. Before that the payment is read: rejects
   * with the service's TillError when that fails, `sale.unknown`, `refund.not-paid`, `refund.in-doubt` while another
   * refund of the payment has no outcome, `refund.above-remaining` (values: asked, remaining), `pin.required` and
   * `pin.elsewhere` where `permission` does not reach, `invalid.*`, `journal.full`, `journal.failed`. Nothing has been
   * sent when it rejects.
   */
  start(ask: RefundAsk, permission: Permission): Promise<RefundBegun>;
  /**
   * What a manager decides about a refund that looking up did not settle. Throws `refund.not-unsettled` when there is
   * nothing to decide any more, `refund.closed`, `journal.full`, `journal.failed`.
   */
  settle(refundKey: string, decision: RefundDecision): void;
  /** What keeps the till from telling more about a refund at the moment. */
  live(refundKey: string): RefundLive;
  onChange(listener: () => void): () => void;
  /** Takes up every refund without a final outcome; resolves when each has had an answer or a failure. */
  recover(): Promise<void>;
  readonly recovery: RecoveryView;
  networkReturned(): void;
  /** Stops sending; resolves when nothing is under way any more. */
  close(): Promise<void>;
}

const SEND_AGAIN_MS = 5_000;
const KEY_LASTS_MS = 24 * 60 * 60 * 1000;

export function createRefunds(options: RefundsOptions): Refunds {
  return new TerminalRefunds(options);
}

class TerminalRefunds implements Refunds {
  readonly #options: RefundsOptions;
  readonly #context: RefundFollowerContext;
  readonly #followers = new Map<string, RefundFollower>();
  readonly #runs = new Set<Promise<void>>();
  readonly #listeners = new Set<() => void>();
  readonly #untried = new Map<string, () => void>();
  readonly #recovering = new Set<string>();
  #resolved = 0;
  #closed = false;

  constructor(options: RefundsOptions) {
    this.#options = options;
    this.#context = {
      ...options,
      keyLastsMs: options.keyLastsMs ?? KEY_LASTS_MS,
      changed: () => this.#changed(),
      tell: (notice) => options.tell?.(notice),
      tried: (refundKey) => this.#tried(refundKey),
    };
  }

  async start(ask: RefundAsk, permission: Permission): Promise<RefundBegun> {
    const { journal, service, random } = this.#options;
    const paymentId = this.#check(ask, permission, 'counted');
    await this.#confirmPaid(ask.saleId, paymentId);
    const elsewhere = await importOtherTillsRefunds(this.#options, this.#sale(ask.saleId));
    // Again, without a gap before the write: another refund may have begun while the payment was read.
    this.#check(ask, permission, elsewhere);
    const free = refundableWithoutManager(journal.refundsOf(ask.saleId), { ...permission, byManager: false });
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
      ...this.#skew(),
    });
    this.#send(refundKey, 'fresh');
    this.#changed();
    return { refundKey, neededManager: free !== undefined && ask.amount > free };
  }

  settle(refundKey: string, decision: RefundDecision): void {
    if (this.#closed) throw closing();
    if (this.#options.journal.refund(refundKey)?.unsettled === undefined)
      throw new TillError('refund.not-unsettled', 'Nothing has to be decided about this refund any more.');
    this.#options.journal.record({ type: 'refund.settled', refundKey, decision, ...this.#skew() });
    this.#followers.get(refundKey)?.decided();
    this.#send(refundKey, 'taken-up');
    this.#changed();
  }

  live(refundKey: string): RefundLive {
    return this.#followers.get(refundKey)?.live ?? {};
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async recover(): Promise<void> {
    // Nothing is sent any more, so nobody would ever say that it was tried.
    if (this.#closed) return;
    const open = this.#options.journal.openRefunds().filter((refund) => !this.#followers.has(refund.refundKey));
    await Promise.all(
      open.map(({ refundKey }) => {
        this.#recovering.add(refundKey);
        const tried = new Promise<void>((resolve) => this.#untried.set(refundKey, resolve));
        this.#send(refundKey, 'taken-up');
        return tried;
      }),
    );
  }

  get recovery(): RecoveryView {
    const open = this.#recovering.size;
    return { running: open > 0, open, resolved: this.#resolved };
  }

  networkReturned(): void {
    for (const follower of this.#followers.values()) follower.networkReturned();
    this.#run(this.recover());
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const follower of this.#followers.values()) follower.close();
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }

  /** Refuses what the journal alone can refuse; gives the payment to refund. */
  #check(ask: RefundAsk, permission: Permission, elsewhere: 'counted' | 'unknown'): PaymentId {
    if (this.#closed) throw closing();
    const sale = this.#sale(ask.saleId);
    if (sale.stage !== 'paid' || sale.paymentId === undefined)
      throw new TillError('refund.not-paid', 'Only a paid payment can be refunded.', { values: { stage: sale.stage } });
    const refunds = this.#options.journal.refundsOf(ask.saleId);
    const doubtful = refunds.find(isInDoubt);
    if (doubtful !== undefined)
      throw new TillError('refund.in-doubt', 'Another refund of this payment has no outcome yet.', {
        retryable: true,
        values: { amount: doubtful.amount },
      });
    const remaining = refundableOf(sale, refunds);
    if (ask.amount > remaining)
      throw new TillError('refund.above-remaining', `Only ${remaining} cents of this payment can still be refunded.`, {
        field: 'amount',
        values: { asked: ask.amount, remaining },
      });
    requirePermission({ amount: ask.amount, paid: sale.amount, refunds, elsewhere }, permission);
    return sale.paymentId;
  }

  /** The journal says paid; the service has the last word, and says it before any money goes back. The sale learns it too. */
  async #confirmPaid(saleId: string, paymentId: PaymentId): Promise<void> {
    const payment = await this.#options.service.readPayment(paymentId);
    if (this.#closed) throw closing();
    const sale = this.#sale(saleId);
    const same = payment.paymentId === paymentId && payment.amount === sale.amount;
    if (same) this.#options.seen(saleId, payment);
    if (!same || payment.status !== 'SUCCEEDED')
      throw new TillError('refund.not-paid', 'The service does not say that this payment was paid.', {
        values: { status: payment.status },
      });
  }

  #skew(): { readonly skewMs?: number } {
    const skewMs = this.#options.skewMs();
    return skewMs === undefined ? {} : { skewMs };
  }

  #sale(saleId: string): SaleRecord {
    const sale = this.#options.journal.sale(saleId);
    if (sale === undefined) throw new TillError('sale.unknown', 'There is no such sale.', { field: 'saleId' });
    return sale;
  }

  /** `taken-up`: whoever began it may have sent it, and ended before the outcome was written. */
  #send(refundKey: string, how: 'fresh' | 'taken-up'): void {
    if (this.#closed || this.#followers.has(refundKey)) return;
    const follower = new RefundFollower(refundKey, how === 'taken-up', this.#context);
    this.#followers.set(refundKey, follower);
    const sent = follower.run().finally(() => {
      this.#followers.delete(refundKey);
      this.#tried(refundKey);
    });
    this.#run(
      sent.catch((thrown: unknown) => {
        // A fault of ours, or a journal that could not be read: no refund stays without somebody who sees to it.
        this.#options.clock.after(SEND_AGAIN_MS, () => this.#send(refundKey, 'taken-up'));
        throw thrown;
      }),
    );
  }

  #run(task: Promise<void>): void {
    const run = task
      .catch((thrown: unknown) => {
        const error = toTillError(thrown);
        this.#options.log.error('refund.follower-failed', { code: error.code, reason: error.message });
      })
      .finally(() => this.#runs.delete(run));
    this.#runs.add(run);
  }

  #tried(refundKey: string): void {
    this.#untried.get(refundKey)?.();
    this.#untried.delete(refundKey);
    const refund = this.#options.journal.refund(refundKey);
    if (refund !== undefined && isInDoubt(refund)) return;
    if (this.#recovering.delete(refundKey)) this.#resolved += 1;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function closing(): TillError {
  return new TillError('refund.closed', 'The till is closing.');
}
