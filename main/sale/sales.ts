import type { SaleDraft } from '../../preload/contract/contract.ts';
import type { ServicePage } from '../../preload/contract/payments.ts';
import type { ServicePlace, ServiceWanted } from '../../preload/contract/search-range.ts';
import type { SaleSummary, SaleView } from '../../preload/contract/views.ts';
import { Listeners } from '../base/listeners.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor, FromRegister } from '../domain/events.ts';
import type { Payment, PaymentId } from '../domain/payment-service.ts';
import { belongsTo, refuses } from '../domain/payment-transitions.ts';
import { isElsewhere, isEnd, type SaleRecord } from '../domain/sale-record.ts';
import type { RecoveryView } from '../following/recovery.ts';
import type { Journal } from '../journal/journal.ts';
import type { SaleCursor } from '../journal/projection-rows.ts';
import { SALE_CLAIMED } from '../journal/projections.ts';
import {
  busyWith,
  isCancelledByCharge,
  isInvalidatedByCharge,
  ownReference,
  prepareBasicCharge,
  prepareCharge,
  type RegisterSale,
  referenceWith,
  roomFor,
  type SaleTerminal,
} from './charge.ts';
import { CREATION_ARRIVES_WITHIN_MS, SEARCH_LAG_MS } from './creation.ts';
import { findSales, type PaymentsWanted, type SummaryPage, summaryPage } from './find-sales.ts';
import type { FollowerContext, Timing } from './follower-context.ts';
import { ParkedSales } from './parked-sales.ts';
import { awaitedBy } from './payment-import.ts';
import { PaymentLookUp } from './payment-look-up.ts';
import { type ImportRefunds, type LostPaymentsView, RestoreLostPayments } from './restore-lost-payments.ts';
import { SaleFollowers } from './sale-followers.ts';
import type { LedgerNews, SaleLedger } from './sale-ledger.ts';
import { saleSummary, saleView } from './sale-view.ts';
import { searchAtService } from './search-all-tills.ts';

import { decisionAct, type PaymentDecision, UndecidedPayments } from './undecided-payments.ts';
import { LastPaid } from './usual-sale.ts';

export interface SalesOptions extends Pick<FollowerContext, 'service' | 'journal' | 'clock' | 'random'> {
  readonly timing?: Partial<Timing>;
  readonly ledger: SaleLedger;
  readonly terminal: SaleTerminal;
  readonly log: Log;
  /** Imports the refunds after a journal was replaced, once its payments are recovered. */
  readonly importRefunds: ImportRefunds;
  /** Called when a parked sale has ended. A paid sale raises its alarm as well. */
  readonly parkedEnded?: (sale: SaleSummary) => void;
}

/** Sales of this terminal: at most one on the screen, any number followed in the background. */
export class Sales {
  readonly #options: SalesOptions;
  readonly #journal: Journal;
  readonly #context: FollowerContext;
  readonly #followers: SaleFollowers;
  readonly #lookUp: PaymentLookUp;
  readonly #lostPayments: RestoreLostPayments;
  readonly #parked: ParkedSales;
  readonly #lastPaid: LastPaid;
  readonly #listeners = new Listeners();
  readonly onChange = this.#listeners.add;
  #beganAt = Number.NEGATIVE_INFINITY;
  #opened: string | null = null;
  #cancelRecovery: (() => void) | undefined;

  constructor(options: SalesOptions) {
    this.#options = options;
    this.#journal = options.journal;
    this.#context = {
      ...options,
      timing: {
        skewMs: () => 0,
        timeKnown: () => false,
        arrivesWithinMs: CREATION_ARRIVES_WITHIN_MS,
        searchLagMs: SEARCH_LAG_MS,
        ...options.timing,
      },
      undecided: new UndecidedPayments(options.ledger.viewed),
      attention: {
        of: (saleId) => (saleId === this.#journal.onScreen() ? 'screen' : 'background'),
        isOpened: (saleId) => saleId === this.#opened,
      },
    };
    this.#followers = new SaleFollowers(this.#context, options.log);
    this.#parked = new ParkedSales(options.journal.openSales());
    this.#lastPaid = new LastPaid(options.journal);
    this.#lostPayments = new RestoreLostPayments(this.#context, options.terminal, options.log, options.importRefunds);
    this.#lookUp = new PaymentLookUp(this.#context, this.#followers, this.#lostPayments);
    options.ledger.subscribe((news) => {
      this.#followers.note(news);
      this.#note(news);
    });
  }

