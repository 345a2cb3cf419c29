import { describe, expect, test } from 'vitest';
import { all, createTill, json, signed, text } from './client-under-test.ts';
import { envelope } from './each-operation.ts';
import { creation, payment, paymentId, payout, payoutId, refund, refundId, transaction } from './sample-responses.ts';
import { config } from './vectors.ts';

const day = { startDate: '2026-03-01', endDate: '2026-03-31' };

describe('Payment API', () => {
  test('1 GET /v3/payments/{id}', async () => {
    const more = { refund: { href: 'https://service.test/refund' }, checkout: { href: 'https://pay.test/checkout' } };
    const succeededAt = '2026-03-09T10:16:00Z';
    const till = createTill(() => json(200, { ...payment, succeededAt, _links: { ...payment._links, ...more } }));
    const read = await till.service.readPayment(paymentId);
    expect(till.sent).toMatchObject([{ method: 'GET', path: `/v3/payments/${paymentId}`, query: '' }]);
    expect(read).toEqual({
      paymentId,
      status: 'PENDING',
      amount: 1250,
      createdAt: Date.parse('2026-03-09T10:15:30.250Z'),
      expiresAt: Date.parse('2026-03-09T10:20:30.250Z'),
      succeededAt: Date.parse(succeededAt),
      reference: 'SHOP7-POS01-0001',
      description: 'Brood & koffie',
      message: 'thanks',
      bulkId: 'B1',
      debtor: { name: 'Zoë', iban: 'BE********1234' },
      creditor: { profileId: config.profileId, merchantId: config.merchantId, name: 'Bakkerij Zoë' },
      links: {
        self: payment._links.self.href,
        deeplink: payment._links.deeplink.href,
        qrcode: payment._links.qrcode.href,
        cancel: payment._links.cancel.href,
        refund: more.refund.href,
        checkout: more.checkout.href,
      },
    });
  });

  test.each([
    ['BE68539007547034', 'BE**********7034'],
    ['BE68 5390 0754 7034', 'BE**********7034'],
    ['be68539007547034', 'be**********7034'],
    ['NO9386011117947', 'NO*********7947'],
    ['BE**********7034', 'BE**********7034'],
    ['*************47034', '*************47034'],
    ['***********47034', '***********47034'],
    ['**68539007547034', '************7034'],
  ])("1 stores the payer's account %s as %s", async (iban, known) => {
    const till = createTill(() => json(200, { ...payment, debtor: { name: 'Zoë', iban } }));
    expect((await till.service.readPayment(paymentId)).debtor).toEqual({ name: 'Zoë', iban: known });
  });

  test('2 DELETE /v3/payments/{id}', async () => {
    const till = createTill(() => text(204, ''));
    await till.service.cancelPayment(paymentId);
    expect(till.sent).toMatchObject([{ method: 'DELETE', path: `/v3/payments/${paymentId}` }]);
    expect(till.sent[0]?.body).toBeUndefined();
  });

  test('5 omits empty members, refused by the service', () => {
    const { service } = createTill(() => json(200, {}));
    const filled = { posId: 'POS01', amount: 1250, reference: 'R1' };
    const empty = { shopId: '', shopName: '', callbackUrl: '', identifyCallbackUrl: '', description: '' };
    expect(JSON.parse(service.prepareStaticQr({ ...filled, ...empty }))).toEqual({ ...filled, currency: 'EUR' });
  });

  test('3 POST /v3/payments/search', async () => {
    const till = createTill(() => json(200, { ...envelope, number: 2, details: [payment] }));
    const page = await till.service.searchPage(
      { from: 0, to: 1_500, reference: 'R1', paymentStatuses: ['PENDING'] },
      2,
      10,
    );
    expect(till.sent).toMatchObject([{ method: 'POST', path: '/v3/payments/search', query: 'page=2&size=10' }]);
    expect(JSON.parse(till.sent[0]?.body ?? '')).toEqual({
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-01T00:00:01.500Z',
      paymentStatuses: ['PENDING'],
      reference: 'R1',
    });
    expect(page).toMatchObject({ items: [{ paymentId }], totalPages: 1, totalElements: 1, number: 2 });
    expect(till.logged).toMatchObject([{ facts: { operation: 'search', reference: 'R1' } }]);
  });

  test('3 reads pages on demand and yields each payment once', async () => {
    const id = (count: number) => String(count).padStart(24, '0');
    const pages = [
      [id(1), id(2)],
      [id(2), id(3)],
    ];
    const till = createTill((request) => {
      const number = Number(new URLSearchParams(request.query).get('page'));
      const details = (pages[number] ?? []).map((each) => ({ ...payment, paymentId: each }));
      return json(200, { size: details.length, totalPages: 2, totalElements: 3, number, details });
    });
    const listed: string[] = [];
    const asked: number[] = [];
    for await (const each of till.service.search({})) {
      listed.push(each.paymentId);
      asked.push(till.sent.length);
    }
    expect(listed).toEqual([id(1), id(2), id(3)]);
    expect([...asked, till.sent.length]).toEqual([1, 1, 2, 2]);
  });

  test('4 POST /v3/payments', async () => {
    const till = createTill(() => json(201, creation));
    const body = till.service.preparePayment({
      amount: 1250,
      reference: 'SHOP7-POS01-0001',
      description: '',
      returnUrl: 'https://shop.test/done',
      voucherEligibility: [{ voucherSchemes: ['MEAL', 'ECO'], amount: 100 }],
    });
    const created = await till.service.createPayment(body);
    expect(till.sent).toMatchObject([{ method: 'POST', path: '/v3/payments', body }]);
    expect(JSON.parse(body)).toEqual({
      amount: 1250,
      reference: 'SHOP7-POS01-0001',
      currency: 'EUR',
      returnUrl: 'https://shop.test/done',
      voucherEligibility: [{ voucherSchemes: ['MEAL', 'ECO'], amount: 100 }],
    });
    expect(created).toMatchObject({ paymentId, expiresAt: Date.parse(creation.expiresAt) });
    expect(till.logged).toMatchObject([{ facts: { operation: 'createPayment', reference: creation.reference } }]);
  });

  test.each([200, 201])('5 POST /v3/payments/pos answered with %i', async (status) => {
    const till = createTill(() => json(status, creation));
    const ask = { posId: 'POS01', shopId: 'SHOP7', shopName: 'Bakkerij Zoë', amount: 1250, reference: 'T-1' };
    const { reference: _reference, amount: _amount, ...bare } = creation;
    const body = till.service.prepareStaticQr(ask);
    expect(JSON.parse(body)).toEqual({ ...ask, currency: 'EUR' });
    const bareTill = createTill(() => json(status, bare));
    await expect(bareTill.service.createStaticQr(body)).resolves.toMatchObject({ amount: 1250, status: 'PENDING' });
    expect(bareTill.sent).toMatchObject([{ method: 'POST', path: '/v3/payments/pos', body }]);
  });

  test('6 POST /v3/payments/{id}/acknowledge', async () => {
    const till = createTill(() => text(202, ''));
    await till.service.acknowledge(paymentId, { amount: 1250, reference: 'R1' });
    expect(till.sent).toMatchObject([
      {
        method: 'POST',
        path: `/v3/payments/${paymentId}/acknowledge`,
        body: '{"currency":"EUR","amount":1250,"reference":"R1"}',
      },
    ]);
  });

  test.each([
    ['iban', { iban: 'BE68539007547034' }],
    ['debtorIban', { name: 'DE', debtorIban: 'BE68 5390 0754 7034' }],
    ['refundIban', { refundIban: 'BE68539007547034' }],
    ['debtorRefundIban', { debtorRefundIban: 'BE68539007547034' }],
    ['an object inside', { debtor: { iban: 'BE68539007547034' } }],
    ['an object inside, in capitals', { Debtor: { IBAN: 'BE68539007547034' } }],
    ['the same twice', { iban: 'BE68539007547034', debtor: { name: 'Zoë', iban: 'be68 5390 0754 7034' } }],
    ['itself and its mask', { iban: 'BE68539007547034', debtor: { iban: 'BE**********7034' } }],
    ['a bare string', 'BE68539007547034'],
    ['lower case with blanks', { IBAN: ' be68 5390\u00a00754 7034 ' }],
    ["itself, beside the creditor's", { creditor: { iban: 'NL91ABNA0417164300' }, iban: 'BE68539007547034' }],
  ])('7 GET /v3/payments/{id}/debtor/refundIban returns %s', async (_name, value) => {
    const till = createTill(() => json(200, value));
    await expect(till.service.readRefundIban(paymentId)).resolves.toBe('BE68539007547034');
    expect(till.sent).toMatchObject([{ method: 'GET', path: `/v3/payments/${paymentId}/debtor/refundIban` }]);
  });

  test('7 reads a plain-text IBAN and rejects other text', async () => {
    const till = createTill(() => text(200, till.sent.length === 1 ? ' BE68 5390 0754 7034\n' : 'none'));
    await expect(till.service.readRefundIban(paymentId)).resolves.toBe('BE68539007547034');
    const read = till.service.readRefundIban(paymentId, { retry: 'never' });
    await expect(read).rejects.toMatchObject({ code: 'answer.unreadable' });
  });

  test.each<readonly [string, unknown, string]>([
    ['none', { iban: 'none' }, 'no IBAN'],
    ["only the creditor's", { creditor: { iban: 'NL91ABNA0417164300' } }, 'no IBAN'],
    ["the creditor's inside the debtor", { debtor: { creditor: { iban: 'NL91ABNA0417164300' } } }, 'no IBAN'],
    ["one under a name that may be anybody's", { creditorAccount: 'NL91ABNA0417164300' }, 'no IBAN'],
    ['one in a payment within', { payment: { debtor: { iban: 'BE68539007547034' } } }, 'no IBAN'],
    ['one whose check digits do not hold', { iban: 'BE69539007547034' }, 'no IBAN'],
    ['a masked one', { iban: 'BE**********7034' }, 'no IBAN'],
    ['one in a list', { iban: ['BE68539007547034'] }, 'no IBAN'],
    ['two that differ', { iban: 'NL91ABNA0417164300', debtor: { iban: 'BE68539007547034' } }, 'different IBANs'],
  ])('7 rejects a response that holds %s', async (_name, value, why) => {
    const till = createTill(() => json(200, value));
    const read = till.service.readRefundIban(paymentId, { retry: 'never' });
    await expect(read).rejects.toMatchObject({ code: 'answer.schema', message: expect.stringContaining(why) });
  });
});

