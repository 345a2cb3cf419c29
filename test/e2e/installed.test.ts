import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { charge, launchApp, logOf, onlyOnHost, shows } from './harness/index.ts';
import { installedIn } from './harness/launch.ts';
import { hostAddress, projectRoot } from './harness/runtime.ts';

/** Electron itself says whether it was installed from a package; the host is told. */
const installed = onlyOnHost('a checkout is taken for an installed app');

let above: string;
let folder: string;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'tillmate-installed-'));
  folder = join(above, 'Tillmate');
});
afterEach(() => rmSync(above, { recursive: true, force: true }));

/** Starts the installed app with these words, and waits for its end. */
async function startAndEnd(words: readonly string[]) {
  const { TILLMATE_HOST_DEBUGGING_PORT: _port, ...env } = installedIn(folder);
  const args = ['--import', hostAddress, join(projectRoot, 'out/main/index.js'), ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

describe('an installed app', installed, () => {
  test.each([
    ['a port for debuggers', ['--training', '--remote-debugging-port=0'], '--remote-debugging-port=0'],
    ['the same with one dash', ['-remote-debugging-port=0', '--training'], '-remote-debugging-port=0'],
    ['a proxy of somebody’s own', ['--proxy-server=127.0.0.1:9'], '--proxy-server=127.0.0.1:9'],
    ['another app', ['--training', '/elsewhere/other-app'], '/elsewhere/other-app'],
  ])('that is started with %s says so, ends with 1, and has touched nothing', async (_what, words, named) => {
    const { code, said } = await startAndEnd(words);
    expect(code).toBe(1);
    expect(said).toContain('host: dialog (error)');
    expect(said).toContain(`It was started with another:\n\n${named}\n\nTake it out of the shortcut or script`);
    expect(existsSync(folder)).toBe(false);
  });

  test('that is started on another folder leaves that folder alone', async () => {
    const elsewhere = join(above, 'elsewhere');
    const { code, said } = await startAndEnd(['--training', `--user-data-dir=${elsewhere}`]);
    expect(code).toBe(1);
    expect(said).toContain(`--user-data-dir=${elsewhere}\n`);
    expect([folder, elsewhere].filter(existsSync)).toEqual([]);
  });

  test('opens with its own options, without the variables that would weaken it, and says which those were', async () => {
    const app = await launchApp({
      installed: true,
      userDataDir: folder,
      args: ['--training', `--user-data-dir=${folder}`, '--updated'],
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSL_CERT_FILE: join(above, 'none.pem'), NODE_OPTIONS: '' },
    });
    onTestFinished(() => app.stop());
    await charge(app, '1');
    await shows(app.till, 'Waiting');
    const log = await logOf(app);
    const line = log.find(
      ({ msg }) => msg === 'Variables that could weaken the till were taken out of its environment',
    );
    for (const name of ['NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'SSL_CERT_FILE'])
      expect(line?.reason?.split(' ')).toContain(name);
  });
});
