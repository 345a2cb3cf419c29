import { expect, test } from 'vitest';
import { withElectron } from './with-electron.ts';

const electron = `export * from ${JSON.stringify(new URL('electron-on-macos.ts', import.meta.url).href)};`;

/** Opens a kiosk till and its display on macOS, and returns the result of `acts`. */
function onMac(acts: string): unknown {
  return withElectron(
    'darwin',
    electron,
    `
    const { windows, presentations, moveScreen, settled } = electron;
    const { openWindows } = await load('main/shell/browser-windows.ts');
    const nothing = () => undefined;
    let kiosk = true;
    let ending = false;
    const open = openWindows({
      clock: { after: () => nothing },
      preload: '',
      display: true,
      chosenScreens: () => ({}),
      kiosk: () => kiosk,
      titles: () => ({ till: 'till', display: 'display' }),
      onDisplay: nothing,
      onElsewhere: nothing,
      ending: { isEnding: () => ending, mayCloseTill: () => true, tillClosed: nothing },
      onWindow: nothing,
    });
    const close = (window) => {
      let held = false;
      window.emit('close', { preventDefault: () => (held = true) });
      return held ? 'held' : 'closed';
    };
    await settled();
    const [till, display] = windows;
    ${acts}`,
  );
}

test('opening or moving the display keeps the macOS kiosk lock', () => {
  expect(
    onMac(`
      moveScreen(2, -1440);
      await settled();
      display.destroy();
      open.openDisplay();
      await settled();
      const locked = presentations.slice();
      kiosk = false;
      open.placesChosen();
      await settled();
      windows[1].destroy();
      open.openDisplay();
      return [locked, presentations];`),
  ).toEqual([
    ['system', 'locked'],
    ['system', 'locked', 'system'],
  ]);
});

test('the display covers menu bar and Dock of any screen', () => {
  expect(
    onMac(`
      const before = display.getBounds();
      moveScreen(2, -1440);
      return [before, display.getBounds(), display.isAlwaysOnTop(), display.options.frame, display.options.enableLargerThanScreen];`),
  ).toEqual([
    { x: 1440, y: 0, width: 1440, height: 900 },
    { x: -1440, y: 0, width: 1440, height: 900 },
    true,
    false,
    true,
  ]);
});

test('a display becomes frameless on a screen of its own', () => {
  expect(
    onMac(`
      moveScreen(2, 0);
      open.openDisplay();
      const shared = windows[1].options.frame ?? true;
      moveScreen(2, 1440);
      return [shared, windows.length, windows[1].options.frame, windows[1].getBounds().x];`),
  ).toEqual([true, 2, false, 1440]);
});

test.each([
  ['in full screen', 'await settled();'],
  ['on its way into it', 'till.full = false; till.setFullScreen(true);'],
])('a till %s moves only after leaving full screen', (_when, before) => {
  expect(
    onMac(`
      ${before}
      moveScreen(1, 3000);
      moveScreen(1, 5000);
      await settled();
      return [till.getBounds().x >= 5000, till.full, presentations];`),
  ).toEqual([true, true, ['system', 'locked']]);
});

test('ending kiosk mode during a move leaves full screen there', () => {
  expect(
    onMac(`
      moveScreen(1, 3000);
      kiosk = false;
      open.placesChosen();
      await settled();
      return [till.getBounds().x >= 3000, till.full, presentations.at(-1)];`),
  ).toEqual([true, false, 'system']);
});

test('a kiosk till stays open until the app ends', () => {
  expect(onMac('const held = close(till); ending = true; return [held, close(till)];')).toEqual(['held', 'closed']);
});
