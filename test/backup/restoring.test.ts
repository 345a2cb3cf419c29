import fs, { existsSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Entry, joinEntries } from '../../main/backup/entries.ts';
import { unpackBackup } from '../../main/backup/read-backup.ts';
import { sealPieces } from '../../main/backup/sealed-pieces.ts';
import type { TillError } from '../../main/base/till-error.ts';
import { newBackupKey } from '../../main/identity/backup-key.ts';
import { withNextKey, withNextKeyInUse, withoutKey } from '../../main/identity/key-rotation.ts';
import type { Disk } from '../../main/journal/database.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { folder as root } from '../base/test-folder.ts';
import { handlesIn } from '../journal/disks.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { backedUp, clock, freshClock, machine } from './backup-machine.ts';
import { backUp, close, codeOf, open, PASSPHRASE, PIN, provision, type Started, sell } from './machine-with-backups.ts';

beforeEach(freshClock);

const MIB = 1024 * 1024;

describe('a failing disk during the preparation of a restore', () => {
  const own = { fsyncSync: fs.fsyncSync, writeFileSync: fs.writeFileSync };
  afterEach(() => {
    Object.assign(fs, own);
    syncBuiltinESMExports();
  });

  /** Makes `name` throw `code` once, at the first call with `when` true. */
  function failsOnce(name: keyof typeof own, code: string, when: () => boolean): void {
    let armed = true;
    const call = own[name] as (...values: unknown[]) => unknown;
    Object.assign(fs, {
      [name](...values: unknown[]) {
        if (!armed || !when()) return call(...values);
        armed = false;
        throw Object.assign(new Error(`${code}: ${name}`), { code });
      },
    });
    syncBuiltinESMExports();
  }

  async function withoutJournal() {
    const { where, till, file } = await backedUp();
    const journal = till.journal();
    sell(journal, 'sale3');
    await close(journal);
    rmSync(join(where.dataFolder, 'journals'), { recursive: true });
    const preview = await open(till, file);
    return { where, till, file, confirm: () => codeOf(till.restoring.confirm({ id: preview.id, managerPin: PIN })) };
  }

  test('still restores when only the last sync fails', async () => {
    const { where, confirm } = await withoutJournal();
    failsOnce('fsyncSync', 'EIO', () => existsSync(join(where.dataFolder, 'restoring')));
    expect(await confirm()).toBe('done');
    expect(where.anew()).toBe(1);
    const after = await where.start();
    expect(after.completed).toMatchObject({ file: 'till.tillmate' });
    expect(after.trust.found).toMatchObject({ kind: 'held', changed: [] });
    const journal = after.journal();
    expect(journal.tampered()).toBeUndefined();
    await close(journal);
  });

  test.each([
    ['fsyncSync', 'ENOSPC', 'restore.full'],
    ['fsyncSync', 'EIO', 'restore.disk'],
    ['writeFileSync', 'EDQUOT', 'restore.full'],
  ] as const)('is reported when %s answers %s, and a retry works', async (name, code, expected) => {
    const { where, till, file, confirm } = await withoutJournal();
    const isReady = () => existsSync(join(where.dataFolder, 'restoring-draft', 'plan.json'));
    failsOnce(name, code, name === 'writeFileSync' ? () => true : isReady);
    expect(await confirm()).toBe(expected);
    expect(readdirSync(where.dataFolder).filter((entry) => entry.startsWith('restoring'))).toEqual([]);
    expect(where.anew()).toBe(0);
    const { id } = await open(till, file);
    expect(await codeOf(till.restoring.confirm({ id, managerPin: PIN }))).toBe('done');
    expect((await where.start()).trust.found).toMatchObject({ kind: 'held', changed: [] });
  });

  test('is reported when the switch fails, without leftovers', async () => {
    const { where, till, confirm } = await withoutJournal();
    const inTheWay = join(where.dataFolder, 'restoring');
    fs.mkdirSync(join(inTheWay, 'x'), { recursive: true });
    expect(await confirm()).toBe('restore.disk');
    expect(existsSync(join(where.dataFolder, 'restoring-draft'))).toBe(false);
    expect(await where.keychain.get(`${till.store.file.terminalId}/record`)).not.toContain('"restored"');
    expect((await where.start()).completed).toBeUndefined();
  });

  test('is reported when opening the backup lacks space', async () => {
    const { file } = await backedUp();
    const next = machine('next');
    const fresh = await next.start();
    const { open: opened } = fs.promises;
    const handles: FileHandle[] = [];
    fs.promises.open = async (path, flags, mode) => {
      const handle = await opened(path, flags, mode);
      handles.push(handle);
      const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      return Object.assign(handle, { writeFile: () => Promise.reject(full) });
    };
    syncBuiltinESMExports();
    try {
      expect(await codeOf(open(fresh, file))).toBe('restore.full');
    } finally {
      fs.promises.open = opened;
      syncBuiltinESMExports();
    }
    // Windows does not remove open files.
    expect(handles.map(({ fd }) => fd)).toEqual(handles.map(() => -1));
    expect(readdirSync(next.dataFolder)).toEqual(['terminal.json']);
  });
});

