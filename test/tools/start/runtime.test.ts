import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseRuntime, howToLook } from '../../../tools/start/runtime.mjs';

const facts = {
  root: '/app',
  args: ['--training'],
  node: '/bin/node',
  electron: '/electron',
  platform: 'linux' as const,
  screen: true,
  x11: true,
  asRoot: false,
  freePort: 9222,
};

test('uses Electron with its binary and a display', () => {
  const choice = chooseRuntime(facts);
  expect(choice).toMatchObject({ command: '/electron', args: ['/app', '--ozone-platform=x11', '--training'] });
  expect(choice.says).toContain('Electron');
});

test('root on Linux runs Electron without the sandbox, with notice', () => {
  const choice = chooseRuntime({ ...facts, asRoot: true });
  expect(choice.args).toContain('--no-sandbox');
  expect(choice.says).toContain('sandbox');
});

test('without Electron, starts the Chromium host and says so', () => {
  const choice = chooseRuntime({ ...facts, electron: undefined });
  const main = join('/app', 'out', 'main', 'index.js');
  expect(choice.command).toBe('/bin/node');
  expect(choice.args).toEqual(['--import', './test/host/register.mjs', main, '--training']);
  expect(choice.says).toContain('Chromium host, for evaluation and tests');
  expect(choice.debugPort).toBeUndefined();
});

test('without a display, opens a debugging port and explains', () => {
  const choice = chooseRuntime({ ...facts, screen: false });
  expect(choice.command).toBe('/bin/node');
  expect(choice.args).toContain('--remote-debugging-port=9222');
  expect(choice.says).toContain('No display');
  expect(howToLook(9222)).toMatch(/chrome:\/\/inspect[\s\S]*9222[\s\S]*npm run demo/);
});

test('keeps a debugging port chosen by the user', () => {
  const choice = chooseRuntime({ ...facts, screen: false, args: ['--remote-debugging-port=9333'] });
  expect(choice.args.filter((arg) => arg.startsWith('--remote-debugging-port'))).toEqual([
    '--remote-debugging-port=9333',
  ]);
  expect(choice.debugPort).toBe(9333);
});

test('macOS and Windows always have a screen', () => {
  expect(chooseRuntime({ ...facts, platform: 'darwin', screen: false }).command).toBe('/electron');
});

test.each([
  ['where there is no X server', { x11: false }, ['/app', '--training']],
  ['where the person has chosen', { args: ['--ozone-platform=wayland'] }, ['/app', '--ozone-platform=wayland']],
  ['on Windows', { platform: 'win32' }, ['/app', '--training']],
] as const)('Electron gets no X11 option %s', (_where, change, args) => {
  expect(chooseRuntime({ ...facts, ...change }).args).toEqual(args);
});
