import { toApp } from './app-address.ts';
import { BrowserWindow } from './browser-window.ts';
import { reportUnlessGone } from './cdp.ts';
import { HostEvent } from './host-event.ts';
import { privileged } from './protocol.ts';
import { chromium, layout } from './running-host.ts';
import { defaultSession } from './session.ts';

/** Follows page events from outside: downloads, pages closed by the user, pages that a page tries to open. */
export function followTargets(): void {
  const { browser } = chromium.connection;
  const windowOf = (targetId: string | undefined) =>
    BrowserWindow.getAllWindows().find((window) => window.webContents.targetId === targetId);
  browser.on('Browser.downloadWillBegin', ({ url }) => {
    const item = { getURL: () => toApp(url, privileged) };
    defaultSession.emit('will-download', new HostEvent(), item, BrowserWindow.getFocusedWindow()?.webContents);
  });
  // Saves no download and opens no dialog, whatever the app decides.
  browser.post('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  browser.on('Target.targetDestroyed', ({ targetId }) => windowOf(targetId)?.gone());
  browser.on('Target.targetCreated', ({ targetInfo }) => {
    if (targetInfo.openerId === undefined || windowOf(targetInfo.openerId) === undefined) return;
    browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(reportUnlessGone);
  });
  if (layout.headless) process.stderr.write('host: no display here: Chromium runs headless.\n');
}
