import type { CDPSession, Page } from '@playwright/test';

/** Time between the keys of a fast typist, in ms. The till treats faster input as a scan. */
const BETWEEN_KEYS_MS = 45;

/** Makes the page type at human speed; Playwright types as fast as a scanner. */
export function typesLikeHands(page: Page): Page {
  const { keyboard } = page;
  const type = keyboard.type.bind(keyboard);
  keyboard.type = (text, options) => type(text, { delay: BETWEEN_KEYS_MS, ...options });
  return page;
}

/**
 * Presses keys like a barcode scanner: `betweenMs` apart by their browser timestamps, however slow the machine.
 * Supports `Enter`, `Tab` and capital letters.
 */
export function scan(page: Page, text: string, end?: 'Enter' | 'Tab', betweenMs = 6): Promise<void> {
  const keys = [...text, ...(end === undefined ? [] : [end])];
  return pressAtOnce(page, keys, Date.now(), betweenMs);
}

/** Types the text and Enter with human timing in the key timestamps, but without the real delay. */
export const enter = (page: Page, text: string) => scan(page, text, 'Enter', BETWEEN_KEYS_MS);

/** Scans in two parts: sends the second part when `heard` resolves, with the timestamps of an uninterrupted scan. */
export async function scanHeldUp(
  page: Page,
  [first, other]: [string, string],
  heard: () => Promise<void>,
): Promise<void> {
  const began = Date.now();
  await pressAtOnce(page, [...first], began, 6);
  await heard();
  await pressAtOnce(page, [...other, 'Enter'], began + first.length * 6, 6);
}

async function pressAtOnce(page: Page, keys: readonly string[], began: number, betweenMs: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // A scanner does not wait for responses. The browser keeps this order.
  await Promise.all(keys.map((key, index) => press(session, key, (began + index * betweenMs) / 1000)));
  await session.detach();
}

export async function hold(page: Page, key: string, repeats: number): Promise<void> {
  for (let index = 0; index <= repeats; index += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

function press(session: CDPSession, key: string, timestamp: number): Promise<unknown> {
  const text = key === 'Enter' ? '\r' : key === 'Tab' ? undefined : key;
  const code = key === 'Enter' ? 13 : key === 'Tab' ? 9 : /^\w$/.test(key) ? key.toUpperCase().charCodeAt(0) : 0;
  const common = { key, timestamp, windowsVirtualKeyCode: code };
  return Promise.all([
    session.send('Input.dispatchKeyEvent', {
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      ...common,
      ...(text === undefined ? {} : { text }),
    }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }),
  ]);
}
