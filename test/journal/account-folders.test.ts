import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { dataFiles } from '../../main/base/data-files.ts';
import { type Account, journalFolder, otherJournals, systemFolders } from '../../main/journal/account-folders.ts';
import { notOnWindows } from '../base/only-where.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder } = temporaryJournal();

const account: Account = { environment: 'PREPROD', merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) };
const another: Account = { ...account, environment: 'PROD' };

describe('the folder of a journal', () => {
  const ids = ['a'.repeat(24), 'A'.repeat(24), '../../../../etc/passwd..', 'con', 'é'.repeat(24), '日'.repeat(24), '-'];
  const accounts = (['PREPROD', 'PROD'] as const).flatMap((environment) =>
    ids.flatMap((merchantId) => ids.map((profileId) => ({ environment, merchantId, profileId }))),
  );

  test('differs by environment, merchant and profile, ignoring case', () => {
    const names = accounts.map((one) => basename(journalFolder(folder, one)).toLowerCase());
    expect(new Set(names).size).toBe(accounts.length);
  });

  test('has a portable name within the data folder', () => {
    for (const one of accounts) {
      expect(basename(journalFolder(folder, one))).toMatch(/^(PREPROD|PROD)-\w+-\w+-[0-9a-f]{12}$/);
      expect(join(journalFolder(folder, one), '..')).toBe(join(folder, 'journals'));
    }
  });

  test('keeps its name, since shops have journals there', () => {
    const one = { environment: 'PROD', merchantId: 'm..1', profileId: 'p-2' } as const;
    expect(basename(journalFolder(folder, one))).toBe('PROD-m__1-p_2-e629fcb141cd');
  });

  test('names the accounts of all unused folders', () => {
    const profile: Account = { ...account, profileId: 'q'.repeat(24) };
    for (const one of [account, another, profile]) systemFolders.make(journalFolder(folder, one));
    systemFolders.make(join(folder, 'journals', 'lost+found'));
    const others = new Set(otherJournals(folder, account, systemFolders));
    expect(others).toEqual(new Set([another, profile].map((one) => ({ ...one, folder: journalFolder(folder, one) }))));
    expect(otherJournals(folder, undefined, systemFolders)).toHaveLength(3);
  });

  test('is ignored with an unknown name', () => {
    expect(systemFolders.list(join(folder, 'journals'))).toEqual([]);
    for (const name of ['one', 'one-two', 'one-two-three', 'one-two-three-four-five'])
      systemFolders.make(join(folder, 'journals', name));
    expect(otherJournals(folder, undefined, systemFolders)).toEqual([]);
  });

  test('contains the journal under its fixed name', () => {
    expect(dataFiles.journal).toBe('journal.sqlite');
  });
});

describe('a created folder', () => {
  const own = { openSync: fs.openSync, fsyncSync: fs.fsyncSync };
  afterEach(() => {
    Object.assign(fs, own);
    syncBuiltinESMExports();
  });

  test('is synced with its parents', notOnWindows('Windows syncs no folder'), () => {
    const opened = new Map<number, string>();
    const synced: unknown[] = [];
    Object.assign(fs, {
      openSync(...values: Parameters<typeof fs.openSync>) {
        const handle = own.openSync(...values);
        opened.set(handle, String(values[0]));
        return handle;
      },
      fsyncSync(handle: number) {
        own.fsyncSync(handle);
        synced.push([opened.get(handle), fs.readdirSync(opened.get(handle) ?? '')]);
      },
    });
    syncBuiltinESMExports();
    for (let time = 0; time < 2; time += 1) systemFolders.make(join(folder, 'a', 'b'));
    expect(synced).toEqual([
      [folder, ['a']],
      [join(folder, 'a'), ['b']],
    ]);
  });
});
