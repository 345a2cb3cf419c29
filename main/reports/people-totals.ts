import type { Actor } from '../domain/events.ts';
import type {
  PaymentStanding,
  PaymentTallies,
  PersonTotals,
  RefundStanding,
  RefundTallies,
  Tally,
} from './shift-report.ts';

/**
 * What each person charged and gave back, and what that comes to. People are told apart by their id: two may have one
 * name, and one may be given another. Without an id, by their role.
 */
export class PeopleTotals {
  readonly #people = new Map<string, PersonTotals>();

  /** Adds a payment that ended so, or with `-1` takes one out again. */
  payment(by: Actor | undefined, standing: Exclude<PaymentStanding, 'open'>, amount: number, times: 1 | -1): void {
    const one = this.#of(by);
    one.payments[standing] = changed(one.payments[standing], amount, times);
  }

  refund(by: Actor | undefined, standing: Exclude<RefundStanding, 'open'>, amount: number, times: 1 | -1): void {
    const one = this.#of(by);
    one.refunds[standing] = changed(one.refunds[standing], amount, times);
  }

  /** Everybody with something to show, and all of it together. */
  totals(): { payments: PaymentTallies; refunds: RefundTallies; people: PersonTotals[] } {
    const people = [...this.#people.values()].filter(isSomething);
    const sum = people.reduce(together, { payments: noPayments(), refunds: noRefunds() });
    return { ...sum, people: structuredClone(people) };
  }

  #of(by: Actor | undefined): PersonTotals {
    const key = by === undefined ? '' : `${by.role}/${by.id ?? by.name ?? ''}`;
    const found = this.#people.get(by?.id ?? key);
    const one = found ?? { payments: noPayments(), refunds: noRefunds() };
    // The name and role that they have last are the ones to show.
    if (by !== undefined) one.person = { ...by };
    if (found === undefined) this.#people.set(by?.id ?? key, one);
    return one;
  }
}

function together(
  sum: Pick<PersonTotals, 'payments' | 'refunds'>,
  one: PersonTotals,
): Pick<PersonTotals, 'payments' | 'refunds'> {
  const { paid, cancelled, expired, failed } = one.payments;
  return {
    payments: {
      paid: plus(sum.payments.paid, paid),
      cancelled: plus(sum.payments.cancelled, cancelled),
      expired: plus(sum.payments.expired, expired),
      failed: plus(sum.payments.failed, failed),
    },
    refunds: {
      refunded: plus(sum.refunds.refunded, one.refunds.refunded),
      'not-made': plus(sum.refunds['not-made'], one.refunds['not-made']),
    },
  };
}

function isSomething({ payments, refunds }: PersonTotals): boolean {
  return [...Object.values(payments), ...Object.values(refunds)].some(({ count }) => count > 0);
}

function plus(one: Tally, other: Tally): Tally {
  return { count: one.count + other.count, sum: one.sum + other.sum };
}

function changed({ count, sum }: Tally, amount: number, times: 1 | -1): Tally {
  return { count: count + times, sum: sum + times * amount };
}

function noPayments(): PaymentTallies {
  const none = { count: 0, sum: 0 };
  return { paid: none, cancelled: none, expired: none, failed: none };
}

function noRefunds(): RefundTallies {
  const none = { count: 0, sum: 0 };
  return { refunded: none, 'not-made': none };
}
