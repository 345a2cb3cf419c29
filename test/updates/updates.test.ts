import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Installer } from '../../main/updates/installer.ts';
import { linux, next, old, script } from './app-images.ts';
import { UpdatingTill } from './updating-till.ts';

/** Starts 1.0.0 with 1.1.0 ready. `kept`: the running version is on the server too. */
async function readyTill(
  till: UpdatingTill,
  { system = {}, kept = true }: { system?: Partial<Installer>; kept?: boolean } = {},
) {
  if (kept) await till.release('1.0.0', old);
  await till.release('1.1.0', next);
  const started = till.start('1.0.0', 'till-1', system);
  await started.updates.look();
  return started;
}

describe('a signed release', linux, () => {
  test('is fetched, kept and installed at night', async () => {
    await using till = await UpdatingTill.make();
    const { clock, ended, updates } = await readyTill(till);
    expect(updates.view()).toMatchObject({ state: 'ready', newest: '1.1.0', lastLookAt: clock.now() });
    expect(readdirSync(join(till.folder, 'updates/kept')).sort()).toEqual(['1.0.0', '1.1.0']);
    expect(till.installed()).toBe('the version that runs');
    await clock.advance(60_000);
    await expect.poll(() => ended).toEqual(['end']);
    updates.atEnd();
    expect(ended).toEqual(['end', 'start the installed one']);
    expect(till.installed()).toBe(next.toString());
  });

  test('is fetched once, and dropped when withdrawn from the server', async () => {
    await using till = await UpdatingTill.make();
    const { updates } = await readyTill(till, { kept: false });
    await updates.look();
    expect(till.server.asked.filter((name) => name.endsWith('.AppImage'))).toEqual(['Tillmate-1.1.0.AppImage']);
    await till.release('1.0.0', old, { issuedAt: '2026-11-20T09:00:00Z' });
    await updates.look();
    expect(updates.view()).toMatchObject({ state: 'idle' });
    await expect(updates.install()).rejects.toMatchObject({ code: 'update.not-ready' });
  });

  test('is not fetched again after a restart', async () => {
    await using till = await UpdatingTill.make();
    const before = await readyTill(till, { kept: false });
    await before.updates.close();
    const after = till.start();
    await after.updates.look();
    expect(after.updates.view()).toMatchObject({ state: 'ready', newest: '1.1.0' });
    expect(till.server.asked.filter((name) => name === 'Tillmate-1.1.0.AppImage')).toHaveLength(1);
  });

  test('is not installed when its file was changed on disk', async () => {
    await using till = await UpdatingTill.make();
    const { ended, updates } = await readyTill(till);
    writeFileSync(join(till.folder, 'updates/tillmate-updater/pending/Tillmate-1.1.0.AppImage'), script('6.6.6'));
    await expect(updates.install()).rejects.toMatchObject({ code: 'update.broken' });
    updates.atEnd();
    expect(ended).toEqual([]);
    expect(updates.view()).toMatchObject({ state: 'failed', problem: { code: 'update.broken' } });
    expect(till.installed()).toBe('the version that runs');
  });

  test('leaves the running version when the system refuses', async () => {
    await using till = await UpdatingTill.make();
    const { ended, updates } = await readyTill(till);
    await updates.install();
    vi.stubEnv('APPIMAGE', 'not/a/path');
    updates.atEnd();
    expect(ended).toEqual(['end', 'start again']);
    expect(till.installed()).toBe('the version that runs');
    vi.stubEnv('APPIMAGE', till.appImage);
    const again = till.start();
    expect(again.updates.view()).toMatchObject({ state: 'failed', problem: { code: 'update.install' } });
    // A failed installation is not repeated every night; only a person can start a new attempt.
    await again.updates.look();
    expect(again.updates.view()).toMatchObject({ state: 'ready', waitsFor: 'person' });
  });
});

