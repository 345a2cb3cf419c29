import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import type { RunningApp } from '../../e2e/harness/index.ts';

/** Heap sizes after garbage collection, in bytes. */
export interface Heaps {
  readonly main: number;
  readonly till: number;
  readonly display: number;
}

const LIMIT_MS = 30_000;
const LOOK_MS = 20;

/** Returns a function that measures the heaps. The app must have been started with `heap-main.mjs`. */
export async function heapsOf(app: RunningApp): Promise<() => Promise<Heaps>> {
  const till = await sessionOf(app.till);
  const display = await sessionOf(app.display);
  return async () => ({
    main: await heapOfMain(app),
    till: await heapOfPage(till),
    display: await heapOfPage(display),
  });
}

function sessionOf(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page);
}

async function heapOfPage(session: CDPSession): Promise<number> {
  for (let round = 0; round < 4; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function heapOfMain(app: RunningApp): Promise<number> {
  const said = () => [...app.output().matchAll(/^HEAP (\d+)$/gm)].map(([, bytes]) => Number(bytes));
  const before = said().length;
  app.process.send({ ask: 'heap' });
  for (let waited = 0; waited < LIMIT_MS; waited += LOOK_MS) {
    const bytes = said()[before];
    if (bytes !== undefined) return bytes;
    await wait(LOOK_MS);
  }
  throw new Error('Main does not say how large its heap is.');
}
