import { afterEach, describe, expect, test } from 'vitest';
import { type BareTill, bareTill } from '../bare-till.ts';

let till: BareTill;
afterEach(() => till.sandbox.close());

async function search(body: object = {}, query = '') {
  return till.call('POST', `/v3/payments/search${query}`, { body });
}

async function references(body: object = {}, query = ''): Promise<string[]> {
  const { text } = await search(body, query);
  return JSON.parse(text).details.map((payment: { reference: string }) => payment.reference);
}

async function chargeNamed(...names: string[]): Promise<void> {
  for (const name of names) {
    await till.charge({ reference: name, posId: name });
    till.clock.tick(1_000);
  }
}

test('the latest payments come first', async () => {
  till = await bareTill();
  await chargeNamed('A', 'B', 'C');
  expect(await references()).toEqual(['C', 'B', 'A']);
});

test('the creation date decides, also when the clock went back between two creations', async () => {
  till = await bareTill();
  await chargeNamed('A', 'B');
  till.sandbox.faults.setClockOffset(-1_500);
  await chargeNamed('C');
  expect(await references()).toEqual(['B', 'C', 'A']);
});

test('an empty list is a page of no elements', async () => {
  till = await bareTill();
  const { status, json } = await search();
  expect(status).toBe(200);
  expect(json).toEqual({ size: 0, totalPages: 0, totalElements: 0, number: 0, details: [] });
});

test('a body is not needed', async () => {
  till = await bareTill();
  await chargeNamed('A');
  expect((await till.call('POST', '/v3/payments/search')).json).toMatchObject({ totalElements: 1 });
});

describe('pages', () => {
  test('page defaults to 0 and size to 10', async () => {
    till = await bareTill();
    await chargeNamed(...Array.from({ length: 12 }, (_, index) => `R${index}`));
    expect((await search()).json).toMatchObject({ size: 10, totalPages: 2, totalElements: 12, number: 0 });
    expect((await search({}, '?page=1')).json).toMatchObject({ size: 2, totalPages: 2, totalElements: 12, number: 1 });
    expect((await search({}, '?page=7')).json).toMatchObject({ size: 0, number: 7, details: [] });
  });

  test.each([
    ['page=-1', 400],
    ['page=x', 400],
    ['page=', 400],
    ['page=0&page=1', 400],
    ['size=-1', 400],
    ['size=0', 200],
    ['size=100', 200],
    ['size=101', 400],
    ['size=1.5', 400],
    ['limit=5&offset=2', 200],
  ])('%s answers %i', async (query, status) => {
    till = await bareTill();
    expect((await search({}, `?${query}`)).status).toBe(status);
  });
});

describe('from and to', () => {
  test('without from, what was created before yesterday is left out', async () => {
    till = await bareTill();
    await chargeNamed('OLD');
    till.clock.tick(86_400_000);
    await chargeNamed('NEW');
    expect(await references()).toEqual(['NEW', 'OLD']);
    till.clock.tick(86_400_000);
    expect(await references()).toEqual(['NEW']);
    till.clock.tick(86_400_000);
    expect(await references()).toEqual([]);
  });

  test('both are inclusive', async () => {
    till = await bareTill();
    await chargeNamed('A', 'B', 'C');
    expect(await references({ from: '2026-03-09T10:15:31.250Z', to: '2026-03-09T10:15:31.250Z' })).toEqual(['B']);
    expect(await references({ from: '2026-03-09T11:15:31.250+01:00' })).toEqual(['C', 'B']);
  });

  test.each(['yesterday', '2026-03-09', '2026-13-09T00:00:00Z', 5])('from %j is refused', async (from) => {
    till = await bareTill();
    expect((await search({ from })).status).toBe(400);
  });
});

test('paymentStatuses narrows the list', async () => {
  till = await bareTill();
  await chargeNamed('A', 'B');
  await till.paid({ reference: 'PAID', posId: 'C' });
  expect(await references({ paymentStatuses: ['SUCCEEDED'] })).toEqual(['PAID']);
  expect(await references({ paymentStatuses: ['SUCCEEDED', 'PENDING'] })).toEqual(['PAID', 'B', 'A']);
  expect((await search({ paymentStatuses: ['PAID'] })).status).toBe(400);
});

test('reference narrows the list to exactly that one', async () => {
  till = await bareTill();
  await chargeNamed('A', 'AB');
  expect(await references({ reference: 'A' })).toEqual(['A']);
});

test("another profile's payments are not found", async () => {
  till = await bareTill();
  const other = till.sandbox.addProfile({ name: 'Other' });
  await chargeNamed('A');
  const key = { Authorization: `Bearer ${other.apiKey}` };
  const answer = await till.call('POST', '/v3/payments/search', { body: {}, as: 'nobody', headers: key });
  expect(answer.json).toMatchObject({ totalElements: 0 });
});