describe('the keys of a restored terminal', () => {
  async function rotated(change?: (file: ReturnType<typeof provisioningFile>) => object) {
    const { where, till, file } = await backedUp(machine('till'), true);
    if (change !== undefined) await provision(till, change);
    const { save, trust } = till;
    await save.keys((before) => withNextKey(before, { key: makeSigningKey('newest'), at: 1 }));
    await trust.look();
    await save.keys((before) => withNextKeyInUse(before, 'newest', 2));
    await trust.look();
    till.till.roles.begin(trust.access);
    return { where, till, file };
  }
  const removed = async ({ save, trust }: Started) => {
    await save.keys((before) => withoutKey(before, 'previous', before.previousKey?.key.kid ?? ''));
    await trust.look();
  };

  test('stay for the same account, with the backup key added', async () => {
    const { where, till, file } = await rotated();
    await removed(till);
    const preview = await open(till, file);
    const old = provisioningFile().keys.signingKey.kid;
    expect(preview).toMatchObject({ keys: 'as-now', key: { kid: 'newest', since: 2 }, addedKey: old, keysLost: [] });
    await till.restoring.confirm({ id: preview.id, managerPin: PIN });
    const { found } = (await where.start()).trust;
    expect(found).toMatchObject({
      kind: 'held',
      state: { signingKey: { kid: 'newest' }, previousKey: { key: { kid: old }, replacedAt: 2 } },
    });
  });

  test('stay unchanged next to a second key', async () => {
    const { till, file } = await rotated();
    const preview = await open(till, file);
    expect(preview).toMatchObject({ keys: 'as-now', key: { kid: 'newest' }, keysLost: [] });
    expect(preview.addedKey).toBeUndefined();
  });

  test('are named when lost to a different account', async () => {
    const other = '7a1c8b2d7e3f4a5b9c0d1e2f';
    const { till, file } = await rotated((given) => ({
      ...given,
      merchant: { ...given.merchant, profileId: other },
      keys: { ...given.keys, signingKey: makeSigningKey('of-the-other') },
    }));
    await removed(till);
    expect(await open(till, file)).toMatchObject({
      keys: 'of-backup',
      key: { kid: provisioningFile().keys.signingKey.kid },
      keysLost: ['newest'],
    });
  });
});

describe('an opened backup', () => {
  const drafts = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('restoring'));

  test('does not block making a backup', async () => {
    const { till, file } = await backedUp();
    const { id } = await open(till, file);
    expect(await codeOf(backUp(till, join(root, 'other.tillmate')))).toBe('done');
    expect(till.restoring.underWay).toBe(false);
    expect(await codeOf(till.restoring.confirm({ id, managerPin: PIN }))).toBe('done');
  });

  test('is released when the manager signs out', async () => {
    const { where, till, file } = await backedUp();
    await till.till.roles.unlock(PIN);
    const { id } = await open(till, file);
    await clock.advance(60_000);
    expect(drafts(where.dataFolder)).toEqual(['restoring-draft']);
    till.till.roles.lock();
    await clock.advance(60_000);
    expect(drafts(where.dataFolder)).toEqual([]);
    expect(await codeOf(till.restoring.confirm({ id, managerPin: PIN }))).toBe('backup.over');
  });

  test('is released when a file is chosen again', async () => {
    const { where, till, file } = await backedUp();
    await open(till, file);
    const { id } = await till.restoring.choose(file);
    expect(drafts(where.dataFolder)).toEqual([]);
    expect(await codeOf(till.restoring.confirm({ id, managerPin: PIN }))).toBe('backup.over');
  });

  test('is released after ten minutes', async () => {
    const { file } = await backedUp();
    const next = machine('next');
    const fresh = await next.start();
    await open(fresh, file);
    await clock.advance(6 * 60_000);
    // Opening again starts a new period of ten minutes.
    await open(fresh, file);
    await clock.advance(9 * 60_000);
    expect(drafts(next.dataFolder)).toEqual(['restoring-draft']);
    await clock.advance(60_000);
    expect(drafts(next.dataFolder)).toEqual([]);
  });

  test('is not released by a choice during opening', async () => {
    const { till, file } = await backedUp();
    const { id } = await till.restoring.choose(file);
    const choosing = codeOf(till.restoring.choose(file));
    await till.restoring.open(id, PASSPHRASE);
    expect(await choosing).toBe('backup.over');
  });

  test('is released when its window closes during opening', async () => {
    const { where, till, file } = await backedUp();
    const { id } = await till.restoring.choose(file);
    const opening = codeOf(till.restoring.open(id, PASSPHRASE));
    till.restoring.cancel(id);
    expect(await opening).toBe('backup.over');
    expect(drafts(where.dataFolder)).toEqual([]);
  });
});

