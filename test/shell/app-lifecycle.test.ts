import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { scriptWith, withElectron } from './with-electron.ts';

/**
 * Before Electron is ready, `exit` ends the process in C: Node emits no `exit` event, and the process waits for the
 * threads of its pool.
 */
const electron = `
  export const app = {
    getPreferredSystemLanguages: () => ['nl-BE', 'fr-BE'],
    exit: (status) => process.reallyExit(status),
  };
  export const dialog = {}, session = {}, protocol = {};`;

test.each([
  ['darwin', 'nl-BE'],
  ['linux', new Intl.DateTimeFormat().resolvedOptions().locale],
])('a failed start on %s uses the user’s language: %s', (platform, language) => {
  const acts = "return (await load('main/shell/app-lifecycle.ts')).systemLanguage();";
  expect(withElectron(platform, electron, acts)).toBe(language);
});

/** Returns whether a process ends although a pool thread is busy for far longer than the test. */
async function ending(stands: boolean, end: string): Promise<boolean> {
  const acts = `
    const { endAnyway, endCommand } = await load('main/shell/app-lifecycle.ts');
    const { pbkdf2 } = await import('node:crypto');
    endAnyway(() => ${stands});
    pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => undefined);
    process.on('exit', () => console.log('quits'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    ${end}`;
  const child = spawn(process.execPath, scriptWith(process.platform, electron, acts), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(() => true);
  if (!stands) await once(child.stdout, 'data');
  return Promise.race([ended, new Promise<boolean>((resolve) => setTimeout(resolve, stands ? 20_000 : 500, false))]);
}

test.each([
  ['a process', 'process.exit(0)'],
  ['a command, before Electron is ready,', 'endCommand(1)'],
])('%s ends although its call still waits for a user', async (_what, end) => {
  expect(await ending(true, end)).toBe(true);
});

test('a busy process finishes its work first', async () => {
  expect(await ending(false, 'process.exit(0)')).toBe(false);
});
