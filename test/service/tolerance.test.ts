import { describe, expect, test } from 'vitest';
import { all, createTill, json, signed } from './client-under-test.ts';
import { creation, payment, paymentId, payout, payoutId, refund, refundId, transaction } from './sample-responses.ts';

const envelope = { size: 1, totalPages: 1, totalElements: 1, number: 0 };
const without = <T extends object>(object: T, name: keyof T): Partial<T> => {
  const { [name]: _left, ...rest } = object;
  return rest as Partial<T>;
};
const readPayment = (body: object) =>
  createTill(() => json(200, body)).service.readPayment(paymentId, { retry: 'never' });

describe('unspecified content is kept and reported once', () => {
  test('a field and a status of a payment', async () => {
    const long = 'n'.repeat(101);
    const till = createTill(() => json(200, { ...payment, status: 'ON_HOLD', loyalty: { points: 3 }, [long]: 1 }));
    const first = await till.service.readPayment(paymentId);
    await till.service.readPayment(paymentId);
    expect(first).toMatchObject({ status: 'ON_HOLD', extra: { loyalty: { points: 3 } } });
    expect(till.deviations).toEqual([
      { api: 'payment', kind: 'value', where: 'Payment.status', value: 'ON_HOLD' },
      { api: 'payment', kind: 'field', where: 'Payment.loyalty' },
      { api: 'payment', kind: 'field', where: `Payment.${'n'.repeat(100)}` },
    ]);
  });

  test("statuses of refunds and payouts, a transaction's channel", async () => {
    const till = createTill((request, side) => {
      if (request.path.endsWith('payouts'))
        return signed(request, side, 200, { ...envelope, payouts: [{ ...payout, payoutStatus: 'HELD' }] });
      if (request.path.endsWith('payments'))
        return signed(request, side, 200, { ...envelope, payments: [{ ...transaction, paymentChannel: 'VENDING' }] });
      return signed(request, side, 200, { ...refund, status: 'PROCESSING' });
    });
    await expect(till.service.readRefund(paymentId, refundId)).resolves.toMatchObject({ status: 'PROCESSING' });
    await expect(all(till.service.payouts())).resolves.toMatchObject([{ status: 'HELD' }]);
    await expect(all(till.service.payoutPayments({ payoutId }))).resolves.toMatchObject([
      { paymentChannel: 'VENDING' },
    ]);
    expect(till.deviations.map(({ where, value }) => [where, value])).toEqual([
      ['Refund.status', 'PROCESSING'],
      ['Payout.payoutStatus', 'HELD'],
      ['Transaction.paymentChannel', 'VENDING'],
    ]);
  });

  test('a __proto__ field does not pollute prototypes', async () => {
    const raw = JSON.stringify(payment).replace('{', '{"__proto__":{"amount":1},');
    const till = createTill(() => ({ ...json(200, {}), body: new TextEncoder().encode(raw) }));
    await expect(till.service.readPayment(paymentId)).resolves.toMatchObject({ amount: 1250 });
    expect(({} as Record<string, unknown>)['amount']).toBeUndefined();
  });

  test('stops reporting after 500 deviations', async () => {
    const till = createTill(() => json(200, { ...payment, status: `S${till.sent.length}` }));
    for (let times = 0; times < 600; times += 1) await till.service.readPayment(paymentId);
    expect(till.deviations).toHaveLength(500);
  });
});

describe('expireAt and expiresAt', () => {
  const at = Date.parse(payment.expireAt);
  test.each([
    ['expireAt', payment],
    ['expiresAt', { ...without(payment, 'expireAt'), expiresAt: payment.expireAt }],
  ])('are read as %s', async (_name, body) => {
    await expect(readPayment(body)).resolves.toMatchObject({ expiresAt: at });
  });

  test('do not hide the names of invalid fields', async () => {
    await expect(readPayment({ ...payment, amount: '1', status: 7 })).rejects.toThrow(/status: .*; amount: /);
  });

  test('must not both be missing', async () => {
    await expect(readPayment(without(payment, 'expireAt'))).rejects.toMatchObject({ code: 'answer.schema' });
  });
});

