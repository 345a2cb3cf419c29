import { isDeepStrictEqual } from 'node:util';
import type { Actor, JournalAct } from '../domain/events.ts';
import type { Payment } from '../domain/payment-service.ts';
import type { Journal } from '../journal/journal.ts';

/** `same`: the payment belongs to the sale. */
export type PaymentDecision = 'same' | 'another';

const ACTS = { same: 'sale-payment-same', another: 'sale-payment-another' } as const;

/** Payments that a search found under typed references, by sale. Their origin is not proven: a person decides. */
export class UndecidedPayments {
  readonly #bySale = new Map<string, Payment>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly (readonly [saleId: string, payment: Payment])[] {
    return [...this.#bySale];
  }

  of(saleId: string): Payment | undefined {
    return this.#bySale.get(saleId);
  }

  /** Takes the result of the sale's newest search. Undefined: the search found no such payment. */
  set(saleId: string, payment: Payment | undefined): void {
    if (isDeepStrictEqual(this.of(saleId), payment)) return;
    if (payment === undefined) this.#bySale.delete(saleId);
    else this.#bySale.set(saleId, payment);
    this.#changed();
  }
}

/** Returns the act that journals the decision, so that searches find it after a restart too. */
export function decisionAct(saleId: string, paymentId: string, decision: PaymentDecision, by: Actor): JournalAct {
  return { type: 'act', act: ACTS[decision], by, about: saleId, values: { paymentId } };
}

export function decisionAbout(journal: Journal, saleId: string, paymentId: string): PaymentDecision | undefined {
  const acts = journal.eventsOf(saleId).flatMap(({ event }) => (event.type === 'act' ? [event] : []));
  const decided = acts.findLast(({ act, values }) => isDecision(act) && values?.['paymentId'] === paymentId)?.act;
  if (decided === undefined) return undefined;
  return decided === ACTS.same ? 'same' : 'another';
}

function isDecision(act: string): boolean {
  return act === ACTS.same || act === ACTS.another;
}
