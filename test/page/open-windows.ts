import { join, resolve } from 'node:path';
import { type ConsoleMessage, chromium, type Page } from '@playwright/test';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { findChromium } from '../host/chromium.ts';
import { installFakeBridge, type Script } from './fake-bridge.ts';
import { type Pose, photographed } from './phone-photograph.ts';
import { AT } from './sample-snapshots.ts';
import { serveWindows } from './serve-windows.ts';
import { spoken } from './texts.ts';
import { laidOut, type Pages, usedAgain } from './used-again.ts';

/**
 * The built pages in a real browser, with a bridge that plays snapshots. The content policy is stricter than the app's.
 */

const root = resolve(import.meta.dirname, '../..');

export interface Opening {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly scale?: number;
  /** Language of the window, overriding its snapshot. */
  readonly language?: Language;
  /** Enables animations; by default the pages run with reduced motion. */
  readonly moving?: boolean;
  /** The link of a view, and optionally a tab in the view, clicked on opening. */
  readonly view?: readonly [link: string, tab?: string];
  /** Responses by call name; a call without a response receives an empty value. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

export interface Windows {
  till(snapshot: TillSnapshot, opening?: Opening): Promise<OpenWindow>;
  display(snapshot: DisplaySnapshot, opening?: Opening): Promise<OpenWindow>;
  /** Returns a screen picture distorted like a photograph. */
  photograph(png: Buffer, pose: Pose): Promise<Buffer>;
  /** The open windows, oldest first. */
  readonly opened: ReadonlySet<OpenWindow>;
  close(): Promise<void>;
}

export interface OpenWindow {
  readonly page: Page;
  /** Refusals of the content policy, and uncaught errors. */
  readonly faults: readonly string[];
  /** Calls to main, oldest first. */
  calls(): Promise<readonly { readonly name: string; readonly ask: unknown }[]>;
  /** Resolves when the window shows the snapshot. */
  push(snapshot: TillSnapshot | DisplaySnapshot): Promise<void>;
  /** Pushes, and waits for the layout: size-dependent parts adjust in the next frame. */
  show(snapshot: TillSnapshot | DisplaySnapshot): Promise<void>;
  /** Changes the language of the window, which keeps its view, and waits for the layout. */
  speak(language: Language): Promise<void>;
  /** Stops the page's clock: new timers advance only through `page.clock.runFor`. The page is not reused afterwards. */
  stopClock(): Promise<void>;
  /** React commits for this push, until the page has settled. */
  commitsAfter(snapshot: TillSnapshot | DisplaySnapshot): Promise<number>;
  close(): Promise<void>;
}

/** Opens the pages as built for the app, and builds them first unless another test run has done so. */
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
    const kept: OpenWindow = { ...window, close: () => (opened.delete(kept) ? window.close() : Promise.resolve()) };
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
  const { width = 1280, height = 800, scale = 1, language, answers = {} } = opening;
  const page = await pages.take(address, scale);
  const first = language === undefined ? snapshot : spoken(snapshot, language);
  await Promise.all([
    page.setViewportSize({ width, height }),
    page.emulateMedia({
      media: null,
      colorScheme: opening.dark ? 'dark' : 'light',
      reducedMotion: opening.moving ? 'no-preference' : 'reduce',
    }),
  ]);
  const script = { event, snapshot: first, answers };
  const faults: string[] = [];
  const onConsole = (message: ConsoleMessage) => message.type() === 'error' && faults.push(message.text());
  const onFault = (fault: Error) => faults.push(String(fault));
  page.on('console', onConsole).on('pageerror', onFault);
  if (page.url() === address) await page.evaluate(openAgain, script);
  else {
    await page.addInitScript(installFakeBridge, script);
    await page.goto(address);
  }
  await page.evaluate(async () => {
    await fake.drawn;
    await document.fonts.ready;
  });
  await laidOut(page);
  const [link, tab] = opening.view ?? [];
  if (link !== undefined) await page.getByRole('link', { name: link, exact: true }).click();
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
  let shown = first;
  const push = (next: TillSnapshot | DisplaySnapshot) => {
    shown = next;
    return page.evaluate((body) => fake.push(body), next);
  };
  const show = async (next: TillSnapshot | DisplaySnapshot) => {
    await push(next);
    await laidOut(page);
  };
  return {
    page,
    faults,
    calls: () => page.evaluate(() => fake.calls),
    push,
    show,
    async speak(next) {
      await push(spoken(shown, next));
      // The texts of the language may have to load first.
      await page.locator(`html[lang="${next}"]`).waitFor({ state: 'attached' });
      await laidOut(page);
    },
    async stopClock() {
      await page.clock.install({ time: AT });
      // An hour ahead, because the clock cannot be paused at a time in the past.
      await page.clock.pauseAt(AT + 3_600_000);
    },
    commitsAfter: (next) =>
      page.evaluate(async (body) => {
        const before = fake.commits;
        await fake.push(body);
        await fake.settled();
        return fake.commits - before;
      }, next),
    async close() {
      page.off('console', onConsole).off('pageerror', onFault);
      await pages.giveBack(page, faults.length > 0);
    },
  };
}

/** Opens the window again from an empty state in its page, with this bridge. */
function openAgain(script: Script): void {
  fake.begin(script);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
}
