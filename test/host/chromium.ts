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
   * Opens an app-style window (without tabs and address bar) at `url`. DevTools has no command for such a window: a
   * second Chromium process on the same profile passes its command line to the first and exits.
   */
  openAppWindow(url: string): void;
  /** Ends Chromium. Writes a persistent profile first. */
  end(): Promise<void>;
  /** Ends Chromium at once and removes a temporary profile. Safe in an `exit` handler, and safe to repeat. */
  kill(): void;
}

/**
 * Returns the path of the browser: `TILLMATE_CHROMIUM`, or the first one installed. Throws when there is no browser.
 */
export function findChromium(): string {
  return browser().path;
}

function browser() {
  const found = findBrowser();
  if (found === undefined) throw new Error(`No Chromium found: ${howToGetBrowser(process.platform)}`);
  return found;
}

/**
 * Starts Chromium without a window. `remoteDebuggingPort` opens a DevTools port in addition to the host's pipe;
 * Chromium's `DevTools listening on …` line is then forwarded, as Electron prints it.
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
 * Starts Chromium in a separate process group, so that Ctrl+C reaches only the app, which then ends Chromium. Windows
 * would open a console window instead.
 */
const apart = process.platform !== 'win32';

/** Chromium refuses its sandbox under root; other users keep the sandbox. */
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
    // Lets one DevTools session see every frame of a window, including cross-origin subframes.
    '--disable-site-isolation-trials',
    // The last two keep Chromium from loading hidden address bar pages behind each window.
    '--disable-features=Translate,IsolateOrigins,site-per-process,IsolateSandboxedIframes,OptimizationHints,MediaRouter,DialMediaRouteProvider,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ];
}

/** Selects X11 where there is an X server, as for the app on Electron: Wayland ignores window positions. */
const platform = (env: NodeJS.ProcessEnv) =>
  process.platform === 'linux' && env['DISPLAY'] ? ['--ozone-platform=x11'] : [];

const prefix = 'tillmate-host-';

/** Removes the profiles of killed hosts. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^tillmate-host-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      remove(join(parent, name));
    } catch {
      // The killed host's browser may still write while ending: a later host removes the profile.
    }
  }
}

function remove(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch (thrown) {
    // Windows locks the files of an ended process for a while: the next host removes the profile.
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

/** Forwards only the line that tests and tools wait for: without D-Bus, Chromium writes much to stderr. */
function passOn(stderr: Readable): void {
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`);
  });
}
