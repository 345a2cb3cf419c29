import { once } from 'node:events';
import { createServer } from 'node:https';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeTlsIdentity } from '../../main/register/certificate.ts';
import { findChromium } from '../host/chromium.ts';
import { openApi } from './open-api.ts';

/** A register as an internet web page with Chromium's restrictions on local network access (docs/register.md). */

const HOST = 'kassa.test';
let browser: Browser;
let origin: string;
const pages = makeTlsIdentity(Date.now()).then((identity) =>
  createServer(identity, (_request, response) => response.setHeader('content-type', 'text/html').end('a register')),
);
beforeAll(async () => {
  const server = (await pages).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  origin = `https://${HOST}:${port}`;
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: [`--ip-address-space-overrides=127.0.0.1:${port}=public`, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  });
});
afterAll(async () => {
  await browser.close();
  (await pages).close();
});

async function pageOf(permissions: readonly string[]): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  onTestFinished(() => context.close());
  await context.grantPermissions([...permissions], { origin });
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

const pairs = (page: Page, port: number, code: string) =>
  page.evaluate(
    async ({ port, code }) => {
      const till = `http://127.0.0.1:${port}`;
      const json = { 'content-type': 'application/json' };
      const body = JSON.stringify({ code, name: 'Web' });
      const { token } = await fetch(`${till}/v1/pair`, { method: 'POST', headers: json, body }).then((a) => a.json());
      const headers = { authorization: `Bearer ${token}` };
      return fetch(`${till}/v1/status`, { headers }).then((a) => a.json());
    },
    { port, code },
  );

test("pairs and asks with the user's permission", async () => {
  const { port, registers } = await openApi();
  const page = await pageOf(['local-network-access']);
  expect(await pairs(page, port, registers.beginPairing().code)).toMatchObject({ training: true });
  expect(registers.list()).toMatchObject([{ name: 'Kassa' }, { name: 'Web', origin }]);
});

test('cannot reach the till without permission', async () => {
  const { port, registers } = await openApi();
  await expect(pairs(await pageOf([]), port, registers.beginPairing().code)).rejects.toThrow('Failed to fetch');
  expect(registers.list()).toHaveLength(1);
});
