import { app, type BrowserWindow } from 'electron';
import type { WindowName } from '../../preload/contract/contract.ts';
import type { Clock } from '../base/clock.ts';
import type { WindowEnd, WindowEvents } from '../windows/window-notices.ts';
import { HOST, SCHEME } from './page-security.ts';
import { PageWatch } from './page-watch.ts';
import { load } from './window-set.ts';

interface CrashWatchParts extends Pick<WindowEvents, 'onEnd' | 'onBack' | 'onChildEnd'> {
  readonly clock: Clock;
}

export type CrashWatch = ReturnType<typeof watchForCrashes>;

export function crashPagePath(window: WindowName): string {
  return `/plain-${window}.html`;
}

export function watchForCrashes({ clock, onEnd, onBack, onChildEnd }: CrashWatchParts) {
  const watches = new Map<WindowName, PageWatch>();
  const reasons = new Map<WindowName, WindowEnd>();
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit') onChildEnd(name ?? type, `${reason} (${exitCode})`);
  });

  function watch(name: WindowName, window: BrowserWindow): void {
    const contents = window.webContents;
    const plainUrl = `${SCHEME}://${HOST}${crashPagePath(name)}`;
    const page = new PageWatch(clock, {
      loadPage: () => void load(contents, name),
      loadPlainPage(why) {
        reasons.set(name, why);
        contents.loadURL(plainUrl).catch((fault: unknown) => {
          console.error(`Tillmate: fallback page of the ${name} window not loaded: ${String(fault)}`);
        });
      },
      endProcess: () => contents.forcefullyCrashRenderer(),
      isDebugged: () => contents.isDevToolsOpened(),
      onEnd: (end, pauseMs) => onEnd(name, end, pauseMs),
      onBack: () => onBack(name),
    });
    watches.set(name, page);
    contents.on('did-navigate', (_event, url) => page.navigated(url === plainUrl ? 'plain' : 'page'));
    contents.on('will-navigate', ({ url }) => {
      if (url !== plainUrl) page.leaving();
    });
    contents.on('render-process-gone', (_event, details) => {
      if (!window.isDestroyed()) page.gone(details);
    });
    window.on('unresponsive', () => page.unresponsive());
    window.on('responsive', () => page.responsive());
    window.on('closed', () => page.stop());
  }

  return {
    watch,
    of: (name: WindowName): PageWatch | undefined => watches.get(name),
    why: (name: WindowName): WindowEnd | undefined => reasons.get(name),
    forgive: (): void => {
      for (const page of watches.values()) page.forgive();
    },
  };
}