describe('a failed installation leaves a working till', linux, () => {
  test('when the disk refuses the state', async () => {
    await using till = await UpdatingTill.make();
    const { ended, updates } = await readyTill(till);
    const inTheWay = join(till.folder, 'updates/state.json.new');
    mkdirSync(inTheWay);
    await expect(updates.install()).rejects.toMatchObject({ code: 'update.disk' });
    expect(updates.view()).toMatchObject({ state: 'failed', problem: { code: 'update.disk' } });
    updates.atEnd();
    expect(ended).toEqual([]);
    rmdirSync(inTheWay);
    await updates.look();
    await updates.install();
    expect(ended).toEqual(['end']);
  });

  test('when the system refuses at once or later', async () => {
    await using till = await UpdatingTill.make();
    const system = {
      endsApp: true,
      install(): void {
        throw new TillError('update.install', 'not signed');
      },
    };
    const { clock, ended, updates } = await readyTill(till, { system });
    const pending = clock.pending;
    await expect(updates.install()).rejects.toMatchObject({ code: 'update.install' });
    expect(updates.view()).toMatchObject({ state: 'failed', problem: { code: 'update.install' } });
    expect(clock.pending).toBe(pending);
    await updates.close();

    let refuse: (thrown: unknown) => void = () => undefined;
    const install: Installer['install'] = (refused) => {
      refuse = refused ?? refuse;
    };
    const later = await readyTill(till, { system: { endsApp: true, install } });
    await later.updates.install();
    expect(later.updates.view()).toMatchObject({ state: 'installing' });
    refuse(new Error('not signed'));
    refuse(new Error('said twice'));
    expect(later.updates.view()).toMatchObject({ state: 'failed', problem: { code: 'update.install' } });
    expect(till.lines.at(-1)).toBe('update.install');
    expect(ended).toEqual(['windows free', 'windows held']);
  });

  test.each([{ endsApp: true, install: () => undefined }, {}])(
    'when the app has not ended after ten minutes: %j',
    async (system) => {
      await using till = await UpdatingTill.make();
      const { clock, updates } = await readyTill(till, { system });
      await updates.install();
      await clock.advance(9 * 60_000);
      expect(updates.view()).toMatchObject({ state: 'installing' });
      await clock.advance(60_000);
      expect(updates.view()).toMatchObject({ state: 'failed', problem: { code: 'update.install' } });
      updates.atEnd();
      expect(till.installed()).toBe('the version that runs');
    },
  );
});

describe('a ready update waits', linux, () => {
  test('until a sale or refund ends, even on request', async () => {
    await using till = await UpdatingTill.make();
    const { clock, counter, ended, updates } = await readyTill(till);
    counter.underWay = true;
    expect(updates.view()).toMatchObject({ state: 'ready', waitsFor: 'sale' });
    await clock.advance(30 * 60_000);
    await expect(updates.install()).rejects.toMatchObject({ code: 'update.sale-open' });
    expect(ended).toEqual([]);
    counter.underWay = false;
    await clock.advance(60_000);
    await expect.poll(() => ended).toEqual(['end']);
  });

  test('for closing time, unless a manager starts the installation', async () => {
    await using till = await UpdatingTill.make();
    till.settings = { ...till.settings, opens: '00:00', closes: '23:59' };
    const { clock, ended, noted, updates } = await readyTill(till);
    expect(updates.view()).toMatchObject({ state: 'ready', waitsFor: 'opening-hours' });
    await clock.advance(60 * 60_000);
    expect(ended).toEqual([]);
    await updates.install();
    expect(ended).toEqual(['end']);
    expect(noted).toEqual(['update-installs by manager: 1.0.0']);
  });

  test('for a manual start when the running version was not kept', async () => {
    await using till = await UpdatingTill.make();
    const { clock, ended, updates } = await readyTill(till, { kept: false });
    expect(updates.view()).toMatchObject({ state: 'ready', waitsFor: 'way-back' });
    await clock.advance(60 * 60_000);
    expect(ended).toEqual([]);
    await updates.install();
    expect(ended).toEqual(['end']);
  });
});

describe('takes no updates', linux, () => {
  test.each([
    [{ on: false }, 'switched-off'],
    [{ server: '' }, 'no-server'],
  ] as const)('with %j', async (change, off) => {
    await using till = await UpdatingTill.make();
    till.settings = { ...till.settings, ...change };
    const { clock, updates } = till.start();
    expect(updates.view()).toMatchObject({ state: 'off', off });
    await expect(updates.look()).rejects.toMatchObject({ code: 'update.off' });
    await clock.advance(24 * 60 * 60_000);
    expect(till.server.asked).toEqual([]);
  });

  test('of a later rollout stage until the share grows', async () => {
    await using till = await UpdatingTill.make();
    await till.release('1.1.0', next, { share: 0 });
    const { updates } = till.start();
    await updates.look();
    expect(updates.view()).toMatchObject({ state: 'idle', newest: '1.1.0', notTaken: 'later' });
    await till.release('1.1.0', next, { share: 100 });
    await updates.look();
    expect(updates.view()).toMatchObject({ state: 'ready' });
  });
});

test('looks minutes after the start, then every four hours', linux, async () => {
  await using till = await UpdatingTill.make();
  await till.release('1.0.0', old);
  const { clock, updates } = till.start();
  await clock.advance(59_000);
  expect(till.server.asked).toEqual([]);
  await clock.advance(11 * 60_000);
  await expect.poll(() => till.server.asked.length).toBe(1);
  await expect.poll(() => updates.view().state).toBe('idle');
  await clock.advance(3.5 * 60 * 60_000);
  // A running look would reach the server only later.
  expect([till.server.asked.length, updates.view().state]).toEqual([1, 'idle']);
  await clock.advance(60 * 60_000);
  await expect.poll(() => till.server.asked.length).toBe(2);
});
