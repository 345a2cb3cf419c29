import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TillSnapshot } from '../../preload/views.ts';
import { builtWindows, type OpenWindow, type Windows } from './open-windows.ts';
import { AT, found, live, sale, till } from './sample-snapshots.ts';

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

let windows: Windows;
beforeAll(async () => {
  windows = await builtWindows();
}, 90_000);
afterAll(() => windows.close());

/** Main has spoken with the service again: everything that nobody sees is another. */
const aMomentLater = {
  at: AT + 1_500,
  service: { state: 'online', sinceMs: AT + 900, host: 'localhost', skewMs: 140 },
} as const;

const screens: readonly (readonly [
  string,
  (change: Partial<TillSnapshot>) => TillSnapshot,
  (window: OpenWindow) => Promise<void>,
])[] = [
  ['keypad', till, async () => undefined],
  [
    'end of a sale',
    (change) => live({ sale: sale('paid', { refundable: 850 }), ...change }),
    ({ page }) => page.getByRole('button', { name: 'New sale', disabled: false }).waitFor(),
  ],
  [
    'payments',
    (change) => till({ opened: sale('paid'), ...change }),
    async ({ page }) => {
      await page.keyboard.press('F2');
      await page.getByRole('row').first().waitFor();
    },
  ],
  [
    'refund dialog',
    (change) => till({ sale: sale('paid'), ...change }),
    async ({ page }) => {
      await page.getByRole('button', { name: 'Refund' }).click();
      await page.getByRole('dialog', { name: 'Refund payment' }).waitFor();
    },
  ],
];

test.each(screens)(
  'a snapshot that changes nothing shown draws nothing of the %s again',
  async (_name, snapshot, reach) => {
    const window = await windows.till(snapshot({}), { answers: found(40) });
    await reach(window);
    // What opened the screen may still be drawing: only a window at rest says something.
    await expect.poll(() => window.commitsAfter(snapshot({}))).toBe(0);
    expect(await window.commitsAfter(snapshot(aMomentLater))).toBe(0);
    expect(await window.commitsAfter(snapshot({ display: 'closed' }))).toBeGreaterThan(0);
    await window.close();
  },
);
