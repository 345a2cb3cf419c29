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
};

let outside: Promise<string> | undefined;
