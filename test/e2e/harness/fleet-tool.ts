import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chooseRuntime } from './runtime.ts';

/** The app as a fleet tool or a nightly job starts it, on a till's own folder; resolves when it has ended. */
export async function runHeadless(userDataDir: string, ...words: readonly string[]) {
  const { command, args } = chooseRuntime();
  const child = spawn(command, [...args, `--user-data-dir=${userDataDir}`, ...words]);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [status] = (await once(child, 'close')) as [number];
  return { status, out, err };
}
