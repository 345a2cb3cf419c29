import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, onTestFinished } from 'vitest';
import { findChromium } from '../../../test/host/chromium.ts';
import { freePort, NOW, type OpenPage, openPage } from './open-page.ts';

const root = join(import.meta.dirname, '../../..');

export interface Visit {
  readonly page: Page;
  /** Violations of the content security policy, and thrown errors. */
  readonly faults: readonly string[];
}

export interface Looks {
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly language?: string;
}

export interface ServedPage extends OpenPage {
  /** Opens a separate browser, signed in as the member, or signed out. */
  visit(email: string | undefined, looks?: Looks): Promise<Visit>;
}

/** Shared by all tests of a file. */
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
afterAll(() => browser.close());

/** Serves the built page by the collector's routes to a real browser. */
export async function servePage(): Promise<ServedPage> {
  const port = await freePort();
  const open = await openPage({ files: join(root, 'out/chain/page'), port });
  await open.app.listen({ port, host: '127.0.0.1' });
  return {
    ...open,
    async visit(email, { dark = false, width = 1440, height = 900, language = 'en-GB' } = {}) {
      const context = await browser.newContext({
        ...{ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' },
        ...{ locale: language, timezoneId: 'Europe/Brussels', acceptDownloads: true },
      });
      onTestFinished(() => context.close());
      if (email !== undefined) {
        const [name = '', value = ''] = (await open.cookieOf(email)).split('=');
        await context.addCookies([{ name, value, url: open.address }]);
      }
      const page = await context.newPage();
      await page.clock.setFixedTime(NOW);
      const faults: string[] = [];
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (fault) => faults.push(String(fault)));
      await page.goto(open.address);
      return { page, faults };
    },
  };
}

/** Saves a screenshot in out/chain/pictures, for review. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = join(root, 'out/chain/pictures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
