import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { PaymentId, PaymentService, RefundId, TransactionQuery } from '../../main/domain/payment-service.ts';
import { all, createTill, json, signed } from './client-under-test.ts';
import { paymentId, payoutId, refund as refundAnswer } from './sample-responses.ts';

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

type Prepare = (service: PaymentService, more: object) => string;
const create: Prepare = ({ preparePayment }, more) => preparePayment({ ...payment, ...more });
const staticQr: Prepare = ({ prepareStaticQr }, more) => prepareStaticQr({ ...pos, ...more });
const refund: Prepare = ({ prepareRefund }, more) => prepareRefund({ amount: 1, ...more });

/** docs/service.md, Limits: member, refused value with its code, and a value just within (`undefined`: omitted). */
const _rows: readonly (readonly [string, string, Prepare, unknown, string, unknown])[] = [
  ['reference', 'of a payment', create, long(36), 'invalid.reference.too-long', long(35)],
  ['reference', 'of a static QR', staticQr, long(36), 'invalid.reference.too-long', long(35)],
  ['reference', 'beyond SEPA', create, 'a😀', 'invalid.reference.character', 'Zoë & Čapek'],
  ['reference', 'without which a payment is not found again', create, '', 'invalid.reference.required', 'R'],
  ['bulkId', 'of a payment', create, long(36), 'invalid.bulk-id.too-long', long(35)],
  ['bulkId', 'of a static QR', staticQr, long(36), 'invalid.bulk-id.too-long', long(35)],
  ['description', 'of a payment', create, long(141), 'invalid.description.too-long', long(140)],
  ['description', 'of a static QR', staticQr, long(141), 'invalid.description.too-long', long(140)],
  ['description', 'beyond SEPA', staticQr, 'a\nb', 'invalid.description.character', 'a b'],
  ['identifyCallbackUrl', 'too long', create, url(2049), 'invalid.url.too-long', url(2048)],
  ['callbackUrl', 'too long', staticQr, url(2049), 'invalid.url.too-long', url(2048)],
  ['returnUrl', 'too long', create, url(2049), 'invalid.url.too-long', url(2048)],
  ['identifyCallbackUrl', 'without TLS', create, 'http://shop.test/', 'invalid.url.https', undefined],
  ['callbackUrl', 'of another scheme', create, 'ftp://shop.test/', 'invalid.url.https', undefined],
  ['returnUrl', 'that is a script', create, 'javascript:alert(1)', 'invalid.url.https', undefined],
  ['returnUrl', 'of a static QR, which has none', staticQr, url(30), 'invalid.field.unknown', undefined],
  ['posId', 'too long', staticQr, long(37), 'invalid.pos-id.too-long', long(36)],
  ['posId', 'with a dash', staticQr, 'POS-1', 'invalid.pos-id.pattern', 'Pos1'],
  ['posId', 'that is missing', staticQr, '', 'invalid.field.required', 'P'],
  ['shopId', 'too long', staticQr, long(37), 'invalid.shop-id.too-long', long(36)],
  ['shopName', 'too long', staticQr, long(37), 'invalid.shop-name.too-long', long(36)],
  ['amount', 'too large', create, 1_000_000_000_000, 'invalid.amount.too-large', 999_999_999_999],
  ['amount', 'of nothing', staticQr, 0, 'invalid.amount.zero', 1],
  ['amount', 'below nothing', staticQr, -1, 'invalid.amount.zero', 1],
  ['amount', 'in parts of cents', staticQr, 1.5, 'invalid.amount.required', 2],
  ['amount', 'that is no number', create, Number.NaN, 'invalid.amount.required', 2],
  ['amount', 'of a refund, too large', refund, 1_000_000_000_000, 'invalid.amount.too-large', 999_999_999_999],
  ['amount', 'of a refund of nothing', refund, 0, 'invalid.amount.zero', 1],
  ['description', 'of a refund', refund, long(141), 'invalid.reason.too-long', long(140)],
];

describe('the limits of the specification, checked before a body is built', () => {
  test.each(_rows)('a %s %s', (field, _name, prepare, refused, code, accepted) => {
    const { service } = till();
    expect(() => prepare(service, { [field]: refused })).toThrow(
      expect.objectContaining({ code, field, acted: 'no', retryable: false }),
    );
    expect(() => prepare(service, accepted === undefined ? {} : { [field]: accepted })).not.toThrow();
  });

  test('rejects a voucher without a scheme', () => {
    const vouchers = (...voucherSchemes: string[]) => ({ voucherEligibility: [{ voucherSchemes, amount: 1 }] });
    const refused = { code: 'invalid.field.invalid', field: 'voucherEligibility.0.voucherSchemes', acted: 'no' };
    expect(() => create(till().service, vouchers())).toThrow(expect.objectContaining(refused));
    expect(() => create(till().service, vouchers('MEAL', 'ECO'))).not.toThrow();
  });

  test('names the limit, or the refused character', () => {
    const { service } = till();
    expect(() => create(service, { reference: long(40) })).toThrow(/reference.*max 35.*length 40/);
    expect(() => create(service, { reference: 'a😀' })).toThrow(
      expect.objectContaining({ values: { character: '😀' } }),
    );
  });
});

