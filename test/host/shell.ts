import { chromium } from './running-host.ts';

/** `shell`: what would leave the app for the system's browser opens in a plain page beside it, in a context of its own. */
export const shell = {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error(`Invalid URL: ${url}`);
    const { browser } = chromium.connection;
    if (!/^https?:$/.test(new URL(url).protocol)) {
      process.stderr.write(`host: ${url} would go to another program.\n`);
      return;
    }
    outside ??= browser.send('Target.createBrowserContext', {}).then(({ browserContextId }) => browserContextId);
    await browser.send('Target.createTarget', { url, newWindow: true, browserContextId: await outside });
  },
  openPath(path: string): Promise<string> {
    process.stderr.write(`host: would open ${path}\n`);
    return Promise.resolve('');
  },
  showItemInFolder(path: string): void {
    process.stderr.write(`host: would show ${path}\n`);
  },
  beep(): void {
    process.stderr.write('host: beep\n');
  },
};

let outside: Promise<string> | undefined;
