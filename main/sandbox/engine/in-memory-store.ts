import type { ApiKey, PaymentRecord, PayoutRecord, Profile, RefundRecord } from './records.ts';

/** Everything that the sandbox remembers, as plain data: the `ledger` of the state file. */
export interface StoredRecords {
  readonly profiles: readonly Profile[];
  readonly apiKeys: readonly ApiKey[];
  readonly payments: readonly PaymentRecord[];
  readonly refunds: readonly RefundRecord[];
  readonly payouts: readonly PayoutRecord[];
}

/** The records by their ids, and the look-ups that operations need. */
export interface Store {
  readonly profiles: Map<string, Profile>;
  readonly apiKeys: Map<string, ApiKey>;
  readonly payments: ReadonlyMap<string, PaymentRecord>;
  readonly refunds: ReadonlyMap<string, RefundRecord>;
  readonly payouts: Map<string, PayoutRecord>;
  addPayment(payment: PaymentRecord): void;
  addRefund(refund: RefundRecord): void;
  /** Payments of a profile, oldest first. */
  paymentsOf(profileId: string): readonly PaymentRecord[];
  /** Refunds of a payment, oldest first. */
  refundsOf(paymentId: string): readonly RefundRecord[];
  /** Newest payment of a profile's point of sale. */
  latestAt(profileId: string, posId: string): PaymentRecord | undefined;
  refundByKey(profileId: string, idempotencyKey: string): RefundRecord | undefined;
  data(): StoredRecords;
}

export function createStore(data?: StoredRecords): Store {
  const payments = new Map<string, PaymentRecord>();
  const refunds = new Map<string, RefundRecord>();
  const byProfile = new Map<string, PaymentRecord[]>();
  const byPayment = new Map<string, RefundRecord[]>();
  const byPos = new Map<string, PaymentRecord>();
  const byKey = new Map<string, RefundRecord>();

  const store: Store = {
    profiles: new Map(data?.profiles.map((profile) => [profile.profileId, profile])),
    apiKeys: new Map(data?.apiKeys.map((apiKey) => [apiKey.key, apiKey])),
    payments,
    refunds,
    payouts: new Map(data?.payouts.map((payout) => [payout.payoutId, payout])),
    addPayment(payment) {
      payments.set(payment.paymentId, payment);
      listIn(byProfile, payment.profileId).push(payment);
      if (payment.posId !== undefined) byPos.set(`${payment.profileId}/${payment.posId}`, payment);
    },
    addRefund(refund) {
      refunds.set(refund.refundId, refund);
      listIn(byPayment, refund.paymentId).push(refund);
      byKey.set(`${refund.profileId}/${refund.idempotencyKey}`, refund);
    },
    paymentsOf: (profileId) => byProfile.get(profileId) ?? [],
    refundsOf: (paymentId) => byPayment.get(paymentId) ?? [],
    latestAt: (profileId, posId) => byPos.get(`${profileId}/${posId}`),
    refundByKey: (profileId, idempotencyKey) => byKey.get(`${profileId}/${idempotencyKey}`),
    data: () => ({
      profiles: [...store.profiles.values()],
      apiKeys: [...store.apiKeys.values()],
      payments: [...payments.values()],
      refunds: [...refunds.values()],
      payouts: [...store.payouts.values()],
    }),
  };
  for (const payment of data?.payments ?? []) store.addPayment(payment);
  for (const refund of data?.refunds ?? []) store.addRefund(refund);
  return store;
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/**
 * The newest `keep` payments, all payments that have not ended yet, and the refunds of both. The state file is written
 * whole at each change, so it must not grow with each sale.
 */
export function prunedForStateFile(data: StoredRecords, keep: number): StoredRecords {
  if (data.payments.length <= keep) return data;
  const first = data.payments.length - keep;
  const payments = data.payments.filter((payment, index) => index >= first || isOpen(payment));
  const kept = new Set(payments.map((payment) => payment.paymentId));
  return { ...data, payments, refunds: data.refunds.filter((refund) => kept.has(refund.paymentId)) };
}

function isOpen({ status }: PaymentRecord): boolean {
  return ['PENDING', 'IDENTIFIED', 'AUTHORIZED', 'PENDING_MERCHANT_ACKNOWLEDGEMENT'].includes(status);
}