describe('Refund API', () => {
  test('8 POST /v3/payments/{payment-id}/refunds', async () => {
    const till = createTill((request, side) => signed(request, side, 201, refund));
    const body = till.service.prepareRefund({ amount: 500, description: 'broken bread' });
    expect(body).toBe('{"amount":500,"currency":"EUR","description":"broken bread"}');
    expect(till.service.prepareRefund({ amount: 500, description: '' })).toBe('{"amount":500,"currency":"EUR"}');
    const created = await till.service.createRefund(paymentId, body, 'key-1');
    expect(till.sent).toMatchObject([{ method: 'POST', path: `/v3/payments/${paymentId}/refunds`, body }]);
    expect(till.sent[0]?.headers['idempotency-key']).toBe('key-1');
    expect(till.logged).toMatchObject([{ facts: { operation: 'createRefund', paymentId, refundKey: 'key-1' } }]);
    expect(created).toEqual({
      refundId,
      paymentId,
      amount: 500,
      status: 'PENDING',
      description: 'broken bread',
      createdAt: Date.parse(refund.creationDate),
      verified: true,
    });
  });

  test('9 GET /v3/payments/{payment-id}/refunds/{refund-id}', async () => {
    const till = createTill((request, side) => signed(request, side, 200, { ...refund, status: 'REFUNDED' }));
    const read = await till.service.readRefund(paymentId, refundId);
    expect(till.sent).toMatchObject([{ method: 'GET', path: `/v3/payments/${paymentId}/refunds/${refundId}` }]);
    expect(read).toMatchObject({ status: 'REFUNDED', verified: true });
  });

  test('returns a response without SignatureBank as unverified', async () => {
    const till = createTill(() => json(200, { ...refund, status: 'REFUNDED' }));
    await expect(till.service.readRefund(paymentId, refundId)).resolves.toMatchObject({
      verified: false,
      verifyFault: 'verify.no-signature',
    });
  });

  test('returns a replayed response as unverified', async () => {
    let kept: ReturnType<typeof json> | undefined;
    const till = createTill((request, side) => {
      kept ??= signed(request, side, 200, refund);
      return kept;
    });
    await expect(till.service.readRefund(paymentId, refundId)).resolves.toMatchObject({ verified: true });
    await expect(till.service.readRefund(paymentId, refundId)).resolves.toMatchObject({
      verified: false,
      verifyFault: 'verify.replayed',
    });
  });
});

