import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { syncFolder } from '../../main/base/durable-files.ts';
import { TillError } from '../../main/base/till-error.ts';
import { type Disk, refersToNothing, systemDisk, toJournalError } from '../../main/journal/database.ts';
import { notOnWindows } from '../base/only-where.ts';
import { crampedDisk, handlesIn, sqliteError as sqlite, watchedDisk } from './disks.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, file, open } = temporaryJournal();

function made(): void {
  open().close();
}

const system = (code: string) => Object.assign(new Error('the system says no'), { code });

/** A disk that opens nothing but what is to be read only, and says this. */
function refusing(thrown: unknown): Disk {
  return {
    ...systemDisk,
    open(name, mode) {
      if (mode === undefined && name === file) throw thrown;
      return systemDisk.open(name, mode);
    },
  };
}

describe('what SQLite or the system says is told as one of a few faults, and whether trying again may help', () => {
  test.each([
    [1, 'journal.failed', false],
    [5, 'journal.in-use', false],
    [8, 'journal.read-only', true],
    [10, 'journal.failed', true],
    [11, 'journal.damaged', false],
    [13, 'journal.full', true],
    [14, 'journal.failed', true],
    [19, 'journal.failed', false],
    [26, 'journal.damaged', false],
    // Extended codes: the file was cut short, and a database of a journal that is read only.
    [522, 'journal.failed', true],
    [1_032, 'journal.read-only', true],
  ])('SQLite with %i: %s', (errcode, code, retryable) => {
    const cause = sqlite(errcode);
    expect(() => open(refusing(cause))).toThrow(
      expect.objectContaining({ code, retryable, cause, values: { sqlite: errcode & 0xff } }),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['ENOSPC', 'journal.full', true],
    ['EDQUOT', 'journal.full', true],
    ['EBUSY', 'journal.read-only', true],
    ['EPERM', 'journal.read-only', true],
    ['EACCES', 'journal.read-only', true],
    ['EROFS', 'journal.read-only', true],
    ['ENOENT', 'journal.failed', false],
  ])('the system with %s: %s', (name, code, retryable) => {
    const cause = system(name);
    const told = expect.objectContaining({ code, retryable, cause, values: undefined });
    expect(() => open(refusing(cause))).toThrow(told);
  });

  test.each([['a text'], [{ errcode: 11, code: 'ENOSPC' }], [sqlite('11')]])(
    '%o is only known to have failed',
    (cause) => {
      const told = expect.objectContaining({ code: 'journal.failed', retryable: false, cause, values: undefined });
      expect(() => open(refusing(cause))).toThrow(told);
    },
  );

  test.each([
    [787, true],
    [2_067, false],
    [undefined, false],
  ])('SQLite with %s refers to a row that is not there: %s', (errcode, refers) => {
    expect(refersToNothing(sqlite(errcode))).toBe(refers);
  });

  test('what says already what it is stays that', () => {
    const known = new TillError('journal.full', 'as it was');
    expect(toJournalError(known)).toBe(known);
  });
});

describe('a journal that cannot be opened is set aside only where the file is at fault', () => {
  test.each([
    [1, true],
    [11, true],
    [26, true],
    [267, true],
    [5, false],
    [8, false],
    [10, false],
    [13, false],
    [14, false],
  ])('SQLite with %i: %s', (errcode, atFault) => {
    made();
    let refused = false;
    const disk: Disk = {
      ...systemDisk,
      open(name, mode) {
        if (name === file && mode === undefined && !refused) {
          refused = true;
          throw sqlite(errcode);
        }
        return systemDisk.open(name, mode);
      },
    };
    // Short of space it is tried once more, alone, and there it is.
    const opens = errcode === 10 || errcode === 13;
    if (atFault) expect(open(disk).opening).toMatchObject({ created: true, salvaged: 1 });
    else if (opens) expect(open(disk).opening).toEqual({ created: false, rebuilt: false });
    else expect(() => open(disk)).toThrow(TillError);
    expect(readdirSync(folder).some((name) => name.includes('damaged'))).toBe(atFault);
  });
});

describe('a journal on a disk without room for what SQLite shares with others', () => {
  test.each([10, 13, 4_874])('is opened alone, for SQLite says %i', (errcode) => {
    made();
    expect(open(crampedDisk(errcode)).opening).toEqual({ created: false, rebuilt: false });
  });

  test.each([5, 8, 14])('and not for another trouble: %i', (errcode) => {
    made();
    expect(() => open(crampedDisk(errcode))).toThrow(TillError);
  });

  test('and not where nothing is shared, so that being alone would spare no room', () => {
    made();
    expect(() => open({ ...crampedDisk(13), journalMode: 'memory' })).toThrow(
      expect.objectContaining({ code: 'journal.full' }),
    );
  });

  test('is begun there too', () => {
    expect(open(crampedDisk(13)).opening).toEqual({ created: true, rebuilt: false });
  });

  test('must be alone then: it stops where that does not take', () => {
    made();
    let alone = false;
    const deaf = watchedDisk((sql) => {
      alone ||= sql.startsWith('PRAGMA locking_mode');
      if (sql.startsWith('PRAGMA journal_mode =') && !alone) throw sqlite(13);
      return sql === 'PRAGMA locking_mode = exclusive' ? 'PRAGMA locking_mode = normal' : sql;
    });
    const values = { pragma: 'locking_mode', wanted: 'exclusive', got: 'normal' };
    expect(() => open(deaf)).toThrow(expect.objectContaining({ code: 'journal.pragma', values }));
  });
});

describe('a setting that durability rests on and that does not take stops the start', () => {
  test.each([
    ['busy_timeout', 5_000, 0],
    ['journal_mode', 'wal', 'delete'],
    ['synchronous', 2, 1],
    ['fullfsync', 1, 0],
    ['checkpoint_fullfsync', 1, 0],
    ['foreign_keys', 1, 0],
    ['trusted_schema', 0, 1],
  ])('%s', (pragma, wanted, other) => {
    const deaf = watchedDisk((sql) => (sql.startsWith(`PRAGMA ${pragma} =`) ? `PRAGMA ${pragma} = ${other}` : sql));
    const values = { pragma, wanted, got: String(other) };
    expect(() => open(deaf)).toThrow(expect.objectContaining({ code: 'journal.pragma', values }));
  });

  test('also one that SQLite does not know', () => {
    const older = watchedDisk((sql) => (sql === 'PRAGMA fullfsync' ? 'PRAGMA no_such_pragma' : sql));
    const values = { pragma: 'fullfsync', wanted: 1, got: 'undefined' };
    expect(() => open(older)).toThrow(expect.objectContaining({ code: 'journal.pragma', values }));
  });
});

describe('the disk', () => {
  const other = () => join(folder, 'other');

  test('opens what is to be read only so that nothing of it changes', () => {
    made();
    const before = readFileSync(file);
    const database = systemDisk.open(file, 'read-only');
    expect(() => database.exec("INSERT INTO facts VALUES ('one', 'more')")).toThrow(/readonly/);
    // As a damaged file has to be read.
    database.exec('PRAGMA writable_schema = ON');
    expect(database.prepare('PRAGMA writable_schema').get()).toEqual({ writable_schema: 1 });
    database.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('knows what is there, how large it is, and moves it', () => {
    expect([systemDisk.exists(file), systemDisk.size(file)]).toEqual([false, 0]);
    writeFileSync(file, 'twelve bytes');
    expect([systemDisk.exists(file), systemDisk.size(file)]).toEqual([true, 12]);
    systemDisk.rename(file, other());
    expect([systemDisk.exists(file), readFileSync(other(), 'utf8')]).toEqual([false, 'twelve bytes']);
  });

  test('removes a file, and is content where there is none', () => {
    writeFileSync(file, '');
    for (let time = 0; time < 2; time += 1) systemDisk.remove(file);
    expect(existsSync(file)).toBe(false);
  });

  test('tells when a file, or what SQLite has beside it, was written to', () => {
    const stamps = [systemDisk.stamp?.(file)];
    const change = (...[name, text, at]: readonly [string, string, number]) => {
      writeFileSync(name, text);
      utimesSync(name, at, at);
      stamps.push(systemDisk.stamp?.(file));
    };
    change(file, 'one', 1);
    change(file, 'more', 1);
    change(file, 'same', 2);
    change(`${file}-wal`, 'more', 1);
    change(`${file}-wal`, 'more', 2);
    expect(new Set(stamps).size).toBe(6);
  });

  test('does not take the empty file that SQLite leaves beside one it has read for a change', () => {
    writeFileSync(file, 'one');
    const before = systemDisk.stamp?.(file);
    writeFileSync(`${file}-wal`, '');
    expect(systemDisk.stamp?.(file)).toBe(before);
  });

  test.each([
    [0, false],
    [1, false],
    [2, false],
    [3, true],
    [255, true],
  ])('sees in the header whether SQLite would write to the file: with %i it would not: %s', (version, forbids) => {
    const header = Buffer.alloc(100);
    header[18] = version;
    writeFileSync(file, header);
    expect(systemDisk.forbidsWriting?.(file)).toBe(forbids);
  });

  test('lets a file be written to that is too short for a header', () => {
    writeFileSync(file, 'short');
    expect(systemDisk.forbidsWriting?.(file)).toBe(false);
  });

  test('says how many bytes are free for a file, and that there is no end of them where it cannot know', () => {
    const room = systemDisk.room?.(file) ?? 0;
    expect(room).toBeGreaterThan(1024 * 1024);
    expect(Number.isFinite(room)).toBe(true);
    expect(systemDisk.room?.(join(folder, 'no', 'such', 'folder'))).toBe(Number.POSITIVE_INFINITY);
  });

  test('syncs the folder of what it moves, and says when it cannot', notOnWindows('Windows syncs no folder'), () => {
    mkdirSync(other());
    expect(() => syncFolder(other())).not.toThrow();
    expect(() => syncFolder(join(folder, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  test('keeps no handle of what it has looked at', () => {
    writeFileSync(file, 'short');
    systemDisk.forbidsWriting?.(file);
    systemDisk.rename(file, other());
    expect(handlesIn(folder)).toEqual([]);
  });
});
