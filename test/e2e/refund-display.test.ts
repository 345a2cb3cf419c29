import { afterAll, beforeAll, test } from 'vitest';
import {
  charge,
  ends,
  expectPage,
  launchApp,
  newSale,
  type RunningApp,
  reads,
  shows,
  snapshotOf,
} from './harness/index.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await launchApp({ args: ['--training'] });
});
afterAll(() => app.stop());

test('the customer who paid sees what goes back, and the next one sees nothing of it', async () => {
  await charge(app, '20,00');
  for (const name of ['Pay as the customer', 'Scan', 'Confirm'])
    await app.till.getByRole('button', { name, exact: true }).click();
  await ends(app, 'Paid', 'Paid');
  const saleId = (await snapshotOf(app)).sale?.saleId ?? '';
  const refund = (amount: number) =>
    app.till.evaluate((draft) => window.tillmate.call('refund.start', draft), { saleId, amount });

  await refund(500);
  // It is shown for ten seconds only.
  await Promise.all([
    shows(app.display, 'Partly refunded'),
    expectPage(app.display.locator('[data-place="amount"]')).toHaveText('€\u00a05,00'),
    reads(app.display, '5,00 of the €\u00a020,00 you paid has gone back to your account.'),
  ]);
  await refund(1_500);
  await Promise.all([
    shows(app.display, 'Refunded'),
    expectPage(app.display.locator('[data-place="amount"]')).toHaveText('€\u00a015,00'),
  ]);

  await newSale(app);
  await charge(app, '3,00');
  await expectPage(app.display.locator('body')).not.toContainText(/15,00|20,00|efunded/);
  await app.till.getByRole('button', { name: 'Refuse', exact: true }).click();
  await ends(app, 'Cancelled', 'Cancelled');
});
