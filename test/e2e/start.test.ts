import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { charge, type LaunchOptions, launchApp, onlyOnHost, type RunningApp, shows } from './harness/index.ts';
import { installedIn } from './harness/launch.ts';
import { hostAddress, projectRoot } from './harness/runtime.ts';

let above: string;
/** The opened app: must end before its folder is removed. */
let app: RunningApp | undefined;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'tillmate-start-'));
});
afterEach(async () => {
  await app?.stop();
  app = undefined;
  rmSync(above, { recursive: true, force: true });
});

/** Starts the built app on the host, where a dialog is answered at once, and waits for its end. */
async function startAndEnd(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const args = ['--import', hostAddress, join(projectRoot, 'out/main/index.js'), '--training', ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const said = out + err;
  const [, json = '{}'] = /^host: dialog \(error\): (.*)$/m.exec(said) ?? [];
  const { title, content } = JSON.parse(json) as { title?: string; content?: string };
  return { code, dialog: `${title}\n${content}`, console: said.replace(/^host:.*$/gm, '') };
}

async function opens(options: LaunchOptions): Promise<RunningApp> {
  app = await launchApp(options);
  await charge(app, '1');
  await shows(app.till, 'Waiting');
  return app;
}

test(
  'reports an unreadable settings file and opens when repaired',
  onlyOnHost('the dialog about a start that failed is answered at once'),
  async () => {
    const path = join(above, 'terminal.json');
    mkdirSync(path);
    const { code, dialog, console } = await startAndEnd([`--user-data-dir=${above}`]);
    expect(code).toBe(1);
    expect(dialog).toMatch(/^Tillmate cannot start[\s\S]*Move it somewhere else, then start Tillmate again\./);
    expect(dialog).toContain(path);
    expect(console).toContain(path);
    rmSync(path, { recursive: true });
    await opens({ userDataDir: above, args: ['--training'] });
  },
);

test(
  'an installed app refuses a custom data folder',
  onlyOnHost('a checkout is taken for an installed app'),
  async () => {
    const [folder, elsewhere] = [join(above, 'Tillmate'), join(above, 'elsewhere')];
    const installed = { ...installedIn(folder), TILLMATE_HOST_DEBUGGING_PORT: undefined };
    const { code, dialog } = await startAndEnd([`--user-data-dir=${elsewhere}`], installed);
    expect(code).toBe(1);
    expect(dialog).toContain(`--user-data-dir=${elsewhere}\n`);
    expect([folder, elsewhere].filter(existsSync)).toEqual([]);
  },
);
