import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const file = (name: string) => JSON.stringify(join(import.meta.dirname, '../../main/shell', name));

/** A process that quits while a thread of its pool is busy for far longer than the test. */
async function quitting(stands: boolean): Promise<boolean> {
  const script = `
    import { pbkdf2 } from 'node:crypto';
    import { pathToFileURL } from 'node:url';
    const { endAnyway } = await import(pathToFileURL(${file('forced-end.ts')}).href);
    endAnyway(() => ${stands});
    pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => undefined);
    process.on('exit', () => console.log('quits'));
    setTimeout(() => process.exit(0), 200);`;
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

test('one that is only busy ends when its work is done', async () => {
  expect(await quitting(false)).toBe(false);
});
