import { describe, expect, test } from 'vitest';
import type { Operation } from '../../main/service/operations.ts';
import { createTill, json, signed } from './client-under-test.ts';
import { answering, eachOperation, envelope } from './each-operation.ts';
import { creation, payment, payout, refund, refundId, transaction } from './sample-responses.ts';

const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
const read = (operation: Operation, body: object) =>
  eachOperation[operation].run(createTill((request, side) => signed(request, side, 200, body)).service, {
    retry: 'never',
  });
const readPayment = (body: object) => read('readPayment', body);
const schemaFault = { code: 'answer.schema', status: 200 };

describe('unspecified content is kept and reported once', () => {
  test('a field and a status of a payment', async () => {
    const long = 'n'.repeat(101);
    const more = { status: 'ON_HOLD', loyalty: { points: 3 }, [long]: 1 };
    const till = createTill(answering(200, { ...payment, ...more }));
    const first = await eachOperation.readPayment.run(till.service);
    await eachOperation.readPayment.run(till.service);
    expect(first).toMatchObject({ status: 'ON_HOLD', extra: { loyalty: { points: 3 } } });
    expect(till.deviations).toEqual([
      { api: 'payment', kind: 'value', where: 'Payment.status', value: 'ON_HOLD' },
      { api: 'payment', kind: 'field', where: 'Payment.loyalty' },
      { api: 'payment', kind: 'field', where: `Payment.${'n'.repeat(100)}` },
    ]);
  });

  test.each([
    ['readRefund', { ...refund, status: 'HELD' }, { status: 'HELD' }, 'Refund.status'],
    [
      'payouts',
      { ...envelope, payouts: [{ ...payout, payoutStatus: 'HELD' }] },
      [{ status: 'HELD' }],
      'Payout.payoutStatus',
    ],
    [
      'payoutPayments',
      { ...envelope, payments: [{ ...transaction, paymentChannel: 'HELD' }] },
      [{ paymentChannel: 'HELD' }],
      'Transaction.paymentChannel',
    ],
  ] as const)('a value of %s', async (operation, body, read, where) => {
    const till = createTill((request, side) => signed(request, side, 200, body));
    await expect(eachOperation[operation].run(till.service)).resolves.toMatchObject(read);
    expect(till.deviations).toMatchObject([{ where, value: 'HELD' }]);
  });

  test('a __proto__ field does not pollute prototypes', async () => {
    const raw = JSON.stringify(payment).replace('{', '{"__proto__":{"amount":1},');
    const till = createTill(() => ({ ...json(200, {}), body: new TextEncoder().encode(raw) }));
    await expect(eachOperation.readPayment.run(till.service)).resolves.toMatchObject({ amount: 1250 });
    expect(({} as Record<string, unknown>)['amount']).toBeUndefined();
  });

  test('stops reporting after 500 deviations', async () => {
    const fields = Object.fromEntries(Array.from({ length: 600 }, (_, number) => [`field${number}`, 1]));
    const till = createTill(answering(200, { ...payment, ...fields }));
    await eachOperation.readPayment.run(till.service);
    expect(till.deviations).toHaveLength(500);
  });

  test('a missing amount of a creation: the requested amount', async () => {
    const till = createTill(answering(201, without(creation, 'amount')));
    for (let times = 0; times < 2; times += 1)
      await expect(eachOperation.createPayment.run(till.service)).resolves.toMatchObject({ amount: 1250 });
    expect(till.deviations).toEqual([{ api: 'payment', kind: 'missing', where: 'Creation.amount' }]);
  });
});

const paidPayment = { ...payment, succeededAt: '2026-03-09T10:16:00Z' };
const optional: Readonly<Record<string, readonly string[]>> = {
  payment: ['debtor', 'description', 'message', 'reference', 'bulkId', 'succeededAt', '_links'],
  creation: ['description', 'reference', 'amount'],
  refund: ['description'],
  transaction: ['payoutId', 'reference', 'description'],
};

/** Each resource of the specification, and where it is in a response. */
const resources: readonly (readonly [string, object, Operation, (resource: object) => object])[] = [
  ['payment', paidPayment, 'readPayment', (resource) => resource],
  ['creation', creation, 'createPayment', (resource) => resource],
  ['link', creation._links, 'createPayment', (_links) => ({ ...creation, _links })],
  ['refund', refund, 'readRefund', (resource) => resource],
  ['payout', payout, 'payouts', (resource) => ({ ...envelope, payouts: [resource] })],
  ['envelope', envelope, 'payouts', (resource) => ({ ...resource, payouts: [payout] })],
  ['transaction', transaction, 'payoutPayments', (resource) => ({ ...envelope, payments: [resource] })],
  [
    'refunded transaction',
    { refundId },
    'payoutRefunds',
    (id) => ({ ...envelope, refunds: [{ ...transaction, ...id }] }),
  ],
];

