import { expect, test } from 'vitest';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import type { OpenWindow } from './open-windows.ts';
import { AT, found, live, sale, till } from './sample-snapshots.ts';
import { windows } from './windows.ts';

/** Main has contacted the service again: all invisible values of the snapshot have changed. */
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
    async (window) => {
      // The timers of the screen also cause commits, which would be counted.
      await window.push(live());
      await window.stopClock();
      await window.push(live({ sale: sale('paid', { refundable: 850 }) }));
      await window.page.clock.runFor(2_000);
      await window.page.getByRole('button', { name: 'New sale', disabled: false }).waitFor();
    },
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
      // The dialog first asks the service, and the response is drawn at any time.
      await page.getByText('could not be asked').waitFor();
    },
  ],
];

test.each(screens)('an invisible change does not draw the %s again', async (_name, snapshot, reach) => {
  const window = await windows.till(snapshot({}), { answers: found(40) });
  await reach(window);
  // The screen may still be drawing: only a window at rest gives a valid count.
  await expect.poll(() => window.commitsAfter(snapshot({}))).toBe(0);
  expect(await window.commitsAfter(snapshot(aMomentLater))).toBe(0);
  expect(await window.commitsAfter(snapshot({ display: 'closed' }))).toBeGreaterThan(0);
});

test('draws the time only when its minute changes', async () => {
  const window = await windows.till(till(), { view: ['Payments'], answers: found(40) });
  await window.stopClock();
  await window.push(till());
  await window.page.getByRole('link', { name: 'Sale', exact: true }).click();
  await window.page.getByText('14:02').waitFor();
  const drawnWithin = async (ms: number) => {
    const commits = () => window.page.evaluate(() => fake.settled().then(() => fake.commits));
    const before = await commits();
    await window.page.clock.runFor(ms);
    return (await commits()) - before;
  };
  await expect.poll(() => drawnWithin(100)).toBe(0);
  expect(await drawnWithin(20_000)).toBe(0);
  await window.page.clock.runFor(60_000);
  await window.page.getByText('14:03').waitFor();
  // The user has corrected the machine's clock.
  await window.push(till({ at: AT + 3_600_000 }));
  await window.page.clock.runFor(1_000);
  await window.page.getByText('15:02').waitFor();
});
