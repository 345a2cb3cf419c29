import { expect, test } from 'vitest';
import { accessibilityFaults } from '../accessibility.ts';
import { apps, live, sale, shopDisplay, storedSettings, till, waitingScene } from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

const receipt = 'https://bakery.example/receipts/TILL42-261120-0042';

test.each([false, true])('axe finds nothing in what a shop has set of its display (dark: %s)', async (dark) => {
  const window = await windows.display(shopDisplay({ kind: 'idle' }), { dark });
  const faults = [...(await accessibilityFaults(window.page))];
  for (const scene of [waitingScene, { kind: 'paid', amount: 1250, receipt }] as const) {
    await window.push(shopDisplay(scene, { apps }));
    await window.page
      .getByRole('status')
      .getByText(/Scan to pay|Paid/)
      .waitFor();
    faults.push(...(await accessibilityFaults(window.page)));
  }
  expect(faults).toEqual([]);
});

test.each([false, true])(
  "axe finds nothing in the customer's app and in the display's settings (dark: %s)",
  async (dark) => {
    const training = await windows.till(till({ sale: sale('waiting') }), { dark });
    await training.page.getByRole('button', { name: 'Pay as the customer' }).click();
    await training.page.getByRole('button', { name: 'Time runs out' }).waitFor();
    const faults = [...(await accessibilityFaults(training.page))];
    await training.close();
    const settings = await windows.till(live(), { dark, answers: storedSettings });
    await settings.page.getByRole('link', { name: 'Settings' }).click();
    await settings.page.getByRole('tab', { name: 'Display' }).click();
    await settings.page.getByRole('button', { name: 'Add an app' }).click();
    await settings.page.getByRole('textbox', { name: 'Name of app 1' }).waitFor();
    faults.push(...(await accessibilityFaults(settings.page)));
    expect(faults).toEqual([]);
  },
);
