import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, openShop, photographed, picture, readQr, type Shop, snapshotOf } from './harness/index.ts';

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

test('the code fills at least 40 % of the shorter side, black on white, with four modules of quiet zone', async () => {
  const code = shop.app.display.getByRole('img', { name: 'Payment QR code' });
  const box = await code.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(0.4 * 800);
});

test.each([
  ['turned by 20°', { turn: 20 }],
  ['upside down', { turn: 180 }],
  ['from the left, 45° off', { tiltX: 45 }],
  ['from above, 40° off, and turned', { tiltY: 40, turn: -12 }],
  ['a little out of focus', { blur: 2.2 }],
  ['from far away', { scale: 0.4 }],
  ['in poor light, at an angle, out of focus', { tiltX: 30, turn: 8, blur: 1.4, brightness: 0.35, contrast: 0.6 }],
])('a photograph of the display is read: %s', async (_name, pose) => {
  const photo = await photographed(shop.app.browser, await picture(shop.app.display), pose);
  expect(await readQr(photo)).toBe(deeplink);
});