describe('date-times', () => {
  test.each([
    '2026-03-09T10:15:30Z',
    '2026-03-09T10:15:30',
    '2026-03-09T10:15:30.000000Z',
    '2026-03-09T11:15:30+01:00',
  ])('%s is accepted', async (createdAt) => {
    await expect(readPayment({ ...payment, createdAt })).resolves.toMatchObject({
      createdAt: Date.parse('2026-03-09T10:15:30Z'),
    });
  });

  test.each(['yesterday', '', '2026-03-09', '1773051330'])('%j is rejected', async (createdAt) => {
    await expect(readPayment({ ...payment, createdAt })).rejects.toMatchObject({ code: 'answer.schema' });
  });
});

describe('the fields of the specification: Payment', () => {
  const required = ['paymentId', 'createdAt', 'currency', 'status', 'creditor', 'amount'] as const;
  test.each(required)('%s is required', async (name) => {
    await expect(readPayment(without(payment, name))).rejects.toMatchObject({ code: 'answer.schema' });
  });

  const whole = { ...payment, succeededAt: '2026-03-09T10:16:00Z' };
  const optional = ['debtor', 'description', 'message', 'reference', 'bulkId', 'succeededAt'] as const;
  test.each(optional)('%s may be absent or null', async (name) => {
    const expected = without(await readPayment(whole), name);
    await expect(readPayment(without(whole, name))).resolves.toEqual(expected);
    await expect(readPayment({ ...whole, [name]: null })).resolves.toEqual(expected);
  });
  test.each([undefined, null])('_links may be %s', async (_links) => {
    await expect(readPayment({ ...whole, _links })).resolves.toEqual({ ...(await readPayment(whole)), links: {} });
  });
  test.each(['name', 'iban'] as const)('%s of the debtor may be absent or null', async (name) => {
    const { debtor = {}, ...rest } = await readPayment(whole);
    const expected = { ...rest, debtor: without(debtor, name) };
    for (const given of [without(whole.debtor, name), { ...whole.debtor, [name]: null }])
      await expect(readPayment({ ...whole, debtor: given })).resolves.toEqual(expected);
  });

  test.each<readonly [string, unknown]>([
    ['amount', '1250'],
    ['amount', 12.5],
    ['amount', 2 ** 60],
    ['paymentId', 'short'],
    ['status', ''],
    ['status', 7],
    ['debtor', []],
  ])('%s is not %j', async (name, value) => {
    await expect(readPayment({ ...payment, [name]: value })).rejects.toMatchObject({ code: 'answer.schema' });
  });
});

describe('the fields of the specification: Creation response', () => {
  const create = (body: object) => {
    const { service } = createTill(() => json(201, body));
    return service.createPayment(service.preparePayment({ amount: 1250, reference: 'SHOP7-POS01-0001' }));
  };
  const required = ['paymentId', 'status', 'createdAt', 'expiresAt', 'currency', 'creditor', '_links'] as const;
  test.each(required)('%s is required in a creation', async (name) => {
    await expect(create(without(creation, name))).rejects.toMatchObject({ code: 'answer.schema', acted: 'maybe' });
  });

  test.each(['self', 'deeplink', 'qrcode'] as const)('link %s is required', async (name) => {
    const _links = without(creation._links, name);
    await expect(create({ ...creation, _links })).rejects.toMatchObject({ code: 'answer.schema' });
  });

  test('reports a missing amount and uses the requested amount', async () => {
    const till = createTill(() => json(201, without(creation, 'amount')));
    const body = till.service.preparePayment({ amount: 1250, reference: 'SHOP7-POS01-0001' });
    await expect(till.service.createPayment(body)).resolves.toMatchObject({ amount: 1250 });
    await till.service.createPayment(body);
    expect(till.deviations).toEqual([{ api: 'payment', kind: 'missing', where: 'Creation.amount' }]);
  });

  test.each(['description', 'reference', 'amount'] as const)('%s may be absent', async (name) => {
    await expect(create(without(creation, name))).resolves.toMatchObject({ paymentId, amount: 1250 });
  });
});

