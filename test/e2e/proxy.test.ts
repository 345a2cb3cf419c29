import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { connectProxy } from '../service/connect-proxy.ts';
import { givenFolder, launchApp, reads } from './harness/index.ts';

const folder = givenFolder();

test("a till behind the system's proxy asks it, and says at the start that it wants a password", async () => {
  const file = join(folder, 'provision.json');
  const service = {
    environment: 'PREPROD',
    baseUrl: 'https://service.test',
    jwksUrl: 'https://service.test/keys',
    claimPrefix: 'https://service.example',
    issuer: 'Payments',
  };
  const merchant = { merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) };
  const shop = { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' };
  const keys = { signingKey: makeSigningKey('till-42-2026') };
  writeFileSync(file, JSON.stringify({ service, merchant, shop, pos: { posId: 'TILL42' }, keys }));
  const proxy = await connectProxy(1);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  proxy.answer = 407;
  const [, address] = proxy.entry.split(' ');
  const app = await launchApp({ args: [`--provision=${file}`, `--proxy-server=${address}`] });
  onTestFinished(() => app.stop());
  await reads(app.till.getByRole('alert'), 'the proxy of this network asks for a name and a password');
  expect(new Set(proxy.asked)).toEqual(new Set(['service.test:443']));
});
