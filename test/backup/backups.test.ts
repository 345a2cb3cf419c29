import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { unpackBackup } from '../../main/backup/read-backup.ts';
import { TillError } from '../../main/base/till-error.ts';
import { withNextKey } from '../../main/identity/key-rotation.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { secretsFor } from '../../main/settings/secrets.ts';
import { folder as root } from '../base/test-folder.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { backedUp, clock, filesOf, freshClock, machine } from './backup-machine.ts';
import { backUp, close, codeOf, open, PASSPHRASE, PIN, provision, type Started, sell } from './machine-with-backups.ts';

beforeEach(freshClock);

describe('a fresh terminal', () => {
  test('restores from file and passphrase, naming missing keys', async () => {
    const { file, till } = await backedUp();
    const next = machine('next');
    const fresh = await next.start();
    const preview = await open(fresh, file);
    expect(preview).toMatchObject({
      otherTerminal: false,
      needsPin: false,
      keys: 'none',
      missing: ['signingKey', 'apiKey'],
      pins: 'of-backup',
      people: [{ role: 'manager', change: 'added' }],
      journals: [{ what: 'restored', inBackup: { payments: 2 } }],
    });
    expect(preview.changes).toContainEqual({ field: 'settings.pos.posId', after: 'TILL42' });
    await fresh.restoring.confirm({ id: preview.id });
    expect(next.anew()).toBe(1);

    const after = await next.start();
    expect(after.completed).toMatchObject({ file: 'till.tillmate' });
    expect(after.trust.found).toMatchObject({ kind: 'held', changed: [] });
    expect(after.store.file.settings).toEqual(till.store.file.settings);
    await after.till.roles.unlock(PIN);
    expect(() => secretsFor(after.trust.found, after.store.file.settings as never)).toThrow(
      expect.objectContaining({ code: 'signing-key.required' }),
    );
  });

  async function backedUpRotating(withKeys: boolean) {
    const till = await machine('till').start();
    await provision(till);
    const next = makeSigningKey('next');
    await till.save.keys((before) => withNextKey(before, { key: next, at: 1 }));
    await till.trust.look();
    const file = join(root, 'rotating.tillmate');
    await backUp(till, file, withKeys);
    return { next, file };
  }

  test('restores the second key of a rotation', async () => {
    const { next, file } = await backedUpRotating(true);
    const where = machine('next');
    const fresh = await where.start();
    await fresh.restoring.confirm({ id: (await open(fresh, file)).id });
    const { found } = (await where.start()).trust;
    expect(found).toMatchObject({ kind: 'held', state: { nextKey: { key: next } } });
  });

  test('finds no rotation key in a backup without keys', async () => {
    const { next, file } = await backedUpRotating(false);
    const { state } = await unpackBackup(file, PASSPHRASE, join(root, 'unpacked'));
    expect(JSON.stringify(state)).not.toContain(next.d);
  });

  test('sells at once, but refunds only after the recovery', async () => {
    const { file, reference } = await backedUp(machine('till'), true);
    const next = machine('next');
    const fresh = await next.start();
    const { id, keys, missing } = await open(fresh, file);
    expect([keys, missing]).toEqual(['of-backup', []]);
    await fresh.restoring.confirm({ id });
    const after = await next.start();
    const journal = after.journal();
    expect(journal.opening).toMatchObject({ created: false });
    expect(journal.opening.setAside).toBeUndefined();
    expect(journal.tampered()).toMatchObject({ why: 'restored' });
    expect(journal.restoredFrom()).toBe(clock.now());
    expect(journal.importDue()).toBe('');
    const { sales } = journal.find('', undefined, 10);
    expect(sales.map(({ saleId }) => saleId).sort()).toEqual(['sale1', 'sale2']);
    // The restored journal has a new salt, so no reference repeats.
    expect(journal.nextReference().reference.slice(0, -4)).not.toBe(reference.slice(0, -4));
    expect(journal.check()).toMatchObject({ ok: true });
    journal.keep({ type: 'journal.refilled', found: 0 });
    expect(journal.restoredFrom()).toBeUndefined();
    await close(journal);
    // The next start accepts the restored journal.
    const again = (await next.start()).journal();
    expect(again.opening.setAside).toBeUndefined();
    await close(again);
  });
});

