import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { readQr } from '../../e2e/harness/pictures.ts';
import { cutOf, overflowOf, placesOf } from '../layout-measurements.ts';
import { apps, DEEPLINK, display, shopDisplay, waitingScene } from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

const receipt = 'https://bakery.example/receipts/TILL42-261120-0042';

function isOverlapping(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const time = [...document.querySelectorAll('main > p')].at(-1)?.getBoundingClientRect();
    const first = document.querySelector('fieldset button')?.getBoundingClientRect();
    return time === undefined || first === undefined || time.bottom > first.top;
  });
}

test('logo and message overlap nothing in the smallest sizes', async () => {
  const { page } = await windows.display(shopDisplay({ kind: 'idle' }));
  for (const [width, height] of [
    [640, 448],
    [480, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await overflowOf(page)).toEqual([]);
    expect(await isOverlapping(page)).toBe(false);
  }
});

test('apps, receipt and logo fit every size without moving parts', async () => {
  const window = await windows.display(shopDisplay({ kind: 'idle' }));
  const { page } = window;
  const scenes = [
    { kind: 'idle' },
    waitingScene,
    { kind: 'paid', amount: 1250, debtorName: 'Zoë', receipt },
    { kind: 'partly-refunded', amount: 500, paid: 1250 },
  ] as const;
  for (const [width, height] of [
    [800, 480],
    [1024, 600],
    [1024, 768],
    [1280, 800],
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const faults: string[] = [];
    const places = new Set<string>();
    for (const scene of scenes) {
      await window.show(shopDisplay(scene, { apps }));
      for (const fault of [...(await overflowOf(page)), ...(await cutOf(page))]) faults.push(`${scene.kind}: ${fault}`);
      if (scene.kind === 'idle' && (await isOverlapping(page))) faults.push('the time is under the languages');
      if (scene.kind !== 'idle') places.add(JSON.stringify(await placesOf(page)));
    }
    expect([`${width} × ${height}`, faults, places.size]).toEqual([`${width} × ${height}`, [], 1]);
  }
});

const POSES = {
  'at an angle, small, blurred and pale': { turn: 3, tiltX: 20, tiltY: 12, blur: 0.8, scale: 0.75, contrast: 0.8 },
  'turned by 20°': { turn: 20 },
  'upside down': { turn: 180 },
  'from the left, 45° off': { tiltX: 45 },
  'from above, 40° off, and turned': { tiltY: 40, turn: -12 },
  'a little out of focus': { blur: 2.2 },
  'from far away': { scale: 0.4 },
  'in poor light, at an angle, out of focus': { tiltX: 30, turn: 8, blur: 1.4, brightness: 0.35, contrast: 0.6 },
};

test('the code is readable from any photograph', async () => {
  const window = await windows.display(display(waitingScene));
  const picture = await window.page.screenshot();
  for (const [name, pose] of Object.entries(POSES))
    expect.soft(await readQr(await windows.photograph(picture, pose)), name).toBe(DEEPLINK);
});
