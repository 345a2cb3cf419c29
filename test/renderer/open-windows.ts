import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { fileFor, pageUrl } from '../../main/shell/app-urls.ts';
import { securityHeaders } from '../../main/shell/security-headers.ts';
import type { Language } from '../../preload/counter.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/views.ts';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { samplePng } from '../base/sample-png.ts';
import { typesLikeHands } from '../e2e/harness/hands.ts';
import { type Pose, photographed } from '../e2e/harness/phone-photograph.ts';
import { findChromium } from '../host/chromium.ts';
import { type FakeBridge, installFakeBridge } from './fake-bridge.ts';
import { spoken } from './texts.ts';

/** The built pages in a real browser, with a bridge that plays snapshots. The content policy is stricter than the app's. */

const ORIGIN = 'https://tillmate.test';
const root = resolve(import.meta.dirname, '../..');

export interface Opening {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly scale?: number;
  /** What the window speaks, whatever its snapshot says; without it as the snapshot says. */
  readonly language?: Language;
  /** With the movements that a person may have turned off. */
  readonly moving?: boolean;
  /** Answers by call name; a call without one is answered with an empty value. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

export interface Windows {
  till(snapshot: TillSnapshot, opening?: Opening): Promise<OpenWindow>;
  display(snapshot: DisplaySnapshot, opening?: Opening): Promise<OpenWindow>;
  /** A picture as a camera would take it of a screen. */
  photograph(png: Buffer, pose: Pose): Promise<Buffer>;
  close(): Promise<void>;
}

export interface OpenWindow {
  readonly page: Page;
  /** What the page did that the content policy refuses, and what it threw. */
  readonly faults: readonly string[];
  /** What the window asked main, oldest first. */
  calls(): Promise<readonly { readonly name: string; readonly ask: unknown }[]>;
  push(snapshot: TillSnapshot | DisplaySnapshot): Promise<void>;
  /** How often React draws anything between this push and the second frame after it. */
  commitsAfter(snapshot: TillSnapshot | DisplaySnapshot): Promise<number>;
  close(): Promise<void>;
}

/** The pages as the app has them: built only where no runner has built them yet. */
export async function builtWindows(): Promise<Windows> {
  if ((await ensureBuilt(root)) === 'failed') throw new Error('The windows could not be built.');
  const out = join(root, 'out', 'renderer');
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--mute-audio'],
  });
  return {
    till: (snapshot, opening) => open(browser, out, 'till', snapshot, opening),
    display: (snapshot, opening) => open(browser, out, 'display', snapshot, opening),
    photograph: (png, pose) => photographed(browser, png, pose),
    close: () => browser.close(),
  };
}

async function open(
  browser: Browser,
  out: string,
  name: 'till' | 'display',
  snapshot: TillSnapshot | DisplaySnapshot,
  opening: Opening = {},
): Promise<OpenWindow> {
  const context = await browser.newContext({
    viewport: { width: opening.width ?? 1280, height: opening.height ?? 800 },
    deviceScaleFactor: opening.scale ?? 1,
    colorScheme: opening.dark ? 'dark' : 'light',
    reducedMotion: opening.moving ? 'no-preference' : 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
  });
  await serve(context, out);
  await context.addInitScript(installFakeBridge, {
    event: `${name}.snapshot`,
    snapshot: opening.language === undefined ? snapshot : spoken(snapshot, opening.language),
    answers: opening.answers ?? {},
  });
  const page = typesLikeHands(await context.newPage());
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (fault) => faults.push(String(fault)));
  await page.goto(`${ORIGIN}/${name}/index.html`);
  // What index.html holds until the scripts have run has a class of its own.
  await page.waitForSelector('#root > :not(.first-paint)');
  await page.evaluate(() => document.fonts.ready);
  return {
    page,
    faults,
    calls: () => page.evaluate(() => (window as unknown as { fake: FakeBridge }).fake.calls),
    push: (next) => page.evaluate((body) => (window as unknown as { fake: FakeBridge }).fake.push(body), next),
    commitsAfter: (next) =>
      page.evaluate(async (body) => {
        const { fake } = window as unknown as { fake: FakeBridge };
        const before = fake.commits;
        fake.push(body);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return fake.commits - before;
      }, next),
    close: () => context.close(),
  };
}

async function serve(context: BrowserContext, out: string): Promise<void> {
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    // Names that begin with a zero are missing.
    if (/^\/pictures\/[1-9a-f]/.test(pathname))
      return route.fulfill({ body: samplePng(96, 96), headers: securityHeaders('image/png') });
    const file = fileFor(new URL(pathname, pageUrl('till')).href, out);
    if (file === undefined) return route.fulfill({ status: 404 });
    await readFile(file.path).then(
      (body) => route.fulfill({ body, headers: securityHeaders(file.type) }),
      () => route.fulfill({ status: 404 }),
    );
  });
}
