import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import {
  cancelPayment,
  charge,
  expectPage,
  givenTraining,
  newSale,
  onlyOnHost,
  reads,
  shows,
} from './harness/index.ts';

const TILL = 'Tillmate';
const DISPLAY = 'Tillmate – customer display';

const app = givenTraining();

/** Types on the keyboard: the focused window gets the keys. */
async function typed(keys: string, amount: string): Promise<void> {
  app.play({ host: 'type', keys: [...keys] });
  await expectPage(app.till.getByRole('textbox', { name: 'Amount' })).toHaveValue(amount);
}

const standing = (page: Page) =>
  page.evaluate(() => [window.screenX, window.screenY, window.innerWidth, window.innerHeight]);

const openDisplayFromMenu = () => app.till.evaluate(() => window.tillmate.call('display.open', {}));

const zoomOf = (page: Page) => page.evaluate(() => Math.round(devicePixelRatio * 100));
const press = (title: string, keys: string) => app.play({ host: 'keys', title, keys });

/** Keys that a customer may press on a keyboard at the wrong window. */
const NOTHINGS = [
  ...['Plus', '-', 'Q', 'W', 'R', 'Shift+I'].map((key) => `CommandOrControl+${key}`),
  ...['F5', 'F11', 'F12'],
];

describe('screens and keys', onlyOnHost('screens come, go and change, and keys of the menu are pressed'), () => {
  test('zooms the till and ignores keys on the display', async () => {
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
    await newSale(app);
  });

  test('keeps the keyboard in the till while the display changes', async () => {
    await typed('1', '1');
    await app.display.close();
    await app.till.getByRole('button', { name: 'Open the display' }).click();
    await app.reconnect();
    await typed('2', '12');
    await openDisplayFromMenu();
    await typed('3', '123');
    app.play({ host: 'unplug', display: 2 });
    await reads(app.till, "The customer display's screen was unplugged.");
    app.play({ host: 'plug', bounds: { x: 1280, y: 0, width: 1280, height: 800 } });
    await app.reconnect();
    await typed('4', '1234');
    await app.display.reload();
    await typed('5', '12345');
  });

  test('moves the till to the remaining screen and back', async () => {
    await app.till.keyboard.press('Escape');
    app.play({ host: 'unplug', display: 1 });
    await reads(app.till, 'This is the only screen left, so the till is on it');
    await expect.poll(() => standing(app.till)).toEqual([1280, 0, 1280, 768]);
    await typed('1', '1');
    app.play({ host: 'plug', bounds: { x: 0, y: 0, width: 1280, height: 800 } });
    await app.reconnect();
    await expect.poll(() => standing(app.till)).toEqual([0, 0, 1280, 768]);
    await expect.poll(() => standing(app.display)).toEqual([1280, 0, 1280, 800]);
    await typed('2', '12');
  });
});
