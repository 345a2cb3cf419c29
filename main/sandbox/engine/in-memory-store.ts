import type { ApiKey, PaymentRecord, PayoutRecord, Profile, RefundRecord } from './records.ts';

/** All stored data as plain objects: the `ledger` of the state file. */
export interface StoredRecords {
  readonly profiles: readonly Profile[];
  readonly apiKeys: readonly ApiKey[];
  readonly payments: readonly PaymentRecord[];
  readonly refunds: readonly RefundRecord[];
  readonly payouts: readonly PayoutRecord[];
}

export type Store = ReturnType<typeof createStore>;

/** Lists are oldest first. */
export function createStore(data?: StoredRecords) {
  const profiles = new Map(data?.profiles.map((profile) => [profile.profileId, profile]));
  const apiKeys = new Map(data?.apiKeys.map((apiKey) => [apiKey.key, apiKey]));
  const payments = new Map<string, PaymentRecord>();
  const refunds = new Map<string, RefundRecord>();
  const payouts = new Map(data?.payouts.map((payout) => [payout.payoutId, payout]));
  const byProfile = new Map<string, PaymentRecord[]>();
  const byPayment = new Map<string, RefundRecord[]>();
  const byPos = new Map<string, PaymentRecord>();
  const byKey = new Map<string, RefundRecord>();

  const addPayment = (payment: PaymentRecord) => {
    payments.set(payment.paymentId, payment);
    listIn(byProfile, payment.profileId).push(payment);
    if (payment.posId !== undefined) byPos.set(`${payment.profileId}/${payment.posId}`, payment);
  };
  const addRefund = (refund: RefundRecord) => {
    refunds.set(refund.refundId, refund);
    listIn(byPayment, refund.paymentId).push(refund);
    byKey.set(`${refund.profileId}/${refund.idempotencyKey}`, refund);
  };
  data?.payments.forEach(addPayment);
  data?.refunds.forEach(addRefund);

  return {
    profiles,
    apiKeys,
    payments: payments as ReadonlyMap<string, PaymentRecord>,
    refunds: refunds as ReadonlyMap<string, RefundRecord>,
    payouts,
    addPayment,
    addRefund,
    paymentsOf: (profileId: string): readonly PaymentRecord[] => byProfile.get(profileId) ?? [],
    refundsOf: (paymentId: string): readonly RefundRecord[] => byPayment.get(paymentId) ?? [],
    latestAt: (profileId: string, posId: string) => byPos.get(`${profileId}/${posId}`),
    refundByKey: (profileId: string, idempotencyKey: string) => byKey.get(`${profileId}/${idempotencyKey}`),
    data: (): StoredRecords => ({
      profiles: [...profiles.values()],
      apiKeys: [...apiKeys.values()],
      payments: [...payments.values()],
      refunds: [...refunds.values()],
      payouts: [...payouts.values()],
    }),
  };
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** The newest `keep` and all open payments, with refunds: the state file is rewritten at each change. */
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
