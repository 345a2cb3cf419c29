import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOn, charge, expectPage, launchApp, type RunningApp, reads } from './harness/index.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await launchApp({ args: ['--training'] });
});
afterAll(() => app.stop());

test('the customer switches the display by one touch, the cashier the till, and each window speaks its own language', async () => {
  await charge(app, '12,50');
  await app.display.getByRole('button', { name: 'Français' }).click();
  await app.display.locator('html[lang="fr"]').waitFor({ state: 'attached' });
  await expect.poll(() => amountOn(app.display)).toBe('12,50 €');
  await expect.poll(() => amountOn(app.till)).toBe('€ 12,50');

  await app.till.getByRole('button', { name: 'Language' }).click();
  await app.till.getByRole('button', { name: 'Nederlands' }).click();
  await app.till.getByRole('button', { name: 'Betaling annuleren' }).waitFor();

  const cancel = app.till.getByRole('button', { name: 'Betaling annuleren' });
  await cancel.click();
  await cancel.click();
  // The customer has the word for the end for ten seconds.
  await Promise.all([
    app.till.getByRole('heading', { name: 'Geannuleerd', exact: true }).waitFor(),
    reads(app.display, 'Annulé'),
  ]);
  // When the end has left the display, the next customer finds it as it is set.
  await app.display.locator('html[lang="en"]').waitFor({ state: 'attached' });
  await reads(app.display, 'Welcome!');

  // The receipt speaks as its customer did.
  await app.till.keyboard.press('F2');
  await app.till.getByRole('main').getByRole('row').last().click();
  await app.till.getByRole('button', { name: 'Bon printen' }).click();
  await expectPage(app.till.locator('[data-paper]')).toHaveAttribute('lang', 'fr');
});
