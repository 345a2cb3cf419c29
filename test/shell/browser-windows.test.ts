import { expect, test } from 'vitest';
import { withElectron } from './with-electron.ts';

const electron = `export * from ${JSON.stringify(new URL('electron-on-macos.ts', import.meta.url).href)};`;

/** A till in kiosk and its display on macOS. Gives what `acts` end with. */
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

test('in kiosk a customer display leaves the lock of macOS in place: opened, put elsewhere, closed and opened again', () => {
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

test('the display lies over menu bar and Dock of its screen, wherever that goes', () => {
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

test('a display that shared the screen of the till gets a window without a frame once it has a screen of its own', () => {
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
])('a till %s goes to its screen once macOS says that it is out of it, and fills that', (_when, before) => {
  expect(
    onMac(`
      ${before}
      moveScreen(1, 3000);
      moveScreen(1, 5000);
      await settled();
      return [till.getBounds().x >= 5000, till.full, presentations];`),
  ).toEqual([true, true, ['system', 'locked']]);
});

test('a kiosk that ends while its till is on the way ends out of full screen, where the till was to go', () => {
  expect(
    onMac(`
      moveScreen(1, 3000);
      kiosk = false;
      open.placesChosen();
      await settled();
      return [till.getBounds().x >= 3000, till.full, presentations.at(-1)];`),
  ).toEqual([true, false, 'system']);
});

test('in kiosk a till is not closed before the app ends: no Dock could bring it back', () => {
  expect(onMac('const held = close(till); ending = true; return [held, close(till)];')).toEqual(['held', 'closed']);
});
