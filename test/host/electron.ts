/**
 * The Chromium host: what `import … from 'electron'` finds where there is no Electron binary.
 *
 *     node --import ./test/host/register.mjs out/main/index.js [switches]
 *
 * It runs the built app as it is, on this Node and the system's Chromium, for evaluation and tests. It implements what
 * an app of this kind uses, typed against `electron.d.ts`, with Electron's own semantics where they bite (ipc.ts,
 * preload.ts, page/bridge.ts), and refuses what passes its types and Electron refuses (arguments.ts). Where it must differ, it
 * says so: addresses (app-address.ts), permissions (session.ts), dialogs (dialog.ts), printing (printer.ts), menus
 * (menu.ts). A test that is its parent process can play what a machine does to an app (parent-control.ts).
 *
 * Not played, among what docs/real-machines.md lists: what the app does not use, arguments of calls that are no plain data
 * (structured-clone.ts), a page that Electron finds unresponsive, windows that share a zoom.
 *
 * It speaks the DevTools protocol itself, over pipes, rather than through Playwright: the preload needs worlds,
 * bindings and request interception that must be in place before a page's first script, a page under test must be
 * free for Playwright to attach to, and a page's first paint should not wait for a second automation layer.
 *
 * Environment: `TILLMATE_CHROMIUM` (the browser), `TILLMATE_HOST_DIALOGS` (answers), `TILLMATE_HOST_TRAFFIC` (a file for
 * who asks for what over a network), `TILLMATE_HOST_PLATFORM` (the system whose ways the app is to take: `darwin`),
 * `TILLMATE_HOST_SINGLETON_MS` (how long a first instance is given to answer), `TILLMATE_HOST_PROFILE` (a folder for a
 * session that lasts), `TILLMATE_HOST_HEADLESS` (`1`: nobody sees the
 * windows), `TILLMATE_HOST_PACKAGED` (`1`: the app is taken for an installed one), `TILLMATE_HOST_DEBUGGING_PORT` (for such
 * an app, which takes no switch for it).
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
