import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  amountOn,
  cancelPayment,
  charge,
  ends,
  logOf,
  newSale,
  onlyOnHost,
  openShop,
  readQr,
  reads,
  type Shop,
  shows,
  shredButton,
} from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ launch: { env: { TILLMATE_HOST_UNRESPONSIVE_MS: '1000' } } });
  await shredButton(shop.app).click();
});
afterAll(() => shop.close());

describe('the customer display', () => {
  test('closed in the middle of a sale: the till says so, shows the code itself, and opens it again', async () => {
    const { app } = shop;
    await charge(app, '12,50');
    await app.display.close();
    await reads(app.till, 'The customer display is closed. Customers can scan the code on this screen.');
    await app.till.getByRole('img', { name: 'Payment QR code' }).waitFor();
    await expect.poll(() => readQr(app.till)).toContain(shop.newest());

    await app.till.getByRole('button', { name: 'Open the display' }).click();
    await app.reconnect();
    await shows(app.display, 'Scan to pay');
    await expect.poll(() => readQr(app.display)).toContain(shop.newest());
    await app.till.getByText('The customer display is closed.').waitFor({ state: 'hidden' });
    await cancel();
  });
});

test(
  'the machine slept without a network while the customer paid: awake, the till finds out',
  onlyOnHost('the machine is sent to sleep and woken'),
  async () => {
    const { app, sandbox } = shop;
    await charge(app, '2,40');
    await sandbox.faults.goDown();
    await reads(app.till, 'No connection to the payment service.');
    await app.play({ host: 'suspend' });
    shop.pay();
    await sandbox.faults.comeUp();
    await app.play({ host: 'resume' });
    await ends(app, 'Paid', 'Paid');
    await newSale(app);
  },
);

describe('the till', () => {
  test('its page hangs: it is loaded again, with the sale on it', async () => {
    const { app } = shop;
    await charge(app, '5,55');
    app.till
      .evaluate(() => {
        for (;;) performance.now();
      })
      .catch(() => undefined);
    await expect
      .poll(async () => (await logOf(app)).filter(({ window }) => window === 'till').map(({ code }) => code), {
        timeout: 60_000,
      })
      .toEqual(['window.reloaded']);
    await app.reconnect();
    await shows(app.till, 'Waiting');
    await expect.poll(() => amountOn(app.till)).toBe('€ 5,55');
    await cancel();
  });

  test('its page crashes again and again: a plain page says what state the sale is in, and leads back to the till', async () => {
    const { app } = shop;
    await charge(app, '9,50');
    for (let time = 0; time < 2; time += 1) {
      await crash(app.till);
      await app.reconnect();
      // The pauses grow: one more end, such as that of a page too slow to answer, is a longer one.
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
});

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // No answer ever comes: the process that would give it is gone.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

async function cancel(): Promise<void> {
  const { app } = shop;
  await cancelPayment(app);
  await app.till.getByRole('heading', { name: 'Cancelled', exact: true }).waitFor();
  await newSale(app);
}
