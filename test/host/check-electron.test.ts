import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../tools/setup/browser.mjs';
import { notOnWindows } from '../base/only-where.ts';
import { hostAddress, projectRoot } from '../e2e/harness/runtime.ts';

/**
 * Tests the frame of `npm run check-electron` with a stand-in for the binary: a script that runs the built app on the
 * host, with a browser that reports itself as Electron. Proves nothing about Electron.
 */

/** The tool builds the app first if necessary. */
const scripts = { ...notOnWindows('the stand-in is a script with a shell in its first line'), timeout: 180_000 };

/** Creates two executables: the stand-in, and a browser with a different user agent. */
function standIn(userAgent: string, name = 'electron', main = join(projectRoot, 'out/main/index.js')) {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-stand-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [app, browser] = [join(folder, name), join(folder, 'browser')];
  // Removes the app's folder, an argument for Electron alone, and switches that Chromium would act on and the host
  // refuses.
  const electronsOwn = `for a in "$@"; do shift; case "$a" in ${projectRoot}|--no-sandbox|--ozone-platform=*) ;; *) set -- "$@" "$a" ;; esac; done`;
  script(app, `${electronsOwn}\nexec "${process.execPath}" --import "${hostAddress}" ${main} "$@"`);
  script(browser, `exec "${findBrowser()?.path}" "--user-agent=${userAgent}" "$@"`);
  return { app, env: { TILLMATE_CHROMIUM: browser, DISPLAY: ':0', TILLMATE_HOST_HEADLESS: '1' } };
}

function script(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
}

async function check(args: readonly string[], env: Record<string, string>) {
  const tool = join(projectRoot, 'tools/check-electron.mjs');
  // Vitest marks its workers in the environment; the tool starts another vitest.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$)/.test(name));
  const child = spawn(process.execPath, [tool, ...args], {
    env: { ...Object.fromEntries(own), NO_COLOR: '1', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

test('reports the binary and lists tests for the host only', scripts, async () => {
  const { app, env } = standIn('Mozilla/5.0 tillmate/0.1.0 Chrome/150.0.0.0 Electron/45.4.1 Safari/537.36');
  const { code, said } = await check([`--electron=${app}`, 'test/e2e/first-run.test.ts'], env);
  expect(said).toContain(`Electron 45.4.1 (Chrome 150.0.0.0), running this checkout: ${app}`);
  const [, count, list = ''] =
    /^(\d+) tests are played only on the Chromium host:\n {2}because a checkout is taken for an installed app\n((?: {4}- .+\n)+)/m.exec(
      said,
    ) ?? [];
  expect(list.trim().split('\n')).toHaveLength(Number(count));
  expect({ code, last: said.trim().split('\n').at(-1) }).toEqual({ code: 0, last: '0 passed, 0 failed' });
});

test('refuses a program other than Electron', scripts, async () => {
  const { app, env } = standIn('Mozilla/5.0 Chrome/150.0.0.0 Safari/537.36');
  const { code, said } = await check([`--electron=${app}`], env);
  expect(code).toBe(2);
  expect(said).toContain('is not Electron: Mozilla/5.0 Chrome/150.0.0.0 Safari/537.36');
});

test('requires an installed app to refuse a debugger', scripts, async () => {
  const { app, env } = standIn('Mozilla/5.0', 'tillmate');
  const installed = await check([`--electron=${app}`], { ...env, TILLMATE_HOST_PACKAGED: '1' });
  expect(installed.said).toMatch(/Debugger refused, with a message\.[\s\S]*\b1 passed, 0 failed\n$/);
  expect(installed.code).toBe(0);
  const open = await check([`--electron=${app}`], env);
  expect(open.said).toMatch(/FAILED: debugger not refused\.[\s\S]*\b0 passed, 1 failed\n$/);
  expect(open.code).toBe(1);
});

test('`--first` reports ten checks and fails with each failure', scripts, async () => {
  const { app, env } = standIn('Mozilla/5.0', 'electron', '');
  const { code, said } = await check(['--first', `--electron=${app}`], env);
  expect(said.match(/^held {4}.+$/gm), said).toHaveLength(10);
  expect({ code, last: said.trim().split('\n').at(-1) }).toEqual({ code: 0, last: '10 passed, 0 failed' });
  script(app, 'exit 3');
  const none = await check(['--first', `--electron=${app}`], env);
  expect({ code: none.code, last: none.said.trim().split('\n').at(-1) }).toEqual({
    code: 1,
    last: '0 passed, 10 failed',
  });
});

test('exits with 2 and instructions without a binary', async () => {
  const { code, said } = await check([`--electron=${join(tmpdir(), 'no-such-tillmate')}`], {});
  expect(code).toBe(2);
  expect(said).toContain('node tools/setup.mjs start --electron');
});
