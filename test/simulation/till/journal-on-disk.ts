import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JournalEvent } from '../../../main/domain/events.ts';

/** A sale by its events, folded without the client's code. */
export interface SaleOnDisk {
  readonly saleId: string;
  readonly reference: string;
  readonly amount: number;
  readonly imported: boolean;
  readonly body: string;
  /** A person or a register has entered the reference. */
  readonly typed: boolean;
  /** A payment of this till from before the loss of its journal, or decided to be one. */
  recovered: boolean;
  superseded: boolean;
  cancelAsked: boolean;
  paymentId: string | undefined;
  readonly stages: string[];
  alarmed: boolean;
  /** The till still follows the sale by itself. */
  open: boolean;
  dismissed: boolean;
}

export interface RefundOnDisk {
  readonly refundKey: string;
  readonly saleId: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly body: string;
  refundId: string | undefined;
  stage: string;
}

/** The journal on the disk of one machine: reads each event after its commit, without the client's code. */
export class JournalOnDisk {
  readonly sales = new Map<string, SaleOnDisk>();
  readonly refunds = new Map<string, RefundOnDisk>();
  /** Payments that a person has assigned to a sale. */
  readonly proven = new Set<string>();
  /** Sales and refunds of the replaced journals. */
  readonly earlierSales = new Map<string, SaleOnDisk>();
  readonly earlierRefunds = new Map<string, RefundOnDisk>();
  /** Hashes of all events read so far: a salvaged or restored journal contains some of these events again. */
  readonly #read = new Set<string>();
  #seq = 0;
  #newest: StatementSync | undefined;
  #hash = '';

