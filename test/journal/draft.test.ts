import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type Disk, systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { watchedDatabase } from './disks.ts';
import { fillJournal, removeFilled } from './filled.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, file, ...home } = temporaryJournal();

/** The copy of a damaged journal, where the damaged one could not be moved yet: the next start takes it or makes another. */

let random: SeededRandom;

beforeEach(() => {
  random = new SeededRandom(7);
});
afterAll(removeFilled);

const open = (disk: Disk): Journal => home.open(disk, { random });

const setAsides = () => readdirSync(folder).filter((name) => /^journal-damaged-.*\.sqlite$/.test(name));

describe('a copy that nobody needs any more', () => {
  const draft = () => join(folder, 'journal-rebuilding.sqlite');
  const removing = (code: string): Disk => ({
    ...systemDisk,
    remove() {
      throw Object.assign(new Error('the system says no'), { code });
    },
  });

  test('is taken away when the journal can be opened after all', () => {
    fillJournal(file);
    writeFileSync(draft(), 'a copy');
    open(systemDisk);
    expect(existsSync(draft())).toBe(false);
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
  const draft = () => join(folder, 'journal-rebuilding.sqlite');

  /** Leaves the damaged journal, and beside it the copy. Gives where the copy says that the damaged one goes. */
  function left(disk: Disk = systemDisk): string {
    fillJournal(file);
    truncateSync(file, Math.floor(statSync(file).size * 0.9));
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
