import { describe, expect, test } from 'vitest';
import { fixture, givenFixture, ownFixture } from './given-fixture.ts';

describe('two windows on two screens', () => {
  givenFixture();

  test('each page fills its own screen', async () => {
    const where = '[screenX, screenY, innerWidth, innerHeight, screen.width, screen.height, devicePixelRatio]';
    const [one, two] = [await fixture.page('/'), await fixture.page('/two')];
    // The title bar is not part of the page.
    await expect.poll(() => one.evaluate(where)).toEqual([0, 0, 1280, 768, 1280, 800, 1]);
    await expect.poll(() => two.evaluate(where)).toEqual([1280, 0, 1280, 800, 1280, 800, 1]);
  });

  test('the app knows title, bounds and full screen of windows', async () => {
    const one = await fixture.page('/');
    await expect
      .poll(() => one.evaluate("bridge.invoke('windows')"))
      .toEqual([
        ['One', { x: 0, y: 0, width: 1280, height: 800 }, false],
        ['Two', { x: 1280, y: 0, width: 1280, height: 800 }, true],
      ]);
  });

  test('a new page title becomes the window title', async () => {
    const one = await fixture.page('/');
    await one.evaluate("void (document.title = 'Paid')");
    await expect.poll(() => one.evaluate("bridge.invoke('windows').then((all) => all[0][0])")).toBe('Paid');
  });

  test('both pages count as visible, so neither slows down', async () => {
    for (const path of ['/', '/two']) {
      const page = await fixture.page(path);
      expect(await page.evaluate('document.visibilityState')).toBe('visible');
    }
  });

  test('full screen is kiosk mode on Windows and Linux', async () => {
    const one = await fixture.page('/');
    expect(await one.evaluate("bridge.invoke('in-one-turn', [1, 'isKiosk'], [2, 'isKiosk'])")).toEqual([false, true]);
  });

  test('a window keeps its minimum size', async () => {
    const one = await fixture.page('/');
    const ask = (...args: readonly unknown[]) =>
      one.evaluate(`bridge.invoke(${['window', 1, ...args].map((arg) => JSON.stringify(arg)).join(', ')})`);
    await ask('setMinimumSize', 640, 480);
    await ask('setBounds', { x: 10, y: 10, width: 100, height: 100 });
    expect(await ask('getBounds')).toEqual({ x: 10, y: 10, width: 640, height: 480 });
  });
});

test('on macOS full screen takes time and requests queue', async () => {
  const fixture = await ownFixture({ env: { TILLMATE_HOST_PLATFORM: 'darwin' } });
  const page = await fixture.page('/');
  const inOneTurn = (...calls: readonly unknown[][]) =>
    page.evaluate(`bridge.invoke(${['in-one-turn', ...calls].map((call) => JSON.stringify(call)).join(', ')})`);
  const wishes = [true, false, true].map((full) => [1, 'setFullScreen', full]);
  const now = await inOneTurn([1, 'setKiosk', true], ...wishes, [1, 'isKiosk'], [1, 'isFullScreen']);
  expect(now).toEqual([undefined, undefined, undefined, undefined, true, false]);
  const changes = () => fixture.said.map(([event]) => String(event)).filter((event) => event.endsWith('full-screen'));
  await expect.poll(changes).toEqual(['enter-full-screen', 'leave-full-screen', 'enter-full-screen']);

  await inOneTurn([1, 'setBounds', { x: 10 }], [1, 'setKiosk', false], [1, 'setBounds', { x: 20 }]);
  await expect.poll(() => inOneTurn([1, 'isFullScreen'], [1, 'getBounds'])).toMatchObject([false, { x: 0 }]);
  const shown = [...fixture.stderr().matchAll(/macOS shows menu bar and Dock: (\S+)/g)].map(([, what]) => what);
  expect(shown).toEqual(['locked', 'system']);
});