  /** Reads the events committed since the last call. Calls `told` after taking in each event. */
  refresh(database: DatabaseSync, told: (event: JournalEvent) => void): void {
    if (this.#newest === undefined && !hasTable(database)) return;
    this.#newest ??= database.prepare('SELECT seq, type, payload, hash FROM events WHERE seq > ? ORDER BY seq');
    const rows = this.#newest.all(this.#seq);
    for (const row of rows) {
      const event = { ...JSON.parse(String(row['payload'])), type: row['type'] } as JournalEvent;
      this.#seq = Number(row['seq']);
      this.#hash = String(row['hash']);
      this.#take(event);
      if (!this.#read.has(this.#hash)) told(event);
      this.#read.add(this.#hash);
    }
  }

  /** Starts reading the replacement journal from its first event. */
  replaced(): void {
    for (const [saleId, sale] of this.sales) this.earlierSales.set(saleId, sale);
    for (const [refundKey, refund] of this.refunds) this.earlierRefunds.set(refundKey, refund);
    this.sales.clear();
    this.refunds.clear();
    this.#seq = 0;
    this.#newest = undefined;
  }

  /** Counts the sales with these bytes, in this journal and in replaced journals. */
  intentsOf(body: string): number {
    const all = new Map([...this.earlierSales, ...this.sales]);
    return [...all.values()].filter((sale) => sale.body === body).length;
  }

  /** Two sales of a register's key have the same bytes if a replacement journal lacks the first sale. */
  wasChargedBefore(body: string): boolean {
    return [...this.earlierSales.values()].some((sale) => sale.body === body);
  }

  hasBegunRefund(refundKey: string): boolean {
    return this.refunds.has(refundKey) || this.earlierRefunds.has(refundKey);
  }

  hasLost(database: DatabaseSync | undefined): boolean {
    // After a loss the disk holds a different database.
    this.#newest = undefined;
    if (this.#seq === 0) return false;
    if (database === undefined || !hasTable(database)) return true;
    return database.prepare('SELECT hash FROM events WHERE seq = ?').get(this.#seq)?.['hash'] !== this.#hash;
  }

  /** The sale on the screen, whatever its state. */
  get onScreen(): SaleOnDisk | undefined {
    const newest = [...this.sales.values()].findLast((sale) => !sale.imported);
    return newest?.dismissed === false ? newest : undefined;
  }

  saleOfPayment(paymentId: string): SaleOnDisk | undefined {
    for (const sale of this.sales.values()) if (sale.paymentId === paymentId) return sale;
    return undefined;
  }

  knows(paymentId: string, isReference: (sent: string) => boolean): boolean {
    const waiting = [...this.sales.values()].some(
      (sale) => sale.paymentId === undefined && isReference(sale.reference),
    );
    return waiting || this.saleOfPayment(paymentId) !== undefined;
  }

  /** Returns the newest sale with these bytes: a typed reference and amount may be charged again. */
  saleWithBody(body: string): SaleOnDisk | undefined {
    return [...this.sales.values()].findLast((sale) => sale.body === body);
  }

  #take(event: JournalEvent): void {
    if (event.type === 'sale.intent' || event.type === 'sale.imported') this.#begin(event);
    else if (event.type === 'refund.intent') this.#beginRefund(event);
    else if (event.type === 'act') this.#decided(event);
    else if (event.type.startsWith('sale.')) this.#continue(event as SaleNews);
    else if (event.type.startsWith('refund.')) this.#continueRefund(event as RefundNews);
  }

  #begin(event: Extract<JournalEvent, { type: 'sale.intent' | 'sale.imported' }>): void {
    const imported = event.type === 'sale.imported';
    this.sales.set(event.saleId, {
      saleId: event.saleId,
      reference: event.reference,
      amount: event.amount,
      imported,
      body: imported ? '' : event.body,
      typed: !imported && event.sequence === undefined && event.ownReference !== true,
      recovered: imported && event.follow,
      superseded: false,
      cancelAsked: false,
      paymentId: imported ? event.paymentId : undefined,
      stages: imported ? [event.stage] : [],
      alarmed: false,
      open: true,
      dismissed: imported,
    });
  }

  #beginRefund(event: Extract<JournalEvent, { type: 'refund.intent' }>): void {
    const { refundKey, saleId, paymentId, amount, body } = event;
    this.refunds.set(refundKey, { refundKey, saleId, paymentId, amount, body, refundId: undefined, stage: 'sending' });
  }

  #continue(event: SaleNews): void {
    const sale = this.sales.get(event.saleId);
    if (sale === undefined) return;
    if (event.type === 'sale.created') Object.assign(sale, { paymentId: event.paymentId, open: true });
    if (event.type === 'sale.dismissed') sale.dismissed = true;
    if (event.type === 'sale.superseded') sale.superseded = true;
    if (event.type === 'sale.cancel-asked') sale.cancelAsked = true;
    if (event.type === 'sale.creation-refused' || event.type === 'sale.creation-absent') sale.stages.push('failed');
    if (event.type === 'sale.settled' || event.type === 'sale.creation-refused') sale.open = false;
    if (event.type !== 'sale.moved') return;
    sale.stages.push(event.stage);
    if (event.stage === 'paid') sale.open = false;
    if (event.alarmOver !== undefined) sale.alarmed = true;
  }

  #decided({ act, about = '', values }: Extract<JournalEvent, { type: 'act' }>): void {
    const sale = this.sales.get(about);
    if (act === 'sale-claimed' && sale !== undefined) sale.recovered = true;
    if (act === 'sale-payment-same') this.proven.add(String(values?.['paymentId']));
  }

  #continueRefund(event: RefundNews): void {
    const refund = this.refunds.get(event.refundKey);
    if (refund === undefined) return;
    if (event.type === 'refund.refused') refund.stage = 'refused';
    if (event.type === 'refund.settled' && event.decision === 'not-made') refund.stage = 'not-made';
    if (event.type !== 'refund.answered') return;
    refund.refundId = event.refundId;
    refund.stage = event.stage;
  }
}

type SaleNews = Exclude<Extract<JournalEvent, { type: `sale.${string}` }>, { type: 'sale.intent' | 'sale.imported' }>;
type RefundNews = Exclude<Extract<JournalEvent, { refundKey: string }>, { type: 'refund.intent' }>;

function hasTable(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'events'").get() !== undefined;
}
