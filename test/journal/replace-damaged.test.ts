import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type Disk, systemDisk } from '../../main/journal/database.ts';
import type { JournalOptions } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { watchedDatabase, watchedDisk } from './disks.ts';
import { fillJournal, removeFilled } from './filled.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, file, byHand, ...home } = temporaryJournal();

let random: SeededRandom;

beforeEach(() => {
  random = new SeededRandom(7);
});

const open = (disk: Disk = systemDisk, more: Partial<JournalOptions> = {}) => home.open(disk, { random, ...more });

afterAll(removeFilled);

const filled = (over = false) => fillJournal(file, over);

/** Cuts off the last tenth, as a power cut does. */
function cutOff(): Buffer {
  truncateSync(file, Math.floor(statSync(file).size * 0.9));
  return readFileSync(file);
}

const setAsides = () => readdirSync(folder).filter((name) => /^journal-damaged-.*\.sqlite$/.test(name));

/** A disk whose machine dies before the `count`-th move of a file. */
function dyingAt(count: number): Disk {
  let moves = 0;
  return {
    ...systemDisk,
    rename(from, to) {
      moves += 1;
      if (moves >= count) throw Object.assign(new Error('the power is gone'), { errcode: 10 });
      systemDisk.rename(from, to);
    },
  };
}

test('a truncated journal keeps the events before the cut', () => {
  filled();
  const bytes = cutOff();
  const journal = open();
  expect(journal.opening.salvaged).toBeGreaterThan(200);
  expect(readFileSync(journal.opening.setAside ?? '').equals(bytes)).toBe(true);
  expect(journal.check()).toMatchObject({ ok: true });
});

describe.each([1, 2, 3, 4])('the power fails at move %i of the exchange', (count) => {
  test('the next start finishes without losing or repeating anything', () => {
    const references = filled();
    const bytes = cutOff();
    expect(() => open(dyingAt(count))).toThrow(expect.objectContaining({ code: 'journal.failed', retryable: true }));
    const isOrphaned = !existsSync(file) && existsSync(`${file}-wal`);
    if (isOrphaned) writeFileSync(`${file}-wal`, 'the last commits');
    const journal = open();
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(kept.includes('the last commits')).toBe(isOrphaned);
    expect(journal.find('', undefined, 1_000).sales.length).toBeGreaterThan(200);
    expect(journal.importDue()).toBeDefined();
    expect(references.has(journal.nextReference().reference)).toBe(false);
    expect(setAsides().some((name) => readFileSync(join(folder, name)).equals(bytes))).toBe(true);
    expect(journal.check()).toMatchObject({ ok: true });
  });
});

describe.each(['EBUSY', 'EPERM'])('a damaged journal held by a second process (%s)', (code) => {
  /** Windows does not move a file opened by a second program. Counts the written drafts. */
  function held(): { readonly disk: Disk; drafts: number; free: boolean } {
    const state = {
      drafts: 0,
      free: false,
      disk: {
        ...systemDisk,
        open(name: string, mode?: 'read-only') {
          if (name.includes('rebuilding') && mode === undefined) state.drafts += 1;
          return systemDisk.open(name, mode);
        },
        rename(from: string, to: string) {
          if (!state.free && from === file) throw Object.assign(new Error(`${code}: rename`), { code, errno: -16 });
          systemDisk.rename(from, to);
        },
      },
    };
    return state;
  }

  test('is copied once and replaced when released', () => {
    filled();
    const bytes = cutOff();
    const state = held();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(() => open(state.disk)).toThrow(expect.objectContaining({ code: 'journal.read-only', retryable: true }));
    expect(readdirSync(folder).sort()).toEqual(['journal-rebuilding.sqlite', 'journal.sqlite']);
    expect(state.drafts).toBe(1);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    state.free = true;
    const clock = new VirtualClock();
    clock.jump(60_000);
    const journal = open(state.disk, { clock });
    expect(state.drafts).toBe(1);
    expect(journal.opening.salvaged).toBeGreaterThan(200);
    expect(readFileSync(journal.opening.setAside ?? '').equals(bytes)).toBe(true);
    expect(journal.importDue()).toBe(journal.opening.setAside);
    expect(journal.check()).toMatchObject({ ok: true });
    expect(setAsides()).toHaveLength(1);
  });

  test('is copied again after being written to', () => {
    filled();
    const bytes = readFileSync(file);
    cutOff();
    const state = held();
    expect(() => open(state.disk)).toThrow();
    // The file is readable again, and has an event unknown to the draft.
    writeFileSync(file, bytes);
    const journal = open(state.disk);
    journal.record({ type: 'callback.seen', jti: 'since', untilMs: 1e15 });
    journal.close();
    expect(readdirSync(folder)).toEqual(['journal.sqlite']);
    byHand('DROP INDEX sales_open');
    expect(() => open(state.disk)).toThrow();
    expect(() => open(state.disk)).toThrow();
    expect(state.drafts).toBe(2);
    state.free = true;
    expect(open(state.disk).opening.salvaged).toBe(302);
  });
});

