import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import { fieldsForService } from '../settings/fields-for-service.ts';
import {
  cancelPayment,
  charge,
  dialogsAnswer,
  ends,
  expectPage,
  givenApp,
  givenFolder,
  logOf,
  newSale,
  onlyOnHost,
  preprodBand,
  reads,
  shows,
  trainingBand,
} from './harness/index.ts';

/** Electron detects an installed app by itself; the host gets a setting. */
const installed = onlyOnHost('a checkout is taken for an installed app');

let sandbox: Sandbox;
const signingKey = makeSigningKey('till-42-2026');
beforeAll(async () => {
  sandbox = await startSandbox({});
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
});
afterAll(() => sandbox.close());

describe('the first live sale', installed, () => {
  const folder = givenFolder();
  const [userDataDir, file] = [join(folder, 'Tillmate'), join(folder, 'pay.json')];
  const weaker = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSL_CERT_FILE: join(folder, 'none.pem'), NODE_OPTIONS: '' };
  const env = { ...weaker, ...dialogsAnswer({ filePaths: [file] }) };
  const app = givenApp({ installed: true, userDataDir, args: [`--user-data-dir=${userDataDir}`, '--updated'], env });

  test('takes at most twelve user actions from a service profile', async () => {
    const { till } = app;
    const { service, merchant } = fieldsForService(sandbox);
    writeFileSync(file, JSON.stringify({ name: 'Pay', ...service, merchant }));
    let actions = 0;
    const press = async (name: string) => {
      actions += 1;
      await till.getByRole('button', { name }).click();
    };
    const fill = async (name: string, text: string) => {
      actions += 1;
      const box = till.getByLabel(name, { exact: true });
      await expectPage(box).toBeFocused();
      await box.fill(text);
      await box.press('Enter');
    };
    await press('Set up this terminal');
    await press('Choose a service profile');
    // The system's dialog for choosing the file.
    actions += 1;
    await fill('Signing key (JWK or PEM)', JSON.stringify(signingKey));
    await fill('Shop name', 'Bakkerij Zoë');
    await fill('POS id', 'TILL42');
    await fill('Manager PIN', '123456');
    await fill('The same PIN again', '123456');
    await press('Save and start');
    await press('To the till');
    actions += 1;
    await charge(app, '1');
    const [paymentId = ''] = sandbox.engine.store.payments.keys();
    sandbox.payer.scan(paymentId);
    sandbox.payer.confirm(paymentId);
    await ends(app, 'Paid', 'Paid');
    expect(actions).toBeLessThanOrEqual(12);
  });

  test('removes weakening variables from the environment', async () => {
    const removed = (await logOf(app)).map(({ variable }) => variable);
    for (const name of Object.keys(weaker)) expect(removed).toContain(name);
  });
});

describe('an installed app without setup', installed, () => {
  const app = givenApp({ installed: true });

  test('refuses charges before setup and then trains', async () => {
    await app.till.getByRole('heading', { name: 'What is this terminal for?' }).waitFor();
    await expectPage(app.till.getByRole('button', { name: 'Charge', exact: true })).toHaveCount(0);
    const refused = await app.till.evaluate(() => window.tillmate.call('sale.start', { amount: 100 }));
    expect(refused).toMatchObject({ ok: false, error: { code: 'settings.required' } });

    await app.till.getByRole('button', { name: 'Training', exact: false }).first().click();
    for (const window of [app.till, app.display]) await trainingBand(window).waitFor();
    await charge(app, '1');
    await shows(app.till, 'Waiting');
    await app.till.keyboard.press('Escape');
    await app.till.getByRole('button', { name: 'Cancel payment' }).click();
    await newSale(app);
  });

  test('completes the setup guide from training and then charges', async () => {
    const { till } = app;
    const { profile, baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
    await till.getByRole('link', { name: 'Support' }).click();
    await till.getByRole('tab', { name: 'Terminal' }).click();
    await till.getByRole('button', { name: 'Set up this terminal' }).click();
    const step = async (title: string, boxes: Readonly<Record<string, string>> = {}) => {
      await question(till, title);
      for (const [name, text] of Object.entries(boxes)) await till.getByLabel(name, { exact: true }).fill(text);
      await till.getByRole('button', { name: 'Continue', exact: true }).click();
    };
    await till.getByText('Advanced', { exact: true }).click();
    await step('Which payment service?', {
      'Service address': baseUrl,
      "Address of the service's keys (JWKS)": jwksUrl,
      'Claim prefix': claimPrefix,
      Issuer: issuer,
    });
    await step('Whose payments are they?', { 'Merchant id': profile.merchantId, 'Profile id': profile.profileId });
    await step('Which key does the till sign with?', {
      'Signing key (JWK or PEM)': JSON.stringify(signingKey),
      'API key': profile.apiKey,
    });
    await step('Which shop and which till?', { 'Shop name': 'Bakkerij Zoë', 'Shop id': 'SHOP7', 'POS id': 'TILL42' });
    await step('Who may refund and change settings?', { 'Manager PIN': '123456', 'The same PIN again': '123456' });
    await question(till, 'Is this right?');
    await trainingBand(till).waitFor();
    await till.getByRole('button', { name: 'Save and start' }).click();
    await till.getByRole('dialog').getByRole('button').last().click();
    await question(till, 'This terminal is set up');
    await till.getByRole('button', { name: 'To the till' }).click();
    for (const window of [till, app.display]) await preprodBand(window).waitFor();
    await charge(app, '1');
    await cancelPayment(app);
    await newSale(app);
  });

  test('kiosk mode fills the screen; ending needs a PIN', async () => {
    const { till } = app;
    await till.getByRole('link', { name: 'Settings' }).click();
    await till.getByRole('tab', { name: 'Display' }).click();
    await till.getByRole('switch', { name: 'Kiosk' }).click();
    await till.getByRole('button', { name: 'Save' }).click();
    await reads(till, 'Saved.');
    await expect.poll(() => till.evaluate(() => window.innerHeight)).toBe(800);
    const lock = till.getByRole('button', { name: 'Lock' });
    await lock.click();
    // An unlocked till would end when its window is closed.
    await lock.waitFor({ state: 'hidden' });
    app.play({ host: 'close-window', title: 'Tillmate – customer display' });
    app.play({ host: 'close-window', title: 'Tillmate' });
    const question = till.getByRole('alertdialog', { name: 'End Tillmate?' });
    await question.getByLabel('PIN', { exact: false }).fill('654321');
    await question.getByRole('button', { name: 'End', exact: false }).click();
    await question.getByText('The PIN is not right').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(app.display.isClosed()).toBe(false);
  });
});

async function question(till: Page, title: string): Promise<void> {
  await till.getByRole('heading', { level: 2, name: title }).waitFor();
}
