import type { Page } from '@playwright/test';
import { afterEach, describe, expect, test } from 'vitest';
import { expectPage, launchApp, onlyOnHost, type RunningApp, reads } from './harness/index.ts';

/** Where the windows are, and who has the keyboard, as screens come, go and change: what only the host can play. */

let app: RunningApp;
afterEach(() => app.stop());

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  app = await launchApp({ args: ['--training'], env });
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
}

/** Keys of the one keyboard: they go to the window that has the focus. */
async function typed(keys: string, amount: string): Promise<void> {
  app.play({ host: 'type', keys: [...keys] });
  await expectPage(app.till.getByRole('textbox', { name: 'Amount' })).toHaveValue(amount);
}

const standing = (page: Page) =>
  page.evaluate(() => [window.screenX, window.screenY, window.innerWidth, window.innerHeight]);

const openDisplayFromMenu = () => app.till.evaluate(() => window.tillmate.call('display.open', {}));

describe('screens and keyboard', onlyOnHost('screens come, go and change'), () => {
  test('the keyboard stays with the till as the display opens, is opened again, brought forward and plugged in again', async () => {
    await start();
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

  test('on one screen the till has the keyboard too', async () => {
    await start({ TILLMATE_HOST_DISPLAYS: '1280x800' });
    await typed('7', '7');
    expect(await app.display.evaluate(() => document.hasFocus())).toBe(false);
  });

  test("the till's own screen is unplugged: it comes to the one that is left and the display gives way, until it is back", async () => {
    await start();
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

  test("the customer's screen is turned and moved: the display fills it again", async () => {
    await start();
    const bounds = { x: 1280, y: 0, width: 800, height: 1280 };
    app.play({ host: 'metrics', display: 2, change: { bounds, rotation: 90 } });
    await expect.poll(() => standing(app.display)).toEqual([1280, 0, 800, 1280]);
    app.play({ host: 'primary', display: 2 });
    await typed('1', '1');
    expect(await standing(app.till)).toEqual([0, 0, 1280, 768]);
  });

  test('a screen of 768p at 125 % with a task bar: the till is all on it', async () => {
    await start({ TILLMATE_HOST_DISPLAYS: '1366x768@1.25/48,1280x800' });
    await expect.poll(() => standing(app.till)).toEqual([0, 0, 1092, 534]);
    const change = { scaleFactor: 1.5, bounds: { x: 0, y: 0, width: 910, height: 512 } };
    app.play({ host: 'metrics', display: 1, change });
    await expect.poll(() => standing(app.till)).toEqual([0, 0, 910, 480]);
  });

  test('the till is moved to the screen of the display, by hand: the two change places', async () => {
    await start();
    app.play({ host: 'move', window: 1, to: { x: 1300, y: 20 } });
    // A person who drags a window takes a moment.
    await expect.poll(() => standing(app.display), { timeout: 20_000 }).toEqual([0, 0, 1280, 800]);
    await typed('1', '1');
  });

  test('where windows are not put on their screens, the display does not stay over the till, and the till says what to do', async () => {
    await start({ TILLMATE_HOST_POSITIONS: 'ignored' });
    await reads(app.till, 'The customer display opened over this till, so it was closed.');
    await app.till.getByRole('button', { name: 'Open the display' }).click();
    await app.reconnect();
    await reads(app.display, 'Welcome!');
    // A window with a frame, which a person can drag.
    await expect.poll(() => standing(app.display)).toEqual([0, 0, 1280, 768]);
    await typed('1', '1');
  });
});
