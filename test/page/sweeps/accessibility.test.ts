import { describe, expect, test } from 'vitest';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { textSizesOf } from '../layout-measurements.ts';
import type { OpenWindow } from '../open-windows.ts';
import { outlineFaults } from '../page-structure.ts';
import {
  customerScenes,
  display,
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
  waitingScene,
} from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

const parkedEnd = {
  id: 'sale.parked.a',
  code: 'sale.parked.expired',
  severity: 'warning',
  action: 'dismiss',
  values: { reference: 'TILL42-1', amountCents: 1250 },
} as const;
const moreScenes: readonly (readonly [string, () => TillSnapshot])[] = [
  ['PREPROD', () => preprod({ sale: sale('paid') })],
  ['offline, may be parked', () => live({ service: offline, sale: sale('waiting', { leavable: true }) })],
  ['never made', () => live({ service: offline, sale: neverMade() })],
  ['being cancelled', () => till({ sale: sale('scanned', { cancel: 'asked' }) })],
  ['partly refunded', () => live({ sale: sale('paid', { refunded: 400, refundable: 850 }) })],
  ['parked', () => live({ parked: [parkedSummary('unknown')], notices: [parkedEnd] })],
];

/** The language buttons, with full and with short names. */
const ownNames: ReadonlySet<string> = new Set(['English', 'Nederlands', 'Français', 'Deutsch', 'EN', 'NL', 'FR', 'DE']);

/** Checks the same page in light and dark, so that each page opens only once. */
async function faultsOf({ page }: OpenWindow, smallest: number): Promise<readonly string[]> {
  // The language buttons may be smaller: customers read them from touching distance.
  const small = (await textSizesOf(page)).filter(({ text, size }) => size < (ownNames.has(text) ? 16 : smallest));
  const faults = [...(await outlineFaults(page)), ...small.map(({ text, size }) => `${size} px: ${text}`)];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

describe('in light and dark', () => {
  const opening = { width: 1024, height: 768, answers: { ...found(40), ...storedSettings } };

  test('the till passes axe with 7:1 and 16 px', async () => {
    const window = await windows.till(till(), opening);
    for (const [name, snapshot] of [...tillScenes, ...moreScenes]) {
      await window.push(snapshot());
      // Buttons are pale for the first half second, until they accept clicks.
      await window.page.locator('[data-settling]').first().waitFor({ state: 'detached' });
      expect.soft(await faultsOf(window, 16), name).toEqual([]);
    }
  });

  test('the display passes axe with 7:1 and 28 px', async () => {
    const window = await windows.display(display({ kind: 'idle' }), opening);
    expect.soft(await faultsOf(window, 28), 'idle').toEqual([]);
    const atPreprod = () => display(waitingScene, { training: false, environment: 'PREPROD' });
    for (const [name, snapshot] of [...customerScenes, ['PREPROD', atPreprod] as const]) {
      await window.push(snapshot());
      expect.soft(await faultsOf(window, 28), name).toEqual([]);
      const amount = (await textSizesOf(window.page)).find(({ text }) => text.startsWith('€'));
      expect.soft(amount?.size, name).toBeGreaterThanOrEqual(128);
    }
  });
});
