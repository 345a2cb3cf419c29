import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { panelOffers } from '../../main/sandbox/control/panel-data.ts';
import { findChromium } from '../host/chromium.ts';
import { givenService } from '../independent/service-under-test.ts';

/** The sandbox's own pages in a real browser. */

const till = givenService('each', { controlPort: 0 }, { name: "Zoë's <bakery>" });
let browser: Browser;
let page: Page;
const faults: string[] = [];
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
});
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage();
  faults.length = 0;
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
});
afterEach(async () => {
  await page.close();
  expect(faults).toEqual([]);
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function openPayment(fields: object = {}): Promise<string> {
  const paymentId = await till.charge({ description: 'Brood & <koffie>', reference: 'R-1', ...fields });
  await page.goto(`${till.sandbox.baseUrl}/pay/${paymentId}`);
  return paymentId;
}

test('the payer sees the payment, scans and confirms', async () => {
  const paymentId = await openPayment({ shopName: 'Centrum' });
  expect(await page.title()).toBe("Pay Zoë's <bakery>");
  await page.getByRole('heading', { name: "Zoë's <bakery> · Centrum" }).waitFor();
  await page.getByText('€ 12,50').waitFor();
  await page.getByText('Brood & <koffie> R-1').waitFor();
  const status = page.getByRole('status', { name: 'Payment status' });
  await status.getByText('Ready to scan').waitFor();
  await press('Scan');
  await status.getByText('Scanned by').waitFor();
  await press('Confirm payment');
  await status.getByText('Confirmed').waitFor();
  till.clock.tick(1_000);
  await status.getByText('Paid').waitFor();
  expect(await till.status(paymentId)).toBe('SUCCEEDED');
  expect(await page.locator('button:enabled').count()).toBe(0);
});

test("shows outside changes and escapes the payer's name", async () => {
  const paymentId = await openPayment();
  till.sandbox.payer.scan(paymentId, { name: "D'Arc & co", iban: 'BE68539007547034' });
  await page.getByText("Scanned by D'Arc & co").waitFor();
  await page.getByRole('button', { name: 'Let the bank refuse' }).click();
  await page.getByText('Your bank refused').waitFor();
});

test('the control panel plays a payer and injects a fault', async () => {
  const paymentId = await till.charge({ reference: 'R-2' });
  await page.goto(till.sandbox.controlUrl ?? '');
  const row = page.getByRole('row', { name: 'R-2' });
  await row.getByRole('button', { name: 'Scan' }).click();
  await row.getByText('IDENTIFIED').waitFor();
  expect(await till.status(paymentId)).toBe('IDENTIFIED');

  await page.getByRole('combobox', { name: 'Operation' }).selectOption('readPayment');
  await page.getByRole('combobox', { name: 'Fault' }).selectOption('status');
  await page.getByRole('spinbutton', { name: 'Status' }).fill('503');
  await page.getByLabel('Retry-After').fill('3');
  await page.getByLabel('after acting').check();
  await press('Inject');
  const injected = page.getByRole('row', { name: 'readPayment status 503, Retry-After: 3, after acting 1 0' });
  await injected.waitFor();
  expect(till.sandbox.faults.list()).toMatchObject([
    { operation: 'readPayment', kind: 'status', status: 503, retryAfter: '3', afterActing: true, times: 1 },
  ]);
  await injected.getByRole('button', { name: 'Remove' }).click();
  await injected.waitFor({ state: 'detached' });
  expect(till.sandbox.faults.list()).toEqual([]);
});

test('the control panel saves a profile without unset fields', async () => {
  const { profileId } = till.sandbox.profile;
  await page.goto(till.sandbox.controlUrl ?? '');
  await page.getByLabel('Profile id').fill(profileId);
  await page.getByLabel('Callback URL', { exact: true }).fill('https://shop.example/paid');
  await page.getByLabel('Acknowledgement').selectOption('on');
  await press('Save the profile');
  await page.getByRole('row', { name: 'https://shop.example/paid acknowledgement' }).waitFor();
  expect(till.sandbox.engine.store.profiles.get(profileId)).toMatchObject({
    name: "Zoë's <bakery>",
    acknowledgement: true,
    synchronousCallback: false,
  });
});

test('the control panel has a button for each preset', async () => {
  await page.goto(till.sandbox.controlUrl ?? '');
  const group = page.getByRole('group', { name: 'Faults with one press' });
  await group.getByRole('button', { name: panelOffers.presets[0]?.name ?? '' }).click();
  await page.getByRole('row', { name: 'createRefund act-lose-then-status' }).waitFor();
  expect(await group.getByRole('button').allTextContents()).toEqual(panelOffers.presets.map(({ name }) => name));
});
