import type { Caller, PaymentRecord, PayoutRecord, RefundRecord } from '../../../main/sandbox/engine/records.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { World } from '../world/simulated-world.ts';
import { type Item, sumOf } from './journal-books.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The simulated days are in November: the provider's time is an hour ahead of UTC. */
const PROVIDER_AHEAD_MS = HOUR_MS;
const LISTED_AT_MS = 9 * HOUR_MS;

/** Returns the cents that the service refunded under the keys of these refunds. */
export function refundedUnder(service: SimulatedService, items: readonly Item[]): number {
  return sumOf(items.flatMap(({ id }) => service.refundsUnder(id)).filter(({ status }) => status === 'REFUNDED'));
}

/** Returns the provider's day of a time, in days since the epoch. */
export function providerDay(at: number): number {
  return Math.floor((at + PROVIDER_AHEAD_MS) / DAY_MS);
}

/** Returns the time from which the lists of this world contain data of time `at`. */
export function listedFrom({ conditions }: World, at: number): number {
  if (conditions.openPoints.reconciliationFrom === 'at-once') return at;
  return (providerDay(at) + 1) * DAY_MS - PROVIDER_AHEAD_MS + LISTED_AT_MS;
}

/** A row of the service's lists of payments and refunds. */
export interface Listed {
  readonly kind: Item['kind'];
  readonly id: string;
  readonly paymentId: string;
  readonly cents: number;
  readonly date: number;
  readonly reference: string | undefined;
  readonly payoutId: string | undefined;
}

export function listed(world: World, service: SimulatedService, { merchantId }: Caller): readonly Listed[] {
  const { payments, refunds } = service.engine.store;
  const { listedRefunds, listedUnder, notYetPaidOut } = world.conditions.openPoints;
  const isEvery = listedRefunds === 'every-status';
  const dateOf = ({
    createdAt,
    succeededAt = createdAt,
  }: {
    readonly createdAt: number;
    readonly succeededAt?: number;
  }) => (listedUnder === 'payment' ? createdAt : succeededAt);
  const isThere = (one: PaymentRecord | RefundRecord) =>
    one.merchantId === merchantId &&
    (one.payoutId !== undefined || notYetPaidOut !== 'left-out') &&
    service.now() >= listedFrom(world, dateOf(one));
  const rows: readonly (PaymentRecord | RefundRecord)[] = [
    ...[...payments.values()].filter((payment) => payment.status === 'SUCCEEDED' && isThere(payment)),
    ...[...refunds.values()].filter((refund) => (isEvery || refund.status === 'REFUNDED') && isThere(refund)),
  ];
  return rows.map((row) => ({
    kind: 'refundId' in row ? 'refund' : 'payment',
    id: 'refundId' in row ? row.refundId : row.paymentId,
    paymentId: row.paymentId,
    cents: row.amount,
    date: dateOf(row),
    reference: payments.get(row.paymentId)?.reference,
    payoutId: row.payoutId,
  }));
}

/** Returns the payouts listed so far: a payout is made at the end of its day. */
export function payoutsOf(world: World, service: SimulatedService, { merchantId }: Caller): readonly PayoutRecord[] {
  return [...service.engine.store.payouts.values()].filter(
    (payout) => payout.merchantId === merchantId && service.now() >= listedFrom(world, payout.createdAt - 1),
  );
}
