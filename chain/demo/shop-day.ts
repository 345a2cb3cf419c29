import { randomUUID } from 'node:crypto';
import type { SimulatedTill } from './simulated-till.ts';

const STAFF = ['Ann', 'Bilal', 'Chloé', 'Dirk', 'Eva'].map((name) => ({ role: 'cashier', id: `p-${name}`, name }));
const GOODS = ['Coffee', 'Lunch', 'Flowers', 'Books', 'Bread'];
/** Ends other than paid, in the order of `CHANCES`. */
const OUTCOMES = ['cancelled', 'expired', 'failed', 'unknown'] as const;
const CHANCES = [0.04, 0.06, 0.07, 0.073];

export interface PaidSale {
  readonly saleId: string;
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: number;
  readonly at: number;
}

/** `random`: uniform in [0, 1). */
export class ShopDay {
  readonly paid: PaidSale[] = [];
  readonly #till: SimulatedTill;
  readonly #pos: string;
  readonly #random: () => number;
  #count = 0;

  constructor(till: SimulatedTill, pos: string, random: () => number) {
    this.#till = till;
    this.#pos = pos;
    this.#random = random;
  }

  /** `begun`: ms since the epoch. Refunds one of 40 paid sales. */
  sell(begun: number): void {
    const at = Math.round(begun);
    const [saleId, paymentId] = [randomUUID(), randomUUID().replaceAll('-', '').slice(0, 24)];
    this.#count += 1;
    const reference = `${this.#pos}-${new Date(at).toISOString().slice(2, 10).replaceAll('-', '')}-${this.#count}`;
    const amount = 50 + Math.round(this.#random() ** 3 * 12_000);
    const by = this.#oneOf(STAFF);
    const description = this.#oneOf(GOODS);
    const body = JSON.stringify({ amount, currency: 'EUR', reference, description });
    const add = (type: string, more: object, seconds: number) =>
      this.#till.add(`sale.${type}`, { saleId, ...more }, at + Math.round(seconds * 1_000));
    add('intent', { reference, amount, description, operation: 'static-qr', body, by, skewMs: 0 }, 0);
    const outcome = this.#outcome();
    if (outcome === 'unknown') {
      const problem = { code: 'service.timeout', message: 'No answer', retryable: true };
      add('creation-unknown', { problem }, 10);
      return;
    }
    add('created', { paymentId, createdAt: at + 300, expiresAt: at + 300_000, via: 'create' }, 0.3);
    if (outcome === 'expired') add('moved', { via: 'read', status: 'EXPIRED', stage: 'expired' }, 301);
    else if (outcome === 'cancelled') {
      add('cancel-asked', { by: 'cashier' }, 20);
      add('cancel-answered', { outcome: 'accepted' }, 20.4);
      add('moved', { via: 'cancel', status: 'CANCELLED', stage: 'cancelled', ending: 'cashier' }, 20.5);
    } else {
      add('moved', { via: 'read', status: 'IDENTIFIED', stage: 'scanned' }, 4);
      const isPaid = outcome === 'paid';
      const end = isPaid ? { status: 'SUCCEEDED', stage: 'paid', succeededAt: at + 9_000 } : undefined;
      add('moved', { via: 'callback', ...(end ?? { status: 'FAILED', stage: 'failed', ending: 'service' }) }, 9);
      if (isPaid) this.paid.push({ saleId, paymentId, reference, amount, at: at + 9_000 });
    }
    add('settled', {}, 12);
    if (outcome === 'paid' && this.#random() < 0.025) this.refund(at + 600_000);
  }

  /** Refunds the last sale in full. */
  refund(at: number): void {
    const sale = this.paid.at(-1);
    if (sale === undefined) return;
    const refundKey = randomUUID();
    const { saleId, paymentId, amount } = sale;
    const intent = { refundKey, saleId, paymentId, amount, reason: 'Returned', by: this.#oneOf(STAFF) };
    this.#till.add('refund.intent', { ...intent, body: JSON.stringify({ amount }), skewMs: 0 }, at);
    const answer = { refundKey, refundId: randomUUID(), status: 'REFUNDED', stage: 'refunded' };
    this.#till.add('refund.answered', answer, at + 900);
  }

  #outcome(): (typeof OUTCOMES)[number] | 'paid' {
    const drawn = this.#random();
    return OUTCOMES[CHANCES.findIndex((chance) => drawn < chance)] ?? 'paid';
  }

  #oneOf<T>(all: readonly [T, ...T[]] | readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T;
  }
}
