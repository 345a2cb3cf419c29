import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const file = JSON.stringify(join(import.meta.dirname, '../../main/shell/ending.ts'));

/** A till that would rather ask is ended in a process of its own, whose Electron is two emitters. */
function after(platform: string, act: string): unknown {
  const script = `
    import { EventEmitter } from 'node:events';
    import { registerHooks } from 'node:module';
    import { pathToFileURL } from 'node:url';
    const app = (globalThis.app = Object.assign(new EventEmitter(), { quits: 0, quit: () => (app.quits += 1) }));
    const powerMonitor = (globalThis.powerMonitor = new EventEmitter());
    const url = 'data:text/javascript,export const { app, powerMonitor } = globalThis';
    registerHooks({
      resolve: (name, context, next) => (name === 'electron' ? { url, shortCircuit: true } : next(name, context)),
    });
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    const { followEnding } = await import(pathToFileURL(${file}).href);
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
    console.log(JSON.stringify([ending.isEnding(), ending.mayCloseTill(), app.quits]));
    process.exit();`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
}

test.each([
  ['nothing', 'win32', '', [false, false, 0]],
  ['a log-off of Windows', 'win32', "window.emit('session-end')", [true, true, 0]],
  ['a quit that a system asks for', 'linux', 'quit()', [true, true, 0]],
  ['⌘Q', 'darwin', 'quit()', [false, true, 0]],
  ['a shutdown', 'darwin', "powerMonitor.emit('shutdown')", [true, true, 1]],
  ['an update that began and was given up', 'win32', 'ending.begin()()', [false, false, 0]],
  ['an update that was given up once the app was ending', 'win32', 'ending.end(); ending.begin()()', [true, true, 1]],
])('after %s on %s the app is ending, its till may close and it was quit: as listed', (_what, platform, act, state) => {
  expect(after(platform, act)).toEqual(state);
});
