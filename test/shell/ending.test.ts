import { expect, test } from 'vitest';
import { withElectron } from './with-electron.ts';

const electron = `
  import { EventEmitter } from 'node:events';
  export const app = Object.assign(new EventEmitter(), { quits: 0, quit: () => (app.quits += 1) });
  export const powerMonitor = new EventEmitter();`;

/** Returns the ending state after `act`, for a till that must ask before ending. */
function after(platform: string, act: string): unknown {
  return withElectron(
    platform,
    electron,
    `
    const { app, powerMonitor } = electron;
    const { EventEmitter } = await import('node:events');
    const { followEnding } = await load('main/shell/ending.ts');
    const ending = followEnding();
    const window = new EventEmitter();
    app.emit('browser-window-created', {}, window);
    app.emit('ready');
    ending.askFirst(() => false);
    const quit = () => {
      let held = false;
      app.emit('before-quit', { preventDefault: () => (held = true) });
      return held;
    };
    ${act};
    return [ending.isEnding(), ending.mayCloseTill(), app.quits];`,
  );
}

test.each([
  ['nothing', 'win32', '', [false, false, 0]],
  ['a log-off of Windows', 'win32', "window.emit('session-end')", [true, true, 0]],
  ['a quit that a system asks for', 'linux', 'quit()', [true, true, 0]],
  ['⌘Q', 'darwin', 'quit()', [false, true, 0]],
  ['a shutdown', 'darwin', "powerMonitor.emit('shutdown')", [true, true, 1]],
  ['a shutdown, which a signal tells,', 'linux', "powerMonitor.emit('shutdown')", [false, false, 0]],
  ['an update that began and was given up', 'win32', 'ending.begin()()', [false, false, 0]],
  ['an update that was given up once the app was ending', 'win32', 'ending.end(); ending.begin()()', [true, true, 1]],
])('after %s on %s: ending, till closable, quit calls', (_what, platform, act, state) => {
  expect(after(platform, act)).toEqual(state);
});
