import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, launchApp, newSale, type RunningApp, readQr, shows } from './harness/index.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await launchApp({ args: ['--training'] });
});
afterAll(() => app.stop());

const press = (name: string) => app.till.getByRole('button', { name, exact: true }).click();

test('a whole training sale is played at the till, without a browser', async () => {
  await charge(app, '12,50');
  await press('Pay as the customer');
  await press('Scan');
  await shows(app.till, 'Scanned');
  await shows(app.display, 'Scanned');
  await press('Confirm');
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test.each([
  ['the customer refuses', ['Refuse'], 'Cancelled', 'Cancelled'],
  ['the bank refuses', ['Scan', 'Bank refuses'], 'Failed', 'Not paid'],
  ['the time runs out', ['Time runs out'], 'Expired', 'Time is up'],
])("the customer's app stays for the next sale: %s", async (_what, [first = '', then], heading, word) => {
  await charge(app, '7,25');
  await press(first);
  if (then !== undefined) {
    await shows(app.till, 'Scanned');
    await press(then);
  }
  await ends(app, heading, word);
  await newSale(app);
});

test('the code is still there for a phone, on both windows', async () => {
  await charge(app, '3,00');
  await press('Back to the code');
  await app.till.getByRole('img', { name: 'Payment QR code' }).waitFor();
  expect(await readQr(app.till)).toBe(await readQr(app.display));
  await press('Pay as the customer');
  await press('Refuse');
  await ends(app, 'Cancelled', 'Cancelled');
});
