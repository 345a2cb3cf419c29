import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { firstCounter } from '../../main/terminal/counter-settings.ts';
import { expectPage, launchApp, type RunningApp, reads, shredButton, snapshotOf } from './harness/index.ts';

const { d: _privateHalf, ...publicOnly } = makeSigningKey('till-42-2026');

let folder: string;
let file: string;
let app: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillmate-e2e-'));
  file = join(folder, 'provision.json');
  const faulty = {
    service: {
      environment: 'TEST',
      baseUrl: 'http://service.example',
      jwksUrl: 'https://service.example/jwks.json',
      claimPrefix: 'https://service.example',
      issuer: 'Payments',
    },
    merchant: { merchantId: '123', profileId: '6a1c8b2d7e3f4a5b9c0d1e2f' },
    shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë', street: 'Dorpsstraat' },
    pos: { posId: 'TILL 42' },
    keys: { signingKey: publicOnly, apiKey: 'key-of-the-api-manager' },
  };
  await writeFile(file, JSON.stringify(faulty));
  app = await launchApp({ userDataDir: join(folder, 'data'), args: [`--provision=${file}`] });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const places = [
  'service.environment',
  'service.baseUrl',
  'merchant.merchantId',
  'shop.street',
  'pos.posId',
  'keys.signingKey.d',
];

test('every fault of the file is listed where the app was started, with its place', async () => {
  for (const place of places) await expect.poll(() => app.output()).toContain(`${file}: ${place}: `);
});

test('the till lists them one after the other, with place and reason', async () => {
  const seen: string[] = [];
  const line = app.till.getByRole('region', { name: 'Notices' });
  for (let number = 1; number <= places.length; number += 1) {
    // Another notice, such as one about the connection, may come among them or go.
    const turned = async () => {
      const shown = await line.innerText();
      if (shown.includes(`Fault ${number} of ${places.length} in the provisioning file; nothing of it was kept.`))
        return seen.push(shown);
      await line.getByRole('button', { name: /\d+ of \d+/ }).click();
      return seen.length;
    };
    await expect.poll(turned).toBe(number);
  }
  for (const place of places) expect(seen.some((text) => text.includes(` ${place}: `))).toBe(true);
  expect(seen.join('\n')).toContain('Only letters and digits.');
});

test('nothing of the file was kept, no key is told, and the file is not offered for shredding', async () => {
  const kept = JSON.parse(await readFile(join(folder, 'data', 'terminal.json'), 'utf8'));
  expect(Object.keys(kept).sort()).toEqual(['counter', 'terminalId', 'version']);
  expect(kept.counter).toEqual(firstCounter);
  expect((await snapshotOf(app)).terminal).toMatchObject({ mode: 'training', provisioned: false });
  await expectPage(shredButton(app)).toHaveCount(0);
  expect(app.output()).not.toContain('key-of-the-api-manager');
});

test('a file that is no JSON is named with line and column', async () => {
  await app.stop();
  await writeFile(file, '{\n  "service": {,\n');
  app = await launchApp({ userDataDir: join(folder, 'data'), args: [`--provision=${file}`] });
  await reads(app.till, /in the provisioning file; nothing of it was kept\. line 2, column \d+: This is not JSON\./);
});

test('a file that is not there is told, and the till goes on', async () => {
  await app.stop();
  const absent = join(folder, 'nowhere.json');
  app = await launchApp({ userDataDir: join(folder, 'data'), args: [`--provision=${absent}`] });
  await reads(app.till, `There is no file ${absent}. Nothing was changed.`);
});