  /**
   * Starts a sale. Resolves once the intent is in the journal, synced, which is before this returns. Rejects with the
   * errors of `roomFor`, or `TillError`: `sale.closed`, `invalid.*` (field named), `journal.full`, `journal.failed`.
   */
  async start(draft: SaleDraft, by?: Actor, from?: RegisterSale): Promise<{ readonly saleId: string }> {
    if (this.#followers.isClosed) throw closing();
    const shown = roomFor(draft, this.#journal, from);
    const { random, terminal } = this.#options;
    const reference = draft.reference ? { reference: draft.reference } : ownReference(this.#journal, from);
    const description = draft.description || terminal.description || undefined;
    const charge = { amount: draft.amount, reference: reference.reference, description };
    const body = prepareCharge(this.#options.service, terminal, charge);
    const basicBody = prepareBasicCharge(this.#options.service, terminal, charge);
    const saleId = random.uuid();
    const open = this.#journal.openSales();
    const older = open.filter((sale) => isInvalidatedByCharge(terminal, sale));
    // Set before the previous sale's cancel is journaled: otherwise both windows render while this request is being
    // signed.
    this.#beganAt = this.#options.clock.monotonic();
    for (const { saleId: before } of open.filter((sale) => isCancelledByCharge(terminal, sale)))
      if (this.#context.ledger.apply(before, { type: 'charged-again' }).cancelDue === 'send')
        this.#followers.follow(before).cancelNow();
    this.#journal.record({
      type: 'sale.intent',
      saleId,
      ...reference,
      amount: draft.amount,
      operation: terminal.chargeWith,
      body,
      skewMs: this.#context.timing.skewMs(),
      ...omitUndefined({
        timeKnown: this.#context.timing.timeKnown() ? (true as const) : undefined,
        description,
        basicBody,
        by,
        register: from?.register,
      }),
    });
    if (shown !== undefined) this.#context.ledger.apply(shown, { type: 'dismissed' });
    for (const sale of older) this.#context.ledger.apply(sale.saleId, { type: 'superseded', by: saleId });
    this.#followers.follow(saleId, 'fresh');
    return { saleId };
  }

  /** Requests a cancel; the outcome appears in the view. Rejects with `sale.unknown`, or `sale.elsewhere`. */
  async cancel(saleId: string, by?: 'register'): Promise<void> {
    const before = this.#context.ledger.sale(saleId);
    if (isElsewhere(before)) throw new TillError('sale.elsewhere', 'Payment charged by another till.');
    const after = this.#context.ledger.apply(saleId, { type: 'cancel-asked', by });
    // A second click, while the first cancel is under way, sends no request.
    if (before.cancelDue === 'no' && after.cancelDue === 'send') this.#followers.follow(saleId).cancelNow();
  }

  /** Returns the payments found under typed references: a person decides to which sale each belongs. */
  undecided(): readonly { readonly sale: SaleRecord; readonly payment: Payment }[] {
    return this.#context.undecided.all.map(([saleId, payment]) => ({
      sale: this.#context.ledger.sale(saleId),
      payment,
    }));
  }

  /** Applies a decision about a found payment, unless decided before. Throws `journal.full`, `journal.failed`. */
  decide(saleId: string, paymentId: string, decision: PaymentDecision, by: Actor): void {
    const { undecided } = this.#context;
    const payment = undecided.of(saleId);
    if (payment?.paymentId !== paymentId) return;
    this.#journal.record(decisionAct(saleId, paymentId, decision, by));
    undecided.set(saleId, undefined);
    // Applied at once: the service may have delayed the next search.
    if (decision === 'same') this.#context.ledger.apply(saleId, { type: 'created', payment, via: 'search' });
    this.#followers.follow(saleId).readNow();
  }

  /** Reads the payment at once; the verdict appears in the view. Rejects with `sale.closed` after closing. */
  async customerSaysPaid(saleId: string): Promise<void> {
    if (this.#followers.isClosed) throw closing();
    this.#context.ledger.sale(saleId);
    this.#followers.askForCustomer(saleId);
  }

  /** Takes the sale off the screen; still followed, with an alarm if paid. Rejects with `sale.open` while under way. */
  async dismiss(saleId: string): Promise<void> {
    const sale = this.#context.ledger.sale(saleId);
    const isLeavable = sale.stage === 'unknown' || this.#followers.of(saleId)?.isLeavable === true;
    if (!isEnd(sale.stage) && !isLeavable) throw new TillError('sale.open', 'Sale still in progress; cancel it first.');
    this.#context.ledger.apply(saleId, { type: 'dismissed' });
  }

  async acknowledgeAlarm(saleId: string): Promise<void> {
    this.#context.ledger.sale(saleId);
    this.#context.ledger.apply(saleId, { type: 'alarm-acknowledged' });
  }

  current(): SaleView | null {
    const saleId = this.#journal.onScreen();
    return saleId === undefined ? null : (this.get(saleId) ?? null);
  }

  readonly referenceWith = (digits: string, at: number) => referenceWith(this.#options.terminal, digits, at);

  readonly busyWith = (isReleased?: (sale: SaleRecord) => boolean) =>
    busyWith(this.#options.terminal, this.#journal, isReleased);

  /** ms since the last sale began here: during the first few, its request is being signed. */
  get beganAgoMs(): number {
    return this.#options.clock.monotonic() - this.#beganAt;
  }

  get(saleId: string): SaleView | undefined {
    const sale = this.#journal.sale(saleId);
    return sale === undefined ? undefined : this.#view(sale);
  }

  alarms(): readonly SaleView[] {
    return this.#journal.alarms().map((sale) => this.#view(sale));
  }

  /** Returns the parked sales, in the order of parking. */
  parked(): readonly SaleSummary[] {
    return this.#parked.saleIds.map((saleId) => saleSummary(this.#context.ledger.sale(saleId), []));
  }

  recent(count: number): readonly SaleSummary[] {
    return summaryPage(this.#journal, '', undefined, count).rows;
  }

  find(wanted: PaymentsWanted, after: SaleCursor | undefined, limit: number): SummaryPage {
    return findSales((...page) => summaryPage(this.#journal, ...page), wanted, after, limit);
  }

  /** Amounts of the last paid sales in cents, newest first. */
  lastPaid(): readonly number[] {
    return this.#lastPaid.amounts;
  }

  nextReference(): string {
    return this.#journal.nextReference().reference;
  }

  /**
   * Handles a verified callback. Resolves once its event is in the journal. `unknown`: not a payment of this till, by
   * id, amount or reference. `refused`: a payment that can still be refused, and that the till does not accept. Rejects
   * with `journal.full`: the service repeats the callback.
   */
  async onCallback(payment: Payment): Promise<'known' | 'unknown' | 'refused'> {
    const sale = this.#journal.saleOfPayment(payment.paymentId) ?? awaitedBy(this.#journal, payment);
    if (sale === undefined) return 'unknown';
    const isOwn = belongsTo(sale, payment);
    // A reference alone does not prove that the payment belongs to this till.
    if (!isOwn && sale.creation !== 'known') return 'unknown';
    if (sale.creation === 'known') this.#context.ledger.apply(sale.saleId, { type: 'seen', payment, via: 'callback' });
    // While the creation is being sent, only its own response may name the payment.
    else if (sale.creation !== 'sending')
      this.#context.ledger.apply(sale.saleId, { type: 'created', payment, via: 'search' });
    if (isOwn && !this.#context.ledger.sale(sale.saleId).settled) this.#followers.follow(sale.saleId);
    const { problem } = this.#journal.health;
    if (problem !== undefined) throw problem;
    if (refuses(this.#context.ledger.sale(sale.saleId), payment)) return 'refused';
    return isOwn ? 'known' : 'unknown';
  }

  /** Handles an unproven callback about a payment: at most brings a read forward. */
  onUnproven(paymentId: PaymentId): void {
    this.#followers.of(this.#journal.saleOfPayment(paymentId)?.saleId ?? '')?.readSooner();
  }

  /** Follows every open sale; resolves when each has had a response or a failure. */
  async recover(): Promise<void> {
    const takenUp = this.#followers.takeUp(this.#journal.openSales());
    await this.#lostPayments.run();
    this.#lastPaid.forget();
    if (this.#followers.isClosed) return;
    this.#cancelRecovery?.();
    const { againIn } = this.#lostPayments;
    if (againIn !== undefined)
      this.#cancelRecovery = this.#options.clock.after(againIn, () => this.#followers.run(this.recover()));
    this.#listeners.notify();
    const open = this.#journal.openSales();
    for (const sale of open) this.#parked.note(sale);
    await Promise.all([takenUp, this.#followers.takeUp(open)]);
  }

  get recovery(): RecoveryView {
    return this.#followers.recovery.view;
  }

  /** Returns the sales that were open at the start and whose outcome the service has sent since. */
  recovered(): readonly SaleSummary[] {
    return this.#followers.recovery.resolvedIds.map((saleId) => saleSummary(this.#context.ledger.sale(saleId), []));
  }

  /** Set if this journal replaces a damaged journal, until the till is closed. */
  get lostPayments(): LostPaymentsView | undefined {
    return this.#lostPayments.view;
  }

  /** Sets the payment that a person has open, which is read until its end; null if none is open. */
  open(saleId: string | null): void {
    this.#opened = saleId;
    if (saleId === null) return;
    const sale = this.#context.ledger.sale(saleId);
    if (isElsewhere(sale) && !isEnd(sale.stage)) this.#followers.follow(saleId).readNow();
    // The payment may have been paid after all, long after its end was shown.
    else if (isEnd(sale.stage) && sale.stage !== 'paid') this.#followers.requireAnswer(saleId);
  }

  /** Searches for payments by reference: imports payments unknown to the journal, updates the others. */
  async findElsewhere(reference: string): Promise<{ readonly found: number }> {
    const found = await this.#lookUp.byReference(reference);
    this.#lastPaid.forget();
    this.#listeners.notify();
    return found;
  }

  /** Returns a page of the profile's payments; stores nothing. Rejects with the service's `TillError`. */
  searchAll(wanted: ServiceWanted, place: ServicePlace | undefined): Promise<ServicePage> {
    return searchAtService(this.#context, wanted, place);
  }

  /** Returns the id of the payment's sale, imported into the journal if missing there. */
  async takeIn(paymentId: PaymentId): Promise<string> {
    const saleId = await this.#lookUp.takeIn(paymentId);
    this.#lastPaid.forget();
    this.#listeners.notify();
    return saleId;
  }

  /** Assigns a recovered payment to a register's key, for a cashier. Throws `journal.full`, `journal.failed`. */
  claim(saleId: string, { id, key, ask }: FromRegister, by: Actor): void {
    this.#journal.record({ type: 'act', act: SALE_CLAIMED, by, about: saleId, values: { register: id, key, ask } });
    if (!this.#context.ledger.sale(saleId).settled) this.#followers.follow(saleId).readNow();
    this.#listeners.notify();
  }

  networkReturned(): void {
    this.#followers.networkReturned();
    this.#followers.run(this.recover());
  }

  /** Stops all requests; resolves when none is under way. */
  async close(): Promise<void> {
    this.#cancelRecovery?.();
    this.#lostPayments.close();
    await this.#followers.close();
  }

  #note(news: LedgerNews): void {
    if (news.kind === 'journaled' || news.kind === 'unchanged') {
      this.#lastPaid.note(news.before, news.after);
      if (this.#parked.note(news.after)) this.#options.parkedEnded?.(saleSummary(news.after, []));
    }
    if (news.kind === 'journaled' || news.kind === 'viewed') this.#listeners.notify();
  }

  #view(sale: SaleRecord): SaleView {
    const follower = this.#followers.of(sale.saleId);
    return saleView(sale, this.#journal.refundsOf(sale.saleId), {
      timeLeftMs: follower?.countdown.left,
      doing: follower?.doing,
      trouble: follower?.trouble,
      verdict: this.#followers.verdictOf(sale.saleId),
      leavable: follower?.isLeavable,
      undecided: this.#context.undecided.of(sale.saleId) !== undefined,
    });
  }
}

function closing(): TillError {
  return new TillError('sale.closed', 'Till closing.');
}
