import { expect, test } from 'vitest';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { lostOf, outOfSight } from '../clipping.ts';
import { settledShot } from '../pictures/shot.ts';
import { shotOf } from '../pictures/shots.ts';
import { live, neverMade, offline, parkedSummary, preprod, sale, till, tillScenes } from '../sample-snapshots.ts';
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

test.each(ZOOMED)('at 200 %% on %s, every sale scene stays complete', async (_name, width, height) => {
  const window = await windows.till(till(), { width, height });
  for (const [name, snapshot] of saleScenes) {
    await window.show(snapshot());
    expect.soft(await outOfSight(window.page), name).toEqual([]);
    expect.soft(await lostOf(window.page), name).toEqual([]);
  }
});

test.each(ZOOMED)('at 200 %% on %s, other views stay reachable', async (_name, width, height) => {
  for (const name of ['payments', 'refund', 'settings', 'alarm', 'leaving', 'provisioning', 'unlock']) {
    const { window } = await settledShot(windows, shotOf(`till-${name}`), { width, height });
    expect.soft(await lostOf(window.page), name).toEqual([]);
    await window.close();
  }
});
