import { describe, expect, test } from 'vitest';
import { crowdedOf, follow, targetsOf } from '../layout-measurements.ts';
import type { OpenWindow } from '../open-windows.ts';
import { settledShot } from '../pictures/shot.ts';
import { shotOf } from '../pictures/shots.ts';
import {
  customerScenes,
  display,
  found,
  live,
  sale,
  storedSettings,
  till,
  tillScenes,
  waitingScene,
} from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

const SIZES = [
  // The page of the smallest window, of 768p at 125 % and of 1080p at 150 %: without task bar and title bar.
  [1024, 528],
  [1092, 534],
  [1280, 640],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;

function figureSize({ page }: OpenWindow): Promise<number> {
  return page
    .locator('[data-place="amount"] > *')
    .evaluate((figure) => Number.parseFloat(getComputedStyle(figure).fontSize));
}

describe.each(SIZES)('on a screen of %i × %i', (width, height) => {
  test('till parts keep their place and size throughout a sale', async () => {
    const window = await windows.till(till(), { width, height });
    const { places, faults } = await follow(window, tillScenes);
    expect(faults).toEqual([]);
    for (const name of ['amount', 'state', 'body', 'pad', 'second', 'action'])
      expect(new Set(places.map((all) => JSON.stringify(all[name]))).size, name).toBe(1);
    expect(places[0]?.['action']?.height).toBeGreaterThanOrEqual(72);
  });

  test('a four-figure amount keeps its full size', async () => {
    const opened = await windows.till(till({ sale: sale('waiting', { amount: 999_999 }) }), { width, height });
    await expect.poll(() => figureSize(opened)).toBeGreaterThanOrEqual(96);
    await opened.close();
    const window = await windows.display(display({ ...waitingScene, amount: 999_999 }), { width, height });
    await expect.poll(() => figureSize(window)).toBeGreaterThanOrEqual(128);
    const code = await window.page.getByRole('img', { name: 'Payment QR code' }).boundingBox();
    expect(code?.width).toBeGreaterThanOrEqual(0.4 * Math.min(width, height));
  });

  test('display parts keep their place, without clipping', async () => {
    const window = await windows.display(display({ kind: 'idle' }), { width, height });
    const { places, faults } = await follow(window, customerScenes);
    expect(faults).toEqual([]);
    for (const name of ['amount', 'state', 'code', 'time'])
      expect(new Set(places.map((all) => JSON.stringify(all[name]))).size, name).toBe(1);
  });
});

test.each([
  [640, 448],
  [800, 480],
])('a small %i × %i display cuts nothing off', async (width, height) => {
  const window = await windows.display(display({ kind: 'idle' }), { width, height });
  const { places, faults } = await follow(window, [...customerScenes, ['idle', () => display({ kind: 'idle' })]]);
  expect(faults).toEqual([]);
  for (const { code } of places.slice(0, -1)) expect(code?.height).toBeGreaterThanOrEqual(0.4 * height);
  await window.push(display(waitingScene));
  const code = await window.page.getByRole('img', { name: 'Payment QR code' }).boundingBox();
  expect(code?.width).toBeGreaterThanOrEqual(0.4 * height);
});

/** Returns the buttons that extend beyond the window or are covered at the point of a click. */
function unreachable(page: OpenWindow['page'], names: readonly string[]) {
  return page.evaluate((wanted) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('button')];
    return wanted.filter((name) => {
      const box = buttons.find((button) => button.innerText.trim() === name)?.getBoundingClientRect();
      if (box === undefined || box.top < 0 || box.left < 0) return true;
      if (box.bottom > window.innerHeight || box.right > window.innerWidth) return true;
      const over = (y: number) => document.elementFromPoint(box.left + box.width / 2, y)?.closest('button');
      return [box.top + 4, box.bottom - 4].some((y) => over(y)?.innerText.trim() !== name);
    });
  }, names);
}

test.each(SIZES.slice(0, 4))('main actions need no scrolling on %i × %i', async (width, height) => {
  const look = async (scene: string, window: OpenWindow, ...names: readonly string[]) => {
    await expect.poll(() => unreachable(window.page, names), { message: scene }).toEqual([]);
  };
  const window = await windows.till(live(), { width, height, answers: { ...found(40), ...storedSettings } });
  const { page } = window;
  await look('sale', window, 'Charge', 'Clear');
  await window.push(live({ sale: sale('waiting') }));
  await look('waiting', window, 'Cancel payment', 'Customer says they paid');
  await page.getByRole('link', { name: 'Payments' }).click();
  await window.push(live({ sale: sale('waiting'), opened: sale('paid', { refundable: 850 }) }));
  await look('payments', window, 'Print receipt', 'Refund');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Shop name', exact: true }).fill('Zoë');
  await look('settings', window, 'Save');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('link', { name: 'Sale' }).click();
  await window.push(live({ sale: sale('paid', { refundable: 9000, amount: 9000, refundableWithoutPin: 100 }) }));
  await look('paid', window, 'New sale', 'Print receipt', 'Refund');
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('textbox', { name: 'Manager PIN' }).waitFor();
  await look('refund', window, 'Not now', 'Confirm refund €\u00a090,00');
});

test.each(SIZES.slice(0, 2))('payments and settings suit a finger on %i × %i', async (width, height) => {
  const faults: string[] = [];
  for (const name of ['payments', 'settings']) {
    const { page } = (await settledShot(windows, shotOf(`till-${name}`), { width, height })).window;
    for (const target of await targetsOf(page))
      if (target.height < 56) faults.push(`${name}: ${target.name} is ${target.height} px high`);
    faults.push(...(await crowdedOf(page)).map((crowd) => `${name}: ${crowd}`));
  }
  expect(faults).toEqual([]);
});

test('the amount does not move by a pixel when charged', async () => {
  const window = await windows.till(till());
  await window.page.keyboard.type('12,50');
  const typed = await window.page.getByRole('textbox', { name: 'Amount' }).evaluate((box: HTMLInputElement) => {
    const sign = box.previousElementSibling?.getBoundingClientRect();
    return {
      left: Math.round(sign?.left ?? 0),
      digits: Math.round(box.getBoundingClientRect().left),
      size: getComputedStyle(box).fontSize,
    };
  });
  await window.push(till({ sale: sale('waiting') }));
  const charged = await window.page.locator('[data-place="amount"] > *').evaluate((figure) => {
    const range = document.createRange();
    const text = figure.firstChild as Text;
    const left = (start: number) => {
      range.setStart(text, start);
      range.setEnd(text, start + 1);
      return Math.round(range.getBoundingClientRect().left);
    };
    return { left: left(0), digits: left(2), size: getComputedStyle(figure).fontSize };
  });
  expect(charged).toEqual(typed);
});
