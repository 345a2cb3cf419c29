import { app, powerMonitor } from 'electron';

/** How the app ends. Everything that a person does to end it is asked about first; what a system does never is. */
export interface Ending {
  /** The app ends: nothing holds its windows any more. */
  isEnding(): boolean;
  /** Whether the till's window may close now. */
  mayCloseTill(): boolean;
  tillClosed(): void;
  /** A person chose to end the app. */
  asked(): void;
  /** Ends the app without asking. */
  end(): void;
}

/**
 * Follows the ways in which the app can end; `mayEnd` says whether a person may end it now, and asks them where not.
 * Must run before the app is ready.
 *
 * A signal, a log-off and a shutdown are never held up: on Windows they close no window, elsewhere they reach
 * `before-quit` as `app.quit()` does. On macOS so do ⌘Q and the Dock, which a person means, so that there a shutdown is
 * told from them by the power monitor, and a signal by a handler that takes the place of Electron's own. There the app
 * also stays in the Dock when its windows close, with its sale going on.
 */
export function followEnding(mayEnd: () => boolean): Ending {
  const isMac = process.platform === 'darwin';
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
    powerMonitor.on('shutdown', end);
    if (isMac) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
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
  };
}
