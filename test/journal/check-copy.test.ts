import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkCopy } from '../../main/journal/check-copy.ts';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { crampedDisk, handlesIn } from './disks.ts';
import { intent } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, file, open, byHand } = temporaryJournal();

let copies: string;
beforeEach(() => {
  copies = mkdtempSync(join(tmpdir(), 'tillmate-check-copies-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, copies);
});
afterEach(() => {
  vi.unstubAllEnvs();
  // No copy remains after any result.
  expect(readdirSync(copies)).toEqual([]);
  expect(handlesIn(folder, copies)).toEqual([]);
  rmSync(copies, { recursive: true, force: true });
});

function filled(disk: Disk = systemDisk): Journal {
  const journal = open(disk);
  for (let sale = 0; sale < 50; sale += 1) journal.record(intent(`sale-${sale}`, journal.nextReference()));
  return journal;
}

test('an intact open journal is checked without changes', async () => {
  const journal = filled();
  const names = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  const before = names.map((name) => readFileSync(join(folder, name)));
  expect(await checkCopy(file)).toEqual({ ok: true, events: 51, faults: [] });
  expect(names.map((name) => readFileSync(join(folder, name)))).toEqual(before);
  journal.close();
});

test('altered events and records are named', async () => {
  filled().close();
  byHand('UPDATE sales SET open = 0 WHERE rowid = 3');
  expect(await checkCopy(file)).toMatchObject({
    faults: ['the table sales differs from the projection of the events'],
  });
  // Replaces every occurrence: pages keep copies of moved rows.
  const altered = readFileSync(file).toString('latin1').replaceAll('"sequence":10,', '"sequence":90,');
  writeFileSync(file, altered, 'latin1');
  const report = await checkCopy(file);
  expect(report.ok).toBe(false);
  expect(report.faults).toEqual(['Hash chain broken at event 11.']);
});

test('a foreign file is reported as a fault', async () => {
  writeFileSync(file, 'not a database, and long enough to be read as the header of one'.repeat(100));
  expect(await checkCopy(file)).toMatchObject({ ok: false, events: 0, faults: [expect.stringContaining('damaged')] });
});

test('an exclusively opened journal is checked with recent writes', async () => {
  // As on a full disk, without room for SQLite's shared memory.
  const journal = filled(crampedDisk(13));
  expect(await checkCopy(file)).toEqual({ ok: true, events: 51, faults: [] });
  journal.close();
});

test('foreign tables are reported with other faults', async () => {
  filled().close();
  byHand(
    'DROP TRIGGER events_no_update; ALTER TABLE seen ADD COLUMN more TEXT',
    'UPDATE events SET at = at + 1 WHERE seq = 9',
  );
  expect(await checkCopy(file)).toEqual({
    ok: false,
    events: 8,
    faults: ['the tables differ from the schema', 'Hash chain broken at event 9.'],
  });
});

test('a journal of a later version is not intact', async () => {
  filled().close();
  byHand('PRAGMA user_version = 99');
  expect(await checkCopy(file)).toEqual({ ok: false, events: 0, faults: [expect.stringContaining('version 99')] });
});

test('a missing journal throws', async () => {
  await expect(checkCopy(file)).rejects.toThrow(expect.objectContaining({ code: 'ENOENT' }));
  expect(readdirSync(folder)).toEqual([]);
});
