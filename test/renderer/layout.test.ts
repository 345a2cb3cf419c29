import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/views.ts';
import { crowdedOf, cutOf, overflowOf, type Place, placesOf, targetsOf, typeOf } from './layout-measurements.ts';
import { builtWindows, type OpenWindow, type Windows } from './open-windows.ts';
import {
  display,
  displayScenes,
  found,
  preprod,
  sale,
  storedSettings,
  till,
  waitingScene,
} from './sample-snapshots.ts';

const SIZES = [
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

let windows: Windows;
beforeAll(async () => {
  windows = await builtWindows();
}, 90_000);
afterAll(() => windows.close());

const longest =
  'The description of a sale as long as it may be, with the names of everything in the bag, up to one hundred and forty characters, all told..';

const tillScenes: readonly (readonly [string, () => TillSnapshot])[] = [
  ['idle', () => till()],
  ['creating', () => till({ sale: sale('creating') })],
  ['waiting', () => till({ sale: sale('waiting', { description: longest }) })],
  ['scanned', () => till({ sale: sale('scanned', { cancel: 'too-late', verdict: { at: 0, kind: 'not-paid' } }) })],
  ['authorised', () => till({ sale: sale('authorised') })],
  ['the largest', () => till({ sale: sale('authorised', { amount: 999_999_999_999 }) })],
  ['paid', () => till({ sale: sale('paid', { description: longest }) })],
  ['cancelled', () => till({ sale: sale('cancelled', { ending: 'elsewhere' }) })],
  ['expired', () => till({ sale: sale('expired') })],
  ['failed', () => till({ sale: sale('failed', { ending: 'bank-refused' }), display: 'closed' })],
  ['voided', () => till({ sale: sale('voided') })],
  [
    'unknown',
    () =>
      till({
        sale: sale('unknown', {
          problem: { code: 'answer.schema', message: '', retryable: true, traceId: 'a1b2c3d4' },
        }),
      }),
  ],
];

const customerScenes: readonly (readonly [string, () => DisplaySnapshot])[] = displayScenes
  .filter((scene) => scene.kind !== 'idle')
  .map((scene, index) => [`${scene.kind} ${index}`, () => display(scene)] as const);

async function follow(
  window: OpenWindow,
  scenes: readonly (readonly [string, () => TillSnapshot | DisplaySnapshot])[],
) {
  const places: Record<string, Place>[] = [];
  const faults: string[] = [];
  for (const [name, snapshot] of scenes) {
    await window.push(snapshot());
    await window.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    places.push(await placesOf(window.page));
    for (const fault of [...(await overflowOf(window.page)), ...(await cutOf(window.page))])
      faults.push(`${name}: ${fault}`);
    for (const target of await targetsOf(window.page))
      if (target.height < 56) faults.push(`${name}: ${target.name} is ${target.height} px high`);
    for (const crowd of await crowdedOf(window.page)) faults.push(`${name}: ${crowd}`);
  }
  return { places, faults };
}

function figureSize({ page }: OpenWindow): Promise<number> {
  return page
    .locator('[data-place="amount"] > *')
    .evaluate((figure) => Number.parseFloat(getComputedStyle(figure).fontSize));
}

describe.each(SIZES)('on a screen of %i × %i', (width, height) => {
  test('amount, state and action of the till stay where they are through a whole sale, in finger size, without a scroll bar', async () => {
    const window = await windows.till(till(), { width, height });
    const { places, faults } = await follow(window, tillScenes);
    expect(faults).toEqual([]);
    for (const name of ['amount', 'state', 'body', 'pad', 'second', 'action'])
      expect(new Set(places.map((all) => JSON.stringify(all[name]))).size, name).toBe(1);
    expect(places[0]?.['action']?.height).toBeGreaterThanOrEqual(72);
    await window.close();
  });

  test('an amount of four figures keeps its full size on both windows, beside a code that is large enough', async () => {
    const opened = await windows.till(till({ sale: sale('waiting', { amount: 999_999 }) }), { width, height });
    await expect.poll(() => figureSize(opened)).toBeGreaterThanOrEqual(96);
    await opened.close();
    const window = await windows.display(display({ ...waitingScene, amount: 999_999 }), { width, height });
    await expect.poll(() => figureSize(window)).toBeGreaterThanOrEqual(128);
    const code = await window.page.getByRole('img', { name: 'Payment QR code' }).boundingBox();
    expect(code?.width).toBeGreaterThanOrEqual(0.4 * Math.min(width, height));
    await window.close();
  });

  test('amount and state of the customer display stay where they are, and nothing is cut off', async () => {
    const window = await windows.display(display({ kind: 'idle' }), { width, height });
    const { places, faults } = await follow(window, customerScenes);
    expect(faults).toEqual([]);
    for (const name of ['amount', 'state', 'code', 'time'])
      expect(new Set(places.map((all) => JSON.stringify(all[name]))).size, name).toBe(1);
    await window.close();
  });
});

describe.each([
  ['light', false],
  ['dark', true],
] as const)('in %s', (_name, dark) => {
  test('all text of the till has a contrast of 7:1 and 16 px or more', async () => {
    const window = await windows.till(till(), { width: 1024, height: 768, dark });
    const scenes = [...tillScenes, ['PREPROD', () => preprod({ sale: sale('paid') })] as const];
    for (const [name, snapshot] of scenes) {
      await window.push(snapshot());
      for (const { text, size, contrast } of await typeOf(window.page)) {
        expect.soft(contrast, `${name}: ${text}`).toBeGreaterThanOrEqual(7);
        expect.soft(size, `${name}: ${text}`).toBeGreaterThanOrEqual(16);
      }
    }
    await window.close();
  });

  test('all text of the customer display has a contrast of 7:1 and 28 px or more, the amount 128', async () => {
    const window = await windows.display(display({ kind: 'idle' }), { width: 1024, height: 768, dark });
    const atPreprod = () => display(waitingScene, { training: false, environment: 'PREPROD' });
    for (const [name, snapshot] of [...customerScenes, ['PREPROD', atPreprod] as const]) {
      await window.push(snapshot());
      const type = await typeOf(window.page);
      for (const { text, size, contrast } of type) {
        expect.soft(contrast, `${name}: ${text}`).toBeGreaterThanOrEqual(7);
        expect.soft(size, `${name}: ${text}`).toBeGreaterThanOrEqual(28);
      }
      expect.soft(type.find(({ text }) => text.startsWith('€'))?.size, name).toBeGreaterThanOrEqual(128);
    }
    await window.close();
  });
});

test.each(SIZES.slice(0, 2))(
  'payments and settings can be pressed with a finger on a screen of %i × %i',
  async (width, height) => {
    const window = await windows.till(till(), { width, height, answers: { ...found(40), ...storedSettings } });
    const faults: string[] = [];
    for (const name of ['Payments', 'Settings']) {
      await window.page.getByRole('link', { name }).click();
      await window.page
        .getByRole(name === 'Payments' ? 'row' : 'textbox')
        .first()
        .waitFor();
      for (const target of await targetsOf(window.page))
        if (target.height < 56) faults.push(`${name}: ${target.name} is ${target.height} px high`);
      faults.push(...(await crowdedOf(window.page)).map((crowd) => `${name}: ${crowd}`));
    }
    expect(faults).toEqual([]);
    await window.close();
  },
);

test('the amount does not move by a pixel when it is charged', async () => {
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
  await window.close();
});
