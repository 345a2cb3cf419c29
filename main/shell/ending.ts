import { app, powerMonitor } from 'electron';
import type { Ending } from '../windows/shell-port.ts';

/**
 * Follows all ways to end the app. Must run before the app is ready. Signals, log-off and shutdown are never delayed.
 * On Windows they close no window; elsewhere they reach `before-quit` like `app.quit()`. On macOS, ⌘Q and the Dock
 * reach `before-quit` too, as user actions: the power monitor detects a shutdown there, and a handler in place of
 * Electron's detects a signal. There the app also stays in the Dock after its windows close, with its sale going on.
 */
export function followEnding(): Ending {
  const isMac = process.platform === 'darwin';
  let mayEnd = () => true;
  let ending = false;
  const end = () => {
    ending = true;
    app.quit();
  };

  app.on('before-quit', (event) => {
    if (!ending && isMac && !mayEnd()) event.preventDefault();
    else ending = true;
  });
  app.on('window-all-closed', () => {
    if (!isMac) end();
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', () => {
      ending = true;
    });
  });
  app.once('ready', () => {
    if (!isMac) return;
    powerMonitor.on('shutdown', end);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  });

  return {
    isEnding: () => ending,
    mayCloseTill: () => ending || isMac || mayEnd(),
    tillClosed() {
      if (!isMac) end();
    },
    asked() {
      if (ending || mayEnd()) end();
    },
    end,
    begin() {
      const before = ending;
      ending = true;
      return () => {
        ending = before;
      };
    },
    askFirst(ask) {
      mayEnd = ask;
    },
  };
}
