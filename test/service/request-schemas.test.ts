import { describe, expect, test } from 'vitest';
import type { PaymentId, PaymentService, RefundId, TransactionQuery } from '../../main/domain/payment-service.ts';
import { all, createTill, json, signed } from './client-under-test.ts';
import { paymentId, payoutId, refundId } from './sample-responses.ts';

const list = {
  size: 0,
  totalPages: 0,
  totalElements: 0,
  number: 0,
  details: [],
  payouts: [],
  payments: [],
  refunds: [],
};
const till = () => createTill((request, side) => signed(request, side, 200, list));

const long = (length: number) => 'x'.repeat(length);
const url = (length: number) => `https://shop.test/${long(length - 18)}`;
const payment = { amount: 1, reference: 'R' };
const pos = { ...payment, posId: 'POS01' };

type Prepare = (service: PaymentService) => string;
const create =
  (more: object): Prepare =>
  ({ preparePayment }) =>
    preparePayment({ ...payment, ...more });
const staticQr =
  (more: object): Prepare =>
  ({ prepareStaticQr }) =>
    prepareStaticQr({ ...pos, ...more });
const refund =
  (more: object): Prepare =>
  ({ prepareRefund }) =>
    prepareRefund({ amount: 1, ...more });

/** docs/service.md, Limits. Name of the row, what is refused, its code and field, and what lies just within. */
const rows: readonly (readonly [string, Prepare, string, string, Prepare])[] = [
  [
    'reference (create payment) max 35',
    create({ reference: long(36) }),
    'invalid.reference.too-long',
    'reference',
    create({ reference: long(35) }),
  ],
  [
    'reference (static QR) max 35',
    staticQr({ reference: long(36) }),
    'invalid.reference.too-long',
    'reference',
    staticQr({ reference: long(35) }),
  ],
  [
    'reference, SEPA extended character set',
    create({ reference: 'a😀' }),
    'invalid.reference.character',
    'reference',
    create({ reference: 'Zoë & Čapek' }),
  ],
  [
    'reference, without one a payment is not found again',
    create({ reference: '' }),
    'invalid.reference.required',
    'reference',
    create({ reference: 'R' }),
  ],
  [
    'bulkId (create payment) max 35',
    create({ bulkId: long(36) }),
    'invalid.bulk-id.too-long',
    'bulkId',
    create({ bulkId: long(35) }),
  ],
  [
    'bulkId (static QR) max 35',
    staticQr({ bulkId: long(36) }),
    'invalid.bulk-id.too-long',
    'bulkId',
    staticQr({ bulkId: long(35) }),
  ],
  [
    'description (create payment) max 140',
    create({ description: long(141) }),
    'invalid.description.too-long',
    'description',
    create({ description: long(140) }),
  ],
  [
    'description (static QR) max 140',
    staticQr({ description: long(141) }),
    'invalid.description.too-long',
    'description',
    staticQr({ description: long(140) }),
  ],
  [
    'description, SEPA extended character set',
    staticQr({ description: 'a\nb' }),
    'invalid.description.character',
    'description',
    staticQr({ description: 'a b' }),
  ],
  [
    'identifyCallbackUrl 1..2048',
    create({ identifyCallbackUrl: url(2049) }),
    'invalid.url.too-long',
    'identifyCallbackUrl',
    create({ identifyCallbackUrl: url(2048) }),
  ],
  [
    'callbackUrl 1..2048',
    staticQr({ callbackUrl: url(2049) }),
    'invalid.url.too-long',
    'callbackUrl',
    staticQr({ callbackUrl: url(2048) }),
  ],
  [
    'returnUrl 1..2048',
    create({ returnUrl: url(2049) }),
    'invalid.url.too-long',
    'returnUrl',
    create({ returnUrl: url(2048) }),
  ],
  [
    'identifyCallbackUrl https',
    create({ identifyCallbackUrl: 'http://shop.test/' }),
    'invalid.url.https',
    'identifyCallbackUrl',
    create({}),
  ],
  ['callbackUrl https', create({ callbackUrl: 'ftp://shop.test/' }), 'invalid.url.https', 'callbackUrl', create({})],
  ['returnUrl https', create({ returnUrl: 'javascript:alert(1)' }), 'invalid.url.https', 'returnUrl', create({})],
  [
    'returnUrl is not one of a static QR',
    staticQr({ returnUrl: url(30) }),
    'invalid.field.unknown',
    'returnUrl',
    staticQr({}),
  ],
  ['posId max 36', staticQr({ posId: long(37) }), 'invalid.pos-id.too-long', 'posId', staticQr({ posId: long(36) })],
  [
    'posId alphanumeric only',
    staticQr({ posId: 'POS-1' }),
    'invalid.pos-id.pattern',
    'posId',
    staticQr({ posId: 'Pos1' }),
  ],
  ['posId required', staticQr({ posId: '' }), 'invalid.field.required', 'posId', staticQr({ posId: 'P' })],
  [
    'shopId max 36',
    staticQr({ shopId: long(37) }),
    'invalid.shop-id.too-long',
    'shopId',
    staticQr({ shopId: long(36) }),
  ],
  [
    'shopName max 36',
    staticQr({ shopName: long(37) }),
    'invalid.shop-name.too-long',
    'shopName',
    staticQr({ shopName: long(36) }),
  ],
  [
    'payment amount, upper bound',
    create({ amount: 1_000_000_000_000 }),
    'invalid.amount.too-large',
    'amount',
    create({ amount: 999_999_999_999 }),
  ],
  ['payment amount, lower bound', staticQr({ amount: 0 }), 'invalid.amount.zero', 'amount', staticQr({ amount: 1 })],
  ['payment amount, negative', staticQr({ amount: -1 }), 'invalid.amount.zero', 'amount', staticQr({ amount: 1 })],
  [
    'payment amount, whole cents',
    staticQr({ amount: 1.5 }),
    'invalid.amount.required',
    'amount',
    staticQr({ amount: 2 }),
  ],
  [
    'payment amount, a number',
    create({ amount: Number.NaN }),
    'invalid.amount.required',
    'amount',
    create({ amount: 2 }),
  ],
  [
    'refund amount, upper bound',
    refund({ amount: 1_000_000_000_000 }),
    'invalid.amount.too-large',
    'amount',
    refund({ amount: 999_999_999_999 }),
  ],
  ['refund amount, lower bound', refund({ amount: 0 }), 'invalid.amount.zero', 'amount', refund({ amount: 1 })],
  [
    'refund description, held to 140',
    refund({ description: long(141) }),
    'invalid.reason.too-long',
    'description',
    refund({ description: long(140) }),
  ],
];

