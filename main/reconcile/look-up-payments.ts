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
  /** True where the lists would hold a payment of this time, ms since the epoch, if the service had it. */
  readonly mustBeListed: (at: number) => boolean;
  readonly turn: () => Promise<void>;
}

/** More than a shop's day has; a list of strangers' refunds must not keep the service busy for hours. */
const MOST = 200;

/**
 * Refunds whose payment was neither in the journal nor in the lists: a list that was read after the refund may have it, and
 * else the service is asked for it. It has none, or has it without listing it where it should: then the refund has no payment.
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
      // Another profile's payment, which this till may not see.
      if (thrown.status === 403) return 'unknown';
      throw thrown;
    }
  }
}

type Answer = Exclude<PaymentOfRefund, 'listed'>;
