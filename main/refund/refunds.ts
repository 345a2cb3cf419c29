import type { SaleView } from '../../preload/contract/views.ts';
import { Listeners } from '../base/listeners.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import type { RefundDecision } from '../domain/events.ts';
import { isInDoubt, type RefundRecord } from '../domain/refund-record.ts';
import type { RefundRequest } from '../domain/refund-request.ts';
import { FollowerSet } from '../following/follower-set.ts';
import type { RecoveryView } from '../following/recovery.ts';
import type { FreeRefund, Permission } from './manager-permission.ts';
import type { RefundBegun } from './one-refund-at-a-time.ts';
import { importOtherTillsRefunds, importRefundsSince } from './other-tills-refunds.ts';
import { RefundFollower, type RefundFollowerContext, type RefundLive } from './refund-follower.ts';
import type { RefundParts } from './refund-look-up.ts';
import { closing, paidSale, type RefundLook, RefundRequests, type RefundRequestsContext } from './refund-requests.ts';
import { KEY_LASTS_MS, WATCH_MS } from './refund-schedule.ts';

interface RefundsOptions extends RefundParts, Pick<RefundRequestsContext, 'timeKnown' | 'ledger'> {
  /** A manager had closed the refund as not made, and the service has made it. */
  madeAfterAll?(refund: RefundRecord): void;
  /** Time for which the service is trusted to remember the key of a refund, ms; default: a day. */
  readonly keyLastsMs?: number;
}

export class Refunds {
  readonly #options: RefundsOptions;
  readonly #context: RefundFollowerContext;
  readonly #followers: FollowerSet<RefundFollower>;
  readonly #requests: RefundRequests;
  readonly #listeners = new Listeners();
  readonly onChange = this.#listeners.add;

  constructor(options: RefundsOptions) {
    this.#options = options;
    this.#followers = new FollowerSet(options.clock, options.log, 'refund.follower-failed');
    this.#context = {
      ...options,
      keyLastsMs: options.keyLastsMs ?? KEY_LASTS_MS,
      changed: this.#listeners.notify,
      madeAfterAll: (refund) => options.madeAfterAll?.(refund),
      tried: (refundKey) => this.#tried(refundKey),
    };
    this.#requests = new RefundRequests({
      ...options,
      learnOfOthers: (sale, signal) => importOtherTillsRefunds(this.#importing, sale, signal),
      begun: (refundKey) => this.#follow(refundKey, 'fresh'),
      changed: this.#listeners.notify,
      isClosed: () => this.#followers.isClosed,
    });
  }

  start(...ask: Parameters<RefundRequests['start']>): Promise<RefundBegun> {
    return this.#requests.start(...ask);
  }

  look(saleId: string): Promise<RefundLook> {
    return this.#requests.look(saleId);
  }

  takeBack(requestId: string): 'taken-back' | 'too-late' {
    return this.#requests.takeBack(requestId);
  }

  asked(saleId: string): RefundRequest | undefined {
    return this.#requests.asked(saleId);
  }

  withoutManager(saleId: string, permission: Permission): FreeRefund | undefined {
    return this.#requests.withoutManager(saleId, permission);
  }

  /**
   * Returns the payer's full IBAN; calls `asks` before the request to the service. Rejects with `sale.unknown`,
   * `refund.not-paid` and the service's `TillError`.
   */
  async iban(saleId: string, asks: () => void): Promise<string> {
    const { paymentId } = paidSale(this.#options.journal, saleId);
    asks();
    return this.#options.service.readRefundIban(paymentId);
  }

  /**
   * Journals a manager's decision. Throws `refund.not-unsettled` if no decision is needed any more, `refund.closed`,
   * `journal.full`, `journal.failed`.
   */
  settle(refundKey: string, decision: RefundDecision): void {
    if (this.#followers.isClosed) throw closing();
    if (this.#options.journal.refund(refundKey)?.unsettled === undefined)
      throw new TillError('refund.not-unsettled', 'No open decision about this refund.');
    this.#options.journal.record({
      type: 'refund.settled',
      refundKey,
      decision,
      ...omitUndefined({ skewMs: this.#options.skewMs() }),
    });
    this.#followers.of(refundKey)?.decided();
    this.#follow(refundKey, 'taken-up');
    this.#listeners.notify();
  }

  live(refundKey: string): RefundLive {
    return this.#followers.of(refundKey)?.live ?? {};
  }

  /** `from`: ms since the epoch. Rejects with the service's `TillError`; then nothing is imported. */
  async importSince(from: number, signal?: AbortSignal): Promise<void> {
    await importRefundsSince(this.#importing, from, signal);
    this.#listeners.notify();
  }

  /** Follows every refund without a final outcome; resolves when each has had a response or a failure. */
  async recover(): Promise<void> {
    if (this.#followers.isClosed) return;
    this.#watchClosed();
    const open = this.#options.journal.openRefunds().filter(({ refundKey }) => !this.#followers.of(refundKey));
    // Only a few are requested at a time: refunds that may still move money come first.
    const inDoubtFirst = [...open].sort((one, other) => Number(isInDoubt(other)) - Number(isInDoubt(one)));
    await Promise.all(
      inDoubtFirst.map(({ refundKey }) => {
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

  /** Stops sending; resolves when no request is under way. */
  async close(): Promise<void> {
    await Promise.all([this.#requests.close(), this.#followers.close()]);
  }

  get #importing(): Parameters<typeof importRefundsSince>[0] {
    const madeAfterAll = (refund: RefundRecord) => {
      this.#options.madeAfterAll?.(refund);
      this.#followers.of(refund.refundKey)?.decided();
      this.#follow(refund.refundKey, 'taken-up');
      this.#listeners.notify();
    };
    return { ...this.#options, madeAfterAll, imported: (refundKey) => this.#follow(refundKey, 'taken-up') };
  }

  /** Follows refunds recently closed as not made by a manager: the service may still make or list such a refund. */
  #watchClosed(): void {
    const { journal, clock, skewMs } = this.#options;
    const now = clock.now() + (skewMs() ?? 0);
    for (const [refundKey, closedAt] of journal.closedAsNotMade())
      if (now - closedAt < WATCH_MS && journal.refund(refundKey)?.stage === 'not-made')
        this.#follow(refundKey, 'taken-up');
  }

  #follow(refundKey: string, how: 'fresh' | 'taken-up'): void {
    if (this.#followers.of(refundKey) !== undefined) return;
    this.#followers.start(
      refundKey,
      new RefundFollower(refundKey, how, this.#context),
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
}

/** Returns the sale with the live state of its refunds, and with the requested refund that has not begun. */
export function withRefundLive(sale: SaleView, refunds: Pick<Refunds, 'live' | 'asked'>): SaleView {
  const { saleId: _saleId, ...asked } = refunds.asked(sale.saleId) ?? {};
  return {
    ...sale,
    refunds: sale.refunds.map((refund) => ({ ...refund, ...refunds.live(refund.refundKey) })),
    ...omitUndefined({ refundAsked: 'wish' in asked ? asked : undefined }),
  };
}