describe('the fields of the specification: Refund resource', () => {
  const read = (body: object) =>
    createTill(() => json(200, body)).service.readRefund(paymentId, refundId, { retry: 'never' });
  const required = ['refundId', 'paymentId', 'amount', 'currency', 'status', 'creationDate'] as const;
  test.each(required)('%s is required in a refund', async (name) => {
    await expect(read(without(refund, name))).rejects.toMatchObject({ code: 'answer.schema' });
  });
  test('description may be absent', async () => {
    await expect(read(without(refund, 'description'))).resolves.toMatchObject({ refundId });
  });
});

describe('the fields of the specification: Reconciliation resources', () => {
  const lists = (
    name: 'payouts' | 'payments' | 'refunds',
    item: object,
    page: object = envelope,
    before: object[] = [],
  ) => {
    const { service } = createTill((request, side) =>
      signed(request, side, 200, { ...page, [name]: [...before, item] }),
    );
    const calls = {
      payouts: () => all(service.payouts({}, { retry: 'never' })),
      payments: () => all(service.payoutPayments({ payoutId }, { retry: 'never' })),
      refunds: () => all(service.payoutRefunds({ payoutId }, { retry: 'never' })),
    };
    return calls[name]();
  };
  const schemaFault = { code: 'answer.schema' };

  test.each(Object.keys(payout) as (keyof typeof payout)[])('payout item: %s is required', async (name) => {
    await expect(lists('payouts', without(payout, name))).rejects.toMatchObject(schemaFault);
  });
  test.each(['FAILED', 'HELD'])('payout item: payoutId may be absent when %s', async (status) => {
    const { payoutId: _none, ...made } = { ...payout, payoutStatus: status };
    await expect(lists('payouts', made)).resolves.toEqual([
      expect.not.objectContaining({ payoutId: expect.anything() }),
    ]);
    await expect(lists('payouts', { ...made, payoutId: null })).resolves.toHaveLength(1);
  });
  test('payout item: accepts a negative amount owed by the shop', async () => {
    const owing = { ...payout, totalPaymentAmount: 200, totalRefundAmount: 501, payoutAmount: -301 };
    await expect(lists('payouts', owing)).resolves.toMatchObject([{ payoutAmount: -301 }]);
  });
  test.each(['size', 'totalPages', 'totalElements', 'number'] as const)('envelope: %s is required', async (name) => {
    await expect(lists('payouts', payout, without(envelope, name))).rejects.toMatchObject(schemaFault);
  });

  const optional: readonly string[] = ['payoutId', 'reference', 'description'];
  const names = Object.keys(transaction) as (keyof typeof transaction)[];
  test.each(names.filter((name) => !optional.includes(name)))('transaction: %s is required', async (name) => {
    await expect(lists('payments', without(transaction, name))).rejects.toMatchObject(schemaFault);
  });
  test.each(names.filter((name) => optional.includes(name)))('transaction: %s may be absent', async (name) => {
    await expect(lists('payments', without(transaction, name))).resolves.toHaveLength(1);
  });
  test('refundId is required of refunds only', async () => {
    await expect(lists('refunds', transaction, envelope, [{ ...transaction, refundId }])).rejects.toMatchObject({
      ...{ ...schemaFault, status: 200, message: expect.stringContaining('item 1: refundId') },
    });
    await expect(lists('refunds', { ...transaction, refundId })).resolves.toMatchObject([{ refundId }]);
  });
  test('rejects an amount below 1', async () => {
    await expect(lists('payments', { ...transaction, amount: 0 })).rejects.toMatchObject(schemaFault);
  });
});
