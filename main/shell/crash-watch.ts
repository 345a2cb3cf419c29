import type { BrowserWindow } from 'electron';
import type { WindowName } from '../../preload/contract.ts';
import type { Clock } from '../base/clock.ts';
import { HOST, SCHEME } from './app-files.ts';
import { load } from './browser-windows.ts';
import { reloadLimit } from './reload-limit.ts';

export interface CrashWatch {
  readonly clock: Clock;
  /** Told of each crash or hang, and whether the window is loaded again. */
  report(window: WindowName, what: 'crashed' | 'hung', why: string, reloads: boolean): void;
}

/** How long a window may not answer before it counts as hung: the system says "unresponsive" after some seconds. */
const PATIENCE_MS = 10_000;

/** Path of the page that stands in for a window that keeps crashing. */
export function plainPath(window: WindowName): string {
  return `/plain-${window}.html`;
}

/**
 * Brings a crashed or hung window back. Main holds the sale, so a loaded window has everything again from its first
 * snapshot; a window that crashes over and over gets the plain page, which needs no script.
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
    window.webContents.loadURL(`${SCHEME}://${HOST}${plainPath(name)}`).catch((fault: unknown) => {
      watch.report(name, 'crashed', `plain page: ${String(fault)}`, false);
    });
  });
  window.on('unresponsive', () => {
    stopWaiting?.();
    // Ending its process is reported as gone, and that path loads it again.
    stopWaiting = watch.clock.after(PATIENCE_MS, () => {
      if (!window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => stopWaiting?.());
  window.on('closed', () => stopWaiting?.());
}
