import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { systemRandom } from '../../main/base/clock.ts';
import { exportInThread } from '../../main/export/export-in-thread.ts';
import { ALWAYS } from '../../main/export/export-request.ts';
import { exportFormat } from '../../preload/contract/export.ts';
import { benchFolder, inBenchFolder } from './bench-folder.ts';
import { howMany } from './how-many.ts';
import { folderWithSales } from './journal/many-sales.ts';
import { type Row, row } from './result-row.ts';

export const name = 'export';

const SALES = howMany(1_000_000, 2_000);
/** After this number of rows an export has allocated all its buffers and compiled code. */
const FROM = howMany(200_000, 400);
const MIB = 2 ** 20;

/**
 * Exports a million payments in each format while the till keeps working; the journal file is in the system's cache.
 */
export async function bench(): Promise<readonly Row[]> {
  const journal = join(folderWithSales(benchFolder, SALES), 'training', 'journal.sqlite');
  await readThrough(journal);
  return inBenchFolder(async (folder) => {
    const rows: Row[] = [];
    for (const format of exportFormat.options) {
      const bare = await bareRead(journal);
      rows.push(...(await exported(journal, folder, format, bare)));
    }
    return rows;
  });
}

/** Reads the file into the system's cache, so that the disk's speed does not count. */
async function readThrough(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: MIB }));
}

interface BareRead {
  readonly perSecond: number;
  /** p99 of the delays of this thread's event loop in the meantime. */
  readonly delayMs: number;
}

/** Yardstick: the same rows read and parsed in a bare worker, with bare SQLite. */
async function bareRead(journal: string): Promise<BareRead> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const began = performance.now();
  const worker = new Worker(new URL('./export/bare-read-thread.ts', import.meta.url), { workerData: { journal } });
  const [rows] = (await once(worker, 'message')) as [number];
  const seconds = (performance.now() - began) / 1_000;
  delays.disable();
  await worker.terminate();
  return { perSecond: rows / seconds, delayMs: delays.percentile(99) / 1e6 };
}

type Form = (typeof exportFormat.options)[number];

async function exported(journal: string, folder: string, format: Form, bare: BareRead): Promise<readonly Row[]> {
  const memory = { before: 0, most: 0 };
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const request = {
    kind: 'payments',
    span: ALWAYS,
    format,
    separator: ';',
    decimal: ',',
    byteOrderMark: true,
  } as const;
  delays.enable();
  const began = performance.now();
  const count = await exportInThread(
    {
      request,
      path: join(folder, `payments.${format}`),
      environment: 'TRAINING',
      files: { journal, payouts: '' },
      dataFolder: join(journal, '..'),
      draft: systemRandom.uuid(),
    },
    new AbortController().signal,
    ({ rows }) => {
      const rss = process.memoryUsage.rss();
      if (rows <= FROM) memory.before = Math.max(memory.before, rss);
      memory.most = Math.max(memory.most, rss);
    },
  );
  if (count === undefined) throw new Error('No thread came up.');
  const seconds = (performance.now() - began) / 1_000;
  delays.disable();
  return [
    row(`export of ${count.toLocaleString('en')} payments, ${format}`, count / seconds, 'rows/s', {
      yardstick: ['read and parsed in a bare worker', bare.perSecond],
      ...(format === 'csv' && { atLeast: 0.2 }),
    }),
    row(`export, ${format}: memory of the process`, memory.most / MIB, 'MiB', {
      yardstick: [`up to row ${FROM.toLocaleString('en')}`, memory.before / MIB],
      atMost: 1.25,
    }),
    row(`export, ${format}: the till answers nobody for, p99`, delays.percentile(99) / 1e6, 'ms', {
      yardstick: ['the same rows in a bare worker', bare.delayMs],
      atMost: 3,
    }),
  ];
}