type Call = (_service: PaymentService) => Promise<unknown>;
function search(ask: object, page = 0, size = 10): Call {
  return ({ searchPage }) => searchPage(ask, page, size);
}
function keyed(key: string): Call {
  return ({ createRefund, prepareRefund }) => createRefund(paymentId, prepareRefund({ amount: 500 }), key);
}
function payouts(ask: object): Call {
  return (service) => all(service.payouts(ask));
}
function payments(ask: object): Call {
  return (service) => all(service.payoutPayments(ask as TransactionQuery));
}
function refunds(ask: object): Call {
  return (service) => all(service.payoutRefunds(ask as TransactionQuery));
}
const days = (startDate?: string, endDate?: string) => omitUndefined({ startDate, endDate });
const short = 'a'.repeat(23) as PaymentId & RefundId;
const half = `\ud800${short}` as PaymentId;

/** docs/service.md, Limits: ids have 24 characters. */
const ids: readonly (readonly [string, Call, string])[] = [
  ['payment id: read', ({ readPayment }) => readPayment(short), 'paymentId'],
  ['payment id: cancel', ({ cancelPayment }) => cancelPayment(short), 'paymentId'],
  ['payment id: acknowledge', ({ acknowledge }) => acknowledge(short, { amount: 1 }), 'paymentId'],
  ['payment id: refund IBAN', ({ readRefundIban }) => readRefundIban(short), 'paymentId'],
  ['payment id with half of a character', ({ readPayment }) => readPayment(half), 'paymentId'],
  ['refund id', ({ readRefund }) => readRefund(paymentId, short), 'refundId'],
  ['payout id: payments', payments({ payoutId: short }), 'payoutId'],
  ['payout id: refunds', refunds({ payoutId: short }), 'payoutId'],
];

const calls: readonly (readonly [string, Call, string, string])[] = [
  ...ids.map(([name, call, field]) => [name, call, 'invalid.id.length', field] as const),
  ['search page size at most 100', search({}, 0, 101), 'invalid.size.range', 'size'],
  ['search page size at least 0', search({}, 0, -1), 'invalid.size.range', 'size'],
  ['search page index at least 0', search({}, -1), 'invalid.page.range', 'page'],
  ['search page index whole', search({}, 0.5), 'invalid.page.range', 'page'],
  ['search reference', search({ reference: long(36) }), 'invalid.reference.too-long', 'reference'],
  ['search statuses', search({ paymentStatuses: ['PAID'] }), 'invalid.payment-statuses.unknown', 'paymentStatuses.0'],
  ['search from a time that there is not', search({ from: -9e15 }), 'invalid.date.invalid', 'from'],
  ['search to a time that there is not', search({ to: 9e15 }), 'invalid.date.invalid', 'to'],
  ['search from before to', search({ from: 2, to: 1 }), 'invalid.range.order', 'to'],
  ['Idempotency-Key max 64', keyed(long(65)), 'invalid.idempotency-key.too-long', 'idempotencyKey'],
  ['Idempotency-Key required', keyed(''), 'invalid.idempotency-key.required', 'idempotencyKey'],
  ['Idempotency-Key in a header', keyed('a\r\nb'), 'invalid.idempotency-key.character', 'idempotencyKey'],
  ['acknowledge amount', ({ acknowledge }) => acknowledge(paymentId, { amount: 0 }), 'invalid.amount.zero', 'amount'],
  ['at most 30 days: payments', payments(days('2026-01-01', '2026-02-01')), 'invalid.range.too-long', 'endDate'],
  ['at most 30 days: refunds', refunds(days('2026-01-01', '2026-02-01')), 'invalid.range.too-long', 'endDate'],
  ['start-date without end-date', payments(days('2026-01-01')), 'invalid.range.both-ends', 'endDate'],
  ['end-date without start-date', refunds(days(undefined, '2026-01-01')), 'invalid.range.both-ends', 'startDate'],
  ['start-date after end-date', payments(days('2026-01-02', '2026-01-01')), 'invalid.range.order', 'endDate'],
  ['neither payout nor range', payments({}), 'invalid.range.required', 'payoutId'],
  ['a day that there is not', payments(days('2026-02-30', '2026-03-01')), 'invalid.date.invalid', 'startDate'],
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
    ['search in one moment', search({ from: 1, to: 1 })],
    ['30 days', payments(days('2026-01-01', '2026-01-31'))],
    ['one day', refunds(days('2024-02-29', '2024-02-29'))],
    ['a payout and a range', payments({ payoutId, ...days('2026-01-01', '2026-01-01') })],
    ['a date', payouts({ date: '2026-03-09' })],
  ];
  test.each(within)('%s is sent', async (_name, call) => {
    const { service, sent } = till();
    await call(service);
    expect(sent).toHaveLength(1);
  });

  test('an Idempotency-Key of 64 characters is sent', async () => {
    const { service, sent } = createTill(() => json(201, refundAnswer));
    await keyed(long(64))(service);
    expect(sent[0]?.headers['idempotency-key']).toHaveLength(64);
  });
});
