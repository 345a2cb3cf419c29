import { describe, expect, test } from 'vitest';
import type { RequestBody } from '../../main/domain/payment-service.ts';
import type { HttpRequest, HttpResponse } from '../../main/service/transport.ts';
import { all, createTill, json, signed, text } from './client-under-test.ts';
import { creation, payment, paymentId } from './sample-responses.ts';
import { config } from './vectors.ts';

const mismatch = { code: 'answer.mismatch', acted: 'maybe', retryable: true };
const OTHER = 'f'.repeat(24);
const body = JSON.stringify({ amount: creation.amount, reference: creation.reference }) as RequestBody;

describe('responses that name a different creditor', () => {
  const others = [
    ['profile', { ...payment.creditor, profileId: OTHER }],
    ['merchant', { ...payment.creditor, merchantId: OTHER }],
  ] as const;

  test.each(others)('are rejected for a read and a creation (another %s)', async (name, creditor) => {
    let answered: object | undefined = payment.creditor;
    const till = createTill(({ method }) => {
      const sentBody = { ...(method === 'GET' ? payment : creation), creditor: answered };
      answered = creditor;
      return json(200, sentBody);
    });
    await till.service.readPayment(paymentId);
    await expect(till.service.readPayment(paymentId, { retry: 'never' })).rejects.toMatchObject(mismatch);
    await expect(till.service.createStaticQr(body)).rejects.toMatchObject(mismatch);
    await expect(till.service.createPayment(body)).rejects.toMatchObject(mismatch);
    const own = payment.creditor[`${name}Id`];
    const seen = { kind: 'refused', where: `creditor.${name}Id`, expected: own, value: OTHER };
    expect(till.deviations).toMatchObject([seen]);
  });

  test('are accepted once with a configuration id as profile id', async () => {
    const creditor = { ...payment.creditor, profileId: 'configuration-1' };
    const till = createTill(({ method }) => json(200, { ...(method === 'GET' ? payment : creation), creditor }));
    await expect(till.service.createPayment(body)).resolves.toMatchObject({ paymentId });
    await expect(till.service.readPayment(paymentId)).resolves.toMatchObject({ paymentId });
    const seen = { kind: 'accepted', where: 'creditor.profileId', value: 'configuration-1' };
    expect(till.deviations).toMatchObject([{ ...seen, expected: config.profileId }]);
  });

  test.each(others)('are left out of search results (another %s)', async (_what, creditor) => {
    const details = [payment, { ...payment, paymentId: OTHER, creditor }];
    const page = { size: 2, totalPages: 1, totalElements: 2, number: 0, details };
    const till = createTill(() => json(200, page));
    const found = await till.service.searchPage({}, 0, 100);
    expect(found.items.map((item) => item.paymentId)).toEqual([paymentId]);
    expect(found.totalElements).toBe(2);
  });

  test('do not end a search: the next page is read', async () => {
    const [, [, creditor]] = others;
    const pages = [[{ ...payment, paymentId: OTHER, creditor }], [payment], []];
    let asked = 0;
    const till = createTill(({ query }) => {
      asked += 1;
      const number = Number(new URLSearchParams(query).get('page'));
      return json(200, { size: 1, totalPages: 9, totalElements: 9, number, details: pages[number] });
    });
    expect((await all(till.service.search({}))).map((found) => found.paymentId)).toEqual([paymentId]);
    expect(asked).toBe(pages.length);
  });

  test('are accepted when the creditor carries no ids', async () => {
    const till = createTill(() => json(200, { ...payment, creditor: { name: 'Bakkerij Zoë' } }));
    await expect(till.service.readPayment(paymentId)).resolves.toMatchObject({ paymentId });
  });
});

