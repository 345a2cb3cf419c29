import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { askToQuit } from './ask-to-quit.ts';
import type { Control } from './parent-control.ts';
import { playControls } from './play-controls.ts';

/** The fixture app on the host, with its output so far: each line is `[event, ...facts]`. */
export interface Fixture {
  readonly process: ChildProcess;
  readonly userDataDir: string;
  readonly said: readonly (readonly unknown[])[];
  stderr(): string;
  /** Resolves with the first line of this name, past or future. */
  heard(event: string, matches?: (facts: readonly unknown[]) => boolean): Promise<readonly unknown[]>;
  /** Resolves when the host has played the control. */
  play(control: Control): Promise<void>;
  /** Finds a page by the end of its address over a new connection, which also finds crashed pages. */
  page(path: string): Promise<Page>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
  stop(): Promise<void>;
  /** Kills the app as a power cut would; user data stays until `stop`. */
  kill(): Promise<void>;
}

export interface FixtureOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly userDataDir?: string;
  /** Default: waits until both windows are open. */
  readonly waitFor?: string;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const userDataDir = options.userDataDir ?? (await mkdtemp(join(tmpdir(), 'host-fixture-')));
  const hostAddress = pathToFileURL(join(folder, 'register.mjs')).href;
  const args = ['--import', hostAddress, join(folder, 'fixtures/app/main.ts')];
  const child = spawn(
    process.execPath,
    [...args, `--user-data-dir=${userDataDir}`, '--remote-debugging-port=0', ...(options.args ?? [])],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, ...options.env } },
  );
  // `close` comes after all output has been read.
  const exit = once(child, 'close') as Promise<[number | null]>;
  const said: unknown[][] = [];
  let stderr = '';
  const changed = new EventTarget();
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) said.push(JSON.parse(line) as unknown[]);
    changed.dispatchEvent(new Event('said'));
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    changed.dispatchEvent(new Event('said'));
  });

  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found !== undefined) resolve(found);
      };
      changed.addEventListener('said', check);
      exit.then(() => {
        check();
        reject(new Error(`The fixture ended:\n${stderr}`));
      }, reject);
      check();
    });
  const heard: Fixture['heard'] = (event, matches = () => true) =>
    until(() => said.find(([name, ...facts]) => name === event && matches(facts)));

  const browsers: Browser[] = [];
  const page = async (path: string) => {
    const address = await until(() => /DevTools listening on (ws:\S+)/.exec(stderr)?.[1]);
    const browser = await chromium.connectOverCDP(address);
    browsers.push(browser);
    const pages = browser.contexts().flatMap((context) => context.pages());
    const found = pages.find((candidate) => candidate.url().endsWith(path));
    if (found === undefined) throw new Error(`No page ends in ${path}: ${pages.map((one) => one.url()).join(', ')}`);
    return found;
  };

  const forget = () => rm(userDataDir, { recursive: true, force: true });
  try {
    await heard(options.waitFor ?? 'open');
  } catch (thrown) {
    if (options.userDataDir === undefined) await forget();
    throw thrown;
  }
  return {
    process: child,
    userDataDir,
    said,
    stderr: () => stderr,
    heard,
    play: playControls(child),
    page,
    ended: async () => (await exit)[0],
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
    async stop() {
      askToQuit(child);
      await exit;
      for (const browser of browsers) await browser.close();
      if (options.userDataDir === undefined) await forget();
    },
  };
}
