import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { chromiumCommands } from '../../tools/setup/needs.mjs';
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
  /** Ends Chromium at once and removes its profile. Safe to call from an `exit` handler, and twice. */
  kill(): void;
}

/** Path of the browser: `TILLMATE_CHROMIUM`, or the first of the usual names on the PATH. Throws when there is none. */
export function findChromium(env: NodeJS.ProcessEnv): string {
  const told = env['TILLMATE_CHROMIUM'];
  if (told !== undefined && told !== '') {
    if (isExecutable(told)) return told;
    throw new Error(`TILLMATE_CHROMIUM names ${told}, which cannot be executed.`);
  }
  for (const name of chromiumCommands) {
    for (const folder of (env['PATH'] ?? '').split(delimiter)) {
      if (folder !== '' && isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  throw new Error(
    'No Chromium found: install it (Debian, Ubuntu: apt-get install chromium) or name it in TILLMATE_CHROMIUM.',
  );
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
  removeLeftovers();
  const profile = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const child = spawn(findChromium(options.env), switches(profile, options), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: options.env,
    // A group of its own: Ctrl+C in a terminal is for the app, which then ends Chromium.
    detached: true,
  });
  const [, , , toBrowser, fromBrowser] = child.stdio as [null, null, Readable, Writable, Readable];
  passOn(child.stderr as Readable, options.env['TILLMATE_HOST_VERBOSE'] !== undefined);
  const kill = () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  };
  const openAppWindow = (url: string) => {
    const args = [
      `--user-data-dir=${profile}`,
      ...rootSwitches,
      ...platform(options.env),
      '--no-first-run',
      `--app=${url}`,
    ];
    spawn(findChromium(options.env), args, { stdio: 'ignore', env: options.env, detached: true }).unref();
  };
  return { connection: new Connection(toBrowser, fromBrowser), process: child, openAppWindow, kill };
}

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
    '--disable-features=Translate,IsolateOrigins,site-per-process,IsolateSandboxedIframes,OptimizationHints,MediaRouter,DialMediaRouteProvider',
  ];
}

/** X11 where there is an X server, as the app runs on Electron: under Wayland no window is where it was put. */
const platform = (env: NodeJS.ProcessEnv) =>
  process.platform === 'linux' && env['DISPLAY'] ? ['--ozone-platform=x11'] : [];

const prefix = 'tillmate-host-';

/** A host that was killed could not remove its profile: the next one does. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^tillmate-host-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
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
function passOn(stderr: Readable, everything: boolean): void {
  createInterface({ input: stderr }).on('line', (line) => {
    if (everything || line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`);
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
