import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  charge,
  ends,
  launchApp,
  logOf,
  newSale,
  onlyOnHost,
  openShop,
  type RunningApp,
  shredButton,
} from './harness/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillmate-traffic-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What left the app, as the host has recorded it: `[asker, address]`. */
async function traffic(): Promise<[string, string][]> {
  const text = await readFile(join(folder, 'traffic'), 'utf8');
  // What follows the last line break is nothing, or a line that is still being written.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as [string, string]);
}

/** The addresses that are neither the app's own pages nor at one of these hosts. */
async function strayed(hosts: readonly string[]): Promise<[string, string][]> {
  const all = await traffic();
  expect(all).toContainEqual(['page', 'app://tillmate/till/index.html']);
  return all.filter(([asker, address]) =>
    asker === 'page'
      ? !address.startsWith('app://tillmate/') && !address.startsWith('data:')
      : asker === 'browser' || !hosts.includes(address),
  );
}

async function soldOnce(app: RunningApp, pay: () => void): Promise<void> {
  await charge(app, '2,40');
  pay();
  await ends(app, 'Paid', 'Paid');
  await app.till.getByRole('button', { name: 'Print receipt' }).click();
  await newSale(app);
}

test(
  'a live sale speaks to the payment service and to nobody else',
  onlyOnHost('who asks for what over a network is written down'),
  async () => {
    const shop = await openShop({ launch: { env: { TILLMATE_HOST_TRAFFIC: join(folder, 'traffic') } } });
    try {
      await shredButton(shop.app).click();
      await soldOnce(shop.app, () => shop.pay());
      const service = [shop.sandbox.baseUrl, shop.sandbox.jwksUrl].map((url) => new URL(url).host);
      expect(await traffic()).toContainEqual(['main', service[0]]);
      expect(await strayed(service)).toEqual([]);
    } finally {
      await shop.close();
    }
  },
);

test(
  'training speaks to this machine only',
  onlyOnHost('who asks for what over a network is written down'),
  async () => {
    const app = await launchApp({ args: ['--training'], env: { TILLMATE_HOST_TRAFFIC: join(folder, 'traffic') } });
    try {
      await charge(app, '2,40');
      const others = (await traffic()).filter(([asker]) => asker === 'main').map(([, address]) => address);
      expect(others.filter((address) => !/^(127\.0\.0\.1|localhost):\d+$/.test(address))).toEqual([]);
      expect(await strayed(others)).toEqual([]);
    } finally {
      await app.stop();
    }
  },
);

test('without its content security policy a page reaches nothing outside all the same, and the log says so', async () => {
  const asked: string[] = [];
  const outside = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('outside');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  await fetch(`${address}/from-the-test`);
  const app = await launchApp({ args: ['--training'] });
  try {
    const session = await app.till.context().newCDPSession(app.till);
    await session.send('Page.setBypassCSP', { enabled: true });
    await app.till.reload();
    await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    const answer = await app.till.evaluate((url) => fetch(url).then(() => 'reached', String), `${address}/fetch`);
    expect(answer).toBe('TypeError: Failed to fetch');
    expect(asked).toEqual(['/from-the-test']);
    await expect.poll(async () => (await logOf(app)).map(({ code }) => code)).toContain('guard.request');
  } finally {
    await app.stop();
    outside.close();
  }
});
