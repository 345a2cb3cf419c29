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

/** Shortcuts of a menu do not come from a page, so only the host can be told to press them. */
describe('the keys of the windows', onlyOnHost('keys of the menu are pressed'), () => {
  test('the cashier zooms the till, and the customer sees nothing of it', async () => {
    press(TILL, 'CommandOrControl+Plus');
    await expect.poll(() => zoomOf(app.till)).toBe(110);
    press(TILL, 'CommandOrControl+Plus');
    await expect.poll(() => zoomOf(app.till)).toBe(120);
    expect(await zoomOf(app.display)).toBe(100);
    press(TILL, 'CommandOrControl+0');
    await expect.poll(() => zoomOf(app.till)).toBe(100);
  });

  test.each([
    'CommandOrControl+Plus',
    'CommandOrControl+-',
    'CommandOrControl+Q',
    'CommandOrControl+W',
    'CommandOrControl+R',
    'CommandOrControl+Shift+I',
    'F5',
    'F11',
    'F12',
  ])('%s on the customer display does nothing, to neither window', async (keys) => {
    await charge(app, '1');
    await app.display.evaluate(() => Object.assign(window, { untouched: true }));
    await press(DISPLAY, keys);
    await press(TILL, 'CommandOrControl+0');
    await shows(app.display, 'Scan to pay');
    expect([await zoomOf(app.display), await zoomOf(app.till)]).toEqual([100, 100]);
    expect(await app.display.evaluate(() => 'untouched' in window)).toBe(true);
    await cancelPayment(app);
    await app.till.getByRole('button', { name: 'New sale' }).click();
  });

  test('the zoom of the till is not remembered: each start begins at 100 %', async () => {
    press(TILL, 'CommandOrControl+Plus');
    await expect.poll(() => zoomOf(app.till)).toBe(110);
    const { userDataDir } = app;
    await app.kill();
    app = await launchApp({ args: ['--training'], userDataDir });
    await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    expect([await zoomOf(app.till), await zoomOf(app.display)]).toEqual([100, 100]);
  });
});
