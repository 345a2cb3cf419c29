import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import type { Journal, JournalOptions } from '../../main/journal/journal.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { alter } from './attacks.ts';
import { sqliteError, watchedDatabase } from './disks.ts';
import { intent as intentOf } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const home = temporaryJournal();
const { folder, file, byHand } = home;

/** A failed opening must leave nothing in the way of the next. */

let clock: VirtualClock;
let held: number;
beforeEach(() => {
  clock = new VirtualClock();
  held = 0;
});
/** The real disk, counting open databases; `refuse` may throw at a statement on a writable database. */
function counting(refuse: (sql: string) => void = () => undefined): Disk {
  return {
    ...systemDisk,
    open(name, mode) {
      held += 1;
      const see = (sql: string) => mode === undefined && refuse(sql);
      return watchedDatabase(systemDisk.open(name, mode), see, () => {
        held -= 1;
      });
    },
  };
}

const open = (disk: Disk = systemDisk, more: Partial<JournalOptions> = {}) => home.open(disk, { clock, ...more });
const intent = intentOf('a');

/** Leaves a journal with a sale, altered by `sql`. */
function left(sql = ''): void {
  const journal = open(systemDisk);
  journal.record(intent);
  journal.close();
  byHand(sql);
}

/** Leaves a journal of a hundred sales with event `seq` altered, otherwise intact. */
function leftWithBroken(seq: number): void {
  const journal = open(systemDisk);
  journal.record(...Array.from({ length: 100 }, (_, number) => intentOf(`sale-${number}`)));
  journal.close();
  alter(file, `UPDATE events SET at = at + 1 WHERE seq = ${seq}`);
}

const refusing = (at: string, errcode: number) => (sql: string) => {
  if (sql.includes(at)) throw sqliteError(errcode);
};

test('a closed journal releases its file', () => {
  const journal = open(counting());
  expect(held).toBe(1);
  journal.close();
  expect(held).toBe(0);
});

test.each([
  ['for the tables of which there is no space', 'COMMIT', 13, 'journal.full'],
  ['for the first event of which there is no space', 'INSERT INTO events', 13, 'journal.full'],
  ['on a disk that does not answer', 'INSERT INTO events', 10, 'journal.failed'],
])('a new journal %s is begun by a later opening', (_what, at, errcode, code) => {
  expect(() => open(counting(refusing(at, errcode)))).toThrow(expect.objectContaining({ code }));
  expect([held, clock.pending]).toEqual([0, 0]);
  const journal = open(counting());
  expect(journal.opening).toMatchObject({ rebuilt: false });
  expect(journal.check()).toEqual({ ok: true, events: 1, faults: [] });
  journal.close();
});

describe('an existing journal', () => {
  test.each([
    ['of a later version', 'PRAGMA user_version = 99', '', 'journal.too-new'],
    ['while its disk does not answer', '', 'SELECT * FROM sales', 'journal.failed'],
    [
      'whose records are to be made again, while its disk does not answer',
      'UPDATE sales SET open = 0',
      'DELETE',
      'journal.failed',
    ],
    ['that can only be read', '', 'PRAGMA user_version =', 'journal.read-only'],
  ])('%s is released when opening fails', (_what, sql, at, code) => {
    left(sql);
    const errcode = code === 'journal.read-only' ? 8 : 10;
    const disk = counting(at === '' ? undefined : refusing(at, errcode));
    expect(() => open(disk)).toThrow(expect.objectContaining({ code }));
    expect([held, clock.pending]).toEqual([0, 0]);
  });

  test.each([
    ['tables that are not what was made', 'DROP INDEX sales_open'],
    ['a last event that is not what was written', 'DROP TRIGGER events_no_update; UPDATE events SET at = 1'],
  ])('with %s is released before its replacement', (_what, sql) => {
    left(sql);
    const journal = open(counting());
    expect(journal.opening).toMatchObject({ created: true });
    expect(held).toBe(1);
    journal.close();
  });
});

test('a damaged draft left by a crash is replaced at once', () => {
  left('DROP INDEX sales_open');
  renameSync(file, file.replace('.sqlite', '-rebuilding.sqlite'));
  const journal = open(counting());
  expect(journal.opening).toMatchObject({ setAside: expect.any(String), salvaged: 2 });
  expect(journal.sale('a')).toMatchObject({ amount: 1250 });
  journal.close();
});

describe('a journal too large for a full check', () => {
  const large = (): Disk => ({ ...counting(), size: () => 1e9 });

  test('rebuilds projections unreadable at the start', () => {
    left("UPDATE sales SET data = '{broken'");
    const journal = open(large());
    expect(journal.opening).toEqual({ created: false, rebuilt: true });
    expect(journal.openSales()).toMatchObject([{ saleId: 'a', amount: 1250 }]);
    journal.close();
  });

  test('is accepted despite damage further back', () => {
    leftWithBroken(9);
    const journal = open(large());
    expect(journal.opening).toEqual({ created: false, rebuilt: false });
    journal.close();
  });

  test('is accepted when readable', () => {
    left();
    const journal = open(large());
    expect(journal.opening).toEqual({ created: false, rebuilt: false });
    journal.close();
  });
});

