import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import type { ExportPlace } from '../../main/export/export-in-thread.ts';
import { ALWAYS, type ExportRequest } from '../../main/export/export-request.ts';
import type { OpenTable } from '../../main/export/run-export.ts';
import type { ExportRow } from '../../main/export/table.ts';
import { createExports, type Exports } from '../../main/till/exports.ts';
import { folder } from '../base/test-folder.ts';

let exports: Exports;
let closed: number;
let opened: () => OpenTable;
beforeEach(() => {
  mkdirSync(join(folder, 'data'));
  exports = createExports({ dataFolder: join(folder, 'data'), random: systemRandom, open: () => opened() });
  closed = 0;
});

const request: ExportRequest = {
  kind: 'payments',
  span: ALWAYS,
  format: 'csv',
  separator: ';',
  decimal: ',',
  byteOrderMark: true,
};

function place(last: () => boolean, about?: number): ExportPlace {
  function* rows(): Generator<ExportRow> {
    for (let row = 0; !last(); row += 1) yield [`r${row}`];
  }
  const table = { columns: [{ name: 'reference', type: 'text' }], rows: rows(), about } as const;
  opened = () => ({ table, close: () => (closed += 1) });
  return { path: join(folder, 'p.csv'), environment: 'PREPROD', files: { journal: 'none', payouts: 'none' } };
}

const files = () => readdirSync(folder).filter((name) => name !== 'data');

async function untilRows(): Promise<void> {
  while ((exports.progress()?.rows ?? 0) === 0) await new Promise((turn) => setImmediate(turn));
}

test("refuses a second export, even during the first's dialog", async () => {
  const asked = Promise.withResolvers<ExportPlace | undefined>();
  const first = exports.run(request, () => asked.promise);
  expect(exports.progress()).toEqual({ rows: 0 });
  expect(exports.kind()).toBe('payments');
  await expect(exports.run(request, async () => undefined)).rejects.toMatchObject({ code: 'export.busy' });
  asked.resolve(undefined);
  expect(await first).toBeUndefined();
  expect(exports.progress()).toBeNull();
  expect(exports.kind()).toBeNull();
});

test('a cancelled export leaves no file and allows the next', async () => {
  const running = exports.run(request, async () => place(() => false));
  await untilRows();
  exports.cancel();
  await expect(running).rejects.toMatchObject({ code: 'export.cancelled' });
  expect([files(), closed]).toEqual([[], 1]);
  await exports.run(request, async () => place(() => true));
  expect(files()).toEqual(['p.csv']);
});

test('closing the till cancels the export and cleans up', async () => {
  const running = exports.run(request, async () => place(() => false));
  running.catch(() => undefined);
  await untilRows();
  await exports.close();
  expect(files()).toEqual([]);
  await expect(running).rejects.toMatchObject({ code: 'export.cancelled' });
});

test('closing the till does not wait for an open dialog', async () => {
  void exports.run(request, () => new Promise(() => undefined));
  await exports.close();
  expect(files()).toEqual([]);
});
