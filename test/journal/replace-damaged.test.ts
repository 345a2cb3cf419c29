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

/** A disk whose machine goes down before the `count`-th time that a file is moved. */
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

test('a journal that lost its end gives up the events before it', () => {
  filled();
  const bytes = cutOff();
  const journal = open();
  expect(journal.opening.salvaged).toBeGreaterThan(200);
  expect(readFileSync(journal.opening.setAside ?? '').equals(bytes)).toBe(true);
  expect(journal.check()).toMatchObject({ ok: true });
});

describe.each([1, 2, 3, 4])('the power goes at move %i of the exchange', (count) => {
  test('the next start ends it: nothing is lost, no reference comes twice, and the service is still to be asked', () => {
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

describe.each(['EBUSY', 'EPERM'])('a damaged journal that somebody else holds (%s)', (code) => {
  /** Windows lets nobody move what another program has open. Counts the drafts that are written. */
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

  test('is copied once, however often it is tried, and replaced when it is let go', () => {
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

  test('that was written to since is copied anew, in the place of the old copy', () => {
    filled();
    const bytes = readFileSync(file);
    cutOff();
    const state = held();
    expect(() => open(state.disk)).toThrow();
    // What was unreadable can be read again, and one more sale than the draft knows of was made.
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

test('a damaged journal that is written to while it is copied is copied anew', () => {
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

test('a disk too full for the new journal leaves the damaged one where it was, for the next start', () => {
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
  // Half a copy would only fill it further.
  expect(readdirSync(folder).filter((name) => name.includes('rebuilding'))).toEqual([]);
  expect(open().opening.salvaged).toBeGreaterThan(200);
});

test('a disk that does not take the settings of durability gets no new journal', () => {
  filled();
  const bytes = cutOff();
  const deaf = watchedDisk((sql, name) => name.includes('rebuilding') && sql.replace('fullfsync = 1', 'fullfsync = 0'));
  expect(() => open(deaf)).toThrow(expect.objectContaining({ code: 'journal.pragma' }));
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readdirSync(folder)).toEqual(['journal.sqlite']);
});

test('the references go on under another salt, which is drawn anew: the last numbers may be lost', () => {
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

test('that the service is to be asked outlives a restart, until it has told', () => {
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

test('companions of a journal that somebody took away are set aside too, not written over', () => {
  filled();
  rmSync(file);
  writeFileSync(`${file}-wal`, 'the last commits');
  open();
  const [kept] = readdirSync(folder).filter((name) => name.includes('damaged'));
  expect(readFileSync(join(folder, kept ?? ''), 'utf8')).toBe('the last commits');
});

describe('a file that SQLite finds whole is damaged all the same', () => {
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

describe('damage in a part of a large journal that no start looks at', () => {
  /** The start takes it for one that is too large to be looked through. */
  const large: Disk = { ...systemDisk, size: () => 1e9 };

  test('is told when it is met, and what can be proven is saved when it is opened as suspect', () => {
    filled(true);
    const before = open();
    // So many that the start looks at none of the sales.
    before.record(
      ...Array.from({ length: 10_000 }, (_, nth) => ({ type: 'callback.seen', jti: `${nth}`, untilMs: 0 }) as const),
    );
    before.close();
    const bytes = readFileSync(file);
    const at = bytes.indexOf('"sequence":100,');
    bytes.fill(0, at - (at % 4_096), at - (at % 4_096) + 4_096);
    // The records too, so that reading one of them meets it.
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

  test('of its records alone is put right from its events', () => {
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

describe('a copy that nobody needs any more', () => {
  const removing = (code: string): Disk => ({
    ...systemDisk,
    remove() {
      throw Object.assign(new Error('the system says no'), { code });
    },
  });

  test('is taken away when the journal can be opened after all', () => {
    fillJournal(file);
    for (const end of ['', '-wal', '-shm', '-journal']) writeFileSync(draft() + end, 'a copy');
    open(systemDisk);
    expect(readdirSync(folder).filter((name) => name.includes('rebuilding'))).toEqual([]);
  });

  test.each(['EBUSY', 'EPERM'])('and that somebody else holds (%s) keeps nobody from selling', (code) => {
    fillJournal(file);
    writeFileSync(draft(), 'a copy');
    const journal = open(removing(code));
    expect(journal.opening).toEqual({ created: false, rebuilt: false });
    expect(journal.openSales()).toHaveLength(300);
  });

  test('and that the disk does not give is told', () => {
    fillJournal(file);
    expect(() => open(removing('EIO'))).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  });
});

describe('a copy that was finished before the damaged journal could be moved', () => {
  /** Leaves the damaged journal, and beside it the copy. Gives where the copy says that the damaged one goes. */
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

  /** Counts the copies that are made, and the databases that somebody has open. */
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

  test('does not write over what has got the name meanwhile that the damaged one was to have', () => {
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
  ])('and that %s is made anew', (_what, change) => {
    left();
    change();
    const state = counting();
    expect(open(state.disk).opening.salvaged).toBeGreaterThan(200);
    expect([state.made, state.held]).toEqual([1, 1]);
  });

  test('is made anew on a disk that cannot tell whether the damaged one was written to since', () => {
    const { stamp: _stamp, ...blind } = systemDisk;
    left(blind);
    const state = counting();
    expect(open({ ...state.disk, stamp: undefined } as unknown as Disk).opening.salvaged).toBeGreaterThan(200);
    expect(state.made).toBe(1);
  });

  test('stays for the next try when the disk does not give it', () => {
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