describe('the limits of the specification, checked before a body is made', () => {
  test.each(rows)('%s', (_name, refused, code, field, accepted) => {
    const { service } = till();
    expect(() => refused(service)).toThrow(expect.objectContaining({ code, field, acted: 'no', retryable: false }));
    expect(() => accepted(service)).not.toThrow();
  });

  test('a limit is named with its number, and a character with itself', () => {
    const { service } = till();
    expect(() => create({ reference: long(40) })(service)).toThrow(/reference.*max 35.*length 40/);
    expect(() => create({ reference: 'a😀' })(service)).toThrow(
      expect.objectContaining({ values: { character: '😀' } }),
    );
  });
});

type Call = (service: PaymentService) => Promise<unknown>;
const search =
  (ask: object, page = 0, size = 10): Call =>
  ({ searchPage }) =>
    searchPage(ask, page, size);
const keyed =
  (key: string): Call =>
  ({ createRefund, prepareRefund }) =>
    createRefund(paymentId, prepareRefund({ amount: 500 }), key);
const payouts =
  (ask: object): Call =>
  (service) =>
    all(service.payouts(ask));
const payments =
  (ask: object): Call =>
  (service) =>
    all(service.payoutPayments(ask as TransactionQuery));
const refunds =
  (ask: object): Call =>
  (service) =>
    all(service.payoutRefunds(ask as TransactionQuery));
const short = 'a'.repeat(23) as PaymentId & RefundId;

