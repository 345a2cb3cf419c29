import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { isSpent } from '../../main/domain/refund-record.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import type { Sandbox } from '../../main/sandbox/index.ts';

type Store = Sandbox['engine']['store'];
type ServicePayment = ReturnType<Store['payments']['values']> extends Iterator<infer Payment> ? Payment : never;

/** Final stage of the till for each payment status of the service. */
const stages: Readonly<Record<string, string>> = {
  PENDING: 'waiting',
  IDENTIFIED: 'scanned',
  SUCCEEDED: 'paid',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
  FAILED: 'failed',
  AUTHORIZATION_FAILED: 'failed',
  VOIDED: 'voided',
};

/**
 * Lists the differences between a till's journal file and its service: payments, refunds, amounts, ends. Empty when
 * both agree.
 */
export function disagreements(file: string, sandbox: Sandbox): readonly string[] {
  const terminal = { terminalId: 'witness', shopId: 'SHOP7', posId: 'TILL42' };
  const journal = openJournal({ file, disk: systemDisk, clock: systemClock, random: systemRandom, terminal });
  try {
    return [...ofTheFile(journal), ...disagreementsOf(journal, sandbox)];
  } finally {
    journal.close();
  }
}

export function disagreementsOf(journal: Journal, sandbox: Sandbox): readonly string[] {
  sandbox.engine.runDue();
  const { store } = sandbox.engine;
  const payments = [...store.payments.values()];
  const { sales } = journal.find('', undefined, 1_000);
  return [
    ...payments.flatMap((payment) => ofPayment(payment, journal)),
    ...sales.flatMap((sale) => ofSale(sale, payments)),
    ...payments.flatMap((payment) => ofRefunds(payment, journal, store)),
  ];
}

function ofTheFile(journal: Journal): readonly string[] {
  const { opening } = journal;
  return [
    ...journal.check().faults,
    ...(opening.setAside === undefined ? [] : ['the journal was set aside']),
    ...(opening.created ? ['there was no journal'] : []),
    ...(opening.rebuilt ? ['the projections had to be rebuilt'] : []),
  ];
}

function ofPayment(payment: ServicePayment, journal: Journal): readonly string[] {
  const { paymentId, status, amount } = payment;
  const sale = journal.saleOfPayment(paymentId);
  if (sale === undefined) return [`payment ${paymentId} (${status}) without a sale`];
  return [
    ...(sale.stage === stages[status] ? [] : [`${paymentId} is ${status} and shown as ${sale.stage}`]),
    ...(sale.amount === amount ? [] : [`${paymentId} is over ${amount} and the sale over ${sale.amount}`]),
    ...(sale.reference === payment.reference ? [] : [`${paymentId} has another reference than its sale`]),
  ];
}

function ofSale(sale: SaleRecord, payments: readonly ServicePayment[]): readonly string[] {
  const ours = payments.filter((payment) => payment.reference === sale.reference);
  return [
    ...(ours.length > 1 ? [`${ours.length} payments of one sale ${sale.reference}`] : []),
    ...(sale.paymentId === undefined && ours.length > 0 ? [`a payment of ${sale.reference} that the till denies`] : []),
    ...(sale.stage === 'paid' && !ours.some((payment) => payment.status === 'SUCCEEDED')
      ? [`sale ${sale.reference} is shown paid and is not`]
      : []),
  ];
}

function ofRefunds(payment: ServicePayment, journal: Journal, store: Store): readonly string[] {
  const sale = journal.saleOfPayment(payment.paymentId);
  const asked = sale === undefined ? [] : journal.refundsOf(sale.saleId);
  const made = store.refundsOf(payment.paymentId);
  const total = made.reduce((sum, refund) => sum + (refund.status === 'FAILED' ? 0 : refund.amount), 0);
  return [
    ...(total > payment.amount ? [`${total} refunded of ${payment.amount}`] : []),
    ...made.flatMap((refund) => {
      const known = asked.filter(({ refundKey }) => refundKey === refund.idempotencyKey);
      const [one] = known;
      if (one === undefined) return [`refund ${refund.refundId} without an intent`];
      const same = one.refundId === refund.refundId && one.amount === refund.amount && one.status === refund.status;
      return same ? [] : [`refund ${refund.refundId} is ${refund.status}, the journal says ${one.status}`];
    }),
    ...asked
      .filter((refund) => isSpent(refund) && !made.some(({ idempotencyKey }) => idempotencyKey === refund.refundKey))
      .map((refund) => `refund ${refund.refundKey} is ${refund.stage} and was never made`),
  ];
}
