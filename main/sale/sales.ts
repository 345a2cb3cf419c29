import type { SaleDraft } from '../../preload/contract.ts';
import type { SaleSummary, SaleView } from '../../preload/views.ts';
import type { Clock, Random } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { SalePlace } from '../journal/reader.ts';
import { isElsewhere, isEnd, type SaleRecord } from '../journal/sale-record.ts';
import type { Payment, PaymentService } from '../service/payment-service.ts';
import { TillError } from '../till-error.ts';
import { losesPos, prepareCharge, refuseOpenReference, type SaleTerminal } from './charge.ts';
import type { FollowerContext } from './context.ts';
import { Followers } from './followers.ts';
import { Gate } from './gate.ts';
import { importByReference } from './import.ts';
import type { SaleLog } from './log.ts';
import { belongsTo, next, type SaleEvent } from './machine.ts';
import { Recovery, type RecoveryView } from './recovery.ts';
import { Refill, type RefillView } from './refill.ts';
import { DISPLAY_END_MS, saleSummary, saleView } from './view.ts';

export interface SalesOptions {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: SaleTerminal;
  readonly log: SaleLog;
  /** The service's clock minus this machine's, as far as the client knows it, ms. */
  readonly skewMs?: () => number;
  /** How long after it was sent a creation of unknown outcome may still arrive, ms. */
  readonly creationSettleMs?: number;
}

export interface SummaryPage {
  readonly rows: readonly SaleSummary[];
  readonly next: SalePlace | undefined;
}

/** The sales of this terminal: one on the screen, any number followed on in the background. */
export interface Sales {
  /**
   * Begins a sale; resolves once its intent is in the journal, synced. Rejects with TillError `sale.busy` while another
   * is on the screen, `sale.reference-open` while a sale of this typed reference has no outcome, `invalid.*` naming the
   * field, `journal.full` or `journal.failed`.
   */
  start(draft: SaleDraft): Promise<{ readonly saleId: string }>;
  /** Asks to cancel; what became of it shows in the view. Rejects with `sale.unknown`, or `sale.elsewhere`. */
  cancel(saleId: string): Promise<void>;
  /** One read at once; the verdict comes in the view. */
  customerSaysPaid(saleId: string): Promise<void>;
  /**
   * Takes a sale from the screen that has ended, is unknown, or about which the service has said nothing for long: it is
   * followed on, and raises the alarm when it turns out paid. Rejects with `sale.open` while it is under way.
   */
  dismiss(saleId: string): Promise<void>;
  acknowledgeAlarm(saleId: string): Promise<void>;

  /** The sale on the screen. */
  current(): SaleView | null;
  get(saleId: string): SaleView | undefined;
  /** ms since the sale on the screen ended, for the customer display. */
  endedForMs(): number;
  alarms(): readonly SaleView[];
  recent(count: number): readonly SaleSummary[];
  /** Newest first; `before` is ms since the epoch. */
  find(text: string, after: SalePlace | undefined, limit: number): SummaryPage;
  nextReference(): string;

  onChange(listener: () => void): () => void;
  /**
   * A verified callback. Resolves when the journal has it; `unknown`: no payment of this terminal, or not with this
   * amount and reference. Rejects with `journal.full` when it cannot be kept: the service will call again.
   */
  onCallback(payment: Payment): Promise<'known' | 'unknown'>;

  /** What the service has answered to somebody else's question about a payment of ours. */
  seen(saleId: string, payment: Payment): void;
  /** Takes up every sale of which something is still expected; resolves when each has had an answer or a failure. */
  recover(): Promise<void>;
  readonly recovery: RecoveryView;
  /** Those that were open at the start and that the service has told about since. */
  recovered(): readonly SaleSummary[];
  /** Set when this journal took the place of a damaged one; it stands until the till is closed. */
  readonly refill: RefillView | undefined;
  /** The payment that a person has open, which is read for as long as it has not ended; null when none is. */
  open(saleId: string | null): void;
  /** Asks the service for payments of this reference: keeps those that the journal does not know, updates the others. */
  findElsewhere(reference: string): Promise<{ readonly found: number }>;
  networkReturned(): void;
  /** Stops asking; resolves when nothing is under way any more. */
  close(): Promise<void>;
}

const BACKGROUND_REQUESTS = 8;
/** Longer than the client's time-outs together, and than a service takes over a request that it has received. */
const CREATION_SETTLE_MS = 20_000;

export function createSales(options: SalesOptions): Sales {
  return new TerminalSales(options);
}

class TerminalSales implements Sales {
  readonly #options: SalesOptions;
  readonly #journal: Journal;
  readonly #context: FollowerContext;
  readonly #followers: Followers;
  #opened: string | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #recovery = new Recovery();
  readonly #refill: Refill;
  #screenEnd: { readonly saleId: string; readonly at: number } | undefined;
  #cancelIdle: (() => void) | undefined;

