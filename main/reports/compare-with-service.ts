import type { SaleRecord } from '../domain/sale-record.ts';
import { chargedWhere, type OwnPos } from '../domain/sale-reference.ts';
import { standingOf, standingOfStatus } from './counted-as.ts';
import { addTo, type Counted, type Difference, emptyTally, type PaymentStanding } from './shift-report.ts';

export interface ReceivedPayment {
  readonly paymentId: string;
  readonly amount: number;
  readonly status: string;
  readonly reference?: string | undefined;
  /** POS of the payment; absent when the service does not name a POS. */
  readonly posId?: string | undefined;
}

export interface ServiceResponse {
  /** Time of the request by the till's clock, ms since the epoch. */
  readonly at: number;
  readonly payments: readonly ReceivedPayment[];
  /** Ids of this till's payments that the service does not know when asked individually. */
  readonly absent: ReadonlySet<string>;
}

interface Known extends OwnPos {
  readonly sales: readonly SaleRecord[];
  /** Returns whether the journal has the payment, even from another shift or till. */
  isKnown(payment: ReceivedPayment): boolean;
}

/** Compares payments with the journal, except payments changed at the till since the request: the response is older. */
export function matchWithService(response: ServiceResponse, known: Known): Extract<Counted, { state: 'counted' }> {
  const { sales, isKnown } = known;
  const rest = new Map(response.payments.map((payment) => [payment.paymentId, payment]));
  const byReference = new Map(response.payments.map((payment) => [payment.reference, payment]));
  const here = emptyTally();
  const there = emptyTally();
  const differences: Difference[] = [];
  let matched = 0;
  let later = 0;
  for (const sale of sales) {
    const payment = matchingPayment(sale, rest, byReference);
    if (payment !== undefined) rest.delete(payment.paymentId);
    const standing = standingOf(sale.stage);
    if (isLater(sale, payment, response)) {
      later += 1;
      continue;
    }
    if (standing === 'paid') addTo(here, sale.amount);
    if (payment !== undefined && standingOfStatus(payment.status) === 'paid') addTo(there, payment.amount);
    const difference = differenceOf(sale, payment, response);
    if (difference === undefined) matched += 1;
    else differences.push(difference);
  }
  let others = 0;
  for (const payment of rest.values()) {
    const kind = isKnown(payment) ? undefined : kindOfMissing(payment, known);
    if (kind === undefined) others += 1;
    else
      differences.push({
        kind,
        reference: payment.reference ?? '',
        paymentId: payment.paymentId,
        there: sideOf(payment),
      });
    if (kind === 'missing-here' && standingOfStatus(payment.status) === 'paid') addTo(there, payment.amount);
  }
  return { state: 'counted', at: response.at, matched, later, here, there, differences, others };
}

/** Matches by payment id; a creation without a response by reference, if no other payment has the reference. */
function matchingPayment(
  sale: SaleRecord,
  rest: ReadonlyMap<string, ReceivedPayment>,
  byReference: ReadonlyMap<string | undefined, ReceivedPayment>,
): ReceivedPayment | undefined {
  if (sale.paymentId !== undefined) return rest.get(sale.paymentId);
  const found = sale.ownReference ? byReference.get(sale.reference) : undefined;
  return found && rest.get(found.paymentId);
}

function isLater(sale: SaleRecord, payment: ReceivedPayment | undefined, { at, absent }: ServiceResponse): boolean {
  if (payment === undefined)
    return sale.startedAt >= at && !(sale.paymentId !== undefined && absent.has(sale.paymentId));
  return standingOfStatus(payment.status) === 'open' && sale.endedAt !== undefined && sale.endedAt >= at;
}

function differenceOf(
  sale: SaleRecord,
  payment: ReceivedPayment | undefined,
  response: ServiceResponse,
): Difference | undefined {
  const standing = standingOf(sale.stage);
  const here = { amount: sale.amount, standing };
  const about = { reference: sale.reference, saleId: sale.saleId };
  if (payment === undefined) {
    // The service cannot miss a payment without an id.
    if (sale.paymentId === undefined) return undefined;
    const kind = response.absent.has(sale.paymentId) ? 'missing-there' : 'not-told';
    return { kind, ...about, paymentId: sale.paymentId, here };
  }
  const there = sideOf(payment);
  const both = { ...about, paymentId: payment.paymentId, here, there };
  if (payment.amount !== sale.amount) return { kind: 'amount', ...both };
  return there.standing === standing ? undefined : { kind: 'status', ...both };
}

function sideOf({ amount, status }: ReceivedPayment): { amount: number; status: string; standing: PaymentStanding } {
  return { amount, status, standing: standingOfStatus(status) };
}

/**
 * Classifies a payment missing in the journal by the service's POS, or else by reference. `unclear-here`: neither is
 * known, and money may be missing. Undefined for another till's payment, and for an unpaid payment of unknown origin.
 */
function kindOfMissing({ posId, reference, status }: ReceivedPayment, own: OwnPos): Difference['kind'] | undefined {
  const where = chargedWhere({ posId, reference }, own);
  if (where === 'here') return 'missing-here';
  return where === 'unknown' && standingOfStatus(status) === 'paid' ? 'unclear-here' : undefined;
}