test('accepts and reports an issuer in different case', async () => {
  const expected = config.issuer;
  const names = [expected, expected.toUpperCase() === expected ? expected.toLowerCase() : expected.toUpperCase()];
  let calls = 0;
  const till = createTill((request, side) => signed(request, side, 200, refund, { iss: names[calls++] ?? expected }));
  for (const _ of names) expect(await till.service.readRefund(paymentId, refundId)).toMatchObject({ verified: true });
  expect(till.issuersSeen).toEqual(names.map((got) => ({ of: 'service', expected, got })));
});

test('sends the current API key as bearer token', async () => {
  let key: string | undefined;
  const till = createTill(() => json(200, payment), { apiKey: () => key });
  for (key of ['key-1', undefined, '']) await till.service.readPayment(paymentId);
  expect(till.sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer key-1', undefined, undefined]);
});

test('refuses an API key with control characters before sending', async () => {
  const till = createTill(() => json(200, payment), { apiKey: 'a\r\nb' });
  await expect(till.service.readPayment(paymentId)).rejects.toMatchObject({ code: 'invalid.api-key.character' });
  expect(till.sent).toEqual([]);
  expect(till.reachability.state).toBe('unknown');
});

describe('Reconciliation API', () => {
  test('10 /v3/reconciliation/payouts', async () => {
    const till = createTill((request, side) => signed(request, side, 200, { ...envelope, payouts: [payout] }));
    const payouts = await all(till.service.payouts({ date: '2026-03-09' }));
    expect(till.sent).toMatchObject([{ method: 'GET', path: '/v3/reconciliation/payouts' }]);
    expect(till.sent[0]?.query).toBe('date=2026-03-09&size=10000&page=0');
    const { payoutStatus: status, payoutDate, payoutCurrency: _currency, ...same } = payout;
    expect(payouts).toEqual([{ ...same, status, date: Date.parse(payoutDate) }]);
  });

  test('10 returns an empty list without payouts', async () => {
    const none = { size: 0, totalPages: 0, totalElements: 0, number: 0, payouts: [] };
    const till = createTill((request, side) => signed(request, side, 200, none));
    await expect(all(till.service.payouts())).resolves.toEqual([]);
    expect(till.sent[0]?.query).toBe('size=10000&page=0');
  });

  test('11 /v3/reconciliation/payments', async () => {
    const listed = { ...transaction, reference: 'R1', description: 'bread', posId: 'POS01' };
    const till = createTill((request, side) => signed(request, side, 200, { ...envelope, payments: [listed] }));
    const payments = await all(till.service.payoutPayments({ payoutId }));
    expect(till.sent).toMatchObject([
      { path: '/v3/reconciliation/payments', query: `payout-id=${payoutId}&size=10000&page=0` },
    ]);
    const { transactionDate, currency: _currency, posId, ...same } = listed;
    expect(payments).toEqual([{ ...same, date: Date.parse(transactionDate), extra: { posId } }]);
  });

  test('12 /v3/reconciliation/refunds', async () => {
    const refunds = [{ ...transaction, refundId }];
    const till = createTill((request, side) => signed(request, side, 200, { ...envelope, refunds }));
    await expect(all(till.service.payoutRefunds(day))).resolves.toMatchObject([{ refundId, paymentId }]);
    expect(till.sent[0]?.query).toBe('start-date=2026-03-01&end-date=2026-03-31&size=10000&page=0');
  });

  test('fetches a page only when the previous page is consumed', async () => {
    const till = createTill((request, side) => {
      const number = Number(new URLSearchParams(request.query).get('page'));
      return signed(request, side, 200, { size: 1, totalPages: 3, totalElements: 3, number, payments: [transaction] });
    });
    const asked: number[] = [];
    for await (const _each of till.service.payoutPayments(day)) asked.push(till.sent.length);
    expect(asked).toEqual([1, 2, 3]);
  });

  test('rejects an unsigned list', async () => {
    const till = createTill(() => json(200, { ...envelope, payouts: [payout] }));
    await expect(all(till.service.payouts())).rejects.toMatchObject({ code: 'verify.no-signature' });
  });

  test.each([
    [299, 'believed'],
    [301, 'verify.too-old'],
  ])('a list signed %d s ago with 300 tolerated is %s', async (seconds, outcome) => {
    const answer = json(200, { ...envelope, payouts: [payout] });
    const till = createTill(
      ({ path }, side) => {
        const claims = side.answer(path, { iat: till.clock.now() - seconds * 1_000 });
        return { ...answer, headers: { ...answer.headers, signature: side.detached(claims, answer.body) } };
      },
      { tuning: { toleranceSeconds: 300 } },
    );
    const judged = all(till.service.payouts({}, { retry: 'never' })).then(
      () => 'believed',
      ({ code }) => code,
    );
    expect(await judged).toBe(outcome);
  });
});
