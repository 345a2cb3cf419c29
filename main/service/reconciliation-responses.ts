import { z } from 'zod';
import type { Payout, Transaction } from '../domain/payment-service.ts';
import { cents, euro, id24, instant, omitAbsent } from './response-fields.ts';
import type { SpecDeviations } from './spec-deviations.ts';

/** Reconciliation API 3.0.1: the envelopes and the items of operations 10 to 12. */

const envelope = {
  size: z.int().min(0),
  totalPages: z.int().min(0),
  totalElements: z.int().min(0),
  number: z.int().min(0),
};

const payoutFields = z.looseObject({
  payoutId: id24.nullish(),
  merchantId: id24,
  bulkId: z.string().min(1),
  iban: z.string().regex(/^[A-Z]{2,2}[0-9]{2,2}[a-zA-Z0-9]{1,30}$/),
  payoutStatus: z.string().min(1),
  payoutDate: instant,
  payoutCurrency: euro,
  totalPayments: z.int(),
  totalRefunds: z.int(),
  totalPaymentAmount: cents,
  totalRefundAmount: cents,
  payoutAmount: cents,
});
/** The id is present when a payout was created, so a succeeded payout must have an id. */
const payout = payoutFields.refine(({ payoutId, payoutStatus }) => payoutId || payoutStatus !== 'SUCCEEDED', {
  error: 'required',
  path: ['payoutId'],
});

const transaction = z.looseObject({
  paymentId: id24,
  payoutId: id24.nullish(),
  paymentProfileId: id24,
  merchantName: z.string().min(1),
  paymentChannel: z.string().min(1),
  currency: euro,
  amount: cents.min(1),
  reference: z.string().nullish(),
  description: z.string().nullish(),
  transactionDate: instant,
  refundId: id24.nullish(),
});

const refund = transaction.extend({ refundId: id24 });

/** Items are checked individually during use, because a page has up to 10,000 items. */
export const openPages = {
  payouts: z.looseObject({ ...envelope, payouts: z.array(z.unknown()) }),
  payments: z.looseObject({ ...envelope, payments: z.array(z.unknown()) }),
  refunds: z.looseObject({ ...envelope, refunds: z.array(z.unknown()) }),
} as const;
export const pageItems = { payout, payment: transaction, refund } as const;

const payoutStatuses = ['SUCCEEDED', 'FAILED'] as const;
const paymentChannels = ['ONLINE', 'INSTORE', 'INVOICE'] as const;

export function toPayout(wire: z.output<typeof payout>, deviations: SpecDeviations): Payout {
  deviations.value('Payout.payoutStatus', wire.payoutStatus, payoutStatuses);
  return omitAbsent({
    payoutId: wire.payoutId,
    merchantId: wire.merchantId,
    bulkId: wire.bulkId,
    iban: wire.iban,
    status: wire.payoutStatus,
    date: wire.payoutDate,
    totalPayments: wire.totalPayments,
    totalRefunds: wire.totalRefunds,
    totalPaymentAmount: wire.totalPaymentAmount,
    totalRefundAmount: wire.totalRefundAmount,
    payoutAmount: wire.payoutAmount,
    extra: deviations.extras('Payout', wire, payoutFields.shape),
  });
}

export function toTransaction(wire: z.output<typeof transaction>, deviations: SpecDeviations): Transaction {
  deviations.value('Transaction.paymentChannel', wire.paymentChannel, paymentChannels);
  return omitAbsent({
    paymentId: wire.paymentId,
    refundId: wire.refundId,
    payoutId: wire.payoutId,
    paymentProfileId: wire.paymentProfileId,
    merchantName: wire.merchantName,
    paymentChannel: wire.paymentChannel,
    amount: wire.amount,
    reference: wire.reference,
    description: wire.description,
    date: wire.transactionDate,
    extra: deviations.extras('Transaction', wire, transaction.shape),
  });
}