const calls: readonly (readonly [string, Call, string, string])[] = [
  ['search page size at most 100', search({}, 0, 101), 'invalid.size.range', 'size'],
  ['search page size at least 0', search({}, 0, -1), 'invalid.size.range', 'size'],
  ['search page index at least 0', search({}, -1), 'invalid.page.range', 'page'],
  ['search page index whole', search({}, 0.5), 'invalid.page.range', 'page'],
  ['search reference', search({ reference: long(36) }), 'invalid.reference.too-long', 'reference'],
  ['search statuses', search({ paymentStatuses: ['PAID'] }), 'invalid.payment-statuses.unknown', 'paymentStatuses.0'],
  ['search from before to', search({ from: 2, to: 1 }), 'invalid.range.order', 'to'],
  ['Idempotency-Key max 64', keyed(long(65)), 'invalid.idempotency-key.too-long', 'idempotencyKey'],
  ['Idempotency-Key required', keyed(''), 'invalid.idempotency-key.required', 'idempotencyKey'],
  ['Idempotency-Key in a header', keyed('a\r\nb'), 'invalid.idempotency-key.character', 'idempotencyKey'],
  ['payment id, 24 chars: read', ({ readPayment }) => readPayment(short), 'invalid.id.length', 'paymentId'],
  ['payment id, 24 chars: cancel', ({ cancelPayment }) => cancelPayment(short), 'invalid.id.length', 'paymentId'],
  [
    'payment id, 24 chars: acknowledge',
    ({ acknowledge }) => acknowledge(short, { amount: 1 }),
    'invalid.id.length',
    'paymentId',
  ],
  [
    'payment id, 24 chars: refund IBAN',
    ({ readRefundIban }) => readRefundIban(short),
    'invalid.id.length',
    'paymentId',
  ],
  [
    'payment id with half of a character',
    ({ readPayment }) => readPayment(`\ud800${'a'.repeat(23)}` as PaymentId),
    'invalid.id.length',
    'paymentId',
  ],
  ['refund id, 24 chars', ({ readRefund }) => readRefund(paymentId, short), 'invalid.id.length', 'refundId'],
  ['acknowledge amount', ({ acknowledge }) => acknowledge(paymentId, { amount: 0 }), 'invalid.amount.zero', 'amount'],
  ['payout id, 24 chars: payments', payments({ payoutId: short }), 'invalid.id.length', 'payoutId'],
  ['payout id, 24 chars: refunds', refunds({ payoutId: short }), 'invalid.id.length', 'payoutId'],
  [
    'reconciliation date range at most 30 days: payments',
    payments({ startDate: '2026-01-01', endDate: '2026-02-01' }),
    'invalid.range.too-long',
    'endDate',
  ],
  [
    'reconciliation date range at most 30 days: refunds',
    refunds({ startDate: '2026-01-01', endDate: '2026-02-01' }),
    'invalid.range.too-long',
    'endDate',
  ],
  ['start-date without end-date', payments({ startDate: '2026-01-01' }), 'invalid.range.both-ends', 'endDate'],
  ['end-date without start-date', refunds({ endDate: '2026-01-01' }), 'invalid.range.both-ends', 'startDate'],
  [
    'start-date after end-date',
    payments({ startDate: '2026-01-02', endDate: '2026-01-01' }),
    'invalid.range.order',
    'endDate',
  ],
  ['neither payout nor range', payments({}), 'invalid.range.required', 'payoutId'],
  [
    'a day that the calendar lacks',
    payments({ startDate: '2026-02-30', endDate: '2026-03-01' }),
    'invalid.date.invalid',
    'startDate',
  ],
  ['date as yyyy-MM-dd', payouts({ date: '9-3-2026' }), 'invalid.date.invalid', 'date'],
];

describe('the limits of the specification, checked before a request is sent', () => {
  test.each(calls)('%s', async (_name, call, code, field) => {
    const { service, sent } = till();
    await expect(call(service)).rejects.toMatchObject({ code, field, acted: 'no', retryable: false });
    expect(sent).toEqual([]);
  });

  const within: readonly (readonly [string, Call])[] = [
    ['search page size 0', search({}, 0, 0)],
    ['search page size 100', search({}, 0, 100)],
    ['30 days', payments({ startDate: '2026-01-01', endDate: '2026-01-31' })],
    ['one day', refunds({ startDate: '2024-02-29', endDate: '2024-02-29' })],
    ['a payout and a range', payments({ payoutId, startDate: '2026-01-01', endDate: '2026-01-01' })],
    ['a date', payouts({ date: '2026-03-09' })],
  ];
  test.each(within)('%s is sent', async (_name, call) => {
    const { service, sent } = till();
    await call(service);
    expect(sent).toHaveLength(1);
  });

  test('an Idempotency-Key of 64 characters is sent', async () => {
    const answer = {
      refundId,
      paymentId,
      amount: 500,
      currency: 'EUR',
      status: 'PENDING',
      creationDate: '2026-03-09T10:15:30Z',
    };
    const { service, sent } = createTill(() => json(201, answer));
    await keyed(long(64))(service);
    expect(sent[0]?.headers['idempotency-key']).toHaveLength(64);
  });
});
