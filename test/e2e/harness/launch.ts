import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { askToQuit } from '../../host/ask-to-quit.ts';
import type { Control } from '../../host/parent-control.ts';
import { playControls } from '../../host/play-controls.ts';
import { findWindow } from './find-window.ts';
import { chooseRuntime } from './runtime.ts';

export interface LaunchOptions {
  /** A given folder is kept at the end; otherwise a new folder is created and removed. */
  readonly userDataDir?: string;
  readonly args?: readonly string[];
  /** Whole standard input of the app, closed afterwards. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Runs as an installed app, without debugger and folder switches. Only on the host, which gets both in the
   * environment. A given `userDataDir` must be a folder named `Tillmate`.
   */
  readonly installed?: boolean;
  /** A main script in place of the built app's; always runs on the host. */
  readonly script?: string;
}

export interface RunningApp {
  /** The till's page; replaced after a crash or `reconnect`. */
  readonly till: Page;
  readonly display: Page;
  readonly process: ChildProcess;
  readonly runtime: 'electron' | 'host';
  readonly userDataDir: string;
  readonly browser: Browser;
  output(): string;
  /**
   * Plays an event of the machine on the host: a display plugged or unplugged, sleep and wake-up, a printer, the end of
   * a page's process. Resolves when the host has played the event.
   */
  play(control: Control): Promise<void>;
  /** Finds both windows again after a page crash: Playwright does not follow the new page. */
  reconnect(): Promise<void>;
  /** Asks the app to quit and waits; kills the app after 10 s. */
  stop(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Shorter than the test runner's hook limit, whose error would not contain the app's output. */
const WINDOWS_WITHIN_MS = 100_000;

/**
 * Tests choose the trusted authorities: with these variables in its environment the till would trust no system store.
 */
const trustsTheSystem = { NODE_EXTRA_CA_CERTS: undefined, SSL_CERT_FILE: undefined, SSL_CERT_DIR: undefined };

export const runningApps = new Set<RunningApp>();

/**
 * Starts the built app and connects to its windows. Rejects with the app's output if the app ends before its windows
 * open, or if they are not open after 100 s.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<RunningApp> {
  const { installed = false } = options;
  const fresh = options.userDataDir === undefined ? await mkdtemp(join(tmpdir(), 'tillmate-e2e-')) : undefined;
  const userDataDir = options.userDataDir ?? join(fresh ?? '', ...(installed ? ['Tillmate'] : []));
  const runtime = chooseRuntime(options.script);
  const own = installed ? [] : [`--user-data-dir=${userDataDir}`, '--remote-debugging-port=0'];
  const args = [...own, ...(options.args ?? [])];
  const child = spawn(runtime.command, [...runtime.args, ...args], {
    stdio: [
      options.input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(runtime.name === 'host' ? (['ipc'] as const) : []),
    ],
    env: { ...process.env, ...trustsTheSystem, ...(installed ? installedIn(userDataDir) : {}), ...options.env },
  });
  child.stdin?.end(options.input);
  const output = collect(child);
  const play = playControls(child);
  const ended = once(child, 'exit');
  const withDisplay = !args.includes('--no-customer-display');

  let browser: Browser;
  let till: Page;
  let display: Page | undefined;
  const connect = async (withinMs?: number) => {
    browser = await chromium.connectOverCDP(await output.address());
    [till, display] = await Promise.all([
      findWindow(browser, 'till', withinMs),
      withDisplay ? findWindow(browser, 'display', withinMs) : undefined,
    ]);
  };
  const leave = async () => {
    await ended;
    runningApps.delete(app);
    await browser.close();
    if (fresh !== undefined) await rm(fresh, { recursive: true, force: true });
  };
  const beforeWindows = ended.then(([code, signal]) => {
    throw new Error(`The app ended (${signal ?? code}) before its windows were open:\n${output.text()}`);
  });
  const tooLate = Promise.withResolvers<never>();
  const patience = setTimeout(() => {
    tooLate.reject(new Error(`The app runs, and its windows are not open:\n${output.text()}`));
  }, WINDOWS_WITHIN_MS);
  try {
    await Promise.race([connect(), beforeWindows, tooLate.promise]);
  } catch (thrown) {
    child.kill('SIGKILL');
    if (fresh !== undefined) await rm(fresh, { recursive: true, force: true });
    throw thrown;
  } finally {
    clearTimeout(patience);
    // From now on the app's end is not a failed start.
    beforeWindows.catch(() => undefined);
  }

  const app: RunningApp = {
    get till() {
      return till;
    },
    get display() {
      if (display === undefined) throw new Error('The app was started with --no-customer-display.');
      return display;
    },
    get browser() {
      return browser;
    },
    process: child,
    runtime: runtime.name,
    userDataDir,
    output: output.text,
    async play(control) {
      if (runtime.name !== 'host') throw new Error('Only the Chromium host can play that.');
      await play(control);
    },
    async reconnect() {
      // A connection made during a page's crash never sees the page come back, although the app has reloaded it.
      for (let patienceMs = 1_000; ; patienceMs *= 2) {
        await browser.close();
        try {
          return await connect(patienceMs);
        } catch (thrown) {
          if (patienceMs > 30_000) throw thrown;
        }
      }
    },
    async stop() {
      const forced = setTimeout(() => child.kill('SIGKILL'), 10_000);
      askToQuit(child);
      await leave();
      clearTimeout(forced);
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await leave();
    },
  };
  runningApps.add(app);
  return app;
}

/** Environment for the host: the app counts as installed, with `userDataDir` as its folder. */
export function installedIn(userDataDir: string): Readonly<Record<string, string>> {
  const above = dirname(userDataDir);
  return {
    TILLMATE_HOST_PACKAGED: '1',
    TILLMATE_HOST_DEBUGGING_PORT: '0',
    XDG_CONFIG_HOME: above,
    LOCALAPPDATA: above,
  };
}

function collect(child: ChildProcess): { text(): string; address(): Promise<string> } {
  let text = '';
  const address = Promise.withResolvers<string>();
  const take = (chunk: string) => {
    text += chunk;
    const [, found] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
    if (found !== undefined) address.resolve(found);
  };
  child.stdout?.setEncoding('utf8').on('data', take);
  child.stderr?.setEncoding('utf8').on('data', take);
  return { text: () => text, address: () => address.promise };
}