describe('the terminal of the backup', () => {
  test('keeps a journal newer than the backup', async () => {
    const { where, till, file } = await backedUp();
    const journal = till.journal();
    sell(journal, 'sale3');
    await close(journal);
    const preview = await open(till, file);
    expect(preview).toMatchObject({
      needsPin: true,
      keys: 'as-now',
      missing: [],
      pins: 'as-now',
      changes: [],
      journals: [{ what: 'kept', inBackup: { payments: 2 }, here: { payments: 3 } }],
    });
    expect(await codeOf(till.restoring.confirm({ id: preview.id }))).toBe('pin.required');
    expect(await codeOf(till.restoring.confirm({ id: preview.id, managerPin: '000000' }))).toBe('pin.wrong');
    await till.restoring.confirm({ id: preview.id, managerPin: PIN });
    const after = await where.start();
    const same = after.journal();
    expect(same.find('', undefined, 10).sales).toHaveLength(3);
    expect(same.tampered()).toBeUndefined();
    await close(same);
    expect(where.acts.map(({ act }) => act)).toContain('restore-begun');
  });

  test('restores a lost journal without an alarm', async () => {
    const { where, till, file } = await backedUp();
    const journal = till.journal();
    const stretch = { fromSeq: 1, toSeq: 1, from: 0, to: 1 };
    for (const number of [1, 2])
      journal.record({ type: 'shift.closed', number, ...stretch, by: { role: 'manager' }, report: '{}' });
    await close(journal);
    rmSync(join(where.dataFolder, 'journals'), { recursive: true });
    const restarted = await where.start();
    const preview = await open(restarted, file);
    expect(preview.journals).toMatchObject([{ what: 'restored' }]);
    await restarted.restoring.confirm({ id: preview.id, managerPin: PIN });
    const back = (await where.start()).journal();
    expect(back.opening.setAside).toBeUndefined();
    expect(back.tampered()).toBeUndefined();
    expect(back.find('', undefined, 10).sales).toHaveLength(2);
    expect(back.nextShift()).toBe(3);
    expect(back.acts(undefined, 5)).toMatchObject([{ act: { act: 'backup-restored', about: 'till.tillmate' } }]);
    await close(back);
  });

  test('keeps replaced files in a named folder', async () => {
    const { where, till, file } = await backedUp();
    await till.save.counter({ ...till.store.file.counter, maximum: 12_300 }, undefined);
    const { id, changes } = await open(till, file);
    expect(changes).toEqual([{ field: 'counter.maximum', before: 12_300, after: 250_000 }]);
    await till.restoring.confirm({ id, managerPin: PIN });
    const { completed, store, trust } = await where.start();
    expect(store.file.counter.maximum).toBe(250_000);
    expect(trust.found).toMatchObject({ kind: 'held', changed: [] });
    const kept = JSON.parse(readFileSync(join(completed?.kept ?? '', 'terminal.json'), 'utf8')) as { counter: object };
    expect(kept.counter).toMatchObject({ maximum: 12_300 });
  });

  test('reports an older copy put back by hand', async () => {
    const { where, till, file } = await backedUp();
    const copy = join(root, 'copy.sqlite');
    const own = till.journal();
    await close(own);
    copyFileSync(own.file, copy);
    rmSync(join(where.dataFolder, 'journals'), { recursive: true });
    const restarted = await where.start();
    const { id } = await open(restarted, file);
    await restarted.restoring.confirm({ id, managerPin: PIN });
    await where.start();
    copyFileSync(copy, own.file);
    const journal = (await where.start()).journal();
    expect(journal.tampered()).toMatchObject({ why: 'swapped' });
    await close(journal);
  });
});

test('a hand-made restore folder is reported as foreign or changed', async () => {
  const { where, till } = await backedUp();
  const own = till.journal();
  const older = readFileSync(own.file);
  sell(own, 'sale3');
  await close(own);
  const lay = (path: string, content: string | Buffer) => {
    const to = join(where.dataFolder, 'restoring', path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content);
  };
  const plan = { kept: 'replaced-by-hand', file: 'x', madeAt: 0, over: till.store.file.seal?.generation };
  lay('plan.json', JSON.stringify(plan));
  lay(relative(where.dataFolder, own.file), older);
  const withJournal = await where.start();
  const journal = withJournal.journal();
  expect(journal.tampered()).toMatchObject({ kept: expect.any(Number) });
  await close(journal);
  lay('plan.json', JSON.stringify({ ...plan, kept: 'replaced-again' }));
  lay('terminal.json', JSON.stringify({ ...till.store.file, mode: 'training' }));
  expect((await where.start()).trust.tampered).toMatchObject({ code: 'terminal.tampered', values: { fields: 'mode' } });
});

