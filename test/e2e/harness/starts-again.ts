import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { findWindow } from './find-window.ts';
import type { RunningApp } from './launch.ts';

const PATIENCE_MS = 60_000;

/** An app that has restarted itself as a new process, unknown to the launcher of the first. */
export interface AppAgain {
  readonly till: Page;
  readonly display: Page;
  close(): Promise<void>;
}

/**
 * Call before the user action that restarts the app. The returned function waits for the new app; rejects without a new
 * app.
 */
export function startsAgain(app: RunningApp): () => Promise<AppAgain> {
  const addresses = () => [...app.output().matchAll(/DevTools listening on (ws:\S+)/g)].map(([, address]) => address);
  const first = addresses().length;
  return async () => {
    const until = Date.now() + PATIENCE_MS;
    while (addresses().length === first) {
      if (Date.now() > until) throw new Error('The app did not start again.');
      await wait(50);
    }
    const browser = await chromium.connectOverCDP(addresses().at(-1) ?? '');
    return {
      till: await findWindow(browser, 'till'),
      display: await findWindow(browser, 'display'),
      async close() {
        const session = await browser.newBrowserCDPSession();
        // The response is the end of the connection.
        await session.send('Browser.close').catch(() => undefined);
      },
    };
  };
}
