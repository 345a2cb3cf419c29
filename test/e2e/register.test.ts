import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { freePort } from '../base/free-port.ts';
import { asked } from '../register/open-api.ts';
import { ends, givenFolder, launchApp, type RunningApp, settingsPart, shows } from './harness/index.ts';

/** A cash register beside the till: it hands over the amounts, and the till says what became of them. */

const userDataDir = givenFolder();
let app: RunningApp;
let port: number;
let token: string;
beforeAll(async () => {
  port = await freePort();
  const store = openSettings(join(userDataDir, 'terminal.json'), { clock: systemClock, random: systemRandom });
  const register = { on: true, network: false, port, refundLimit: 500, folder: '', zvtPort: 0 };
  store.write({ ...store.file, counter: { ...store.file.counter, register } });
  app = await launchApp({ userDataDir, args: ['--training'] });
});
afterAll(() => app.stop());

const button = (name: string) => app.till.getByRole('button', { name, exact: true });
const bon = { amountCents: 1250, currency: 'EUR', reference: 'BON 1' };

async function ask(method: string, path: string, body?: unknown) {
  const answer = await asked(port, method, path, { token, body });
  return { status: answer.status, ...(answer.body as { state: string; rev: number; refundedCents: number }) };
}

async function until(key: string, state: string): Promise<void> {
  let now = await ask('GET', `/v1/payments/${key}`);
  while (now.state !== state) now = await ask('GET', `/v1/payments/${key}?after=${now.rev}&wait=25`);
}

test('a register pairs by the code on the screen, and its payment is paid as a typed one is', async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await settingsPart(app, 'Cash registers');
  await button('Pair a cash register').click();
  const code = await app.till.getByRole('status', { name: 'Pairing code' }).innerText();
  const paired = await asked(port, 'POST', '/v1/pair', {
    body: { code: code.replaceAll(/\D/g, ''), name: 'Kassa 1' },
  });
  ({ token } = paired.body as { token: string });
  await app.till.getByText('Paired: Kassa 1.').waitFor();
  await app.till.getByRole('link', { name: 'Sale', exact: true }).click();
  expect(await ask('PUT', '/v1/payments/bon-1', bon)).toMatchObject({ status: 202 });
  await app.display.getByRole('img', { name: 'Payment QR code' }).waitFor();
  await app.till.getByText('Cash register: Kassa 1').first().waitFor();
  expect(await ask('PUT', '/v1/payments/bon-2', bon)).toMatchObject({ status: 409, code: 'register.busy' });
  for (const name of ['Pay as the customer', 'Scan', 'Confirm']) await button(name).click();
  await ends(app, 'Paid', 'Paid');
  await until('bon-1', 'paid');
});

test('it refunds within its limit, and its next payment takes the place of the one that ended', async () => {
  expect(await ask('PUT', '/v1/payments/bon-1/refunds/r-1', { amountCents: 501 })).toMatchObject({ status: 422 });
  expect(await ask('PUT', '/v1/payments/bon-1/refunds/r-1', { amountCents: 500 })).toMatchObject({ status: 202 });
  await ask('PUT', '/v1/payments/bon-3', { ...bon, reference: 'BON 3' });
  await app.display.getByRole('img', { name: 'Payment QR code' }).waitFor();
  await ask('POST', '/v1/payments/bon-3/cancel');
  // The customer display leaves an end by itself.
  await Promise.all([until('bon-3', 'cancelled'), shows(app.display, 'Cancelled')]);
});

test('after a restart of the till the same key is the same payment', async () => {
  await app.stop();
  app = await launchApp({ userDataDir, args: ['--training'] });
  await expect
    .poll(() => ask('PUT', '/v1/payments/bon-1', bon).catch(() => undefined))
    .toMatchObject({
      status: 200,
      state: 'paid',
    });
});
