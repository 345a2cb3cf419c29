import { join, resolve } from 'node:path';
import { type ConsoleMessage, chromium, type Page } from '@playwright/test';
import type { Language } from '../../preload/contract/counter.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { findChromium } from '../host/chromium.ts';
import { type FakeBridge, installFakeBridge } from './fake-bridge.ts';
import { type Pose, photographed } from './phone-photograph.ts';
import { serveWindows } from './serve-windows.ts';
import { spoken } from './texts.ts';
import { type Pages, usedAgain } from './used-again.ts';

/** The built pages in a real browser, with a bridge that plays snapshots. The content policy is stricter than the app's. */

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
  /** The windows that are open, oldest first. */
  readonly opened: ReadonlySet<OpenWindow>;
  close(): Promise<void>;
}

export interface OpenWindow {
  readonly page: Page;
  /** What the page did that the content policy refuses, and what it threw. */
  readonly faults: readonly string[];
  /** What the window asked main, oldest first. */
  calls(): Promise<readonly { readonly name: string; readonly ask: unknown }[]>;
  push(snapshot: TillSnapshot | DisplaySnapshot): Promise<void>;
  /** Pushes, and waits until the page has been laid out and drawn with it. */
  show(snapshot: TillSnapshot | DisplaySnapshot): Promise<void>;
  /** How often React draws anything between this push and the second frame after it. */
  commitsAfter(snapshot: TillSnapshot | DisplaySnapshot): Promise<number>;
  close(): Promise<void>;
}

/** The pages as the app has them: built only where no runner has built them yet. */
export async function builtWindows(): Promise<Windows> {
  if ((await ensureBuilt(root)) === 'failed') throw new Error('The windows could not be built.');
  const served = await serveWindows(join(root, 'out', 'renderer'));
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--mute-audio'],
  });
  const pages = usedAgain(browser);
  const opened = new Set<OpenWindow>();
  const openAt = (name: 'till' | 'display') => async (snapshot: TillSnapshot | DisplaySnapshot, opening?: Opening) => {
    const window = await open(pages, `${served.origin}/${name}/index.html`, `${name}.snapshot`, snapshot, opening);
    const kept: OpenWindow = {
      ...window,
      close: () => (opened.delete(kept) ? window.close() : Promise.resolve()),
    };
    opened.add(kept);
    return kept;
  };
  return {
    till: openAt('till'),
    display: openAt('display'),
    opened,
    photograph: (png, pose) => photographed(browser, png, pose),
    async close() {
      await browser.close();
      await served.close();
    },
  };
}

async function open(
  pages: Pages,
  address: string,
  event: string,
  snapshot: TillSnapshot | DisplaySnapshot,
  opening: Opening = {},
): Promise<OpenWindow> {
  const page = await pages.take(opening.scale ?? 1);
  const first = opening.language === undefined ? snapshot : spoken(snapshot, opening.language);
  const [bridge] = await Promise.all([
    page.addInitScript(installFakeBridge, { event, snapshot: first, answers: opening.answers ?? {} }),
    page.setViewportSize({ width: opening.width ?? 1280, height: opening.height ?? 800 }),
    page.emulateMedia({
      colorScheme: opening.dark ? 'dark' : 'light',
      reducedMotion: opening.moving ? 'no-preference' : 'reduce',
    }),
  ]);
  const faults: string[] = [];
  const onConsole = (message: ConsoleMessage) => message.type() === 'error' && faults.push(message.text());
  const onFault = (fault: Error) => faults.push(String(fault));
  page.on('console', onConsole).on('pageerror', onFault);
  await page.goto(address);
  // What index.html holds until the scripts have run has a class of its own; until its texts are there, a window only
  // says its name.
  await page.waitForSelector(`html[lang="${first.language}"] #root > :not(.first-paint)`);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // It listens to keys and to main a moment after it is first drawn.
    await new Promise((listening) => setTimeout(listening));
  });
  return {
    page,
    faults,
    calls: () => page.evaluate(() => (window as unknown as { fake: FakeBridge }).fake.calls),
    push: (next) => page.evaluate((body) => (window as unknown as { fake: FakeBridge }).fake.push(body), next),
    show: (next) =>
      page.evaluate(async (body) => {
        (window as unknown as { fake: FakeBridge }).fake.push(body);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }, next),
    commitsAfter: (next) =>
      page.evaluate(async (body) => {
        const { fake } = window as unknown as { fake: FakeBridge };
        const before = fake.commits;
        fake.push(body);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return fake.commits - before;
      }, next),
    async close() {
      page.off('console', onConsole).off('pageerror', onFault);
      await bridge.dispose();
      await pages.giveBack(page);
    },
  };
}