describe('a terminal without its keychain record', () => {
  async function lost(
    withKeys: boolean,
    change: (file: ReturnType<typeof provisioningFile>) => object = (file) => file,
  ) {
    const where = machine('till');
    const before = await where.start();
    await provision(before, change);
    const journal = before.journal();
    sell(journal, 'sale1');
    await close(journal);
    const file = join(root, 'lost.tillmate');
    await backUp(before, file, withKeys);
    await where.keychain.delete(`${before.store.file.terminalId}/record`);
    return { where, till: await where.start(), file };
  }

  test('is restored from a backup with keys, with an alarm', async () => {
    const { where, till, file } = await lost(true);
    const preview = await open(till, file);
    expect(preview).toMatchObject({ needsPin: false, otherTerminal: false, takesPlace: false, keys: 'of-backup' });
    expect(preview.refused).toBeUndefined();
    await till.restoring.confirm({ id: preview.id });
    const after = await where.start();
    expect(after.trust.found).toMatchObject({ kind: 'held', changed: [], state: { recovered: true } });
    await after.till.roles.unlock(PIN);
    expect(after.till.roles.current()).toBe('manager');
    const journal = after.journal();
    expect(journal.find('', undefined, 10).sales).toHaveLength(1);
    expect(journal.tampered()).toBeDefined();
    await close(journal);
  });

  test('previews the refusal of a backup without keys', async () => {
    const { where, till, file } = await lost(false);
    const preview = await open(till, file);
    expect(preview.refused).toBe('no-key');
    expect(await codeOf(till.restoring.confirm({ id: preview.id }))).toBe('recover.incomplete');
    expect((await where.start()).trust.found).toMatchObject({ kind: 'lost' });
  });

  test('requires a new PIN when the backup has none', async () => {
    const { where, till, file } = await lost(true, ({ managerPin: _pin, ...given }) => given);
    const preview = await open(till, file);
    expect(preview).toMatchObject({ needsPin: true, pins: 'new' });
    expect(preview.refused).toBeUndefined();
    const confirm = (managerPin?: string) => codeOf(till.restoring.confirm({ id: preview.id, managerPin }));
    expect(await confirm()).toBe('recover.incomplete');
    expect(await confirm('1')).toBe('pin.too-short');
    expect(await confirm('907612')).toBe('done');
    const after = await where.start();
    expect(after.trust.found).toMatchObject({
      kind: 'held',
      changed: [],
      state: { recovered: true, pinRequired: true },
    });
    expect(after.till.roles.current()).toBe('cashier');
    await after.till.roles.unlock('907612');
    expect(after.till.roles.current()).toBe('manager');
  });

  test('refuses a backup of a different account', async () => {
    const { till } = await lost(true);
    const other = machine('other');
    const made = async (file: string, at: Started) => {
      await backUp(at, file, true);
      const preview = await open(till, file);
      expect(preview.refused).toBe('other-account');
      expect(await codeOf(till.restoring.confirm({ id: preview.id, otherTerminal: true }))).toBe(
        'recover.other-account',
      );
    };
    const there = await other.start();
    await made(join(root, 'nothing.tillmate'), there);
    const merchant = { ...provisioningFile().merchant, profileId: '7a1c8b2d7e3f4a5b9c0d1e2f' };
    await provision(there, (file) => ({ ...file, merchant }));
    await made(join(root, 'elsewhere.tillmate'), there);
  });
});

