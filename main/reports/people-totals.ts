import { omitUndefined } from '../base/omit-undefined.ts';
import type { Actor } from '../domain/events.ts';
import {
  addTo,
  emptyTally,
  type PaymentStanding,
  type PaymentTallies,
  type PersonTotals,
  type RefundStanding,
  type RefundTallies,
  type Tally,
} from './shift-report.ts';

type Totals = Pick<PersonTotals, 'payments' | 'refunds'>;

/** Sums by person. People are distinguished by id, because names can be shared or change; without an id, by role. */
export class PeopleTotals {
  readonly #people = new Map<string, PersonTotals>();

  /** Called for each begun payment or refund, so that the latest name and role are shown. */
  names(by: Actor | undefined): void {
    if (by !== undefined) this.#of(by).person = { ...by };
  }

  /** `times` -1 subtracts the payment again. */
  payment(by: Actor | undefined, standing: Exclude<PaymentStanding, 'open'>, amount: number, times: 1 | -1): void {
    addTo(this.#of(by).payments[standing], amount, times);
  }

  refund(by: Actor | undefined, standing: Exclude<RefundStanding, 'open'>, amount: number, times: 1 | -1): void {
    addTo(this.#of(by).refunds[standing], amount, times);
  }

  totals(): { payments: PaymentTallies; refunds: RefundTallies; people: PersonTotals[] } {
    const people = [...this.#people.values()].filter(isSomething);
    const all = noTotals();
    for (const one of people) addAll(all, one);
    return { ...all, people: structuredClone(people) };
  }

  #of(by: Actor | undefined): PersonTotals {
    const key = by?.id ?? by?.role ?? '';
    const found = this.#people.get(key);
    if (found !== undefined) return found;
    const one: PersonTotals = { ...noTotals(), ...omitUndefined({ person: by && { ...by } }) };
    this.#people.set(key, one);
    return one;
  }
}

function addAll(sum: Totals, one: Totals): void {
  for (const standing of ['paid', 'cancelled', 'expired', 'failed'] as const)
    addTally(sum.payments[standing], one.payments[standing]);
  for (const standing of ['refunded', 'not-made'] as const) addTally(sum.refunds[standing], one.refunds[standing]);
}

function addTally(sum: Tally, one: Tally): void {
  sum.count += one.count;
  sum.sum += one.sum;
}

function isSomething({ payments, refunds }: Totals): boolean {
  return [...Object.values(payments), ...Object.values(refunds)].some(({ count }) => count > 0);
}

function noTotals(): Totals {
  return {
    payments: { paid: emptyTally(), cancelled: emptyTally(), expired: emptyTally(), failed: emptyTally() },
    refunds: { refunded: emptyTally(), 'not-made': emptyTally() },
  };
}
