import type { Page, Request } from '@playwright/test';
import type { TextKey } from '../../../renderer/ui/language.ts';
import type { Opening, OpenWindow, Windows } from '../open-windows.ts';
import type { till } from '../sample-snapshots.ts';
import { finder } from '../texts.ts';
import { laidOut } from '../used-again.ts';

/** Performs actions in a window; `t` looks up texts in the language of the window. */
export type Act = (page: Page, t: ReturnType<typeof finder>) => Promise<unknown>;

/** A window in a state for visual inspection. */
export interface Shot {
  readonly name: string;
  open(windows: Windows, opening: Opening): Promise<OpenWindow>;
  readonly act?: Act;
}

/** The till's window with a snapshot after `act`; `answers` holds main's responses by call name. */
export function tillShot(name: string, snapshot: ReturnType<typeof till>, act?: Act, answers = {}): Shot {
  return {
    name: `till-${name}`,
    open: (windows, opening) => windows.till(snapshot, { ...opening, answers }),
    ...(act ? { act } : {}),
  };
}

export async function goTo(page: Page, t: ReturnType<typeof finder>, view: TextKey, part?: TextKey): Promise<void> {
  await page.getByRole('link', { name: t(view), exact: true }).click();
  if (part !== undefined) await page.getByRole('tab', { name: t(part) }).click();
}

export const opens =
  (view: TextKey, part?: TextKey): Act =>
  (page, t) =>
    goTo(page, t, view, part);

/** Performs `first`, then clicks the buttons by their texts. */
export const presses =
  (first: Act, ...buttons: readonly TextKey[]): Act =>
  async (page, t) => {
    await first(page, t);
    for (const name of buttons) await page.getByRole('button', { name: t(name), exact: true }).click();
  };

/** Performs `first`, then fills the boxes by their names. */
export const fills =
  (first: Act, texts: Readonly<Partial<Record<TextKey, string>>>): Act =>
  async (page, t) => {
    await first(page, t);
    for (const [name, text] of Object.entries(texts))
      await page.getByLabel(t(name as TextKey), { exact: true }).fill(text);
  };

/** Leaves the window unchanged. */
export const stay: Act = async () => undefined;

export const openPayments: Act = (page) => page.keyboard.press('F2');

/**
 * Opens a shot and performs its act. Returns the window and its accessible names, once the names are stable and nothing
 * is loading.
 */
export async function settledShot(windows: Windows, { open, act }: Shot, opening: Opening) {
  const { language = 'en' } = opening;
  const window = await open(windows, opening);
  const { page } = window;
  const loading = new Set<Request>();
  const begin = (request: Request) => loading.add(request);
  const end = (request: Request) => loading.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await act?.(page, finder(language));
  const names = await settledNames(page, loading);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return { window, names };
}

async function settledNames(page: Page, loading: ReadonlySet<Request>): Promise<ReadonlySet<string>> {
  let before: ReadonlySet<string> = new Set();
  for (;;) {
    const wasLoading = loading.size > 0;
    const tree = await page.locator('body').ariaSnapshot();
    const now = new Set(
      [...tree.matchAll(/- '?(\w+) "((?:[^"\\]|\\.)*)"/g)].map(([, role, name]) => `${role} ${name}`),
    );
    if (now.size === before.size && !wasLoading && loading.size === 0) return now;
    before = now;
    await laidOut(page);
  }
}