describe('a suspect journal', () => {
  const made = (sql: string): Journal => {
    left(sql);
    return open(counting(), { suspect: true });
  };

  test('with an altered event further back is replaced', () => {
    leftWithBroken(9);
    const journal = open(counting(), { suspect: true });
    expect(journal.opening).toMatchObject({ created: true, salvaged: 8 });
    expect(held).toBe(1);
    journal.close();
  });

  test('without damage has its projections rebuilt', () => {
    const journal = made('');
    expect(journal.opening).toEqual({ created: false, rebuilt: true });
    expect(journal.sale('a')).toMatchObject({ amount: 1250 });
    journal.close();
  });
});

test('damage found when writing is reported for reopening', () => {
  let damage = 0;
  let errcode = 0;
  const disk = counting((sql) => {
    if (errcode > 0) refusing('COMMIT', errcode)(sql);
  });
  const journal = open(disk, { onDamage: () => (damage += 1) });
  // A dying disk often fails with I/O errors first.
  errcode = 10;
  expect(() => journal.record(intent)).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  expect(damage).toBe(0);
  errcode = 11;
  expect(() => journal.record(intent)).toThrow(expect.objectContaining({ code: 'journal.damaged' }));
  expect(damage).toBe(1);
  errcode = 0;
  journal.record(intent);
  expect(damage).toBe(1);
  journal.close();
});

test('an unresponsive disk is not reported as damage', () => {
  let damage = 0;
  let broken = false;
  const disk = counting((sql) => {
    if (broken) for (const at of ['COMMIT', 'SELECT data']) refusing(at, 10)(sql);
  });
  const journal = open(disk, { onDamage: () => (damage += 1) });
  broken = true;
  expect(() => journal.record(intent)).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  expect(() => journal.find('', undefined, 5)).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  expect(damage).toBe(0);
  broken = false;
  journal.close();
});

describe('a file held read-only by a second program', () => {
  beforeEach(() => open().close());

  const held: Disk = {
    ...systemDisk,
    open: (name, mode) =>
      name === file && mode === undefined ? new DatabaseSync(name, { readOnly: true }) : systemDisk.open(name, mode),
  };

  test.each([
    ['as it is', () => undefined],
    ['with its records to be made again', () => byHand("UPDATE facts SET value = 'other' WHERE name = 'salt'")],
  ])('is refused, not damaged, and usable later (%s)', (_how, prepare) => {
    prepare();
    const before = readFileSync(file);
    for (const suspect of [false, true])
      expect(() => open(held, { suspect })).toThrow(
        expect.objectContaining({ code: 'journal.read-only', retryable: true }),
      );
    expect(clock.pending).toBe(0);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => /damaged|rebuilding/.test(name))).toEqual([]);
    const journal = open();
    expect(journal.opening.setAside).toBeUndefined();
    journal.record({ type: 'callback.seen', jti: 'after', untilMs: 1e15 });
    journal.close();
  });

  test('is not damaged without a header check', () => {
    const { forbidsWriting: _look, ...blind } = held;
    expect(() => open(blind)).toThrow(expect.objectContaining({ code: 'journal.read-only' }));
    expect(readdirSync(folder).filter((name) => /damaged|rebuilding/.test(name))).toEqual([]);
  });

  test('is not damaged when unopenable', () => {
    const gone: Disk = {
      ...systemDisk,
      open() {
        throw Object.assign(new Error('unable to open database file'), { errcode: 14 });
      },
    };
    expect(() => open(gone)).toThrow(expect.objectContaining({ code: 'journal.failed', retryable: true }));
    expect(readdirSync(folder)).toEqual(['journal.sqlite']);
  });
});

describe('a file with a header forbidding writes', () => {
  beforeEach(() => {
    open().close();
    const bytes = readFileSync(file);
    bytes[18] = 0x42;
    writeFileSync(file, bytes);
  });

  test('stays in place while unopenable', () => {
    const gone: Disk = {
      ...systemDisk,
      open(name, mode) {
        if (name !== file || mode !== undefined) return systemDisk.open(name, mode);
        throw Object.assign(new Error('unable to open database file'), { errcode: 14 });
      },
    };
    expect(() => open(gone)).toThrow(expect.objectContaining({ code: 'journal.failed' }));
    expect(readdirSync(folder)).toEqual(['journal.sqlite']);
  });

  test('is replaced with all its events', () => {
    const journal = open();
    expect(journal.opening).toMatchObject({ salvaged: 1 });
    journal.record({ type: 'callback.seen', jti: 'after', untilMs: 1e15 });
    journal.close();
  });
});
