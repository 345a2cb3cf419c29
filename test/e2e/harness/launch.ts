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
  /** Kept at the end when given; a fresh one, removed at the end, otherwise. */
  readonly userDataDir?: string;
  readonly args?: readonly string[];
  /** Standard input of the app, which then ends. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * As an app that was installed from a package: it takes neither a debugger nor a folder on its command line. Played on
   * the host, which is told of both in the environment. A given `userDataDir` must then be a folder `Tillmate`.
   */
  readonly installed?: boolean;
  /** Another main script than the built app's: it runs on the host, also where Electron is. */
  readonly script?: string;
}

export interface RunningApp {
  /** The till's page. After a crash of the page, or `reconnect`, it is another one. */
  readonly till: Page;
  readonly display: Page;
  readonly process: ChildProcess;
  readonly runtime: 'electron' | 'host';
  readonly userDataDir: string;
  readonly browser: Browser;
  output(): string;
  /**
   * Plays what a machine does to the app: a display that comes or goes, sleep and wake, a printer, the end of a page's
   * process. On the host only. Resolves once it has been played.
   */
  play(control: Control): Promise<void>;
  /** Finds both windows anew: needed after a page crashed, since Playwright does not follow it. */
  reconnect(): Promise<void>;
  /** Asks the app to quit and waits; kills it when it has not gone after 10 s. */
  stop(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Sooner than the runner gives a hook up, which would not tell what the app said. */
const WINDOWS_WITHIN_MS = 100_000;

/** Whom to trust is for a test to say: a machine that says so in its environment makes the till trust no system store. */
const trustsTheSystem = { NODE_EXTRA_CA_CERTS: undefined, SSL_CERT_FILE: undefined, SSL_CERT_DIR: undefined };

export const runningApps = new Set<RunningApp>();

/**
 * Starts the built app and connects to its windows. Rejects with the app's output when it ends before they are open, or
 * has not opened them after 100 s.
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
    // Once the windows are open, the app's end is no longer a failure of its start.
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
      // A connection that meets a crashed page never sees it come back, although the app has loaded it again.
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

/** The host takes the app for an installed one whose own folder is `userDataDir`. */
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
