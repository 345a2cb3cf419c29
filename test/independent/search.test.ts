import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { created, dateTime, id24, list, object } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';

const HOUR = 3600_000;

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service[Symbol.asyncDispose]());

const create = async (reference: string, fields: object = {}) => {
  service.clock.tick(1_000);
  return created(await service.client.createPayment({ amount: 100, reference, ...fields }));
};
const createMany = async (count: number) => {
  for (let number = 0; number < count; number += 1) await create(`N-${number}`);
};
const references = async (body: object, query: Record<string, number> = {}) =>
  list(await service.client.search(body, query), 'details').map((payment) => payment['reference']);

describe('operation 3, POST /v3/payments/search', () => {
  it('answers 200 with the required fields, and Payments in details', async () => {
    await create('ONE');
    const answer = await service.client.search({});
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

  it('finds nothing as an empty list', async () => {
    const answer = await service.client.search({ reference: 'nobody' });
    expect(object(answer)).toMatchObject({ size: 0, totalElements: 0, number: 0, details: [] });
  });

  it('sorts by creation date, newest first', async () => {
    await createMany(4);
    expect(await references({})).toEqual(['N-3', 'N-2', 'N-1', 'N-0']);
  });

  it('size is 10 and page is 0 by default', async () => {
    await createMany(12);
    const answer = await service.client.search({});
    expect(object(answer)).toMatchObject({ size: 10, number: 0, totalElements: 12, totalPages: 2 });
    expect(list(answer, 'details')).toHaveLength(10);
  });

  it('page is zero-based, and size counts the elements of the page', async () => {
    await createMany(5);
    const answer = await service.client.search({}, { page: 1, size: 3 });
    expect(object(answer)).toMatchObject({ size: 2, number: 1, totalElements: 5, totalPages: 2 });
    expect(list(answer, 'details').map((payment) => payment['reference'])).toEqual(['N-1', 'N-0']);
  });

  it('a page past the last is empty', async () => {
    await createMany(2);
    expect(await references({}, { page: 7 })).toEqual([]);
  });

  it.each([
    ['page of -1', { page: -1 }],
    ['size of -1', { size: -1 }],
    ['size of 101', { size: 101 }],
  ])('query: %s is refused', async (_row, query) => {
    const answer = await service.client.search({}, query);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it.each([0, 100])('query: size of %d is taken', async (size) => {
    await createMany(2);
    const answer = await service.client.search({}, { size });
    expect(answer.status).toBe(200);
    expect(list(answer, 'details')).toHaveLength(Math.min(size, 2));
    expect(object(answer)).toMatchObject({ totalElements: 2 });
  });

  it('from is yesterday by default', async () => {
    await create('TWO DAYS AGO');
    service.clock.tick(49 * HOUR);
    await create('NOW');
    expect(await references({})).toEqual(['NOW']);
  });

  it('from and to bound the creation date', async () => {
    await create('A');
    service.clock.tick(HOUR);
    const from = new Date(service.clock.now()).toISOString();
    await create('B');
    service.clock.tick(HOUR);
    const to = new Date(service.clock.now()).toISOString();
    service.clock.tick(HOUR);
    await create('C');
    expect(await references({ from, to })).toEqual(['B']);
    expect(await references({ from })).toEqual(['C', 'B']);
  });

  it('paymentStatuses keeps those statuses only', async () => {
    const paid = await create('PAID');
    const gone = await create('GONE');
    await create('WAITING');
    await service.payer.pay(paid);
    await service.client.cancelPayment(gone);
    expect(await references({ paymentStatuses: ['SUCCEEDED'] })).toEqual(['PAID']);
    expect(await references({ paymentStatuses: ['SUCCEEDED', 'CANCELLED'] })).toEqual(['GONE', 'PAID']);
  });

  it('reference keeps that reference only', async () => {
    await createMany(3);
    expect(await references({ reference: 'N-1' })).toEqual(['N-1']);
  });

  it.each([
    ['from is no date-time', { from: 'yesterday' }],
    ['to is no date-time', { to: '31/12/2026' }],
    ['paymentStatuses with a value that is no status', { paymentStatuses: ['PAID'] }],
    ['paymentStatuses that is no array', { paymentStatuses: 'SUCCEEDED' }],
    ['reference outside the SEPA extended character set', { reference: '☃' }],
  ])('request: %s is refused', async (_row, body) => {
    const answer = await service.client.search(body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it("does not show another merchant's payments", async () => {
    const other = await service.otherMerchant();
    created(await other.createPayment({ amount: 5, reference: 'THEIRS' }));
    await create('OURS');
    expect(await references({})).toEqual(['OURS']);
  });
});
