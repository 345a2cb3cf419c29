import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../../main/base/omit-undefined.ts';
import { TillError } from '../../../main/base/till-error.ts';
import type { Keychain } from '../../../main/identity/keychain.ts';
import type { CheckedAccount } from '../../../main/support/checks/check.ts';
import { keychainCheck } from '../../../main/support/checks/key-checks.ts';
import { type MachineParts, machineChecks, type Surroundings } from '../../../main/support/checks/machine-checks.ts';
import { type CheckedDisk, diskCheck } from '../../../main/support/checks/storage-checks.ts';
import type { CheckId } from '../../../preload/contract/checks.ts';
import { folder } from '../../base/test-folder.ts';
import { memoryKeychain } from '../../identity/memory-keychain.ts';
import { liveSettings } from '../../till/counter-till.ts';

const { signal } = new AbortController();

describe('keychain', () => {
  const none: CheckedAccount = { kind: 'none' };
  const live: CheckedAccount = {
    kind: 'no-keys',
    settings: liveSettings(),
    error: new TillError('keychain.empty', ''),
  };
  const check = (keychain: () => Promise<Keychain>, account: CheckedAccount = live) =>
    keychainCheck({ keychain, account, processId: 7, uuid: () => 'drawn' }).run(signal);

  test('a working keychain passes and stays unchanged', async () => {
    const chain = memoryKeychain();
    await chain.set('other', 'stays');
    expect(await check(async () => chain)).toEqual({ state: 'ok', finding: 'keychain.keeps' });
    expect([await chain.get('probe/check-7'), await chain.get('other')]).toEqual([undefined, 'stays']);
  });

  test('a forgetting and a locked keychain fail', async () => {
    const forgets = { ...memoryKeychain(), get: async () => undefined };
    expect(await check(async () => forgets)).toMatchObject({ state: 'failed', finding: 'keychain.not-kept' });
    const locked = () => Promise.reject(new TillError('keychain.locked', 'x', { values: { why: 'no answer' } }));
    expect(await check(locked)).toMatchObject({ state: 'failed', finding: 'keychain.locked', mend: { part: 'keys' } });
    // No secret has been stored yet.
    expect(await check(locked, none)).toMatchObject({ state: 'warning', finding: 'keychain.locked' });
  });
});

describe('disk', () => {
  const GB = 1 << 30;
  const disk = (free: number | undefined, ms: readonly number[]): CheckedDisk => ({
    free: async () => free,
    syncs: async () => ms,
  });
  const check = (of?: CheckedDisk) =>
    diskCheck({ dataFolder: folder, processId: 7, ...omitUndefined({ disk: of }) }).run(signal);

  test.each([
    [5 * GB, [2, 3, 900], 'ok', 'disk.room'],
    [undefined, [2], 'ok', 'disk.syncs'],
    [5 * GB, [90, 101, 120], 'warning', 'disk.slow'],
    [GB - 1, [2], 'warning', 'disk.scarce'],
    [200 * (1 << 20) - 1, [200], 'failed', 'disk.full'],
  ] as const)('%s bytes free, syncs of %j ms', async (free, ms, state, finding) => {
    expect(await check(disk(free, ms))).toMatchObject({ state, finding });
  });

  test('the real disk is left unchanged', async () => {
    expect(await check()).toMatchObject({
      values: { free: expect.stringMatching(/^\d+ [MG]B$/), syncMs: expect.any(Number) },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a missing, a full and an unwritable folder', async () => {
    expect(await diskCheck({ dataFolder: join(folder, 'none'), processId: 7 }).run(signal)).toMatchObject({
      state: 'skipped',
      finding: 'disk.no-folder',
    });
    const failing = (code: string) => ({
      ...disk(GB, []),
      syncs: () => Promise.reject(Object.assign(new Error(code), { code })),
    });
    expect(await check(failing('ENOSPC'))).toMatchObject({ state: 'failed', finding: 'disk.none-left' });
    expect(await check(failing('EROFS'))).toMatchObject({ finding: 'disk.unwritable', values: { reason: 'EROFS' } });
  });
});

describe('surroundings of the till', () => {
  const machine = { versions: process.versions, platform: 'linux', release: '6.1' };
  const around = (change: Partial<Surroundings> = {}): Surroundings => ({
    screens: () => [
      { width: 1920, height: 1080, rotation: 0 },
      { width: 1080, height: 1920, rotation: 90 },
    ],
    displayState: () => 'open',
    printers: async () => [{ name: 'RECEIPTS_80', label: 'Receipts 80' }],
    ...change,
  });
  const find = (id: CheckId, parts: Partial<MachineParts> = {}) => {
    const all = { surroundings: around(), printer: '', version: '1.2.3', updates: () => undefined, machine, ...parts };
    return machineChecks(all)
      .find((check) => check.id === id)
      ?.run(signal);
  };
  const one = () => [{ width: 1024, height: 768, rotation: 0 }];

  test.each([
    [{}, 'ok displays.there'],
    [{ displayState: (): 'off' => 'off' }, 'ok displays.till-alone'],
    [{ displayState: (): 'closed' => 'closed' }, 'warning displays.closed'],
    [{ screens: one }, 'warning displays.shared'],
    [{ screens: () => [] }, 'failed displays.none'],
  ] as const)('screens: %j is %s', async (change, told) => {
    const found = await find('displays', { surroundings: around(change) });
    expect(`${found?.state} ${found?.finding}`).toBe(told);
  });

  test('lists each screen with size and rotation', async () => {
    expect((await find('displays'))?.values).toEqual({ count: 2, screens: '1920 × 1080, 1080 × 1920 ⟳ 90°' });
  });

  test('a present, missing, unset and absent printer', async () => {
    expect(await find('printer', { printer: 'RECEIPTS_80' })).toMatchObject({
      state: 'ok',
      values: { printer: 'Receipts 80' },
    });
    expect(await find('printer', { printer: 'OLD' })).toMatchObject({ state: 'failed', finding: 'printer.gone' });
    expect(await find('printer')).toMatchObject({ state: 'ok', finding: 'printer.asks' });
    const surroundings = around({ printers: async () => [] });
    expect(await find('printer', { surroundings })).toMatchObject({ state: 'ok', finding: 'printer.none' });
  });

  test('reports an available update, but no later stage', async () => {
    const view = { version: '1.2.3', state: 'idle', newest: '1.3.0' } as const;
    expect(await find('versions', { updates: () => view })).toMatchObject({
      state: 'warning',
      values: { newest: '1.3.0' },
    });
    expect(await find('versions', { updates: () => ({ ...view, notTaken: 'later' }) })).toMatchObject({ state: 'ok' });
    expect(await find('versions')).toMatchObject({ state: 'ok', values: { version: '1.2.3', system: 'linux 6.1' } });
  });

  test('without windows, screens and printers are skipped', async () => {
    for (const id of ['displays', 'printer'] as const)
      expect(await find(id, { surroundings: undefined })).toMatchObject({ state: 'skipped', finding: 'needs.windows' });
  });
});
