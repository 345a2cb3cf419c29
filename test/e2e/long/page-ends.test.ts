import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { amountOn, cancelPayment, charge, givenShop, logOf, newSale, reads, shows } from '../harness/index.ts';

const shop = givenShop();

test('reloads a hanging till page with its sale', async () => {
  const { app } = shop;
  await charge(app, '5,55');
  const reloads = async () => (await logOf(app)).filter(({ code }) => code === 'window.reloaded').length;
  const before = await reloads();
  // Pausing hangs the page like an endless loop, without using the processor.
  const session = await app.till.context().newCDPSession(app.till);
  await session.send('Debugger.enable');
  await session.send('Debugger.pause');
  await expect.poll(reloads, { timeout: 60_000 }).toBeGreaterThan(before);
  await app.reconnect();
  await shows(app.till, 'Waiting');
  await expect.poll(() => amountOn(app.till)).toBe('€ 5,55');
  await cancelPayment(app);
  await app.till.getByRole('heading', { name: 'Cancelled', exact: true }).waitFor();
  await newSale(app);
});

test('shows the sale on a plain page after repeated crashes', async () => {
  const { app } = shop;
  await charge(app, '9,50');
  for (let time = 0; time < 2; time += 1) {
    await crash(app.till);
    await app.reconnect();
    // The pauses grow: a further failure, such as a slow page, makes the pause longer.
    app.till.setDefaultTimeout(60_000);
    await shows(app.till, 'Waiting');
  }
  const back = () => app.till.getByRole('link', { name: 'Show the till again' }).click();
  await crash(app.till);
  await app.reconnect();
  await back();
  await shows(app.till, 'Waiting');
  // This time the plain page stays for two minutes.
  await crash(app.till);
  await app.reconnect();
  await app.till.getByRole('heading', { name: 'This window has a problem' }).waitFor();
  await reads(app.till, /^The sale of €\s?9[.,]50 \(\S+\) is waiting for the customer\.$/);
  shop.pay();
  await reads(app.till, /is PAID\.$/);
  await back();
  await app.till.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  await newSale(app);
});

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The crashed process never responds.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}
