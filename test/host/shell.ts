import { chromium } from './running-host.ts';

/** `shell`: opens links for the system's browser in a plain page, in a separate browser context. */
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
};

let outside: Promise<string> | undefined;
