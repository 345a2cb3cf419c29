import type { Page } from '@playwright/test';

/**
 * Starts the app with this: V8 otherwise cuts each text of a snapshot after 1,024 characters, and what follows would never
 * be found.
 */
export const WHOLE_TEXTS = '--js-flags=--heap-snapshot-string-limit=1000000';

/** The part of a snapshot that holds texts: names of objects and members, and every text and number that is alive. */
interface HeapSnapshot {
  readonly strings: readonly string[];
}

/**
 * Every text in the memory of a page's scripts, the preload's included, once what nothing refers to any more is gone: one
 * line for each.
 */
export async function heapTexts(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  // Once more for what the end of the first round let go.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { captureNumericValue: true });
  await session.detach();
  const { strings } = JSON.parse(chunks.join('')) as HeapSnapshot;
  return strings.join('\n');
}