describe('a reference that the service stores in another form', () => {
  const sent = 'Crème n° 7';
  const kept = 'Creme n. 7';
  const own = JSON.stringify({ amount: creation.amount, reference: sent }) as RequestBody;

  test.each([
    [kept, { kind: 'accepted', expected: sent, value: kept }, true],
    ['Crema n. 7', { kind: 'refused', expected: sent, value: 'Crema n. 7' }, false],
  ])('in the creation response: %s', async (reference, seen, isAccepted) => {
    const till = createTill(() => json(200, { ...creation, reference }));
    const created = till.service.createPayment(own);
    if (isAccepted) expect(await created).toMatchObject({ reference: sent });
    else await expect(created).rejects.toMatchObject(mismatch);
    expect(till.deviations).toMatchObject([{ where: 'reference', ...seen }]);
  });

  test.each([
    ['by the reference as sent', sent, [sent]],
    ['by its basic characters', kept, [sent, kept]],
    ['by neither', undefined, [sent, kept]],
  ])('is found %s', async (_how, by, asked) => {
    const till = createTill(({ body: request = '' }) => {
      const details = JSON.parse(request).reference === by ? [{ ...payment, reference: kept }] : [];
      return json(200, { size: 1, totalPages: 1, totalElements: 1, number: 0, details });
    });
    const { items } = await till.service.searchPage({ reference: sent }, 0, 10);
    expect(items.map(({ reference }) => reference)).toEqual(by === undefined ? [] : [sent]);
    expect(till.sent.map(({ body: request = '' }) => JSON.parse(request).reference)).toEqual(asked);
  });

  test('needs a single search when all characters are basic', async () => {
    const till = createTill(() => json(200, { size: 0, totalPages: 0, totalElements: 0, number: 0 }));
    await till.service.searchPage({ reference: 'POS-261113-1' }, 0, 10);
    expect(till.sent).toHaveLength(1);
  });
});

test.each([
  text(204, ''),
  ...[{ ...payment, status: 'CANCELLED' }, { status: 'ok' }, { any: 'thing' }, {}, []].map((body) => json(202, body)),
])('cancel and acknowledge accept success without content (%#)', async (answer) => {
  const { service } = createTill(() => answer);
  await expect(service.cancelPayment(paymentId)).resolves.toBeUndefined();
  await expect(service.acknowledge(paymentId, { amount: 1250 })).resolves.toBeUndefined();
});

describe('pages of a list', () => {
  const entry = (name: string) => ({
    ...{ paymentId, refundId: name.padEnd(24, '0'), paymentProfileId: config.profileId, merchantName: 'Zoë' },
    ...{ paymentChannel: 'INSTORE', currency: 'EUR', amount: 1, transactionDate: '2026-03-09T10:00:00Z' },
  });
  type Answer = (page: number, asked: number) => object;

  /** Operation 12 with the pages that `answer` returns. */
  function listing(answer: Answer) {
    let asked = 0;
    const pageOf = ({ query }: HttpRequest) => Number(new URLSearchParams(query).get('page'));
    const till = createTill((request, side): HttpResponse => {
      asked += 1;
      return signed(request, side, 200, answer(pageOf(request), asked));
    });
    const refunds = () => all(till.service.payoutRefunds({ startDate: '2026-03-09', endDate: '2026-03-09' }));
    return { ids: async () => (await refunds()).map((one) => one.refundId?.replace(/0+$/, '')) };
  }

  const page = (number: number, totalElements: number, names: readonly string[]) => ({
    ...{ size: names.length, totalPages: Math.ceil(totalElements / 2), totalElements, number },
    refunds: names.map(entry),
  });

  test('are read again when the list changed between two pages', async () => {
    const before = ['a', 'b', 'c', 'd'];
    const after = ['b', 'c', 'd'];
    const { ids } = listing((number, asked) => {
      const list = asked === 1 ? before : after;
      return page(number, list.length, list.slice(number * 2, number * 2 + 2));
    });
    expect(new Set(await ids())).toEqual(new Set(['a', 'b', 'c', 'd']));
  });

  test('are rejected when the list keeps changing', async () => {
    let pages = 0;
    const { ids } = listing((number, asked) => {
      pages = asked;
      return page(number, 10 + asked, ['a', 'b']);
    });
    await expect(ids()).rejects.toMatchObject({ code: 'answer.mismatch' });
    expect(pages).toBe(6);
  });

  test('end with an empty page, despite a larger total', async () => {
    let pages = 0;
    const { ids } = listing((number, asked) => {
      pages = asked;
      return page(number, 10, number === 0 ? ['a', 'b'] : []);
    });
    expect(await ids()).toEqual(['a', 'b']);
    expect(pages).toBe(2);
  });

  test('are rejected when the page number differs from the request', async () => {
    const { ids } = listing((number) => page(number + 1, 4, ['a', 'b']));
    await expect(ids()).rejects.toMatchObject({ code: 'answer.mismatch' });
    const searching = createTill(() => json(200, { size: 0, totalPages: 3, totalElements: 3, number: 0, details: [] }));
    await expect(searching.service.searchPage({}, 1, 100, { retry: 'never' })).rejects.toMatchObject(mismatch);
  });
});
