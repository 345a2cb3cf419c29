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

/** A disk that opens the journal only read-only, and throws `thrown` otherwise. */
function refusing(thrown: unknown): Disk {
  return {
    ...systemDisk,
    open(name, mode) {
      if (mode === undefined && name === file) throw thrown;
      return systemDisk.open(name, mode);
    },
  };
}

describe('errors of SQLite and the system are classified', () => {
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
    // Extended codes: a short read (SQLITE_IOERR_SHORT_READ), and a file moved since opening (SQLITE_READONLY_DBMOVED).
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
    const reported = expect.objectContaining({ code, retryable, cause, values: undefined });
    expect(() => open(refusing(cause))).toThrow(reported);
  });

  test.each([['a text'], [{ errcode: 11, code: 'ENOSPC' }], [sqlite('11')]])('%o is a generic failure', (cause) => {
    const reported = expect.objectContaining({ code: 'journal.failed', retryable: false, cause, values: undefined });
    expect(() => open(refusing(cause))).toThrow(reported);
  });

  test.each([
    [787, true],
    [2_067, false],
    [undefined, false],
  ])('SQLite with %s refers to a missing row: %s', (errcode, refers) => {
    expect(refersToNothing(sqlite(errcode))).toBe(refers);
  });

  test('a classified error stays unchanged', () => {
    const known = new TillError('journal.full', 'as it was');
    expect(toJournalError(known)).toBe(known);
  });
});

describe('a journal is set aside only for a fault of the file', () => {
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
    // Without room for shared memory, the journal is opened a second time, alone, and succeeds.
    const opens = errcode === 10 || errcode === 13;
    if (atFault) expect(open(disk).opening).toMatchObject({ created: true, salvaged: 1 });
    else if (opens) expect(open(disk).opening).toEqual({ created: false, rebuilt: false });
    else expect(() => open(disk)).toThrow(TillError);
    expect(readdirSync(folder).some((name) => name.includes('damaged'))).toBe(atFault);
  });
});

describe("a disk without room for SQLite's shared memory", () => {
  test.each([10, 13, 4_874])('opens the journal alone after code %i', (errcode) => {
    made();
    expect(open(crampedDisk(errcode)).opening).toEqual({ created: false, rebuilt: false });
  });

  test.each([5, 8, 14])('refuses the journal for other codes: %i', (errcode) => {
    made();
    expect(() => open(crampedDisk(errcode))).toThrow(TillError);
  });

  test('refuses the journal if nothing would be shared', () => {
    made();
    expect(() => open({ ...crampedDisk(13), journalMode: 'memory' })).toThrow(
      expect.objectContaining({ code: 'journal.full' }),
    );
  });

  test('begins a new journal alone, too', () => {
    expect(open(crampedDisk(13)).opening).toEqual({ created: true, rebuilt: false });
  });

  test('stops if exclusive mode is refused', () => {
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

describe('a refused durability setting stops the start', () => {
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

  test('also if unknown to SQLite', () => {
    const older = watchedDisk((sql) => (sql === 'PRAGMA fullfsync' ? 'PRAGMA no_such_pragma' : sql));
    const values = { pragma: 'fullfsync', wanted: 1, got: 'undefined' };
    expect(() => open(older)).toThrow(expect.objectContaining({ code: 'journal.pragma', values }));
  });
});

describe('the disk', () => {
  const other = () => join(folder, 'other');

  test('opens read-only files without changing a byte', () => {
    made();
    const before = readFileSync(file);
    const database = systemDisk.open(file, 'read-only');
    expect(() => database.exec("INSERT INTO facts VALUES ('one', 'more')")).toThrow(/readonly/);
    // Reading a damaged file needs `writable_schema`.
    database.exec('PRAGMA writable_schema = ON');
    expect(database.prepare('PRAGMA writable_schema').get()).toEqual({ writable_schema: 1 });
    database.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('knows existence and size, and moves files', () => {
    expect([systemDisk.exists(file), systemDisk.size(file)]).toEqual([false, 0]);
    writeFileSync(file, 'twelve bytes');
    expect([systemDisk.exists(file), systemDisk.size(file)]).toEqual([true, 12]);
    systemDisk.rename(file, other());
    expect([systemDisk.exists(file), readFileSync(other(), 'utf8')]).toEqual([false, 'twelve bytes']);
  });

  test('removes a file, or does nothing', () => {
    writeFileSync(file, '');
    for (let time = 0; time < 2; time += 1) systemDisk.remove(file);
    expect(existsSync(file)).toBe(false);
  });

  test('changes its stamp with every write', () => {
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

  test('ignores an empty write-ahead log in its stamp', () => {
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
  ])('sees writing forbidden by header version %i: %s', (version, forbids) => {
    const header = Buffer.alloc(100);
    header[18] = version;
    writeFileSync(file, header);
    expect(systemDisk.forbidsWriting?.(file)).toBe(forbids);
  });

  test('allows writing to a file without a whole header', () => {
    writeFileSync(file, 'short');
    expect(systemDisk.forbidsWriting?.(file)).toBe(false);
  });

  test('returns the free bytes, or infinity if unknown', () => {
    const room = systemDisk.room?.(file) ?? 0;
    expect(room).toBeGreaterThan(1024 * 1024);
    expect(Number.isFinite(room)).toBe(true);
    expect(systemDisk.room?.(join(folder, 'no', 'such', 'folder'))).toBe(Number.POSITIVE_INFINITY);
  });

  test('syncs the folder of a moved file', notOnWindows('Windows syncs no folder'), () => {
    mkdirSync(other());
    expect(() => syncFolder(other())).not.toThrow();
    expect(() => syncFolder(join(folder, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  test('keeps no handle open', () => {
    writeFileSync(file, 'short');
    systemDisk.forbidsWriting?.(file);
    systemDisk.rename(file, other());
    expect(handlesIn(folder)).toEqual([]);
  });
});
