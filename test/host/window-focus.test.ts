import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from './fixture-process.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
  await ask('window', 1, 'focus');
});
afterEach(() => fixture.stop());

async function ask(channel: string, ...args: readonly unknown[]): Promise<unknown> {
  const page = await fixture.page('/');
  return page.evaluate(`bridge.invoke(${[channel, ...args].map((arg) => JSON.stringify(arg)).join(', ')})`);
}

const on = (id: number, pages: readonly boolean[]) => ({ window: id, windows: [id], pages });
const nobody = (pages: readonly boolean[]) => ({ window: null, windows: [], pages });

describe('focus', () => {
  test('goes to the shown or focused window, with events', async () => {
    expect(await ask('focused')).toEqual(on(1, [true, false]));
    const before = fixture.said.length;
    await ask('window', 2, 'show');
    expect(await ask('focused')).toEqual(on(2, [false, true]));
    expect(fixture.said.slice(before)).toEqual([
      ['blur', 1],
      ['focus', 2],
    ]);
    await ask('window', 1, 'focus');
    expect(await ask('focused')).toEqual(on(1, [true, false]));
  });

  test('stays when other windows are moved without activation', async () => {
    for (const [method, ...args] of [['showInactive'], ['setFullScreen', false], ['setFullScreen', true], ['moveTop']])
      await ask('window', 2, method, ...args);
    expect(await ask('focused')).toEqual(on(1, [true, false]));
  });

  test('goes to a new window when shown or loaded', async () => {
    expect(await ask('open', { width: 640, height: 480 })).toBe(3);
    expect(await ask('focused')).toEqual(on(3, [false, false, true]));
  });

  test('does not go to a window shown inactive', async () => {
    await ask('open', { show: false, webPreferences: { focusOnNavigation: false } });
    await ask('window', 3, 'focus');
    await ask('window', 3, 'showInactive');
    expect(await ask('focused')).toEqual(on(1, [true, false, false]));
  });

  test('goes to a hidden window on entering full screen', async () => {
    await ask('open', { show: false });
    await ask('window', 3, 'setFullScreen', true);
    expect(await ask('focused')).toEqual(on(3, [false, false, true]));
  });

  test('is lost by minimizing and regained by restoring', async () => {
    await ask('window', 1, 'minimize');
    expect(await ask('focused')).toEqual(nobody([false, false]));
    await ask('window', 1, 'restore');
    expect(await ask('focused')).toEqual(on(1, [true, false]));
  });

  test('is kept and updated in a reloaded page', async () => {
    const two = await fixture.page('/two');
    await two.reload();
    expect(await ask('focused')).toEqual(on(1, [true, false]));
    await two.evaluate(
      "window.heard = []; for (const e of ['focus', 'blur']) addEventListener(e, () => heard.push(e))",
    );
    await ask('window', 2, 'focus');
    await ask('window', 1, 'focus');
    await expect.poll(() => two.evaluate('heard')).toEqual(['focus', 'blur']);
  });

  test('directs keyboard input', async () => {
    const listen = "window.typed = ''; addEventListener('keydown', ({ key }) => { typed += key; })";
    const pages = [await fixture.page('/'), await fixture.page('/two')];
    for (const page of pages) await page.evaluate(listen);
    fixture.play({ host: 'type', keys: ['1', ','] });
    await expect.poll(() => pages[0]?.evaluate('typed')).toBe('1,');
    await ask('window', 2, 'focus');
    fixture.play({ host: 'type', keys: ['2'] });
    await expect.poll(() => pages[1]?.evaluate('typed')).toBe('2');
    expect(await pages[0]?.evaluate('typed')).toBe('1,');
  });
});
