import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { exportInThread } from '../../main/export/export-in-thread.ts';
import { ALWAYS, type ExportRequest } from '../../main/export/export-request.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { openPayoutStore } from '../../main/reconcile/payout-store.ts';
import { putUnlisted } from '../../main/reconcile/transactions.ts';
import { createExports, type Exports } from '../../main/till/exports.ts';
import { folder } from '../base/test-folder.ts';

/** Exports written in a separate worker thread, started from its real file. */

// Each thread loads its sources again, for seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let journal: Journal;
let exports: Exports;
const workers: Worker[] = [];
const seen = (worker: Worker) => workers.push(worker);
beforeEach(() => {
  mkdirSync(join(folder, 'data'));
  journal = openJournal({
    file: join(folder, 'data', 'journal.sqlite'),
    disk: systemDisk,
    clock: systemClock,
    random: systemRandom,
    terminal: { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' },
  });
  exports = createExports({ dataFolder: join(folder, 'data'), random: systemRandom, inThread: exportInThread });
  workers.length = 0;
  process.on('worker', seen);
});
afterEach(() => {
  process.off('worker', seen);
  journal.close();
});

const request: ExportRequest = {
  kind: 'payments',
  span: ALWAYS,
  format: 'csv',
  separator: ';',
  decimal: ',',
  byteOrderMark: true,
};
const place = (path = join(folder, 'p.csv')) => ({
  path,
  environment: 'PREPROD' as const,
  files: { journal: journal.file, payouts: join(folder, 'data', 'payouts.sqlite') },
});
const files = () => readdirSync(folder).filter((name) => name !== 'data');

function charge(amount: number, reference: string): void {
  const saleId = systemRandom.uuid();
  journal.record({ type: 'sale.intent', saleId, reference, amount, operation: 'static-qr', body: '{}', skewMs: 0 });
}

/** Fills the store with more rows than the thread can write before a cancel reaches the thread. */
function fillStore(count: number): void {
  const store = openPayoutStore(place().files.payouts);
  store.run('BEGIN');
  for (let number = 0; number < count; number += 1)
    putUnlisted(store, {
      kind: 'payment',
      id: `p${number}`,
      paymentId: `p${number}`,
      payout: 0,
      cents: 500,
      date: number,
      state: 'not-listed-yet',
      shift: 0,
    });
  store.run('COMMIT');
  store.close();
}

test('exports the open journal with filters into a single file', async () => {
  charge(1_250, 'ours-1');
  charge(400, 'ours-2');
  charge(100, 'other');
  const outcome = await exports.run({ ...request, text: 'ours' }, async () => place());
  expect(outcome).toEqual({ path: join(folder, 'p.csv'), rows: 2 });
  const lines = readFileSync(join(folder, 'p.csv'), 'utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(';12,50;');
  expect(files()).toEqual(['p.csv']);
  expect(workers).toHaveLength(1);
});

test('exports the fetched payouts from their own file', async () => {
  fillStore(2_500);
  const path = join(folder, 'm.jsonl');
  const outcome = await exports.run({ ...request, kind: 'matches', format: 'jsonl' }, async () => place(path));
  expect(outcome).toEqual({ path, rows: 2_500 });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(2_500);
});

test('reports an unusable path with the same error code', async () => {
  mkdirSync(join(folder, 'a folder.csv'));
  const running = exports.run(request, async () => place(join(folder, 'a folder.csv')));
  await expect(running).rejects.toMatchObject({ code: 'export.folder', values: { file: 'a folder.csv' } });
});

test('reports progress; a cancel removes the unfinished file', async () => {
  fillStore(40_000);
  const running = exports.run({ ...request, kind: 'matches' }, async () => place());
  running.catch(() => undefined);
  await vi.waitUntil(() => (exports.progress()?.rows ?? 0) > 0, { timeout: 60_000, interval: 1 });
  expect(exports.progress()).toMatchObject({ about: 40_000 });
  exports.cancel();
  await expect(running).rejects.toMatchObject({ code: 'export.cancelled' });
  expect(files()).toEqual([]);
});

test('closing the till cancels the export and removes its file', async () => {
  fillStore(40_000);
  const running = exports.run({ ...request, kind: 'matches' }, async () => place());
  running.catch(() => undefined);
  await vi.waitUntil(() => workers.length > 0, { timeout: 60_000, interval: 1 });
  await exports.close();
  await expect(running).rejects.toMatchObject({ code: 'export.cancelled' });
  expect(files()).toEqual([]);
});

test('a dying thread rejects the export and leaves no file', async () => {
  fillStore(40_000);
  const running = exports.run({ ...request, kind: 'matches' }, async () => place());
  running.catch(() => undefined);
  await vi.waitUntil(() => files().length > 0, { timeout: 60_000, interval: 1 });
  await workers[0]?.terminate();
  await expect(running).rejects.toMatchObject({ code: 'internal' });
  expect(files()).toEqual([]);
});
