import { TillError } from '../base/till-error.ts';
import type { Payment, PaymentId } from '../domain/payment-service.ts';
import { isElsewhere, isEnd, type SaleRecord } from '../domain/sale-record.ts';
import type { FollowerContext } from './follower-context.ts';
import { awaitedBy, importByReference, importPayments } from './payment-import.ts';
import type { RestoreLostPayments } from './restore-lost-payments.ts';
import type { SaleFollowers } from './sale-followers.ts';

/** Look-up of payments at the service, for a person: imports unknown payments, and updates known sales. */
export class PaymentLookUp {
  readonly #context: FollowerContext;
  readonly #followers: Pick<SaleFollowers, 'follow' | 'requireAnswer'>;
  readonly #lostPayments: Pick<RestoreLostPayments, 'origin'>;

  constructor(
    context: FollowerContext,
    followers: Pick<SaleFollowers, 'follow' | 'requireAnswer'>,
    lostPayments: Pick<RestoreLostPayments, 'origin'>,
  ) {
    this.#context = context;
    this.#followers = followers;
    this.#lostPayments = lostPayments;
  }

  /** Returns the number of payments found. Rejects with the service's `TillError`. */
  async byReference(reference: string): Promise<{ readonly found: number }> {
    const { found, known } = await importByReference(this.#context, reference, (payment) =>
      this.#lostPayments.origin(payment),
    );
    for (const payment of known) this.#found(payment);
    return { found };
  }

  /** Returns the id of the payment's sale. Rejects with `sale.unknown` or the service's `TillError`. */
  async takeIn(paymentId: PaymentId): Promise<string> {
    const { service, journal } = this.#context;
    const payment = await service.readPayment(paymentId);
    const isKnown = journal.saleOfPayment(paymentId) !== undefined || awaitedBy(journal, payment) !== undefined;
    if (isKnown) this.#found(payment);
    else importPayments(this.#context, [{ payment, from: this.#lostPayments.origin(payment) }]);
    const sale = journal.saleOfPayment(paymentId);
    if (sale === undefined) throw new TillError('sale.unknown', 'Sale not found.', { field: 'paymentId' });
    return sale.saleId;
  }

  #found(payment: Payment): void {
    const { journal } = this.#context;
    const sale = journal.saleOfPayment(payment.paymentId) ?? awaitedBy(journal, payment);
    if (sale === undefined) return;
    if (isElsewhere(sale)) this.#foundElsewhere(sale, payment);
    else this.#foundOwn(sale, payment);
  }

  #foundElsewhere({ saleId }: SaleRecord, payment: Payment): void {
    const { ledger, attention } = this.#context;
    const after = ledger.apply(saleId, { type: 'seen', payment, via: 'search' });
    // A search may return an older state than a read.
    if (!isEnd(after.stage) && attention.isOpened(saleId)) this.#followers.follow(saleId).readNow();
  }

  #foundOwn({ saleId, creation, stage }: SaleRecord, payment: Payment): void {
    // While the creation is being sent, only its own response may name the payment.
    if (creation === 'sending') return;
    if (creation !== 'known') {
      const after = this.#context.ledger.apply(saleId, { type: 'created', payment, via: 'search' });
      if (!after.settled) this.#followers.follow(saleId).readNow();
      return;
    }
    // A search may return an older state: only a read decides.
    const isPaidAfterAll = payment.status === 'SUCCEEDED' && isEnd(stage) && stage !== 'paid';
    if (isPaidAfterAll) this.#followers.requireAnswer(saleId);
  }
}
