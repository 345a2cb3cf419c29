import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemRandom } from '../../main/base/clock.ts';
import { exportInThread } from '../../main/export/export-in-thread.ts';
import { ALWAYS } from '../../main/export/export-request.ts';
import { exportFormat } from '../../preload/contract/export.ts';
import { howMany } from './how-many.ts';
import { folderWithSales } from './journal/many-sales.ts';
import type { Row } from './result-row.ts';

export const name = 'export';

const SALES = howMany(1_000_000, 2_000);
/** After so many rows an export holds all that it ever will: its buffers and compiled code. */
const FROM = howMany(200_000, 400);
const MIB = 2 ** 20;

/** A million payments into a file of each form, as the till does between its other work; its journal is in the system's cache. */
export async function bench(): Promise<readonly Row[]> {
  const parent = join(import.meta.dirname, '..', '..', 'out', 'bench');
  const journal = join(folderWithSales(parent, SALES).folder, 'training', 'journal.sqlite');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'export-'));
  try {
    await readThrough(journal);
    const rows: Row[] = [];
    for (const format of exportFormat.options) rows.push(...(await exported(journal, folder, format)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a file takes that the system has to fetch from its disk first is the disk's. */
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
    {
      figure: `export of ${count.toLocaleString('en')} payments, ${format}`,
      value: count / seconds,
      unit: 'rows/s',
      yardstick: 'in a second of processor time',
      yardstickValue: count / ((user + system) / 1e6),
      bar: format === 'csv' ? '≥ 30,000 rows/s' : 'none',
      ok: format !== 'csv' || count / seconds >= 30_000,
    },
    {
      figure: `export, ${format}: memory of the process`,
      value: memory.most / MIB,
      unit: 'MiB',
      yardstick: `up to row ${FROM.toLocaleString('en')}`,
      yardstickValue: memory.before / MIB,
      bar: '≤ 48 MiB more',
      ok: memory.most - memory.before <= 48 * MIB,
    },
    {
      figure: `export, ${format}: the till answers nobody for, p99`,
      value: delays.percentile(99) / 1e6,
      unit: 'ms',
      yardstick: 'longest',
      yardstickValue: delays.max / 1e6,
      bar: '≤ 20 ms',
      ok: delays.percentile(99) / 1e6 <= 20,
    },
  ];
}
