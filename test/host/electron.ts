/**
 * The Chromium host: replaces the module `electron` where there is no Electron binary.
 *
 *     node --import ./test/host/register.mjs out/main/index.js [switches]
 *
 * Runs the unchanged built app on this Node and the system's Chromium, for evaluation and tests. Implements the API that
 * the app uses, typed against `electron.d.ts`, with Electron's semantics where they matter (ipc.ts, preload.ts,
 * page/bridge.ts), and refuses arguments that Electron refuses despite its types (arguments.ts). Necessary differences:
 * addresses (app-address.ts), permissions (session.ts), dialogs (dialog.ts), printing (printer.ts), menus (menu.ts). A
 * test that is the parent process can play events of the machine (parent-control.ts).
 *
 * Not played, among the points of docs/real-machines.md: APIs that the app does not use, call arguments other than plain
 * data (structured-clone.ts), a page that Electron finds unresponsive, windows that share a zoom.
 *
 * Speaks the DevTools protocol over pipes instead of using Playwright: the preload needs worlds, bindings and request
 * interception before a page's first script, Playwright must be free to attach to a page under test, and a page's first
 * paint should not wait for a second automation layer.
 *
 * Environment: `TILLMATE_CHROMIUM` (the browser), `TILLMATE_HOST_DIALOGS` (answers), `TILLMATE_HOST_TRAFFIC` (a file for
 * the sources and addresses of network requests), `TILLMATE_HOST_PLATFORM` (the platform name for the app: `darwin`),
 * `TILLMATE_HOST_SINGLETON_MS` (time for a first instance to respond), `TILLMATE_HOST_PROFILE` (a folder for a persistent
 * session), `TILLMATE_HOST_HEADLESS` (`1`: invisible windows), `TILLMATE_HOST_PACKAGED` (`1`: the app counts as
 * installed), `TILLMATE_HOST_DEBUGGING_PORT` (for an installed app, which accepts no debugging switch).
 */
import { app, start } from './app.ts';
import { autoUpdater } from './auto-updater.ts';
import { BrowserWindow } from './browser-window.ts';
import { ClipboardItem, clipboard } from './clipboard.ts';
import { openPlatform, refuseUnplayed } from './command-line.ts';
import { dialog, tellUncaught } from './dialog.ts';
import { followTargets } from './follow-targets.ts';
import { ipcMain } from './ipc.ts';
import { Menu } from './menu.ts';
import { listenToParent } from './parent-control.ts';
import { powerMonitor, powerSaveBlocker } from './power-save-blocker.ts';
import { findDisplays, screenOnceReady as screen } from './screen.ts';
import { defaultSession, session } from './session.ts';
import { shell } from './shell.ts';
import { recordConnections } from './traffic.ts';

const { protocol } = defaultSession;

refuseUnplayed();
tellUncaught();
recordConnections();
followTargets();
start(async () => {
  openPlatform();
  await findDisplays();
});
listenToParent();

export {
  app,
  autoUpdater,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
};
