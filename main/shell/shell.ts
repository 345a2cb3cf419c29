import { join } from 'node:path';
import { powerMonitor, shell as system } from 'electron';
import type { WindowName } from '../../preload/contract.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import type { WindowEvents } from '../windows/window-notices.ts';
import { serveWindows } from './app-protocol.ts';
import { openWindows } from './browser-windows.ts';
import { crashPagePath, watchForCrashes } from './crash-watch.ts';
import { handleCalls, push } from './ipc.ts';
import type { IpcCheckParts } from './ipc-check.ts';
import { setMenu } from './menu.ts';
import { printWindow } from './print.ts';
import { guardWebContents } from './web-contents-guard.ts';

/** What the composition root gives to the shell. */
export interface ShellParts extends IpcCheckParts, WindowEvents {
  readonly clock: Clock;
  /** Folder of the built app: `preload/` and `renderer/` are in it. */
  readonly outDir: string;
  readonly display: boolean;
  /** The machine woke up, so the network may be there again. */
  onWake(): void;
  /** The till was closed: the app ends. */
  onTillClosed(): void;
  /** HTML of the page that replaces a window that keeps crashing. */
  crashPage(window: WindowName): string;
}

/** What the shell gives back. */
export interface Shell {
  showTill(snapshot: TillSnapshot): void;
  showDisplay(snapshot: DisplaySnapshot): void;
  displayState(): 'open' | 'closed' | 'off';
  openDisplay(): void;
  focusTill(): void;
  /** Opens an address in the system's browser. */
  openOutside(url: string): Promise<void>;
  /** Prints the receipt that the till window holds; answers whether it was printed. */
  printReceipt(): Promise<boolean>;
}

/** Opens the windows and everything around them. The app must be ready. */
export function openShell(parts: ShellParts): Shell {
  guardWebContents((code, url) => parts.report({ code, call: url.slice(0, 200) }));
  const pages = serveWindows(join(parts.outDir, 'renderer'));
  for (const name of ['till', 'display'] as const) pages.set(crashPagePath(name), () => parts.crashPage(name));
  const windows = openWindows({
    clock: parts.clock,
    preload: join(parts.outDir, 'preload', 'index.cjs'),
    display: parts.display,
    onDisplay: parts.onDisplay,
    onElsewhere: parts.onElsewhere,
    onTillClosed: parts.onTillClosed,
    onWindow: (name, window) => watchForCrashes(name, window, { clock: parts.clock, report: parts.onCrash }),
  });
  handleCalls(parts, windows.nameOf);
  setMenu({ openDisplay: windows.openDisplay });
  powerMonitor.on('resume', parts.onWake);
  return {
    showTill: (snapshot) => push(windows.get('till'), 'till.snapshot', snapshot),
    showDisplay: (snapshot) => push(windows.get('display'), 'display.snapshot', snapshot),
    displayState: windows.displayState,
    openDisplay: windows.openDisplay,
    focusTill: windows.focusTill,
    openOutside: (url) => system.openExternal(url),
    printReceipt: () => printWindow(windows.get('till')),
  };
}
