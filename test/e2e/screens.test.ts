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
});
