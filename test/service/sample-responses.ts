import type { PaymentId, RefundId } from '../../main/domain/payment-service.ts';
import { config } from './vectors.ts';

export const paymentId = 'fccd268a29a0d347301ef56e' as PaymentId;
export const refundId = '64dc3cd6089065c3146e80a9' as RefundId;
export const payoutId = '77dc3cd6089065c3146e80a9';

export const creation = {
  paymentId,
  status: 'PENDING',
  createdAt: '2026-03-09T10:15:30.250Z',
  expiresAt: '2026-03-09T10:20:30.250Z',
  description: 'Brood & koffie',
  reference: 'SHOP7-POS01-0001',
  amount: 1250,
  currency: 'EUR',
  creditor: { profileId: config.profileId, merchantId: config.merchantId, name: 'Bakkerij Zoë', iban: 'BE1' },
  _links: {
    self: { href: 'https://service.test/v3/payments/fccd268a29a0d347301ef56e' },
    deeplink: { href: 'https://pay.test/fccd' },
    qrcode: { href: 'https://pay.test/qr/fccd' },
    cancel: { href: 'https://service.test/v3/payments/fccd268a29a0d347301ef56e' },
  },
};

const { expiresAt, ...common } = creation;
export const payment = {
  ...common,
  expireAt: expiresAt,
  debtor: { name: 'Zoë', iban: 'BE********1234' },
  message: 'thanks',
  bulkId: 'B1',
};

export const refund = {
  refundId,
  paymentId,
  amount: 500,
  currency: 'EUR',
  status: 'PENDING',
  description: 'broken bread',
  creationDate: '2026-03-09T10:15:30.250Z',
};

export const payout = {
  payoutId,
  merchantId: config.merchantId,
  bulkId: 'NONE',
  iban: 'BE68539007547034',
  payoutStatus: 'SUCCEEDED',
  payoutDate: '2026-03-09T04:00:00Z',
  payoutCurrency: 'EUR',
  totalPayments: 2,
  totalRefunds: 1,
  totalPaymentAmount: 2500,
  totalRefundAmount: 500,
  payoutAmount: 2000,
};

export const transaction = {
  paymentId,
  payoutId,
  paymentProfileId: config.profileId,
  merchantName: 'Bakkerij Zoë',
  paymentChannel: 'INSTORE',
  currency: 'EUR',
  amount: 1250,
  reference: 'SHOP7-POS01-0001',
  description: 'Brood & koffie',
  transactionDate: '2026-03-09T10:15:30.250Z',
};
