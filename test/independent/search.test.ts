import { describe, expect, it } from 'vitest';
import { created, dateTime, id24, list, object } from './expectations.ts';
import { givenService, type ServiceUnderTest } from './service-under-test.ts';

const DAY = 24 * 3600_000;

const service = givenService('each');

type Query = Parameters<ServiceUnderTest['client']['search']>[1];

/** Creates payments with the given references, a second apart, and returns the last id. */
const create = async (...names: string[]) => {
  let id = '';
  for (const reference of names) {
    id = created(await service.client.createPayment({ amount: 100, reference }));
    service.clock.tick(1_000);
  }
  return id;
};
const references = async (body: object, query: Query = {}) =>
  list(await service.client.search(body, query), 'details').map((payment) => payment['reference']);

describe('operation 3, POST /v3/payments/search', () => {
  it('returns payments with required fields, even without a body', async () => {
    await create('ONE');
    const answer = await service.client.search();
    expect(answer.status).toBe(200);
    expect(object(answer)).toMatchObject({ size: 1, totalPages: 1, totalElements: 1, number: 0 });
    expect(list(answer, 'details')).toEqual([
      expect.objectContaining({
        paymentId: id24,
        createdAt: dateTime,
        expireAt: dateTime,
        currency: 'EUR',
        status: 'PENDING',
        creditor: expect.any(Object),
        amount: 100,
        reference: 'ONE',
      }),
    ]);
  });

  it('returns an empty list without matches', async () => {
    const answer = await service.client.search({ reference: 'nobody' });
    expect(object(answer)).toEqual({ size: 0, totalPages: 0, totalElements: 0, number: 0, details: [] });
  });

  it('sorts newest first, by date, even after clock changes', async () => {
    await create('A', 'B');
    service.sandbox.faults.setClockOffset(-1_500);
    const client = { with: 'bearer' } as const;
    created(await service.client.createPayment({ amount: 100, reference: 'C' }, client));
    expect(list(await service.client.search({}, {}, client), 'details').map((payment) => payment['reference'])).toEqual(
      ['B', 'C', 'A'],
    );
  });

  it('has pages of 10 by default, starting at 0', async () => {
    await create(...Array.from({ length: 12 }, (_, number) => `N-${number}`));
    const page = async (query: Query) => object(await service.client.search({}, query));
    expect(await page({})).toMatchObject({ size: 10, number: 0, totalElements: 12, totalPages: 2 });
    expect(await page({ page: 1 })).toMatchObject({ size: 2, number: 1, totalElements: 12, totalPages: 2 });
    expect(await page({ page: 7 })).toMatchObject({ size: 0, number: 7, details: [] });
    expect(await references({}, { page: 1, size: 3 })).toEqual(['N-8', 'N-7', 'N-6']);
  });

  it.each([
    [{ page: -1 }, 400],
    [{ page: 'x' }, 400],
    [{ page: '' }, 400],
    [{ size: -1 }, 400],
    [{ size: 0 }, 200],
    [{ size: 100 }, 200],
    [{ size: 101 }, 400],
    [{ size: 1.5 }, 400],
    [{ limit: 5, offset: 2 }, 200],
  ])('query: %j answers %i', async (query, status) => {
    expect((await service.client.search({}, query)).status).toBe(status);
  });

  it('omits payments before yesterday when from is missing', async () => {
    await create('OLD');
    service.clock.tick(DAY);
    await create('NEW');
    expect(await references({})).toEqual(['NEW', 'OLD']);
    service.clock.tick(DAY);
    expect(await references({})).toEqual(['NEW']);
    service.clock.tick(DAY);
    expect(await references({})).toEqual([]);
  });

  it('from and to bound the creation date inclusively', async () => {
    await create('A', 'B', 'C');
    expect(await references({ from: '2026-03-09T10:15:31.250Z', to: '2026-03-09T10:15:31.250Z' })).toEqual(['B']);
    expect(await references({ from: '2026-03-09T11:15:31.250+01:00' })).toEqual(['C', 'B']);
  });

  it('filters by paymentStatuses and by reference', async () => {
    service.pay(await create('PAID'));
    await service.client.cancelPayment(await create('GONE'));
    await create('WAITING', 'WAITING MORE');
    expect(await references({ paymentStatuses: ['SUCCEEDED'] })).toEqual(['PAID']);
    expect(await references({ paymentStatuses: ['SUCCEEDED', 'CANCELLED'] })).toEqual(['GONE', 'PAID']);
    expect(await references({ reference: 'WAITING' })).toEqual(['WAITING']);
  });

  it.each([
    { from: 'yesterday' },
    { from: '2026-03-09' },
    { from: '2026-13-09T00:00:00Z' },
    { from: 5 },
    { to: '31/12/2026' },
    { paymentStatuses: ['PAID'] },
    { paymentStatuses: 'SUCCEEDED' },
    { reference: '☃' },
  ])('request: %j is refused', async (body) => {
    expect((await service.client.search(body)).status).toBe(400);
  });

  it('hides payments of other merchants', async () => {
    created(await service.profile().createPayment({ amount: 5, reference: 'THEIRS' }));
    await create('OURS');
    expect(await references({})).toEqual(['OURS']);
  });
});
