import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, newSale, openShop, reads, type Shop } from './harness/index.ts';

let shop: Shop;
/** A proxy in front of the service's keys: it hands on what the service publishes, or answers 503. */
let published: Server;
let away = true;

beforeAll(async () => {
  published = createServer(async (_request, response) => {
    if (away) return void response.writeHead(503).end();
    response.end(await (await fetch(shop.sandbox.jwksUrl)).text());
  });
  const jwksUrl = `http://127.0.0.1:${await listening(published)}/jwks.json`;
  shop = await openShop({
    provisioning: ({ baseUrl, claimPrefix, issuer }) => ({
      service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    }),
  });
});
afterAll(async () => {
  await shop.close();
  published.close();
});

test('while the keys of the service cannot be had the till says so, sells on, and calls no refund done', async () => {
  const { app } = shop;
  await notified("The payment service's keys cannot be fetched: refunds stay unconfirmed until they can.");
  await charge(app, '10');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await refund('4', 1);
  await reads(app.till, 'Not confirmed yet');
});

test('started again once they can be had, it confirms the refund; they serve after another start while they are away', async () => {
  away = false;
  await shop.restart('quit', { args: [] });
  await reads(shop.app.till.getByRole('list', { name: 'Refunds' }), 'On its way');
  endRefunds();
  await reads(shop.app.till, 'Refunded');
  await newSale(shop.app);

  away = true;
  await shop.restart('quit', { args: [] });
  await charge(shop.app, '6');
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  await refund('6', 2);
  endRefunds();
  await reads(shop.app.till, 'Refunded');
});

/** Pages through the notices until this one shows. */
async function notified(text: string): Promise<void> {
  const notices = shop.app.till.getByRole('region', { name: 'Notices' });
  const next = notices.getByRole('button', { name: / of \d+$/ });
  const look = async () => {
    const shown = await notices.innerText();
    if (!shown.includes(text) && (await next.count()) > 0) await next.click();
    return shown;
  };
  await expect.poll(look).toContain(text);
}

/** Begins a refund; resolves once the service has so many. */
async function refund(amount: string, count: number): Promise<void> {
  const { till } = shop.app;
  await till.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = till.getByRole('dialog', { name: 'Refund payment' });
  await dialog.getByRole('textbox', { name: 'Refund amount' }).fill(amount);
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => shop.sandbox.engine.store.refunds.size).toBe(count);
}

function endRefunds(): void {
  const { refunds } = shop.sandbox.engine.store;
  for (const { refundId, status } of refunds.values())
    if (status === 'PENDING') shop.sandbox.engine.endRefund(refundId, 'REFUNDED');
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
