import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../base/until.ts';
import type { Loopback } from '../service/loopback-server.ts';
import { StubCollector } from '../upload/stub-collector.ts';
import { openShop, PIN, type Shop, settingsPart } from './harness/index.ts';

/** A till of a chain: enrols, uploads its sales, and applies the settings of head office. */

const stub = new StubCollector();
let server: Loopback;
let shop: Shop;
beforeAll(async () => {
  server = await stub.serve();
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
  await server[Symbol.asyncDispose]();
});

test('enrols by code, uploads a sale and receives settings', async () => {
  const { till } = shop.app;
  await till.evaluate((pin) => window.tillmate.call('session.unlock', { pin }), PIN);
  await till.getByRole('link', { name: 'Settings' }).click();
  await settingsPart(shop.app, 'Head office');
  await till.getByRole('textbox', { name: 'Address' }).fill(server.origin);
  await till.getByRole('textbox', { name: 'Code' }).fill('GOOD-CODE');
  stub.settings = { 'counter.maximum': 100_000 };
  await till.getByRole('button', { name: 'Enrol' }).click();
  await till.getByText('Enrolled with Bakery, as till 7').waitFor();
  await till.getByText('Nothing waits').waitFor();
  await till.getByText('Set by head office: Sales above this need a manager').waitFor();
  await till.getByRole('link', { name: 'Sale', exact: true }).click();
  await shop.sellAndLeave('12,50');
  const shipped = () => stub.events(shop.sandbox.profile).map(({ fields }) => fields[6]);
  await until('the sale is shipped', () => shipped().includes('sale.dismissed'), 30_000);
  expect(shipped()).toEqual(expect.arrayContaining(['sale.intent', 'sale.created', 'sale.moved']));
  const moved = stub.events(shop.sandbox.profile).filter(({ fields }) => fields[6] === 'sale.moved');
  expect(moved.some(({ cut }) => cut)).toBe(true);
  for (const { fields } of moved) expect(JSON.parse(fields[7])).not.toHaveProperty('debtor');
});
