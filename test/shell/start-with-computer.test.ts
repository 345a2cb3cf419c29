import { expect, test } from 'vitest';
import { withElectron } from './with-electron.ts';

/** A system that is to open the app at log-in, `takes` it or not, and was `asked` before. */
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
])('the system opens it at log-in: %s says %j', (platform, takes) => {
  expect(started(platform, takes, WANTED)).toEqual([true]);
});

test.each([
  ['darwin', { openAtLogin: false, status: 'requires-approval' }],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }],
])('that it does not is no success, which the setting would show: %s says %j', (platform, takes) => {
  expect(started(platform, takes, WANTED)).toBe('The system does not open it at log-in');
});

test('nothing is wanted of a system that opens it, and will not any more', () => {
  const takes = { openAtLogin: true, executableWillLaunchAtLogin: false };
  expect(started('win32', takes, 'startWithComputer(false); return electron.asked;')).toEqual([]);
});