  constructor(options: SalesOptions) {
    this.#options = options;
    this.#journal = options.journal;
    this.#context = {
      service: options.service,
      journal: options.journal,
      clock: options.clock,
      random: options.random,
      skewMs: options.skewMs ?? (() => 0),
      settleMs: options.creationSettleMs ?? CREATION_SETTLE_MS,
      gate: new Gate(BACKGROUND_REQUESTS),
      attention: (saleId) => (saleId === this.#journal.onScreen() ? 'screen' : 'background'),
      isOpened: (saleId) => saleId === this.#opened,
      apply: (saleId, event) => this.#apply(saleId, event),
      changed: () => this.#changed(),
      tried: (saleId) => this.#recovery.tried(saleId),
      answered: (saleId) => {
        if (this.#recovery.resolved(saleId)) this.#changed();
      },
    };
    this.#followers = new Followers(this.#context, this.#recovery, options.log);
    this.#refill = new Refill(this.#context, options.terminal.posId, options.log);
  }

  async start(draft: SaleDraft): Promise<{ readonly saleId: string }> {
    if (this.#followers.isClosed) throw new TillError('sale.closed', 'The till is closing.');
    if (this.#journal.onScreen() !== undefined)
      throw new TillError('sale.busy', 'A sale is on the screen; finish it first.');
    refuseOpenReference(this.#journal, draft.reference);
    const { random, terminal } = this.#options;
    const own = draft.reference ? undefined : this.#journal.nextReference();
    const reference = own?.reference ?? draft.reference ?? '';
    const description = draft.description || undefined;
    const ask = { amount: draft.amount, reference, ...(description === undefined ? {} : { description }) };
    const body = prepareCharge(this.#options.service, terminal, ask);
    const saleId = random.uuid();
    const older = this.#journal.openSales().filter((sale) => losesPos(terminal, sale));
    this.#journal.record({
      type: 'sale.intent',
      saleId,
      reference,
      amount: draft.amount,
      operation: terminal.chargeWith,
      body,
      skewMs: this.#context.skewMs(),
      ...(description === undefined ? {} : { description }),
      ...(own === undefined ? {} : { counter: own.counter, sequence: own.sequence }),
    });
    for (const sale of older) this.#apply(sale.saleId, { type: 'superseded', by: saleId });
    this.#followers.follow(saleId, 'fresh');
    this.#changed();
    return { saleId };
  }

  async cancel(saleId: string): Promise<void> {
    if (isElsewhere(this.#require(saleId))) throw new TillError('sale.elsewhere', 'Another till charged this payment.');
    // Asked once is asked once: what is asked while it is under way changes nothing, and urges nothing.
    this.#apply(saleId, { type: 'cancel-asked' });
  }

  async customerSaysPaid(saleId: string): Promise<void> {
    this.#require(saleId);
    this.#followers.ask(saleId);
  }

  async dismiss(saleId: string): Promise<void> {
    const sale = this.#require(saleId);
    const isLeavable = sale.stage === 'unknown' || this.#followers.of(saleId)?.isLeavable === true;
    if (!isEnd(sale.stage) && !isLeavable)
      throw new TillError('sale.open', 'The sale is still under way; cancel it first.');
    this.#apply(saleId, { type: 'dismissed' });
  }

  async acknowledgeAlarm(saleId: string): Promise<void> {
    this.#require(saleId);
    this.#apply(saleId, { type: 'alarm-acknowledged' });
  }

  current(): SaleView | null {
    const saleId = this.#journal.onScreen();
    return saleId === undefined ? null : (this.get(saleId) ?? null);
  }

  get(saleId: string): SaleView | undefined {
    const sale = this.#journal.sale(saleId);
    return sale === undefined ? undefined : this.#view(sale);
  }

  endedForMs(): number {
    const { clock } = this.#options;
    const saleId = this.#journal.onScreen();
    if (saleId === undefined) return 0;
    if (this.#screenEnd?.saleId === saleId) return clock.monotonic() - this.#screenEnd.at;
    const endedAt = this.#journal.sale(saleId)?.endedAt;
    // Ended before this process began: whoever the customer was has gone.
    return endedAt === undefined ? 0 : DISPLAY_END_MS;
  }

  alarms(): readonly SaleView[] {
    return this.#journal.alarms().map((sale) => this.#view(sale));
  }

  recent(count: number): readonly SaleSummary[] {
    return this.find('', undefined, count).rows;
  }

  find(text: string, after: SalePlace | undefined, limit: number): SummaryPage {
    const page = this.#journal.find(text, after, limit);
    const rows = page.sales.map((sale) => saleSummary(sale, this.#journal.refundsOf(sale.saleId)));
    return { rows, next: page.next };
  }

  nextReference(): string {
    return this.#journal.nextReference().reference;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async onCallback(payment: Payment): Promise<'known' | 'unknown'> {
    const sale = this.#journal.saleOfPayment(payment.paymentId) ?? this.#awaitedBy(payment);
    if (sale === undefined) return 'unknown';
    if (!belongsTo(sale, payment)) {
      this.#apply(sale.saleId, { type: 'seen', payment, via: 'callback' });
      return 'unknown';
    }
    if (sale.creation === 'known') this.#apply(sale.saleId, { type: 'seen', payment, via: 'callback' });
    // While the creation is under way its own answer says which payment it is.
    else if (sale.creation !== 'sending') this.#apply(sale.saleId, { type: 'created', payment, via: 'search' });
    if (!this.#require(sale.saleId).settled) this.#followers.follow(sale.saleId).wake();
    const { problem } = this.#journal.health;
    if (problem !== undefined) throw problem;
    return 'known';
  }

  seen(saleId: string, payment: Payment): void {
    this.#apply(saleId, { type: 'seen', payment, via: 'read' });
  }

  async recover(): Promise<void> {
    await this.#refill.run();
    this.#changed();
    const open = this.#journal.openSales().filter((sale) => this.#followers.of(sale.saleId) === undefined);
    await Promise.all(open.map((sale) => this.#recovery.take(this.#followers.follow(sale.saleId))));
  }

  get recovery(): RecoveryView {
    return this.#recovery.view;
  }

  open(saleId: string | null): void {
    const closed = this.#opened;
    this.#opened = saleId;
    if (closed !== null) this.#followers.of(closed)?.wake();
    if (saleId === null) return;
    const sale = this.#require(saleId);
    if (isElsewhere(sale) && !isEnd(sale.stage)) this.#followers.follow(saleId).urge();
  }

  async findElsewhere(reference: string): Promise<{ readonly found: number }> {
    const { found, known } = await importByReference(this.#context, reference);
    for (const payment of known) this.#updateElsewhere(payment);
    this.#changed();
    return { found };
  }

  networkReturned(): void {
    this.#followers.networkReturned();
    this.#followers.run(this.recover());
  }

  async close(): Promise<void> {
    this.#cancelIdle?.();
    await this.#followers.close();
  }

  /** Another till's payment, found again: what it is now. */
  #updateElsewhere(payment: Payment): void {
    const sale = this.#journal.saleOfPayment(payment.paymentId);
    if (sale === undefined || !isElsewhere(sale)) return;
    const after = this.#apply(sale.saleId, { type: 'seen', payment, via: 'search' });
    // A search may answer with what was true a while ago.
    if (!isEnd(after.stage) && this.#opened === sale.saleId) this.#followers.follow(sale.saleId).urge();
  }

  /** The sale whose creation has no answer yet, and whose payment this can only be. */
  #awaitedBy(payment: Payment): SaleRecord | undefined {
    if (payment.reference === undefined) return undefined;
    return this.#journal
      .salesOfReference(payment.reference)
      .find((sale) => sale.ownReference && sale.paymentId === undefined);
  }

  #require(saleId: string): SaleRecord {
    const sale = this.#journal.sale(saleId);
    if (sale === undefined) throw new TillError('sale.unknown', 'There is no such sale.', { field: 'saleId' });
    return sale;
  }

  /** Takes an event through the state machine; what it decides is in the journal when this returns. */
  #apply(saleId: string, event: SaleEvent): SaleRecord {
    const { clock, log } = this.#options;
    const before = this.#require(saleId);
    const at = clock.now();
    const step = next(before, event, { at, serviceNow: at + this.#context.skewMs() });
    const facts = step.effects.flatMap((effect) => (effect.kind === 'journal' ? [effect.fact] : []));
    if (facts.length > 0) this.#journal.keep(...facts);
    const after = facts.length > 0 ? this.#require(saleId) : before;
    this.#followers.of(saleId)?.note(before, after);
    this.#noteScreen(before, after);
    for (const effect of step.effects) {
      if (effect.kind === 'report') log.warn(effect.code, { saleId, ...effect.facts });
      // A callback may contradict a sale that nobody follows any more: only an answer to a question settles that.
      if (effect.kind === 'read') this.#followers.readOnce(saleId);
    }
    if (facts.length > 0) this.#changed();
    return after;
  }

  /** The customer display goes back to idle some time after the end, without anything else happening. */
  #noteScreen(before: SaleRecord, after: SaleRecord): void {
    if (!isEnd(after.stage) || before.stage === after.stage || after.saleId !== this.#journal.onScreen()) return;
    const { clock } = this.#options;
    this.#screenEnd = { saleId: after.saleId, at: clock.monotonic() };
    this.#cancelIdle?.();
    this.#cancelIdle = clock.after(DISPLAY_END_MS, () => this.#changed());
  }

  recovered(): readonly SaleSummary[] {
    return this.#recovery.resolvedIds.map((saleId) => saleSummary(this.#require(saleId), []));
  }

  get refill(): RefillView | undefined {
    return this.#refill.view;
  }

  #view(sale: SaleRecord): SaleView {
    const follower = this.#followers.of(sale.saleId);
    return saleView(sale, this.#journal.refundsOf(sale.saleId), {
      timeLeftMs: follower?.countdown.left,
      doing: follower?.doing,
      trouble: follower?.trouble,
      verdict: this.#followers.verdictOf(sale.saleId),
      leavable: follower?.isLeavable,
    });
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
