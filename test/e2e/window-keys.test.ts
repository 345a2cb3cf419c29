import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelPayment, charge, launchApp, onlyOnHost, type RunningApp, shows } from './harness/index.ts';

const TILL = 'Tillmate';
const DISPLAY = 'Tillmate – customer display';

let app: RunningApp;
beforeAll(async () => {
  app = await launchApp({ args: ['--training'] });
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
});
afterAll(() => app.stop());

const zoomOf = (page: Page) => page.evaluate(() => Math.round(devicePixelRatio * 100));
const press = (title: string, keys: string) => app.play({ host: 'keys', title, keys });

/** A customer may press these on a keyboard that stands at the wrong window. */
const NOTHINGS = [
  ...['Plus', '-', 'Q', 'W', 'R', 'Shift+I'].map((key) => `CommandOrControl+${key}`),
  ...['F5', 'F11', 'F12'],
];

/** Shortcuts of a menu do not come from a page, so only the host can be told to press them. */
describe('the keys of the windows', onlyOnHost('keys of the menu are pressed'), () => {
  test('the cashier zooms the till, and no key on the customer display does anything, to neither window', async () => {
    press(TILL, 'CommandOrControl+Plus');
    await expect.poll(() => zoomOf(app.till)).toBe(110);
    press(TILL, 'CommandOrControl+Plus');
    await expect.poll(() => zoomOf(app.till)).toBe(120);
    expect(await zoomOf(app.display)).toBe(100);
    press(TILL, 'CommandOrControl+0');
    await expect.poll(() => zoomOf(app.till)).toBe(100);

    await charge(app, '1');
    await app.display.evaluate(() => Object.assign(window, { untouched: true }));
    for (const keys of NOTHINGS) {
      await press(DISPLAY, keys);
      await press(TILL, 'CommandOrControl+0');
      await shows(app.display, 'Scan to pay');
      expect([await zoomOf(app.display), await zoomOf(app.till)], keys).toEqual([100, 100]);
      expect(await app.display.evaluate(() => 'untouched' in window), keys).toBe(true);
    }
    await cancelPayment(app);
  });
});
