import { expect, test } from 'vitest';
import { withElectron } from './with-electron.ts';

/** Runs `acts` with a system login item: the item answers `takes` after a request and notes each request in `asked`. */
const started = (platform: string, takes: object, acts: string) =>
  withElectron(
    platform,
    `
    export const asked = [];
    export const app = {
      isPackaged: true,
      setLoginItemSettings: ({ openAtLogin }) => void asked.push(openAtLogin),
      getLoginItemSettings: () => ({ openAtLogin: false, ...(asked.at(-1) ? ${JSON.stringify(takes)} : {}) }),
    };`,
    `
    const { startWithComputer } = await load('main/shell/start-with-computer.ts');
    ${acts}`,
  );
const WANTED = 'try { startWithComputer(true); return electron.asked; } catch ({ message }) { return message; }';

test.each([
  ['darwin', { openAtLogin: true, status: 'enabled' }],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }],
])('opens at log-in when %s answers %j', (platform, takes) => {
  expect(started(platform, takes, WANTED)).toEqual([true]);
});

test.each([
  ['darwin', { openAtLogin: false, status: 'requires-approval' }],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }],
])('throws when the system refuses autostart: %s %j', (platform, takes) => {
  expect(started(platform, takes, WANTED)).toBe('Start at log-in not enabled by the system');
});

test('requests nothing when the app already does not start', () => {
  const takes = { openAtLogin: true, executableWillLaunchAtLogin: false };
  expect(started('win32', takes, 'startWithComputer(false); return electron.asked;')).toEqual([]);
});
