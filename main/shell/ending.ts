import { app, powerMonitor } from 'electron';
import type { Ending } from '../windows/shell.ts';

/**
 * Follows the ways in which the app can end. Must run before the app is ready.
 *
 * A signal, a log-off and a shutdown are never held up: on Windows they close no window, elsewhere they reach
 * `before-quit` as `app.quit()` does. On macOS so do ⌘Q and the Dock, which a person means, so that there a shutdown is
 * told from them by the power monitor, and a signal by a handler that takes the place of Electron's own. There the app
 * also stays in the Dock when its windows close, with its sale going on.
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
