import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  adoptOldJournal,
  type Folders,
  JOURNAL_FILE,
  journalFolder,
  otherJournals,
  systemFolders,
} from '../../main/journal/account-folders.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const account: Account = { environment: 'PREPROD', merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) };
const another: Account = { ...account, environment: 'PROD' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-places-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(inFolder: string) {
  const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  const file = join(inFolder, 'journal.sqlite');
  return openJournal({ file, disk: systemDisk, clock: new VirtualClock(), random: new SeededRandom(7), terminal });
}

/** Leaves the data folder as a till leaves it that was killed: the last commits are in the companion alone. */
function oldJournal(): readonly string[] {
  const made = join(folder, 'made');
  mkdirSync(made);
  const journal = open(made);
  const random = new SeededRandom(3);
  const references = Array.from({ length: 20 }, () => {
    const own = journal.nextReference();
    const saleId = random.uuid();
    const intent = { type: 'sale.intent', saleId, ...own, amount: 1250, operation: 'static-qr' } as const;
    journal.record({ ...intent, body: '{}', skewMs: 0 });
    return own.reference;
  });
  for (const name of readdirSync(made)) copyFileSync(join(made, name), join(folder, name));
  journal.close();
  rmSync(made, { recursive: true });
  writeFileSync(join(folder, 'journal-damaged-2026-01-01.sqlite'), 'an earlier one');
  writeFileSync(join(folder, 'journal-damaged-2026-01-01.sqlite-wal'), 'and its last commits');
  writeFileSync(join(folder, 'journal-rebuilding.sqlite-journal'), 'a draft');
  writeFileSync(join(folder, 'terminal.json'), '{}');
  return references.toSorted();
}

function referencesIn(inFolder: string): readonly string[] {
  const journal = open(inFolder);
  try {
    expect(journal.opening.created).toBe(false);
    return journal
      .find('', undefined, 100)
      .sales.map(({ reference }) => reference)
      .toSorted();
  } finally {
    journal.close();
  }
}

/** Folders whose machine goes down at the `count`-th change, before it or right after it. */
function dyingAt(count: number, when: 'before' | 'after'): Folders {
  let changes = 0;
  const change = (act: () => void) => {
    changes += 1;
    if (changes > count) throw new Error('the power is gone');
    if (changes < count || when === 'after') act();
    if (changes === count) throw new Error('the power is gone');
  };
  return {
    ...systemFolders,
    make: (path) => change(() => systemFolders.make(path)),
    rename: (from, to) => change(() => systemFolders.rename(from, to)),
  };
}

describe('the folder of a journal', () => {
  const ids = ['a'.repeat(24), 'A'.repeat(24), '../../../../etc/passwd..', 'con', 'é'.repeat(24), '日'.repeat(24), '-'];
  const accounts = (['PREPROD', 'PROD'] as const).flatMap((environment) =>
    ids.flatMap((merchantId) => ids.map((profileId) => ({ environment, merchantId, profileId }))),
  );

  test('is another for each environment, merchant and profile, also where case makes no difference', () => {
    const names = accounts.map((one) => basename(journalFolder(folder, one)).toLowerCase());
    expect(new Set(names).size).toBe(accounts.length);
  });

  test('has a name that every file system takes, and lies in the data folder', () => {
    for (const one of accounts) {
      expect(basename(journalFolder(folder, one))).toMatch(/^(PREPROD|PROD)-\w+-\w+-[0-9a-f]{12}$/);
      expect(join(journalFolder(folder, one), '..')).toBe(join(folder, 'journals'));
    }
  });

  test('tells whose it is, of all but the one in use', () => {
    for (const one of [account, another]) systemFolders.make(journalFolder(folder, one));
    systemFolders.make(join(folder, 'journals', 'lost+found'));
    expect(otherJournals(folder, account, systemFolders)).toEqual([
      { folder: journalFolder(folder, another), environment: 'PROD', profileId: 'p'.repeat(24) },
    ]);
    expect(otherJournals(folder, undefined, systemFolders)).toHaveLength(2);
  });

  test('is none that this app did not name', () => {
    expect(systemFolders.list(join(folder, 'journals'))).toEqual([]);
    for (const name of ['one', 'one-two', 'one-two-three', 'one-two-three-four-five'])
      systemFolders.make(join(folder, 'journals', name));
    expect(otherJournals(folder, undefined, systemFolders)).toEqual([]);
  });

  test('has its journal under the name that it has in every shop', () => {
    expect(JOURNAL_FILE).toBe('journal.sqlite');
  });
});

describe('the journal that all accounts shared', () => {
  test('is moved with all that belongs to it, once, and nothing else is touched', () => {
    const references = oldJournal();
    expect(adoptOldJournal(folder, account, systemFolders)).toBe('adopted');
    expect(readdirSync(folder).toSorted()).toEqual(['journals', 'terminal.json']);
    expect(readdirSync(journalFolder(folder, account)).toSorted()).toEqual([
      'journal-damaged-2026-01-01.sqlite',
      'journal-damaged-2026-01-01.sqlite-wal',
      'journal-rebuilding.sqlite-journal',
      'journal.sqlite',
      'journal.sqlite-shm',
      'journal.sqlite-wal',
    ]);
    expect(referencesIn(journalFolder(folder, account))).toEqual(references);
    expect(adoptOldJournal(folder, another, systemFolders)).toBe('none');
    expect(readdirSync(join(folder, 'journals'))).toHaveLength(1);
  });

  test('is moved without the files of others that only sound like it', () => {
    oldJournal();
    const others = ['my-journal.sqlite', 'journal.sqlite.bak', 'journals.sqlite', 'journal.sqlite-wal.old'];
    for (const name of others) writeFileSync(join(folder, name), '');
    expect(adoptOldJournal(folder, account, systemFolders)).toBe('adopted');
    expect(readdirSync(folder).toSorted()).toEqual([...others, 'journals', 'terminal.json'].toSorted());
  });

  test('stays where it is on a terminal without settings', () => {
    oldJournal();
    const before = readdirSync(folder);
    expect(adoptOldJournal(folder, undefined, systemFolders)).toBe('none');
    expect(readdirSync(folder)).toEqual(before);
  });

  test('is not mixed with one that its account has already', () => {
    const references = oldJournal();
    const own = journalFolder(folder, account);
    systemFolders.make(own);
    open(own).close();
    expect(adoptOldJournal(folder, account, systemFolders)).toBe('left');
    expect(referencesIn(own)).toEqual([]);
    expect(referencesIn(folder)).toEqual(references);
  });

  test('that an older version of the app began while the move was broken off is not written over the first', () => {
    const references = oldJournal();
    expect(() => adoptOldJournal(folder, account, dyingAt(3, 'after'))).toThrow('the power is gone');
    writeFileSync(join(folder, 'journal.sqlite'), 'another');
    expect(adoptOldJournal(folder, account, systemFolders)).toBe('left');
    rmSync(join(folder, 'journal.sqlite'));
    expect(adoptOldJournal(folder, account, systemFolders)).toBe('adopted');
    expect(referencesIn(journalFolder(folder, account))).toEqual(references);
  });

  // One folder is made, six files are moved, and the folder gets its name.
  describe.each([1, 2, 3, 4, 5, 6, 7, 8])('the power goes at change %i of the move', (count) => {
    test.each(['before', 'after'] as const)(
      '%s it: the next start ends it for the same account, whatever the settings are by then',
      (when) => {
        const references = oldJournal();
        expect(() => adoptOldJournal(folder, account, dyingAt(count, when))).toThrow('the power is gone');
        const begun = count > 1 || when === 'after';
        const over = count === 8 && when === 'after';
        const settings = begun ? another : account;
        expect(adoptOldJournal(folder, settings, systemFolders)).toBe(over ? 'none' : 'adopted');
        expect(readdirSync(join(folder, 'journals'))).toEqual([basename(journalFolder(folder, account))]);
        expect(readdirSync(folder).toSorted()).toEqual(['journals', 'terminal.json']);
        expect(referencesIn(journalFolder(folder, account))).toEqual(references);
      },
    );
  });
});
