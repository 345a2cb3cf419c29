import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { PaymentService } from '../../main/domain/payment-service.ts';
import type { HttpResponse } from '../../main/service/transport.ts';
import fc from '../base/properties.ts';
import { all, createTill, json, signed } from './client-under-test.ts';
import { creation, payment, paymentId, payout, payoutId, refund, refundId, transaction } from './sample-responses.ts';

const envelope = { size: 1, totalPages: 1, totalElements: 1, number: 0 };
const never = { retry: 'never' } as const;

/** Each operation by its number in the specification, with an accepted response. */
const operations: readonly (readonly [string, object, (service: PaymentService) => Promise<unknown>])[] = [
  ['1', payment, (service) => service.readPayment(paymentId, never)],
  ['2', {}, (service) => service.cancelPayment(paymentId)],
  ['3', { ...envelope, details: [payment] }, (service) => service.searchPage({}, 0, 10, never)],
  [
    '5',
    creation,
    (service) =>
      service.createStaticQr(service.prepareStaticQr({ posId: 'P', amount: 1250, reference: 'SHOP7-POS01-0001' })),
  ],
  ['6', {}, (service) => service.acknowledge(paymentId, { amount: 1 })],
  ['7', { iban: 'BE68539007547034' }, (service) => service.readRefundIban(paymentId, never)],
  ['8', refund, (service) => service.createRefund(paymentId, service.prepareRefund({ amount: 500 }), 'k', never)],
  ['9', refund, (service) => service.readRefund(paymentId, refundId, never)],
  ['10', { ...envelope, payouts: [payout] }, (service) => all(service.payouts({}, never))],
  ['11', { ...envelope, payments: [transaction] }, (service) => all(service.payoutPayments({ payoutId }, never))],
  ['12', { ...envelope, refunds: [transaction] }, (service) => all(service.payoutRefunds({ payoutId }, never))],
];

function withOther(value: unknown, path: readonly number[], put: unknown): unknown {
  const [index, ...rest] = path;
  if (index === undefined || typeof value !== 'object' || value === null) return put;
  const members = Object.entries(value);
  const chosen = members[index % Math.max(members.length, 1)];
  if (chosen === undefined) return put;
  const changed = members.map(([name, member]) => [name, name === chosen[0] ? withOther(member, rest, put) : member]);
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

const status = fc.oneof(fc.constantFrom(200, 201, 202, 204), fc.integer({ min: 100, max: 599 }));
const headers = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'retry-after',
    'date',
    'www-authenticate',
    'traceparent',
    'signature',
    'signaturebank',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }),
  { noNullPrototype: true },
);

async function judge(call: (service: PaymentService) => Promise<unknown>, answer: () => HttpResponse, sign: boolean) {
  const till = createTill((request, side) => {
    const plain = answer();
    if (!sign) return plain;
    const { headers: proof } = signed(request, side, 200, JSON.parse(new TextDecoder().decode(plain.body)));
    return { ...plain, headers: { ...plain.headers, ...proof } };
  });
  const thrown = await call(till.service).catch((error: unknown) => error);
  if (thrown instanceof Error) expect(thrown, thrown.stack ?? '').toBeInstanceOf(TillError);
}

test.each(operations)('operation %s turns arbitrary bytes into a typed error', async (_name, _answer, call) => {
  await fc.assert(
    fc.asyncProperty(status, headers, fc.uint8Array({ maxLength: 200 }), (code, extra, body) =>
      judge(call, () => ({ status: code, headers: extra, body }), false),
    ),
    { numRuns: 200 },
  );
});

test.each(operations)(
  'operation %s returns a value or typed error for mutated responses',
  async (_name, answer, call) => {
    const changed = fc
      .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }))
      .map(([path, put]) => withOther(answer, path, put));
    await fc.assert(
      fc.asyncProperty(status, changed, (code, body) => judge(call, () => json(code, body ?? null), true)),
      { numRuns: 200 },
    );
  },
);
