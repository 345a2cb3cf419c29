import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { commandLine } from './command-line.ts';
import { HostEvent } from './host-event.ts';
import { application, paths } from './paths.ts';
import { chromium, lifecycle } from './running-host.ts';
import { takeLock } from './single-instance.ts';

/** A window during a quit: the app may prevent `close`, but not `destroy`. */
export interface Closable {
  close(): void;
  destroy(): void;
  isDestroyed(): boolean;
}

class HostApp
  extends EventEmitter
  implements
    Pick<Electron.App, 'quit' | 'exit' | 'relaunch' | 'whenReady' | 'getPath' | 'setPath' | 'requestSingleInstanceLock'>
{
  /** The host runs a checkout; tests can request an installed app. */
  readonly isPackaged = process.env['TILLMATE_HOST_PACKAGED'] === '1';
  readonly commandLine = commandLine;
  readonly windows = new Set<Closable>();
  #release: (() => void) | undefined;
  #exiting = false;
  #relaunch = false;
  #openAtLogin = false;
  readonly #ready = Promise.withResolvers<void>();

  /** The host has no login: stores the setting for `getLoginItemSettings`. */
  setLoginItemSettings({ openAtLogin = false }: Electron.Settings): void {
    this.#openAtLogin = openAtLogin;
  }

  getLoginItemSettings(): Pick<Electron.LoginItemSettings, 'openAtLogin'> {
    return { openAtLogin: this.#openAtLogin };
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  getName(): string {
    return application.name;
  }

  getVersion(): string {
    return application.version;
  }

  getPreferredSystemLanguages(): string[] {
    return [new Intl.DateTimeFormat().resolvedOptions().locale];
  }

  getPath(name: string): string {
    return paths.get(name);
  }

  setPath(name: string, path: string): void {
    paths.set(name, path);
  }

  /**
   * Closes every window and returns; `will-quit` follows in a later turn, after the last window. A window that prevents
   * closing keeps the app open, and does not stop other windows from closing.
   */
  quit(): void {
    if (lifecycle.quitting) return;
    const before = new HostEvent();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    lifecycle.quitting = true;
    if (this.windows.size === 0) this.#leaveUnlessPrevented();
    else for (const window of [...this.windows]) window.close();
  }

  /**
   * Exits at once without `before-quit` and `will-quit`. Before the app is ready, ends like C's `exit`: without `quit`,
   * and without the `exit` event of Node's process.
   */
  exit(exitCode = 0): void {
    if (!lifecycle.ready) {
      chromium.kill();
      process.removeAllListeners('exit').exit(exitCode);
    }
    lifecycle.quitting = true;
    this.#exiting = true;
    for (const window of [...this.windows]) window.destroy();
    this.#leave(exitCode);
  }

  /** Starts the app again with the same arguments when this process has ended. */
  relaunch(): void {
    this.#relaunch = true;
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    if (this.#release !== undefined) return true;
    const mine = { argv: process.argv, workingDirectory: process.cwd(), additionalData: additionalData ?? null };
    this.#release = takeLock(paths.get('userData'), mine, (other) => {
      this.emit('second-instance', new HostEvent(), other.argv, other.workingDirectory, other.additionalData);
    });
    return this.#release !== undefined;
  }

  releaseSingleInstanceLock(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** As in Electron, only on Windows, which groups the task bar by this ID. Undefined elsewhere. */
  readonly setAppUserModelId = process.platform === 'win32' ? () => undefined : undefined;

  /** For the host: called when Chromium is up and the main script has run. */
  becomeReady(): void {
    if (lifecycle.quitting) return;
    lifecycle.ready = true;
    this.emit('ready', new HostEvent(), {});
    this.#ready.resolve();
  }

  /** For windows: a prevented close also cancels the quit. */
  closeCancelled(): void {
    lifecycle.quitting = false;
  }

  /**
   * For windows: called for each closed window. After the last window, an app without a listener quits, as in Electron.
   */
  windowGone(window: Closable): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.#exiting) return;
    if (lifecycle.quitting) this.#leaveUnlessPrevented();
    else if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
    this.emit('host:windows-gone');
  }

  #leaveUnlessPrevented(): void {
    const will = new HostEvent();
    this.emit('will-quit', will);
    lifecycle.quitting = !will.defaultPrevented;
    if (lifecycle.quitting) this.#leave(0);
  }

  #leave(exitCode: number): void {
    if (lifecycle.leaving) return;
    lifecycle.leaving = true;
    this.emit('quit', new HostEvent(), exitCode);
    this.releaseSingleInstanceLock();
    // The caller of `quit` still runs to its end, as in Electron.
    setImmediate(() =>
      chromium.end().finally(() => {
        const args = [...process.execArgv, ...process.argv.slice(1)];
        if (this.#relaunch) spawn(process.execPath, args, { detached: true, stdio: 'inherit' }).unref();
        process.exit(exitCode);
      }),
    );
  }
}

export const app = new HostApp();

/** Makes the app ready when Chromium is up and `prepare` is done. App and Chromium end together. */
export function start(prepare: () => Promise<void>): void {
  const up = chromium.connection.browser.send('Target.setDiscoverTargets', { discover: true }).then(prepare);
  up.then(
    // Runs after the main script, so that its listeners get `ready`.
    () => setImmediate(() => app.becomeReady()),
    (thrown: unknown) => {
      process.stderr.write(`host: Chromium did not start: ${String(thrown)}\n`);
      process.exit(1);
    },
  );
  chromium.process.once('exit', (code, signal) => {
    if (lifecycle.leaving) return;
    process.stderr.write(`host: Chromium ended (${signal ?? code}); so does the app.\n`);
    app.exit(1);
  });
  chromium.process.once('error', (thrown) => {
    process.stderr.write(`host: Chromium did not start: ${thrown.message}\n`);
    process.exit(1);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
