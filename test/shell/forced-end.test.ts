import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const file = (name: string) => JSON.stringify(join(import.meta.dirname, '../../main/shell', name));

const quits = 'process.exit(0)';
/** Electron that is not ready ends in C: no `exit` of Node's is told, and the threads of its pool are waited for. */
const endsCommand = `
  registerHooks({
    resolve: (name, context, next) => (name === 'electron' ? { url: electron, shortCircuit: true } : next(name, context)),
  });
  const { endCommand } = await import(pathToFileURL(${file('app-lifecycle.ts')}).href);
  endCommand(1)`;

/** A process that ends while a thread of its pool is busy for far longer than the test. */
async function quitting(stands: boolean, end = quits): Promise<boolean> {
  const script = `
    import { pbkdf2 } from 'node:crypto';
    import { registerHooks } from 'node:module';
    import { pathToFileURL } from 'node:url';
    globalThis.app = { exit: (status) => process.reallyExit(status) };
    const electron = 'data:text/javascript,export const { app } = globalThis;' +
      'export const dialog = {}, session = {}, protocol = {}, net = {}, shell = {}';
    const { endAnyway } = await import(pathToFileURL(${file('forced-end.ts')}).href);
    endAnyway(() => ${stands});
    pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => undefined);
    process.on('exit', () => console.log('quits'));
    setTimeout(async () => { ${end}; }, 200);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(() => true);
  if (!stands) await once(child.stdout, 'data');
  return Promise.race([ended, new Promise<boolean>((resolve) => setTimeout(resolve, stands ? 20_000 : 500, false))]);
}

test('a process whose call waits for a person ends all the same', async () => {
  expect(await quitting(true)).toBe(true);
});

test('so does a command, before Electron is ready', async () => {
  expect(await quitting(true, endsCommand)).toBe(true);
});

test('one that is only busy ends when its work is done', async () => {
  expect(await quitting(false)).toBe(false);
});
