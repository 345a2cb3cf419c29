import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { findBrowser, howToGetBrowser, profileParent } from '../../tools/setup/browser.mjs';
import { Connection } from './cdp.ts';
import type { ScreenLayout } from './screen-layout.ts';

export interface Chromium {
  readonly connection: Connection;
  readonly process: ChildProcess;
  /**
   * Opens an app-style window, one without tabs and address, at `url`. DevTools has no command for that: a second
   * Chromium on the same profile hands its command line to the first and goes.
   */
  openAppWindow(url: string): void;
  /** Ends Chromium. A profile that is to last is written first. */
  end(): Promise<void>;
  /**
   * Ends Chromium at once and removes its profile, unless that one is to last. Safe to call from an `exit` handler, and
   * twice.
   */
  kill(): void;
}

/** Path of the browser: `TILLMATE_CHROMIUM`, or the first that this system has. Throws when there is none. */
export function findChromium(): string {
  return browser().path;
}

function browser() {
  const found = findBrowser();
  if (found === undefined) throw new Error(`No Chromium found: ${howToGetBrowser(process.platform)}`);
  return found;
}

/**
 * Starts Chromium without a window. `remoteDebuggingPort` opens a DevTools port besides the pipe that the host itself
 * uses; Chromium's own `DevTools listening on …` line is then passed on, as Electron prints it.
 */
export function startChromium(options: {
  readonly layout: ScreenLayout;
  readonly remoteDebuggingPort: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}): Chromium {
  const found = browser();
  const parent = profileParent(found);
  mkdirSync(parent, { recursive: true });
  removeLeftovers(parent);
  const lasting = options.env['TILLMATE_HOST_PROFILE'];
  const profile = lasting ?? mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  const child = spawn(found.path, switches(profile, options), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: options.env,
    detached: apart,
  });
  const [, , , toBrowser, fromBrowser] = child.stdio as [null, null, Readable, Writable, Readable];
  passOn(child.stderr as Readable);
  const kill = () => {
    child.kill('SIGKILL');
    if (lasting === undefined) remove(profile);
  };
  const openAppWindow = (url: string) => {
    const args = [
      `--user-data-dir=${profile}`,
      ...rootSwitches,
      ...platform(options.env),
      '--no-first-run',
      `--app=${url}`,
    ];
    spawn(found.path, args, { stdio: 'ignore', env: options.env, detached: apart }).unref();
  };
  const connection = new Connection(toBrowser, fromBrowser);
  const end = async () => {
    if (lasting === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    connection.browser.post('Browser.close');
    await ended;
  };
  return { connection, process: child, openAppWindow, end, kill };
}

/**
 * A group of its own: Ctrl+C in a terminal is for the app, which then ends Chromium. Windows would give it a console
 * window of its own instead.
 */
const apart = process.platform !== 'win32';

/** Chromium refuses to sandbox itself under root; everybody else keeps the sandbox. */
const rootSwitches = process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : [];

function switches(
  profile: string,
  options: {
    readonly layout: ScreenLayout;
    readonly remoteDebuggingPort: string | undefined;
    readonly env: NodeJS.ProcessEnv;
  },
): string[] {
  const port = options.remoteDebuggingPort;
  return [
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ...(options.layout.headless ? ['--headless=new', `--screen-info=${options.layout.screenInfo}`] : []),
    ...(options.layout.headless ? [] : platform(options.env)),
    ...rootSwitches,
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-sync',
    '--disable-quic',
    '--disable-breakpad',
    '--disable-dev-shm-usage',
    '--disable-infobars',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-background-timer-throttling',
    '--disable-hang-monitor',
    '--autoplay-policy=no-user-gesture-required',
    '--force-device-scale-factor=1',
    '--password-store=basic',
    '--use-mock-keychain',
    '--metrics-recording-only',
    // One DevTools session then sees every frame of a window, subframes of other origins included.
    '--disable-site-isolation-trials',
    // The last two keep Chromium from loading the pages of an address bar that no window has, behind each window.
    '--disable-features=Translate,IsolateOrigins,site-per-process,IsolateSandboxedIframes,OptimizationHints,MediaRouter,DialMediaRouteProvider,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ];
}

/** X11 where there is an X server, as the app runs on Electron: under Wayland no window is where it was put. */
const platform = (env: NodeJS.ProcessEnv) =>
  process.platform === 'linux' && env['DISPLAY'] ? ['--ozone-platform=x11'] : [];

const prefix = 'tillmate-host-';

/** A host that was killed could not remove its profile: the next one does. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^tillmate-host-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      remove(join(parent, name));
    } catch {
      // The browser of a host that was killed may still write there while it ends: a later host removes it.
    }
  }
}

function remove(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch (thrown) {
    // Windows keeps the files of a process that has just been ended for a while: the next host removes them.
    if (process.platform !== 'win32') throw thrown;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Chromium talks a lot on stderr where there is no D-Bus; only the line that tests and tools wait for is passed on. */
function passOn(stderr: Readable): void {
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`);
  });
}
