import { describe, expect, test } from 'vitest';
import type { RequestBody } from '../../main/domain/payment-service.ts';
import type { HttpRequest, HttpResponse } from '../../main/service/transport.ts';
import { all, createTill, json, signed, text } from './client-under-test.ts';
import { creation, payment, paymentId } from './sample-responses.ts';
import { config } from './vectors.ts';

const mismatch = { code: 'answer.mismatch', acted: 'maybe', retryable: true };
const OTHER = 'f'.repeat(24);
const body = JSON.stringify({ amount: creation.amount, reference: creation.reference }) as RequestBody;

describe('an answer that names another creditor', () => {
  const others = [
    ['profile', { ...payment.creditor, profileId: OTHER }],
    ['merchant', { ...payment.creditor, merchantId: OTHER }],
  ] as const;

  test.each(others)('is no answer to a read or a creation (another %s)', async (name, creditor) => {
    let answered: object | undefined = payment.creditor;
    const till = createTill(({ method }) => {
      const told = { ...(method === 'GET' ? payment : creation), creditor: answered };
      answered = creditor;
      return json(200, told);
    });
    await till.service.readPayment(paymentId);
    await expect(till.service.readPayment(paymentId, { retry: 'never' })).rejects.toMatchObject(mismatch);
    await expect(till.service.createStaticQr(body)).rejects.toMatchObject(mismatch);
    await expect(till.service.createPayment(body)).rejects.toMatchObject(mismatch);
    const own = payment.creditor[`${name}Id`];
    const seen = { kind: 'refused', where: `creditor.${name}Id`, expected: own, value: OTHER };
    expect(till.deviations).toMatchObject([seen]);
  });

  test('is the own one under a configuration id, at a service that never names the profile', async () => {
    const creditor = { ...payment.creditor, profileId: 'configuration-1' };
    const till = createTill(({ method }) => json(200, { ...(method === 'GET' ? payment : creation), creditor }));
    await expect(till.service.createPayment(body)).resolves.toMatchObject({ paymentId });
    await expect(till.service.readPayment(paymentId)).resolves.toMatchObject({ paymentId });
    const seen = { kind: 'accepted', where: 'creditor.profileId', value: 'configuration-1' };
    expect(till.deviations).toMatchObject([{ ...seen, expected: config.profileId }]);
  });

  test.each(others)('is left out of what a search finds (another %s)', async (_what, creditor) => {
    const details = [payment, { ...payment, paymentId: OTHER, creditor }];
    const page = { size: 2, totalPages: 1, totalElements: 2, number: 0, details };
    const till = createTill(() => json(200, page));
    const found = await till.service.searchPage({}, 0, 100);
    expect(found.items.map((item) => item.paymentId)).toEqual([paymentId]);
    expect(found.totalElements).toBe(2);
  });

  test('ends no search: a page of nothing else is followed by the next, and an empty one is the last', async () => {
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

  test('that does not name itself is let through', async () => {
    const till = createTill(() => json(200, { ...payment, creditor: { name: 'Bakkerij Zoë' } }));
    await expect(till.service.readPayment(paymentId)).resolves.toMatchObject({ paymentId });
  });
});

describe('a reference that the service keeps in another form', () => {
  const sent = 'Crème n° 7';
  const kept = 'Creme n. 7';
  const own = JSON.stringify({ amount: creation.amount, reference: sent }) as RequestBody;

  test.each([
    [kept, { kind: 'accepted', expected: sent, value: kept }, true],
    ['Crema n. 7', { kind: 'refused', expected: sent, value: 'Crema n. 7' }, false],
  ])('of a creation: %s', async (reference, seen, isAccepted) => {
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

  test('takes one search where it has basic characters only', async () => {
    const till = createTill(() => json(200, { size: 0, totalPages: 0, totalElements: 0, number: 0 }));
    await till.service.searchPage({ reference: 'POS-261113-1' }, 0, 10);
    expect(till.sent).toHaveLength(1);
  });
});

describe('a cancellation that is answered with more than nothing', () => {
  test.each([
    ['the payment under way', { ...payment, status: 'IDENTIFIED' }],
    ['the payment as paid', { ...payment, status: 'SUCCEEDED' }],
    ['another payment', { ...payment, status: 'CANCELLED', paymentId: OTHER }],
    ['an error', { code: 'PAYMENT_NOT_CANCELLABLE', message: 'too late' }],
  ])('is not done where it tells of %s: a read finds out', async (_what, told) => {
    const till = createTill(() => json(200, told));
    await expect(till.service.cancelPayment(paymentId)).rejects.toMatchObject(mismatch);
  });

  test.each([{ ...payment, status: 'CANCELLED' }, { status: 'ok' }, { any: 'thing' }, {}, []])(
    'is done with %j',
    async (told) => {
      await expect(createTill(() => json(200, told)).service.cancelPayment(paymentId)).resolves.toBeUndefined();
    },
  );
});

test.each([text(204, ''), json(200, {}), json(202, { status: 'ok' })])(
  'an acknowledgement is done with nothing, an object, or some JSON that nobody knows (%#)',
  async (answer) => {
    const { service } = createTill(() => answer);
    await expect(service.acknowledge(paymentId, { amount: 1250 })).resolves.toBeUndefined();
  },
);

test('neither a cancellation nor an acknowledgement is taken for done when a portal answers with its own page', async () => {
  const page = text(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });
  const { service } = createTill(() => page);
  const unreadable = { code: 'answer.unreadable', acted: 'maybe' };
  await expect(service.cancelPayment(paymentId)).rejects.toMatchObject(unreadable);
  await expect(service.acknowledge(paymentId, { amount: 1250 })).rejects.toMatchObject(unreadable);
});

describe('pages of a list', () => {
  const entry = (name: string) => ({
    ...{ paymentId, refundId: name.padEnd(24, '0'), paymentProfileId: config.profileId, merchantName: 'Zoë' },
    ...{ paymentChannel: 'INSTORE', currency: 'EUR', amount: 1, transactionDate: '2026-03-09T10:00:00Z' },
  });
  type Answer = (page: number, asked: number) => object;

  /** Operation 12, as `answer` gives each page. */
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

  test('are read again where the list has changed between two of them, so that nothing is left out', async () => {
    const before = ['a', 'b', 'c', 'd'];
    const after = ['b', 'c', 'd'];
    const { ids } = listing((number, asked) => {
      const list = asked === 1 ? before : after;
      return page(number, list.length, list.slice(number * 2, number * 2 + 2));
    });
    expect(new Set(await ids())).toEqual(new Set(['a', 'b', 'c', 'd']));
  });

  test('of a list that never stands still are no answer', async () => {
    let pages = 0;
    const { ids } = listing((number, asked) => {
      pages = asked;
      return page(number, 10 + asked, ['a', 'b']);
    });
    await expect(ids()).rejects.toMatchObject({ code: 'answer.mismatch' });
    expect(pages).toBe(6);
  });

  test('end with one that is empty, whatever the list says of its length', async () => {
    let pages = 0;
    const { ids } = listing((number, asked) => {
      pages = asked;
      return page(number, 10, number === 0 ? ['a', 'b'] : []);
    });
    expect(await ids()).toEqual(['a', 'b']);
    expect(pages).toBe(2);
  });

  test('that are others than were asked for are no answer', async () => {
    const { ids } = listing((number) => page(number + 1, 4, ['a', 'b']));
    await expect(ids()).rejects.toMatchObject({ code: 'answer.mismatch' });
    const searching = createTill(() => json(200, { size: 0, totalPages: 3, totalElements: 3, number: 0, details: [] }));
    await expect(searching.service.searchPage({}, 1, 100, { retry: 'never' })).rejects.toMatchObject(mismatch);
  });
});
