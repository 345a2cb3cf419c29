import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ConnectProxy, connectProxy } from '../service/connect-proxy.ts';
import { launchApp, openShop, type RunningApp, reads, type Shop } from './harness/index.ts';

let shop: Shop;
let proxy: ConnectProxy;
let app: RunningApp | undefined;
beforeEach(async () => {
  shop = await openShop();
  proxy = await connectProxy(1);
});
afterEach(async () => {
  await app?.stop();
  await proxy[Symbol.asyncDispose]();
  await shop.close();
});

test("a till behind the system's proxy asks it, and says at the start that it wants a password", async () => {
  const { service, ...rest } = JSON.parse(readFileSync(shop.provisioningFile, 'utf8'));
  const away = { baseUrl: 'https://service.test', jwksUrl: 'https://service.test/keys' };
  const file = join(shop.provisioningFile, '..', 'away.json');
  writeFileSync(file, JSON.stringify({ ...rest, service: { ...service, ...away } }));
  proxy.answer = 407;
  const [, address] = proxy.entry.split(' ');
  app = await launchApp({ args: [`--provision=${file}`, `--proxy-server=${address}`] });
  await reads(app.till.getByRole('alert'), 'the proxy of this network asks for a name and a password');
  expect(new Set(proxy.asked)).toEqual(new Set(['service.test:443']));
});
