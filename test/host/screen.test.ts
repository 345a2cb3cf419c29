import { afterEach, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from './fixture-process.ts';

let fixture: Fixture;
afterEach(() => fixture.stop());

async function ask(channel: string, ...args: readonly unknown[]): Promise<unknown> {
  const page = await fixture.page('/');
  return page.evaluate(`bridge.invoke(${[channel, ...args].map((arg) => JSON.stringify(arg)).join(', ')})`);
}

const boundsOf = (id: number) => ask('window', id, 'getBounds');

describe('screens as a machine has them', () => {
  test('a scale factor makes a screen smaller, a task bar its work area, and the page knows the factor', async () => {
    fixture = await startFixture({ env: { TILLMATE_HOST_DISPLAYS: '1920x1080@1.5/48,1366x768@1.25' } });
    const [primary, [one, two]] = (await ask('screens')) as [number, Record<string, unknown>[]];
    expect(primary).toBe(1);
    expect(one).toMatchObject({
      scaleFactor: 1.5,
      bounds: { x: 0, y: 0, width: 1280, height: 720 },
      workArea: { x: 0, y: 0, width: 1280, height: 672 },
    });
    expect(two).toMatchObject({ bounds: { x: 1280, y: 0, width: 1092, height: 614 }, scaleFactor: 1.25 });
    const page = await fixture.page('/two');
    await expect.poll(() => page.evaluate('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([1092, 614, 1.25]);
  });

  test('a screen that is moved, rescaled or rotated is told, and its windows go along', async () => {
    fixture = await startFixture();
    const change = { bounds: { x: -800, y: 0, width: 800, height: 1280 }, rotation: 90 };
    fixture.play({ host: 'metrics', display: 2, change });
    expect(await fixture.heard('display-metrics-changed')).toEqual([
      'display-metrics-changed',
      2,
      ['bounds', 'rotation'],
    ]);
    expect(await boundsOf(2)).toEqual(change.bounds);
    fixture.play({ host: 'primary', display: 2 });
    await fixture.heard('display-metrics-changed', ([id, changed]) => id === 2 && String(changed) === '');
    expect(((await ask('screens')) as [number])[0]).toBe(2);
  });

  test('the windows of a screen that is gone come to the one that is left', async () => {
    fixture = await startFixture();
    fixture.play({ host: 'unplug', display: 1 });
    await fixture.heard('display-removed');
    expect(await boundsOf(1)).toMatchObject({ x: 1280, y: 0 });
  });

  test('a window is never smaller than it may be', async () => {
    fixture = await startFixture();
    await ask('window', 1, 'setMinimumSize', 640, 480);
    await ask('window', 1, 'setBounds', { x: 10, y: 10, width: 100, height: 100 });
    expect(await boundsOf(1)).toEqual({ x: 10, y: 10, width: 640, height: 480 });
  });

  test('as under Wayland: a window is on the first screen wherever it is put, and does not know where it is', async () => {
    fixture = await startFixture({ env: { TILLMATE_HOST_POSITIONS: 'ignored' } });
    await ask('window', 1, 'setBounds', { x: 1300, y: 20, width: 900, height: 700 });
    expect(await boundsOf(1)).toEqual({ x: 0, y: 0, width: 900, height: 700 });
    const two = await fixture.page('/two');
    await expect.poll(() => two.evaluate('[screenX, screenY, innerWidth]')).toEqual([0, 0, 1280]);
  });
});
