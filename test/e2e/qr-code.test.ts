import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, openShop, readQr, type Shop, snapshotOf } from './harness/index.ts';

let shop: Shop;
let deeplink: string;
beforeAll(async () => {
  shop = await openShop({ launch: { env: { TILLMATE_HOST_DISPLAYS: '1280x800,1280x800' } } });
  await charge(shop.app, '12,50');
  deeplink = (await snapshotOf(shop.app)).sale?.deeplink ?? '';
});
afterAll(() => shop.close());

test('the code on a 1280×800 display is the deeplink, and leads to the payer of this very payment', async () => {
  await expect.poll(() => readQr(shop.app.display)).toBe(deeplink);
  expect(deeplink).toContain(shop.newest());
});

test('the code on the till, for customers when the display is away, is the same', async () => {
  await expect.poll(() => readQr(shop.app.till)).toBe(deeplink);
});