test('a journal written to during the copy is copied again', () => {
  filled();
  cutOff();
  let read = false;
  let drafts = 0;
  const disk: Disk = {
    ...dyingAt(1),
    stamp: () => (read ? 'later' : 'before'),
    open(name, mode) {
      if (name === file && mode === 'read-only') read = true;
      if (name === draft() && mode === undefined) drafts += 1;
      return systemDisk.open(name, mode);
    },
  };
  for (const made of [1, 2, 2]) {
    expect(() => open(disk)).toThrow(expect.objectContaining({ code: 'journal.failed' }));
    expect(drafts).toBe(made);
  }
});

test('a full disk leaves the damaged journal for the next start', () => {
  filled();
  const bytes = cutOff();
  const full: Disk = {
    ...systemDisk,
    open(name, mode) {
      const database = systemDisk.open(name, mode);
      if (name.includes('rebuilding')) database.exec('PRAGMA max_page_count = 20');
      return database;
    },
  };
  expect(() => open(full)).toThrow(expect.objectContaining({ code: 'journal.full', retryable: true }));
  expect(readFileSync(file).equals(bytes)).toBe(true);
  // A partial copy would only fill the disk further.
  expect(readdirSync(folder).filter((name) => name.includes('rebuilding'))).toEqual([]);
  expect(open().opening.salvaged).toBeGreaterThan(200);
});

test('a disk ignoring durability settings gets no new journal', () => {
  filled();
  const bytes = cutOff();
  const deaf = watchedDisk((sql, name) => name.includes('rebuilding') && sql.replace('fullfsync = 1', 'fullfsync = 0'));
  expect(() => open(deaf)).toThrow(expect.objectContaining({ code: 'journal.pragma' }));
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readdirSync(folder)).toEqual(['journal.sqlite']);
});

test('references continue under a new random salt', () => {
  const next = [1, 2, 3, 4, 5].map((seed) => {
    random = new SeededRandom(seed);
    filled();
    cutOff();
    const journal = open();
    const { reference } = journal.nextReference();
    journal.close();
    return reference;
  });
  expect(new Set(next).size).toBeGreaterThan(3);
});

test('the pending import survives a restart until done', () => {
  filled();
  cutOff();
  const damaged = open();
  const lost = damaged.opening.setAside;
  damaged.close();
  const next = open();
  expect(next.opening.setAside).toBeUndefined();
  expect(next.importDue()).toBe(lost);
  next.keep({ type: 'journal.refilled', found: 12 });
  expect(next.importDue()).toBeUndefined();
  expect(next.check()).toMatchObject({ ok: true });
  next.close();
  expect(open().importDue()).toBeUndefined();
});

test('orphaned companions are set aside, not overwritten', () => {
  filled();
  rmSync(file);
  writeFileSync(`${file}-wal`, 'the last commits');
  open();
  const [kept] = readdirSync(folder).filter((name) => name.includes('damaged'));
  expect(readFileSync(join(folder, kept ?? ''), 'utf8')).toBe('the last commits');
});

describe('a file valid for SQLite is still damaged', () => {
  test.each([
    ['a trigger is gone', 'DROP TRIGGER events_no_delete'],
    ['an index is gone', 'DROP INDEX sales_open'],
    ['a table is another', 'ALTER TABLE seen ADD COLUMN more TEXT'],
    ['it calls itself new', 'PRAGMA user_version = 0'],
  ])('when %s', (_what, sql) => {
    filled();
    byHand(sql);
    const journal = open();
    expect(journal.opening).toMatchObject({ salvaged: 301 });
    expect(journal.check()).toMatchObject({ ok: true });
  });
});

describe('unnoticed damage in a large journal', () => {
  /** Makes the start treat the file as too large for a full check. */
  const large: Disk = { ...systemDisk, size: () => 1e9 };

  test('is reported when read, and repaired as suspect', () => {
    filled(true);
    const before = open();
    // Enough events to keep the sales outside the check at the start.
    before.record(
      ...Array.from({ length: 10_000 }, (_, nth) => ({ type: 'callback.seen', jti: `${nth}`, untilMs: 0 }) as const),
    );
    before.close();
    const bytes = readFileSync(file);
    const at = bytes.indexOf('"sequence":100,');
    bytes.fill(0, at - (at % 4_096), at - (at % 4_096) + 4_096);
    // Damages a projection too, so that reading a sale meets the damage.
    const record = bytes.indexOf('"creation":"sending"');
    bytes.fill(0, record - (record % 4_096), record - (record % 4_096) + 4_096);
    writeFileSync(file, bytes);
    let met = 0;
    const journal = open(large, { onDamage: () => (met += 1) });
    expect(() => journal.find('', undefined, 1_000)).toThrow(expect.objectContaining({ code: 'journal.damaged' }));
    expect(met).toBe(1);
    journal.close();
    const mended = open(large, { suspect: true });
    expect(mended.opening.salvaged).toBeGreaterThan(50);
    expect(mended.check()).toMatchObject({ ok: true });
  });

  test('of its projections is rebuilt from the events', () => {
    filled();
    byHand("UPDATE sales SET data = '{broken' WHERE rowid = 7", 'UPDATE sales SET open = 0');
    const journal = open(large);
    expect(() => journal.find('', undefined, 1_000)).toThrow();
    journal.close();
    const mended = open(large, { suspect: true });
    expect(mended.opening).toEqual({ created: false, rebuilt: true });
    expect(mended.openSales()).toHaveLength(300);
  });
});

