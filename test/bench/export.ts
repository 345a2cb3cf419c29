import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
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
    for (const format of exportFormat.options) rows.push(...(await exported(journal, folder, format)));
    return rows;
  });
}

/** Reads the file into the system's cache, so that the disk's speed does not count. */
async function readThrough(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: MIB }));
}

type Form = (typeof exportFormat.options)[number];

async function exported(journal: string, folder: string, format: Form): Promise<readonly Row[]> {
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
  const usedBefore = process.cpuUsage();
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
  const { user, system } = process.cpuUsage(usedBefore);
  const seconds = (performance.now() - began) / 1_000;
  delays.disable();
  return [
    row(`export of ${count.toLocaleString('en')} payments, ${format}`, count / seconds, 'rows/s', {
      yardstick: ['in a second of processor time', count / ((user + system) / 1e6)],
      ...(format === 'csv' && { atLeast: 30_000 }),
    }),
    row(`export, ${format}: memory of the process`, memory.most / MIB, 'MiB', {
      yardstick: [`up to row ${FROM.toLocaleString('en')}`, memory.before / MIB],
      atMost: memory.before / MIB + 48,
      bar: '≤ 48 MiB more',
    }),
    row(`export, ${format}: the till answers nobody for, p99`, delays.percentile(99) / 1e6, 'ms', {
      yardstick: ['longest', delays.max / 1e6],
      atMost: 20,
    }),
  ];
}
