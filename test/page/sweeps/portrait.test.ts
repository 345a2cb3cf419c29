import { describe, expect, test } from 'vitest';
import { follow, placesOf } from '../layout-measurements.ts';
import { apps, customerScenes, display, shopDisplay, waitingScene } from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

/** A customer display in portrait format, from a small screen on the counter to a large screen next to it. */
const SIZES = [
  [480, 800],
  [600, 1024],
  [768, 1024],
  [800, 1280],
  [1080, 1920],
  [1440, 2560],
] as const;

describe.each(SIZES)('upright on %i × %i', (width, height) => {
  test('the code fills 60 % of the width, on top', async () => {
    const window = await windows.display(display(waitingScene), { width, height });
    const code = await window.page.getByRole('img', { name: 'Payment QR code' }).boundingBox();
    expect(code?.width).toBeGreaterThanOrEqual(0.6 * width);
    const bottom = (code?.y ?? 0) + (code?.height ?? height);
    const { code: _code, ...others } = await placesOf(window.page);
    expect(Object.keys(others)).toEqual(expect.arrayContaining(['amount', 'state', 'time']));
    for (const [name, place] of Object.entries(others)) expect(place.y, name).toBeGreaterThanOrEqual(bottom);
  });

  test('six payment apps leave the code at full size', async () => {
    const scene = (kind: 'waiting' | 'cancelled') =>
      shopDisplay(kind === 'waiting' ? waitingScene : { kind, amount: 1250 }, { apps });
    const window = await windows.display(scene('waiting'), { width, height });
    const code = await window.page.getByRole('img', { name: 'Payment QR code' }).boundingBox();
    expect(code?.width).toBeGreaterThanOrEqual(0.6 * width);
    const list = window.page.getByRole('list', { name: 'Apps that can pay' });
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual(apps.map(({ name }) => name));
    const { places, faults } = await follow(window, [
      ['waiting', () => scene('waiting')],
      ['cancelled', () => scene('cancelled')],
    ]);
    expect(faults).toEqual([]);
    expect(places[0]).toEqual(places[1]);
    await list.waitFor({ state: 'hidden' });
  });

  test('every scene fits without moving its parts', async () => {
    const window = await windows.display(display({ kind: 'idle' }), { width, height });
    const { places, faults } = await follow(window, customerScenes);
    const largest = display({ kind: 'authorised', amount: 999_999_999_999 });
    faults.push(
      ...(
        await follow(window, [
          ['the largest', () => largest],
          ['idle', () => display({ kind: 'idle' })],
        ])
      ).faults,
    );
    expect(faults).toEqual([]);
    for (const name of ['amount', 'state', 'code', 'time'])
      expect(new Set(places.map((all) => JSON.stringify(all[name]))).size, name).toBe(1);
  });
});
