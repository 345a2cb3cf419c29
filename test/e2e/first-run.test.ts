import { expect as expectPage } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { charge, launchApp, onlyOnHost, type RunningApp, shows, trainingBand } from './harness/index.ts';

/** Electron itself says whether it was installed from a package; the host is told. */
const installed = onlyOnHost('a checkout is taken for an installed app');

describe('an installed app that nobody has set up', installed, () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await launchApp({ installed: true });
  });
  afterAll(() => app.stop());

  test('asks which of the two it is, and charges nothing before it knows', async () => {
    await app.till.getByRole('heading', { name: 'What is this terminal for?' }).waitFor();
    await expectPage(app.till.getByRole('button', { name: 'Charge', exact: true })).toHaveCount(0);
    const refused = await app.till.evaluate(() => window.tillmate.call('sale.start', { amount: 100 }));
    expect(refused).toMatchObject({ ok: false, error: { code: 'settings.required' } });
  });

  test('set up this terminal leads to the settings, and from there one can still begin with training', async () => {
    await app.till.getByRole('button', { name: 'Set up this terminal' }).click();
    await app.till.getByRole('textbox', { name: 'POS id' }).waitFor();
    await app.till.getByText('begin with training').waitFor();
    await app.till.getByRole('link', { name: 'Sale' }).click();
    await app.till.getByRole('heading', { name: 'What is this terminal for?' }).waitFor();
  });

  test('training, once chosen, begins at once in both windows', async () => {
    await app.till.getByRole('button', { name: 'Training', exact: false }).first().click();
    for (const window of [app.till, app.display]) await trainingBand(window).waitFor();
    await charge(app, '1');
    await shows(app.till, 'Waiting');
  });
});
