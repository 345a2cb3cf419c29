import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Installer } from '../../main/updates/installer.ts';
import { linux, next, old, script } from './app-images.ts';
import { UpdatingTill } from './updating-till.ts';

/** A start of 1.0.0 for which 1.1.0 is ready; `kept`: the running version is on the server too. */
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
  test('is fetched, kept beside the version that runs, and installed at night as that ends', async () => {
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

  test('is not fetched again while it lies ready, and given up when it is taken off the server', async () => {
    await using till = await UpdatingTill.make();
    const { updates } = await readyTill(till, { kept: false });
    await updates.look();
    expect(till.server.asked.filter((name) => name.endsWith('.AppImage'))).toEqual(['Tillmate-1.1.0.AppImage']);
    await till.release('1.0.0', old, { issuedAt: '2026-11-20T09:00:00Z' });
    await updates.look();
    expect(updates.view()).toMatchObject({ state: 'idle' });
    await expect(updates.install()).rejects.toMatchObject({ code: 'update.not-ready' });
  });

  test('that lay ready before a restart is not fetched twice', async () => {
    await using till = await UpdatingTill.make();
    const before = await readyTill(till, { kept: false });
    await before.updates.close();
    const after = till.start();
    await after.updates.look();
    expect(after.updates.view()).toMatchObject({ state: 'ready', newest: '1.1.0' });
    expect(till.server.asked.filter((name) => name === 'Tillmate-1.1.0.AppImage')).toHaveLength(1);
  });

  test('whose file was changed on the disk while it waited is not installed', async () => {
    await using till = await UpdatingTill.make();
    const { ended, updates } = await readyTill(till);
    writeFileSync(join(till.folder, 'updates/tillmate-updater/pending/Tillmate-1.1.0.AppImage'), script('6.6.6'));
    await expect(updates.install()).rejects.toMatchObject({ code: 'update.broken' });
    updates.atEnd();
    expect(ended).toEqual([]);
    expect(updates.view()).toMatchObject({ state: 'failed', problem: { code: 'update.broken' } });
    expect(till.installed()).toBe('the version that runs');
  });

  test('that the system does not take leaves the version that runs, which starts again and says so', async () => {
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
    // It does not try every night what failed once: a person may.
    await again.updates.look();
    expect(again.updates.view()).toMatchObject({ state: 'ready', waitsFor: 'person' });
  });
});

describe('an installation that does not happen leaves a till that goes on', linux, () => {
  test('where the disk does not take what is noted of it', async () => {
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

  test('where the system refuses at once, or later', async () => {
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
    'where the app has not ended after ten minutes: %j',
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

describe('what is ready waits', linux, () => {
  test('for a sale or refund to end, and nobody can press past it', async () => {
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

  test('for opening hours to be over, unless a manager lets it or presses Install now', async () => {
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

  test('for a person, where the version that runs could not be kept', async () => {
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

  test('of a version whose turn is later here, and takes it when the share has grown', async () => {
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

test('the till looks by itself some minutes after its start, and every four hours', linux, async () => {
  await using till = await UpdatingTill.make();
  await till.release('1.0.0', old);
  const { clock, updates } = till.start();
  await clock.advance(59_000);
  expect(till.server.asked).toEqual([]);
  await clock.advance(11 * 60_000);
  await expect.poll(() => till.server.asked.length).toBe(1);
  await expect.poll(() => updates.view().state).toBe('idle');
  await clock.advance(3.5 * 60 * 60_000);
  // The server would hear later of a look that is under way.
  expect([till.server.asked.length, updates.view().state]).toEqual([1, 'idle']);
  await clock.advance(60 * 60_000);
  await expect.poll(() => till.server.asked.length).toBe(2);
});
