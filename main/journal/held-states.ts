import type { RecordedEvent } from '../domain/events.ts';
import { foldSale } from '../domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { Folded } from './projections.ts';

interface States {
  sale(saleId: string): SaleRecord | undefined;
  refund(refundKey: string): RefundRecord | undefined;
}

/**
 * The sales and refunds of held events, which the disk has not accepted yet. The queries read a held state instead of
 * the row. Empty while the disk accepts writes.
 */
export class HeldStates implements States {
  readonly #sales = new Map<string, SaleRecord>();
  readonly #refunds = new Map<string, RefundRecord>();
  #about: readonly string[] = [];

  /** The sale of each held event, in order; events about no sale are left out. */
  get about(): readonly string[] {
    return this.#about;
  }

  sale(saleId: string): SaleRecord | undefined {
    return this.#sales.get(saleId);
  }

  refund(refundKey: string): RefundRecord | undefined {
    return this.#refunds.get(refundKey);
  }

  sales(): readonly SaleRecord[] {
    return [...this.#sales.values()];
  }

  refunds(): readonly RefundRecord[] {
    return [...this.#refunds.values()];
  }

  latestSale(written: SaleRecord): SaleRecord {
    return this.#sales.get(written.saleId) ?? written;
  }

  latestRefund(written: RefundRecord): RefundRecord {
    return this.#refunds.get(written.refundKey) ?? written;
  }

  /** `current`: the states before the event. Throws `MisplacedEvent` for an impossible event, without changes. */
  add(recorded: RecordedEvent, current: States): Folded {
    const { event } = recorded;
    if ('refundKey' in event) {
      const refund = foldRefund(current.refund(event.refundKey), event, recorded);
      this.#refunds.set(event.refundKey, refund);
      this.#about = [...this.#about, refund.saleId];
      return { refund };
    }
    if (!('saleId' in event)) return {};
    const sale = 'wish' in event ? undefined : foldSale(current.sale(event.saleId), event, recorded);
    this.#about = [...this.#about, event.saleId];
    if (sale === undefined) return {};
    this.#sales.set(event.saleId, sale);
    return { sale };
  }

  clear(): void {
    this.#sales.clear();
    this.#refunds.clear();
    this.#about = [];
  }
}
