import { TillError } from '../base/till-error.ts';
import type { CallOptions, Payment, PaymentId } from '../domain/payment-service.ts';
import { matchStrangersRefund, type PaymentOfRefund } from './match.ts';
import type { PageWriter } from './page-writer.ts';
import type { PayoutStore } from './payout-store.ts';
import { setState } from './transactions.ts';

export interface PaymentLookUp {
  readPayment(paymentId: PaymentId, options?: CallOptions): Promise<Pick<Payment, 'status' | 'createdAt'>>;
}

interface LookUpParts {
  readonly store: PayoutStore;
  readonly service: PaymentLookUp;
  readonly writer: Pick<PageWriter, 'paymentOf'>;
  readonly signal: AbortSignal;
  /** Returns true if the fetched lists would show a payment of this time, ms since the epoch. */
  readonly mustBeListed: (at: number) => boolean;
  readonly turn: () => Promise<void>;
}

/** More than a shop's day needs; refunds of unknown payments must not keep the service busy for hours. */
const MOST = 200;

/**
 * Looks up payments of refunds that were neither in the journal nor in the lists: first in lists read after the refund,
 * then at the service. A payment that the service lacks, or has but does not list, leaves the refund without a payment.
 */
export async function lookUpPayments({
  store,
  service,
  writer,
  mustBeListed,
  signal,
  turn,
}: LookUpParts): Promise<void> {
  const refunds = store.all(
    "SELECT rowid, payment_id FROM transactions WHERE rank = 2 AND state = 'unchecked' ORDER BY date",
  );
  const answers = new Map<string, Answer>();
  for (const { rowid, payment_id } of refunds) {
    const paymentId = String(payment_id);
    const { known, where } = writer.paymentOf(paymentId);
    setState(store, rowid, matchStrangersRefund(known === 'listed' ? known : await answerFor(paymentId), where));
  }

  async function answerFor(paymentId: string): Promise<Answer> {
    const known = answers.get(paymentId) ?? (answers.size < MOST ? await ask(paymentId) : 'unknown');
    answers.set(paymentId, known);
    return known;
  }

  async function ask(paymentId: string): Promise<Answer> {
    await turn();
    try {
      const { status, createdAt } = await service.readPayment(paymentId as PaymentId, {
        signal,
        urgency: 'background',
      });
      return status === 'SUCCEEDED' && mustBeListed(createdAt) ? 'absent' : 'found';
    } catch (thrown) {
      if (!(thrown instanceof TillError)) throw thrown;
      if (thrown.code === 'payment.not-found') return 'absent';
      // The payment belongs to another profile and is hidden from the till.
      if (thrown.status === 403) return 'unknown';
      throw thrown;
    }
  }
}

type Answer = Exclude<PaymentOfRefund, 'listed'>;