test('the backup of a different terminal needs a confirmation', async () => {
  const { file } = await backedUp();
  const other = machine('other');
  const till = await other.start();
  await provision(till);
  const preview = await open(till, file);
  expect(preview.otherTerminal).toBe(true);
  expect(await codeOf(till.restoring.confirm({ id: preview.id, managerPin: PIN }))).toBe('backup.other-terminal');
  await till.restoring.confirm({ id: preview.id, managerPin: PIN, otherTerminal: true });
  const after = await other.start();
  expect(after.trust.found).toMatchObject({ kind: 'held', changed: [] });
  expect(after.store.file.terminalId).toBe(till.store.file.terminalId);
});

describe('nothing is changed', () => {
  test('by an unusable file or wrong passphrase', async () => {
    const { where, till, file } = await backedUp();
    const before = filesOf(where.dataFolder);
    const cut = join(root, 'cut.tillmate');
    writeFileSync(cut, readFileSync(file).subarray(0, -200));
    const noise = join(root, 'noise.tillmate');
    writeFileSync(noise, Buffer.alloc(1_000_000, 7));
    const empty = join(root, 'empty.tillmate');
    writeFileSync(empty, '');
    expect(await codeOf(open(till, cut))).toBe('backup.cut-off');
    expect(await codeOf(open(till, noise))).toBe('backup.foreign');
    expect(await codeOf(open(till, empty))).toBe('file.empty');
    expect(await codeOf(open(till, join(root, 'none')))).toBe('file.missing');
    expect(await codeOf(open(till, root))).toBe('file.folder');
    expect(await codeOf(open(till, file, 'vier appels en een peer'))).toBe('passphrase.wrong');
    expect(filesOf(where.dataFolder)).toEqual(before);
  });

  test('by opening a backup and leaving', async () => {
    const { where, till, file } = await backedUp();
    const before = filesOf(where.dataFolder);
    const { id } = await open(till, file);
    till.restoring.cancel(id);
    expect(await codeOf(till.restoring.confirm({ id, managerPin: PIN }))).toBe('backup.over');
    expect(filesOf(where.dataFolder)).toEqual(before);
  });

  test('when the keychain refuses the new state', async () => {
    const inner = memoryKeychain();
    let refuses = false;
    const keychain: Keychain = {
      ...inner,
      async set(account, secret) {
        if (refuses && account.endsWith('/record')) throw new TillError('keychain.locked', 'locked');
        await inner.set(account, secret);
      },
    };
    const { where, till, file } = await backedUp(machine('till', keychain));
    const { id } = await open(till, file);
    refuses = true;
    expect(await codeOf(till.restoring.confirm({ id, managerPin: PIN }))).toBe('keychain.locked');
    refuses = false;
    expect(where.anew()).toBe(0);
    const { completed, trust } = await where.start();
    expect(completed).toBeUndefined();
    expect(trust.found).toMatchObject({ kind: 'held', changed: [] });
  });
});

test('a backup holds no secret in clear text', async () => {
  const { file, till } = await backedUp();
  const text = readFileSync(file, 'latin1');
  const state = till.trust.found.kind === 'held' ? till.trust.found.state : undefined;
  for (const secret of [state?.signingKey?.d, state?.apiKey, state?.people[0]?.pin, 'TILL42', 'Manager'])
    expect(text).not.toContain(secret);
  const other = machine('other');
  const fresh = await other.start();
  await open(fresh, file);
  for (const [name, content] of Object.entries(filesOf(other.dataFolder))) {
    expect([name, Buffer.from(content, 'base64').includes(state?.signingKey?.d ?? '-')]).toEqual([name, false]);
    expect([name, Buffer.from(content, 'base64').includes(state?.people[0]?.pin ?? '-')]).toEqual([name, false]);
  }
});

test('settings changed by hand are not backed up', async () => {
  const { where } = await backedUp();
  const path = join(where.dataFolder, 'terminal.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('TILL42', 'TILL43'));
  const till = await where.start();
  const made = join(root, 'new.tillmate');
  expect(await codeOf(backUp(till, made))).toBe('terminal.tampered');
  expect(existsSync(made)).toBe(false);
});

test('a failed backup leaves no file', async () => {
  const { till } = await backedUp();
  const probe = await openFile(join(root, 'probe'), 'w');
  await probe.close();
  const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });
  vi.spyOn(Object.getPrototypeOf(probe), 'sync').mockRejectedValueOnce(full);
  const folder = join(root, 'full');
  mkdirSync(folder);
  expect(await codeOf(backUp(till, join(folder, 'a.tillmate')))).toBe('file.full');
  expect(readdirSync(folder)).toEqual([]);
});

