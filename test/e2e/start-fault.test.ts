import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { launchApp, onlyOnHost, type RunningApp, reads } from './harness/index.ts';
import { hostAddress, projectRoot } from './harness/runtime.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-start-'));
});
/** The app that opened, where one did: it ends before its folder goes. */
let app: RunningApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const answered = onlyOnHost('the dialog about a start that failed is answered at once');

/** Starts the built app on the host, where a dialog is answered at once, and waits for its end. */
async function startAndEnd(
  userDataDir: string,
  { env = {}, more = [] }: { readonly env?: NodeJS.ProcessEnv; readonly more?: readonly string[] } = {},
): Promise<{ readonly code: number | null; readonly said: string }> {
  const script = join(projectRoot, 'out/main/index.js');
  const args = ['--import', hostAddress, script, '--training', `--user-data-dir=${userDataDir}`, ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

/** What keeps a second instance off the data folder. */
function locks(): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith('Singleton'));
}

/** The dialog's text, with its line breaks. */
function dialogIn(said: string): string {
  const [, json = '{}'] = /^host: dialog \(error\): (.*)$/m.exec(said) ?? [];
  const { title, content } = JSON.parse(json) as { title?: string; content?: string };
  return `${title}\n${content}`;
}

test.each([
  ['settings that are a folder', (data: string) => join(data, 'terminal.json')],
  ['a draft of the settings that is a folder', (data: string) => join(data, 'terminal.json.new')],
])(
  '%s: the start says so and ends with 1, and the next one, once that is mended, opens the till',
  answered,
  async (_what, place) => {
    const path = place(folder);
    mkdirSync(path);
    const { code, said } = await startAndEnd(folder);
    expect(code).toBe(1);
    expect(dialogIn(said)).toContain('Tillmate cannot start');
    expect(dialogIn(said)).toContain(path);
    expect(dialogIn(said)).toContain('Move it somewhere else, then start Tillmate again.');
    // The same on the terminal that it was started from.
    expect(said.replace(/^host:.*$/gm, '')).toContain(path);
    expect(locks()).toEqual([]);

    rmSync(path, { recursive: true });
    app = await launchApp({ userDataDir: folder, args: ['--training'] });
    await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    if (app.runtime === 'host') expect(locks()).not.toEqual([]);
  },
);

test(
  'a folder that a cloud service copies: the start says what to do, ends with 1 and puts nothing in it',
  answered,
  async () => {
    const { code, said } = await startAndEnd(join(folder, 'Dropbox', 'till'), {
      env: { HOME: folder, USERPROFILE: folder },
    });
    expect(code).toBe(1);
    expect(dialogIn(said)).toContain('A cloud service copies the folder for the data of Tillmate.');
    expect(dialogIn(said)).toContain(join(folder, 'Dropbox', 'till'));
    expect(dialogIn(said)).toContain('Take this folder out of that service');
    expect(existsSync(join(folder, 'Dropbox'))).toBe(false);
  },
);

test(
  'settings of a newer Tillmate: the start says which to install, ends with 1 and leaves the file as it is',
  answered,
  async () => {
    const file = join(folder, 'terminal.json');
    const newer = '{"version":99,"terminalId":"00000000-0000-4000-8000-000000000001","tills":[]}';
    writeFileSync(file, newer);
    const { code, said } = await startAndEnd(folder);
    expect(code).toBe(1);
    expect(dialogIn(said)).toContain('Install the newer Tillmate');
    expect(dialogIn(said)).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(newer);
    expect(readdirSync(folder).filter((name) => name.startsWith('terminal'))).toEqual(['terminal.json']);
  },
);

test('a data folder that is a file: the start says so and ends with 1', answered, async () => {
  const file = join(folder, 'data');
  writeFileSync(file, '');
  const { code, said } = await startAndEnd(file);
  expect(code).toBe(1);
  expect(dialogIn(said)).toContain(file);
});

test('a log that cannot be opened does not keep the till from selling: it says so, and the lines are on the console', async () => {
  mkdirSync(join(folder, 'logs', 'tillmate.log'), { recursive: true });
  const running = await launchApp({ userDataDir: folder, args: ['--training'] });
  app = running;
  await running.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await reads(running.till, 'Nothing can be written to the log');
  await expect.poll(() => running.output()).toMatch(/^\{.*"msg":"The till is open"/m);
});

test.each([
  ['as Chromium reads it too, which then ends by itself', ['--display=none'], 'The platform failed to initialize.'],
  ['as only the app reads it', ['--display', 'none'], 'host: dialog (error)'],
])('the customer display switched off by its old name, %s: the start says the new one', async (_what, given, then) => {
  const { code, said } = await startAndEnd(folder, { more: given });
  expect(code).toBe(1);
  expect(said).toContain('another name now:\n\n--no-customer-display');
  expect(said).toContain(then);
});
