import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Fixture, startFixture } from './fixture-process.ts';

describe('two windows on two screens', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture.stop());

  test('each page stands on its own screen and fills it', async () => {
    const where = '[screenX, screenY, innerWidth, innerHeight, screen.width, screen.height, devicePixelRatio]';
    const [one, two] = [await fixture.page('/'), await fixture.page('/two')];
    // The title bar is no part of the page.
    await expect.poll(() => one.evaluate(where)).toEqual([0, 0, 1280, 768, 1280, 800, 1]);
    await expect.poll(() => two.evaluate(where)).toEqual([1280, 0, 1280, 800, 1280, 800, 1]);
  });

  test('the app knows titles, bounds and full screen', async () => {
    const one = await fixture.page('/');
    await expect
      .poll(() => one.evaluate("bridge.invoke('windows')"))
      .toEqual([
        ['One', { x: 0, y: 0, width: 1280, height: 800 }, false],
        ['Two', { x: 1280, y: 0, width: 1280, height: 800 }, true],
      ]);
  });

  test('a new title of the page becomes the window’s', async () => {
    const one = await fixture.page('/');
    await one.evaluate("void (document.title = 'Paid')");
    await expect.poll(() => one.evaluate("bridge.invoke('windows').then((all) => all[0][0])")).toBe('Paid');
  });

  test('both pages count as visible, so that neither slows down', async () => {
    for (const path of ['/', '/two']) {
      const page = await fixture.page(path);
      expect(await page.evaluate('document.visibilityState')).toBe('visible');
    }
  });

  test('a display that comes or goes is told to the app', async () => {
    fixture.play({ host: 'unplug', display: 2 });
    expect(await fixture.heard('display-removed')).toEqual(['display-removed', 2]);
    fixture.play({ host: 'plug', bounds: { x: 1280, y: 0, width: 800, height: 600 } });
    expect(await fixture.heard('display-added')).toEqual(['display-added', { x: 1280, y: 0, width: 800, height: 600 }]);
  });
});

test('a window closed by hand is closed for the app, and the last one ends it', async () => {
  const fixture = await startFixture();
  onTestFinished(() => fixture.stop());
  await (await fixture.page('/')).close();
  expect(await fixture.heard('closed')).toEqual(['closed', 1]);
  await (await fixture.page('/two')).close();
  expect(await fixture.ended()).toBe(0);
});