describe('the daily backup', () => {
  async function daily() {
    const where = machine('till');
    const till = await where.start();
    await provision(till);
    const folder = join(root, 'backups');
    mkdirSync(folder);
    await till.till.roles.unlock(PIN);
    await till.backups.setDaily({ folder: till.backups.offer(folder), passphrase: PASSPHRASE, withKeys: false });
    return { where, till, folder };
  }
  const DAY_MS = 24 * 3_600_000;
  /** Waits for the started backup to end. */
  const settled = async (till: Started) => {
    do await new Promise((resolve) => setImmediate(resolve));
    while (till.backups.status().underWay);
  };
  const pass = async (till: Started, ms: number) => {
    for (let left = ms; left > 0; left -= 60_000) {
      clock.tick(Math.min(left, 60_000));
      await settled(till);
    }
  };

  test('is made by itself and opens with the passphrase', async () => {
    const { where, till, folder } = await daily();
    await pass(till, 3 * 60_000);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(till.backups.status()).toMatchObject({
      last: { how: 'daily', outcome: { kind: 'made' } },
      daily: { folder },
    });
    clock.tick(DAY_MS - 60_000);
    await settled(till);
    await pass(till, 2 * 60_000);
    const [, newest] = readdirSync(folder).sort();
    expect(readdirSync(folder)).toHaveLength(2);
    const fresh = await machine('next').start();
    expect(await open(fresh, join(folder, newest ?? ''))).toMatchObject({ missing: ['signingKey', 'apiKey'] });
    expect(where.failed.filter((code) => code !== undefined)).toEqual([]);
  });

  test('names its manager even after signing out', async () => {
    const { where, till, folder } = await daily();
    const setting = till.backups.setDaily({ folder, passphrase: 'vier peren en een appel', withKeys: false });
    till.till.roles.lock();
    await setting;
    expect(where.acts.at(-1)).toMatchObject({ act: 'backup-daily-set', by: { role: 'manager' } });
  });

  test('keeps fourteen files and touches no other file', async () => {
    const { till, folder } = await daily();
    const id = till.store.file.terminalId.slice(0, 8);
    for (let day = 1; day <= 20; day += 1)
      writeFileSync(join(folder, `Tillmate-TILL42-${id}-2020-01-${String(day).padStart(2, '0')}-0900.tillmate`), '');
    writeFileSync(join(folder, 'Tillmate-TILL43-00000000-2019-01-01-0900.tillmate'), '');
    writeFileSync(join(folder, 'holiday.jpg'), '');
    await till.backups.dailyNow();
    const left = readdirSync(folder);
    expect(left.filter((name) => name.includes(id))).toHaveLength(14);
    expect(left).toEqual(expect.arrayContaining(['holiday.jpg', 'Tillmate-TILL43-00000000-2019-01-01-0900.tillmate']));
  });

  test('keeps the newest backup and backups made by hand', async () => {
    const { till, folder } = await daily();
    const id = till.store.file.terminalId.slice(0, 8);
    for (let day = 1; day <= 14; day += 1)
      writeFileSync(join(folder, `Tillmate-TILL42-${id}-2099-01-${String(day).padStart(2, '0')}-0900.tillmate`), '');
    const byHand = till.backups.proposedName();
    writeFileSync(join(folder, byHand), '');
    await till.backups.dailyNow();
    const left = readdirSync(folder);
    expect(left).toContain(byHand);
    expect(left.filter((name) => !name.includes('-2099-') && name !== byHand)).toHaveLength(1);
    expect(left).toHaveLength(15);
  });

  test('reports a missing folder and recovers', async () => {
    const { where, till, folder } = await daily();
    rmSync(folder, { recursive: true });
    await pass(till, 3 * 60_000);
    expect(where.failed.at(-1)).toBe('backup.no-folder');
    expect(till.backups.status().last).toMatchObject({ outcome: { kind: 'failed', code: 'backup.no-folder' } });
    mkdirSync(folder);
    await pass(till, 17 * 60_000);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(where.failed.at(-1)).toBeUndefined();
  });

  test('refuses an unchosen folder and its own data folder', async () => {
    const { where, till, folder } = await daily();
    expect(await codeOf(till.backups.setDaily({ folder: root, withKeys: true }))).toBe('backup.no-folder');
    const own = till.backups.offer(where.dataFolder);
    expect(await codeOf(till.backups.setDaily({ folder: own, withKeys: true }))).toBe('file.own-folder');
    expect(till.backups.status().daily).toEqual({ folder, withKeys: false });
  });
});