const draft = () => join(folder, 'journal-rebuilding.sqlite');

describe('an obsolete draft', () => {
  const removing = (code: string): Disk => ({
    ...systemDisk,
    remove() {
      throw Object.assign(new Error('the system says no'), { code });
    },
  });

  test('is removed when the journal opens after all', () => {
    fillJournal(file);
    for (const end of ['', '-wal', '-shm', '-journal']) writeFileSync(draft() + end, 'a copy');
    open(systemDisk);
    expect(readdirSync(folder).filter((name) => name.includes('rebuilding'))).toEqual([]);
  });

  test.each(['EBUSY', 'EPERM'])('held by a second process (%s) does not block sales', (code) => {
    fillJournal(file);
    writeFileSync(draft(), 'a copy');
    const journal = open(removing(code));
    expect(journal.opening).toEqual({ created: false, rebuilt: false });
    expect(journal.openSales()).toHaveLength(300);
  });

  test('is reported when the disk cannot remove the file', () => {
    fillJournal(file);
    expect(() => open(removing('EIO'))).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  });
});

describe('a finished draft before the exchange', () => {
  /** Leaves the damaged journal with the finished draft. Returns the set-aside path recorded in the draft. */
  function left(disk: Disk = systemDisk): string {
    fillJournal(file);
    cutOff();
    const dying: Disk = {
      ...disk,
      rename() {
        throw new Error('the power is gone');
      },
    };
    expect(() => open(dying)).toThrow('the power is gone');
    const database = new DatabaseSync(draft(), { readOnly: true });
    const value = database.prepare("SELECT value FROM facts WHERE name = 'refill-due'").get()?.['value'];
    database.close();
    return String(value);
  }

  /** Counts created drafts and open databases. */
  function counting(): { readonly disk: Disk; made: number; held: number } {
    const state = {
      made: 0,
      held: 0,
      disk: {
        ...systemDisk,
        open(name: string, mode?: 'read-only'): Database {
          if (name === draft() && mode !== 'read-only') state.made += 1;
          state.held += 1;
          return watchedDatabase(systemDisk.open(name, mode), String, () => {
            state.held -= 1;
          });
        },
      },
    };
    return state;
  }

  test('does not overwrite a file with the set-aside name', () => {
    const aside = left();
    writeFileSync(aside, 'of somebody else');
    const state = counting();
    expect(open(state.disk).opening.setAside).not.toBe(aside);
    expect(state.made).toBe(1);
    expect(readFileSync(aside, 'utf8')).toBe('of somebody else');
    expect(setAsides()).toHaveLength(2);
  });

  test.each([
    ['is not all in its file', () => writeFileSync(`${draft()}-journal`, 'the rest')],
    ['bears no mark', () => alter('PRAGMA application_id = 0')],
    ['does not say what it replaces', () => alter("DELETE FROM facts WHERE name = 'refill-due'")],
    ['is no database', () => writeFileSync(draft(), 'half a copy, and long enough to have a header'.repeat(10))],
  ])('is made again when the draft %s', (_what, change) => {
    left();
    change();
    const state = counting();
    expect(open(state.disk).opening.salvaged).toBeGreaterThan(200);
    expect([state.made, state.held]).toEqual([1, 1]);
  });

  test('is made again on a disk without time stamps', () => {
    const { stamp: _stamp, ...blind } = systemDisk;
    left(blind);
    const state = counting();
    expect(open({ ...state.disk, stamp: undefined } as unknown as Disk).opening.salvaged).toBeGreaterThan(200);
    expect(state.made).toBe(1);
  });

  test('stays for the next try when the disk fails', () => {
    left();
    const disk: Disk = {
      ...systemDisk,
      open(name, mode) {
        if (name === draft()) throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
        return systemDisk.open(name, mode);
      },
    };
    const cause = expect.objectContaining({ errcode: 10 });
    expect(() => open(disk)).toThrow(expect.objectContaining({ code: 'journal.failed', cause }));
    const state = counting();
    open(state.disk);
    expect(state.made).toBe(0);
  });

  function alter(sql: string): void {
    const database = new DatabaseSync(draft());
    database.exec(sql);
    database.close();
  }
});
