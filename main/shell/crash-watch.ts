import type { BrowserWindow } from 'electron';
import type { WindowName } from '../../preload/contract.ts';
import type { Clock } from '../base/clock.ts';
import type { WindowEvents } from '../windows/window-notices.ts';
import { HOST, SCHEME } from './app-urls.ts';
import { load } from './browser-windows.ts';
import { reloadLimit } from './reload-limit.ts';

export interface CrashWatch {
  readonly clock: Clock;
  readonly report: WindowEvents['onCrash'];
}

/** From "unresponsive", which the system says after some seconds, until the window's process is ended. */
const HUNG_AFTER_MS = 10_000;

/** Path of the page that replaces a window that keeps crashing. */
export function crashPagePath(window: WindowName): string {
  return `/plain-${window}.html`;
}

/**
 * Loads a crashed or hung window again. It loses nothing: main holds the sale, and the first snapshot shows it. A
 * window that keeps crashing gets the crash page, which needs no script.
 */
export function watchForCrashes(name: WindowName, window: BrowserWindow, watch: CrashWatch): void {
  const limit = reloadLimit(watch.clock);
  let stopWaiting: (() => void) | undefined;

  window.webContents.on('render-process-gone', (_event, details) => {
    stopWaiting?.();
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    const reloads = limit.allow();
    watch.report(name, details.reason === 'killed' ? 'hung' : 'crashed', details.reason, reloads);
    if (reloads) return void load(window.webContents, name);
    window.webContents.loadURL(`${SCHEME}://${HOST}${crashPagePath(name)}`).catch((fault: unknown) => {
      watch.report(name, 'crashed', `crash page: ${String(fault)}`, false);
    });
  });
  window.on('unresponsive', () => {
    stopWaiting?.();
    // The end of its process is reported as `render-process-gone`, which loads it again.
    stopWaiting = watch.clock.after(HUNG_AFTER_MS, () => {
      if (!window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => stopWaiting?.());
  window.on('closed', () => stopWaiting?.());
}