describe.each(resources)('the members of a %s', (name, whole, operation, within) => {
  const mayMiss = (member: string) => optional[name]?.includes(member) || (name === 'link' && member === 'cancel');
  const members = Object.keys(whole);

  test('are required by the specification', async () => {
    for (const member of members.filter((each) => !mayMiss(each)))
      await expect(read(operation, within(without(whole, member))), member).rejects.toMatchObject(schemaFault);
  });

  test('may be absent otherwise', async () => {
    for (const member of members.filter(mayMiss))
      await expect(read(operation, within(without(whole, member))), member).resolves.toBeDefined();
  });
});

describe('a payment', () => {
  test.each(optional['payment'] ?? [])('may lack %s, or name null', async (name) => {
    const expected: object = { ...Object(await readPayment(paidPayment)) };
    const left = name === '_links' ? { ...expected, links: {} } : without(expected, name);
    for (const given of [without(paidPayment, name), { ...paidPayment, [name]: null }])
      await expect(readPayment(given)).resolves.toEqual(left);
  });

  test.each(['name', 'iban'])('may lack the %s of its debtor', async (name) => {
    const { debtor, ...rest } = Object(await readPayment(paidPayment));
    for (const given of [without(payment.debtor, name), { ...payment.debtor, [name]: null }])
      await expect(readPayment({ ...paidPayment, debtor: given })).resolves.toEqual({
        ...rest,
        debtor: without(debtor, name),
      });
  });

  test('has its expiry in expireAt or expiresAt', async () => {
    const { expireAt, ...rest } = payment;
    const expected = { expiresAt: Date.parse(expireAt) };
    await expect(readPayment(payment)).resolves.toMatchObject(expected);
    await expect(readPayment({ ...rest, expiresAt: expireAt })).resolves.toMatchObject(expected);
  });

  test('names each invalid field in its error', async () => {
    await expect(readPayment({ ...payment, amount: '1', status: 7 })).rejects.toThrow(/status: .*; amount: /);
  });

  test.each([
    ['2026-03-09T10:15:30Z', true],
    ['2026-03-09T10:15:30', true],
    ['2026-03-09T10:15:30.000000Z', true],
    ['2026-03-09T11:15:30+01:00', true],
    ['yesterday', false],
    ['', false],
    ['2026-03-09', false],
    ['1773051330', false],
  ])('created at %j is read: %s', async (createdAt, isRead) => {
    const reading = expect(readPayment({ ...payment, createdAt }));
    if (isRead) await reading.resolves.toMatchObject({ createdAt: Date.parse('2026-03-09T10:15:30Z') });
    else await reading.rejects.toMatchObject(schemaFault);
  });

  test.each<readonly [string, unknown]>([
    ['amount', '1250'],
    ['amount', 12.5],
    ['amount', 2 ** 60],
    ['paymentId', 'short'],
    ['status', ''],
    ['status', 7],
    ['debtor', []],
  ])('is rejected with %s %j', async (name, value) => {
    await expect(readPayment({ ...payment, [name]: value })).rejects.toMatchObject(schemaFault);
  });
});

describe('a list', () => {
  test.each(['FAILED', 'HELD'])('holds a %s payout without id', async (payoutStatus) => {
    for (const made of [without(payout, 'payoutId'), { ...payout, payoutId: null }]) {
      const [read] = Object(await eachPayout({ ...made, payoutStatus }));
      expect(read).not.toHaveProperty('payoutId');
    }
  });

  test('holds a negative payout, owed by the shop', async () => {
    const owing = { ...payout, totalPaymentAmount: 200, totalRefundAmount: 501, payoutAmount: -301 };
    await expect(eachPayout(owing)).resolves.toMatchObject([{ payoutAmount: -301 }]);
  });

  test.each<readonly [Operation, object, string]>([
    ['payoutRefunds', { refunds: [{ ...transaction, refundId }, transaction] }, 'item 1: refundId'],
    ['payoutPayments', { payments: [{ ...transaction, amount: 0 }] }, 'item 0: amount'],
  ])('of %s names its malformed item', async (operation, items, message) => {
    const error = { ...schemaFault, message: expect.stringContaining(message) };
    await expect(read(operation, { ...envelope, ...items })).rejects.toMatchObject(error);
  });

  const eachPayout = (item: object) => read('payouts', { ...envelope, payouts: [item] });
});