test('a fresh terminal announces replacing the original terminal', async () => {
  const { till, file } = await backedUp();
  expect((await open(till, file)).takesPlace).toBe(false);
  expect(await open(await machine('next').start(), file)).toMatchObject({ takesPlace: true, otherTerminal: false });
});

describe('a chosen file', () => {
  const outcomeOf = async (name: string, content: (whole: Buffer) => Buffer) => {
    const { till, file } = await backedUp();
    const path = join(root, name);
    fs.writeFileSync(path, content(fs.readFileSync(file)));
    return open(till, path).then(
      () => 'opened',
      (thrown: TillError) => [thrown.code, thrown.values],
    );
  };

  test.each([
    ['holiday.jpg', 'backup.foreign', (whole: Buffer) => Buffer.alloc(whole.length, 7)],
    ['cut.tillmate', 'backup.cut-off', (whole: Buffer) => whole.subarray(0, -200)],
    ['other.tillmate', 'backup.damaged', (whole: Buffer) => Buffer.concat([whole, Buffer.from('x\n')])],
    ['later.tillmate', 'backup.too-new', () => Buffer.from('{"tillmate":"backup","version":2}\n')],
  ] as const)('is named when unusable: %s, %s', async (name, code, content) => {
    expect(await outcomeOf(name, content)).toEqual([code, expect.objectContaining({ file: name })]);
    expect(handlesIn(root)).toEqual([]);
  });

  async function* zeros(bytes: number) {
    for (let left = bytes; left > 0; left -= MIB) yield Buffer.alloc(Math.min(left, MIB));
  }
  const zeroEntry = (name: string, bytes: number): Entry => ({ name, bytes, content: () => zeros(bytes) });
  const journalNamed = (number: number) => `journals/PREPROD-m-${number}-x/journal.sqlite`;
  const many = <T>(count: number, one: (number: number) => T) =>
    Array.from({ length: count }, (_, number) => one(number));

  /** A file by an attacker with knowledge of the backup format. */
  async function madeUp(entries: readonly Entry[]): Promise<string> {
    const path = join(root, 'made-up.tillmate');
    const key = await newBackupKey(PASSPHRASE);
    const lines = sealPieces(Readable.from(joinEntries(entries)).pipe(createGzip()), key);
    await writeFile(path, Readable.from(lines));
    return path;
  }
  const unpacked = (path: string, disk?: Pick<Disk, 'room'>) => {
    const to = join(root, 'unpacked');
    fs.mkdirSync(to);
    return codeOf(unpackBackup(path, PASSPHRASE, to, disk)).then((code) => ({ code, left: filesIn(to) }));
  };
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;

  test.each<[string, readonly Entry[], number]>([
    ['one large entry', [zeroEntry(journalNamed(0), 200 * MIB)], 0],
    ['the same in parts', many(4, (number) => zeroEntry(journalNamed(number), 50 * MIB)), 1],
    ['a picture that is no picture', [zeroEntry(`pictures/${'0'.repeat(64)}.png`, 3 * MIB)], 0],
    ['more entries than a till has', many(220, (number) => zeroEntry(journalNamed(number), 1)), 200],
    ['a text that no backup has', [zeroEntry('other.json', 1)], 0],
  ])('does not write impossible content: %s', async (_what, entries, most) => {
    const { code, left } = await unpacked(await madeUp(entries));
    expect(code).toBe('backup.damaged');
    expect(left).toBeLessThanOrEqual(most);
  });

  test('writes nothing without enough disk space', async () => {
    const path = await madeUp([zeroEntry(journalNamed(0), 10 * MIB)]);
    expect(await unpacked(path, { room: () => 205 * MIB })).toEqual({ code: 'restore.full', left: 0 });
  });

  test('may have a byte-order mark, but not UTF-16', async () => {
    const mark = Buffer.from([0xef, 0xbb, 0xbf]);
    expect(await outcomeOf('mark.tillmate', (whole) => Buffer.concat([mark, whole]))).toBe('opened');
    const wide = await outcomeOf('wide.tillmate', (whole) => Buffer.from(whole.toString('latin1'), 'utf16le'));
    expect(wide).toEqual(['file.encoding', { file: join(root, 'wide.tillmate') }]);
  });
});
