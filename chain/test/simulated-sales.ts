import type { JournalEvent, JournalRefundEvent, JournalSaleEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../../main/domain/refund-record.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import type { TestJournal } from './till.ts';

/** Uniform in [0, 1), deterministic by seed. */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const oneOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** A payment as the service knows it. */
export interface Payment {
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: number;
  readonly createdAt: number;
}

const where = { terminalId: 'terminal', shopId: 'shop-told', posId: 'pos' };
const STAGES = [
  'waiting',
  'scanned',
  'authorised',
  'paid',
  'cancelled',
  'expired',
  'failed',
  'voided',
  'unknown',
] as const;
const ENDINGS = ['cashier', 'payer', 'elsewhere', 'bank-refused', 'service'] as const;
const problem = { code: 'service.timeout', message: 'No answer', retryable: true };
const STAFF = ['Ann', 'Bilal', 'Chloé'].map((name) => ({ role: 'cashier', id: `id-${name}`, name }) as const);

/** Writes random valid events of sales and refunds; skips events that are impossible in the current state. */
export class SimulatedSales {
  sales = new Map<string, SaleRecord>();
  refunds = new Map<string, RefundRecord>();
  readonly #random: Random;
  readonly #name: string;
  /** Payments of every till. */
  readonly #service: Payment[];
  #count = 0;

  constructor(name: string, random: Random, service: Payment[]) {
    this.#name = name;
    this.#random = random;
    this.#service = service;
  }

  /** Adds some events. `at`: by the till's clock; `now`: by the service's clock; both ms since the epoch. */
  go(journal: TestJournal, at: number, now: number): void {
    const random = this.#random;
    const events = 1 + Math.floor(random() * 6);
    for (let n = 0; n < events; n += 1) {
      const event = this.#event(at, now);
      if (event === undefined || !this.#take(event, at)) continue;
      journal.add(event, at);
    }
  }

  #event(at: number, now: number): JournalEvent | undefined {
    const random = this.#random;
    const drawn = random();
    const sale = oneOf(random, [...this.sales.values()].slice(-6));
    if (sale === undefined || drawn < 0.15) return this.#intent(at, now);
    if (drawn < 0.19) return this.#imported(now);
    if (drawn < 0.22) return { type: 'act', act: 'unlock', by: oneOf(random, STAFF) };
    if (drawn < 0.36) return this.#refundEvent(sale, now - at, now);
    return this.#saleEvent(sale, now);
  }

  #intent(at: number, now: number): JournalSaleEvent {
    this.#count += 1;
    const saleId = `${this.#name}-${this.#count}-${Math.floor(this.#random() * 1e9)}`;
    // A till without a service time yet assumes no clock skew.
    const skewMs = this.#random() < 0.9 ? now - at : 0;
    const by = oneOf(this.#random, STAFF);
    return {
      type: 'sale.intent',
      saleId,
      reference: `R-${saleId}`,
      amount: 1 + Math.floor(this.#random() * 9_999),
      operation: 'static-qr',
      body: '{}',
      by,
      skewMs,
    };
  }

  #imported(now: number): JournalSaleEvent | undefined {
    const random = this.#random;
    const payment = oneOf(random, this.#service.slice(-200));
    if (payment === undefined) return undefined;
    const stage = oneOf(random, STAGES);
    const saleId = `found-${Math.floor(random() * 1e12)}`;
    const paid = stage === 'paid' ? { succeededAt: now } : {};
    return {
      type: 'sale.imported',
      saleId,
      ...payment,
      status: stage.toUpperCase(),
      stage,
      follow: random() < 0.2,
      ...paid,
    };
  }

  #saleEvent({ saleId, reference, amount, stage }: SaleRecord, now: number): JournalSaleEvent {
    const random = this.#random;
    const next = oneOf(random, STAGES);
    switch (Math.floor(random() * 14)) {
      case 0:
        return { type: 'sale.creation-unknown', saleId, problem };
      case 1:
        return { type: 'sale.creation-absent', saleId };
      case 2:
        return { type: 'sale.creation-refused', saleId, problem };
      case 3:
        return { type: 'sale.cancel-asked', saleId, by: 'cashier' };
      case 4:
        return { type: 'sale.settled', saleId };
      case 5:
        return { type: 'sale.alarm-acknowledged', saleId };
      case 6:
        return { type: 'sale.unreadable', saleId, problem };
      case 7:
      case 8:
      case 9: {
        const payment = { paymentId: `p-${saleId}`, reference, amount, createdAt: now - 300 };
        if (this.sales.get(saleId)?.creation !== 'known') this.#service.push(payment);
        return {
          type: 'sale.created',
          saleId,
          paymentId: payment.paymentId,
          createdAt: payment.createdAt,
          via: 'create',
        };
      }
      default: {
        const more = {
          ...(random() < 0.4 && { ending: oneOf(random, ENDINGS) }),
          ...(random() < 0.3 && { bulkId: `b${Math.floor(random() * 9)}` }),
        };
        const paid = next === 'paid' && random() < 0.8 ? { succeededAt: now - 100 } : {};
        const over = stage !== next && random() < 0.2 ? { alarmOver: stage } : {};
        return {
          type: 'sale.moved',
          saleId,
          via: 'read',
          status: next.toUpperCase(),
          stage: next,
          ...more,
          ...paid,
          ...over,
        };
      }
    }
  }

  #refundEvent(sale: SaleRecord, skewMs: number, now: number): JournalRefundEvent | undefined {
    const random = this.#random;
    const refund = oneOf(random, [...this.refunds.values()].slice(-4));
    if (refund === undefined || random() < 0.3) {
      if (sale.creation !== 'known') return undefined;
      const refundKey = `k-${this.#name}-${Math.floor(random() * 1e9)}`;
      const of = {
        refundKey,
        saleId: sale.saleId,
        paymentId: sale.paymentId,
        amount: 1 + Math.floor(random() * sale.amount),
      };
      if (random() < 0.15)
        // The service has a fixed time for each refund.
        return {
          type: 'refund.imported',
          ...of,
          refundId: `r-${Math.floor(now / 86_400_000)}-${Math.floor(random() * 8)}`,
          createdAt: now,
        };
      return {
        type: 'refund.intent',
        ...of,
        body: '{}',
        by: oneOf(random, STAFF),
        allowedBy: oneOf(random, STAFF),
        skewMs,
      };
    }
    const { refundKey } = refund;
    switch (Math.floor(random() * 5)) {
      case 0:
        return { type: 'refund.refused', refundKey, problem };
      case 1:
        return { type: 'refund.settled', refundKey, decision: oneOf(random, ['not-made', 'send-again'] as const) };
      case 2:
        return { type: 'refund.unsettled', refundKey, why: 'absent' };
      default: {
        const stage = oneOf(random, ['unconfirmed', 'pending', 'refunded', 'failed'] as const);
        return { type: 'refund.answered', refundKey, refundId: `r-${refundKey}`, stage };
      }
    }
  }

  /** Returns false for an impossible event. */
  #take(event: JournalEvent, at: number): boolean {
    try {
      if ('refundKey' in event)
        this.refunds.set(event.refundKey, foldRefund(this.refunds.get(event.refundKey), event, { at }));
      else if ('saleId' in event && !('wish' in event))
        this.sales.set(event.saleId, foldSale(this.sales.get(event.saleId), event, { at, ...where }));
      return true;
    } catch {
      return false;
    }
  }
}
