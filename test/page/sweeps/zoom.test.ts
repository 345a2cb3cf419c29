import { expect, test } from 'vitest';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { lostOf, outOfSight } from '../clipping.ts';
import {
  foreignFile,
  found,
  live,
  neverMade,
  offline,
  parkedSummary,
  preprod,
  sale,
  storedSettings,
  till,
  tillScenes,
} from '../sample-snapshots.ts';
import { laidOut } from '../used-again.ts';
import { windows } from '../windows.ts';

/** At 200 % a window has half as many pixels to lay out in each direction. */
const ZOOMED = [
  ['1280 × 800', 640, 400],
  ['1280 × 800, less task bar and title bar', 640, 352],
  ['1920 × 1080', 960, 540],
  ['1920 × 1080, less task bar and title bar', 960, 492],
] as const;

const saleScenes: readonly (readonly [string, () => TillSnapshot])[] = [
  ...tillScenes,
  ['offline, may be parked', () => live({ service: offline, sale: sale('waiting', { leavable: true }) })],
  ['never made', () => live({ service: offline, sale: neverMade() })],
  ['parked', () => preprod({ parked: [parkedSummary('waiting')] })],
  ['a question about cancelling', () => till({ sale: sale('scanned', { cancel: 'asked' }) })],
  ['refunds', () => live({ sale: sale('paid', { refunded: 400, refundable: 850 }) })],
];

test.each(ZOOMED)(
  'at 200 %% on a screen of %s no scene of a sale loses a text or an action, and none is scrolled to',
  async (_name, width, height) => {
    const window = await windows.till(till(), { width, height });
    for (const [name, snapshot] of saleScenes) {
      await window.show(snapshot());
      expect.soft(await outOfSight(window.page), name).toEqual([]);
      expect.soft(await lostOf(window.page), name).toEqual([]);
    }
  },
);

test.each(ZOOMED)(
  'at 200 %% on a screen of %s the other views and the dialogs can be used whole',
  async (_name, width, height) => {
    const window = await windows.till(live(), { width, height, answers: { ...found(40), ...storedSettings } });
    const { page } = window;
    const look = async (scene: string) => {
      await laidOut(page);
      expect.soft(await lostOf(page), scene).toEqual([]);
    };
    await page.getByRole('link', { name: 'Payments' }).click();
    await window.push(live({ opened: sale('paid', { refundableWithoutPin: 0 }) }));
    await page.getByRole('row').first().waitFor();
    await look('payments');
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('textbox', { name: 'Manager PIN' }).waitFor();
    await look('refund');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Shop name' }).waitFor();
    await look('settings');
    await window.push(live({ sale: sale('paid', { alarm: { shownAs: 'cancelled', at: 0, acknowledged: false } }) }));
    await page.getByRole('dialog', { name: 'Paid after all' }).waitFor();
    await look('alarm');
    await window.push(
      live({
        sale: sale('waiting'),
        leaving: { id: 1, sale: { reference: 'TILL42-261120-0042', amount: 1250, stage: 'waiting' }, refunds: 2 },
      }),
    );
    await page.getByRole('alertdialog').waitFor();
    await look('the question before the app ends');
    await window.push(live({ role: 'cashier', provisioning: foreignFile }));
    await page.getByRole('dialog', { name: 'Set this terminal up anew?' }).waitFor();
    await look('a provisioning file');
    await window.push(live({ role: 'cashier' }));
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Manager PIN' }).waitFor();
    await look('unlock');
  },
);
