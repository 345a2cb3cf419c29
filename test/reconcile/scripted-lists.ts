import { TillError } from '../../main/base/till-error.ts';
import type { Payment, Payout, Transaction, TransactionQuery } from '../../main/domain/payment-service.ts';
import type { ReconciliationParts } from '../../main/reconcile/reconciliation.ts';
import type { ListPage, RawLists } from '../../main/service/reconciliation-lists.ts';

export const OWN_PROFILE = 'p'.repeat(24);

export const id = (name: string) => name.padEnd(24, '-');

/** A payout as sent by the service. Totals as given, right or wrong. */
export function payout(name: string | undefined, date: string, change: Partial<Payout> = {}): Payout {
  return {
    ...(name === undefined ? {} : { payoutId: id(name) }),
    merchantId: id('merchant'),
    bulkId: 'NONE',
    iban: 'NL91ABNA0417164300',
    status: 'SUCCEEDED',
    date: Date.parse(date),
    totalPayments: 0,
    totalRefunds: 0,
    totalPaymentAmount: 0,
    totalRefundAmount: 0,
    payoutAmount: 0,
    ...change,
  };
}

/** A payment of the lists, or a refund if given a `refundId`. */
export function listed(
  paymentId: string,
  amount: number,
  date: string,
  change: Partial<Transaction> = {},
): Transaction {
  return {
    paymentId: id(paymentId),
    paymentProfileId: OWN_PROFILE,
    merchantName: 'Bakkerij Zoë',
    paymentChannel: 'INSTORE',
    amount,
    date: Date.parse(date),
    ...change,
  };
}

interface Asked {
  readonly list: 'payouts' | 'payments' | 'refunds' | 'payment';
  readonly query: string;
  readonly page: number;
}

/** The service's lists, written by the test, in small pages. */
export class ScriptedLists {
  payouts: Payout[] = [];
  payments: Transaction[] = [];
  refunds: Transaction[] = [];
  known: Partial<Payment>[] = [];
  pageSize = 3;
  readonly asked: Asked[] = [];
  /** Runs before each answer: may change the lists, throw, or return a verification fault. */
  before: (asked: Asked) => string | undefined | Promise<string | undefined> = () => undefined;

  readonly service: ReconciliationParts['service'] & RawLists = {
    rawPage: async (ask) => {
      const page = await (ask.list === 'payouts'
        ? this.service.payoutsPage(ask.day ?? '', ask.page)
        : this.service[`${ask.list}Page`](ask.range, ask.page));
      const { items, size, verifyFault, ...envelope } = page;
      const wire = { ...envelope, size, [ask.list]: [...items].map(wireOf) };
      return {
        response: { status: 200, headers: {}, body: Buffer.from(JSON.stringify(wire)) },
        ...(verifyFault === undefined ? {} : { verifyFault }),
      };
    },
    payoutsPage: (day, page) =>
      this.#page({ list: 'payouts', query: day, page }, () => this.payouts.filter(({ date }) => dayOf(date) === day)),
    paymentsPage: (ask, page) =>
      this.#page({ list: 'payments', query: textOf(ask), page }, () => this.payments.filter(isAsked(ask))),
    refundsPage: (ask, page) =>
      this.#page({ list: 'refunds', query: textOf(ask), page }, () => this.refunds.filter(isAsked(ask))),
    readPayment: async (paymentId) => {
      const asked = { list: 'payment', query: paymentId, page: 0 } as const;
      this.asked.push(asked);
      await this.before(asked);
      const found = this.known.find((payment) => payment.paymentId === paymentId);
      if (found === undefined) throw new TillError('payment.not-found', 'Payment not found', { status: 404 });
      return found as Payment;
    },
  };

  async #page<Item>(asked: Asked, itemsOf: () => readonly Item[]): Promise<ListPage<Item>> {
    this.asked.push(asked);
    const verifyFault = await this.before(asked);
    const items = itemsOf();
    const from = asked.page * this.pageSize;
    const page = items.slice(from, from + this.pageSize);
    return {
      items: page,
      size: page.length,
      number: asked.page,
      totalPages: Math.ceil(items.length / this.pageSize),
      totalElements: items.length,
      ...(verifyFault === undefined ? {} : { verifyFault }),
    };
  }
}

function wireOf({ date, ...item }: Payout | Transaction): object {
  const at = new Date(date).toISOString();
  if ('paymentId' in item) return { ...item, currency: 'EUR', transactionDate: at };
  const { status, ...payoutItem } = item;
  return { ...payoutItem, payoutStatus: status, payoutDate: at, payoutCurrency: 'EUR' };
}

function isAsked(ask: TransactionQuery): (item: Transaction) => boolean {
  if ('payoutId' in ask) return ({ payoutId }) => payoutId === ask.payoutId;
  return ({ date }) => dayOf(date) >= ask.startDate && dayOf(date) <= ask.endDate;
}

function textOf(ask: TransactionQuery): string {
  return 'payoutId' in ask ? ask.payoutId : `${ask.startDate}/${ask.endDate}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
