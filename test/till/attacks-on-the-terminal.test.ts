import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Act } from '../../main/audit/audit-log.ts';
import { systemRandom } from '../../main/base/clock.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { createLog } from '../../main/support/log.ts';
import { Till } from '../../main/till/switchable-till.ts';
import { stateNotices } from '../../main/windows/state-notices.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { provisioned, provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { Counter } from '../sale/counter.ts';
import { limitedKeychain } from '../settings/limited-keychain.ts';
import { recordOf } from '../settings/terminal-with-record.ts';
import { counterTill } from './counter-till.ts';

/**
 * Attacks by a dishonest employee on `terminal.json` and the keychain while Tillmate is not running. Each attack must
 * be refused, shown and logged.
 */

const PIN = '471147';
const path = () => join(folder, 'terminal.json');
type Json = ReturnType<typeof JSON.parse>;

function edit(change: (file: Json) => void): void {
  const file = JSON.parse(readFileSync(path(), 'utf8'));
  change(file);
  writeFileSync(path(), JSON.stringify(file));
}

function machine() {
  const keychain = limitedKeychain(100_000);
  const clock = new VirtualClock();
  async function start({ packaged = true } = {}) {
    const lines: string[] = [];
    const acts: Act[] = [];
    const sentTo: string[] = [];
    const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
    const store = openSettings(path(), { clock, random: systemRandom });
    const { trust, save } = recordOf(store, async () => keychain, { log });
    const opened = (settings: Parameters<typeof counterTill>[1]) => counterTill(new Counter(), settings);
    const till = new Till({
      clock,
      log,
      store,
      trust,
      acts: { record: (act) => void acts.push(act) },
      started: { training: false, packaged },
      openTraining: async () => opened(provisionedSettings()),
      openLive: async (settings, secrets) => {
        sentTo.push(`${secrets.apiKey} to ${settings.service.baseUrl}`);
        return opened(settings);
      },
      changed: () => undefined,
    });
    await till.start();
    return { till, store, save, lines, acts, sentTo, notices: () => stateNotices(till).map(({ code }) => code) };
  }
  async function setUp(change: object = {}) {
    const first = await start();
    await first.till.reopenAfter(() => first.save.terminal(provisioned(change)));
    expect(first.till.mode).toBe('live');
    await first.till.close();
  }
  const account = (kind: string) => [...keychain.items.keys()].find((name) => name.endsWith(`/${kind}`)) ?? '';
  return { keychain, clock, start, setUp, account };
}

const provisionedSettings = () => ({ ...provisioned().draft, tuning: provisioned().tuning });

/** Expects that no key was used, nobody is a manager, and that the till, the log and the journal state the code. */
async function expectLocked(now: Awaited<ReturnType<ReturnType<typeof machine>['start']>>, code: string) {
  expect(now.sentTo).toEqual([]);
  expect(now.till.openError?.code).toBe(code);
  expect(now.till.roles.current()).toBe('cashier');
  expect(now.notices()).toContain(code);
  expect(now.lines.join()).toContain(code);
}

test.each(['record', 'tally'])('a deleted %s locks the till and refuses every PIN', async (kind) => {
  const { start, setUp, keychain, account } = machine();
  await setUp();
  await keychain.delete(account(kind));
  const now = await start();
  await expectLocked(now, kind === 'record' ? 'keychain.empty' : 'keychain.damaged');
  await expect(now.till.roles.unlock(PIN)).rejects.toMatchObject({ code: now.till.openError?.code });
  expect(now.acts).toMatchObject([{ act: 'keychain-locked', by: { role: 'till' } }]);
});

test('a deleted keychain record locks the till even without a seal', async () => {
  const { start, setUp, keychain, account } = machine();
  await setUp();
  await keychain.delete(account('record'));
  edit((file) => {
    delete file.seal;
    file.settings.service.baseUrl = 'http://127.0.0.1:6666';
    file.counter.refundPinAbove = 999_999;
  });
  const now = await start();
  await expectLocked(now, 'keychain.empty');
  expect(now.acts).toMatchObject([{ act: 'keychain-locked', by: { role: 'till' } }]);
  expect(account('record')).toBe('');
});

test.each([
  ['the PIN is no longer required', '"pinRequired":true', '"pinRequired":false'],
  ['the manager is a cashier', '"role":"manager"', '"role":"cashier"'],
  ['the API key is another one', 'key-of-the-api-manager', 'key-of-the-api-managex'],
  ['it is another version', '"version":1', '"version":2'],
  ['it is cut', '}', ''],
])('an altered keychain record (%s) locks the till', async (_what, from, to) => {
  const { start, setUp, keychain, account } = machine();
  await setUp();
  const text = keychain.items.get(account('record')) ?? '';
  await keychain.set(account('record'), text.replace(from, to));
  await expectLocked(await start(), 'keychain.damaged');
});

test('edited settings lock the till until a manager accepts', async () => {
  const { start, setUp } = machine();
  await setUp();
  edit((file) => {
    file.counter.maximum = 99_999_900;
    file.settings.callbacks = { callbackUrl: 'https://thief.example/' };
  });
  const now = await start();
  await expectLocked(now, 'terminal.tampered');
  const fields = 'settings.callbacks.callbackUrl counter.maximum';
  expect(now.acts).toEqual([
    { act: 'terminal-tampered', by: { role: 'till' }, about: 'terminal.tampered', values: { fields } },
  ]);
  await expect(now.save.mode('training')).rejects.toMatchObject({ code: 'terminal.tampered' });
  await now.till.roles.unlock(PIN);
  await now.till.reopenAfter(() => now.save.accept());
  expect(now.till.openError).toBeUndefined();
  expect(now.sentTo).toHaveLength(1);
  expect((await start()).till.openError).toBeUndefined();
});

test('an edited address gets no key even after acceptance', async () => {
  const { start, setUp } = machine();
  await setUp();
  edit((file) => {
    file.settings.service.baseUrl = 'http://127.0.0.1:6666';
  });
  const now = await start();
  await expectLocked(now, 'terminal.tampered');
  await now.till.roles.unlock(PIN);
  await now.till.reopenAfter(() => now.save.accept());
  expect(now.till.openError?.code).toBe('keys.elsewhere');
  expect(now.sentTo).toEqual([]);
});

test('an older sealed file is refused', async () => {
  const { start, setUp } = machine();
  await setUp();
  const older = readFileSync(path());
  const between = await start();
  await between.save.counter({ ...between.store.file.counter, refundPinAbove: 0 }, undefined);
  await between.till.close();
  writeFileSync(path(), older);
  const now = await start();
  await expectLocked(now, 'terminal.tampered');
  expect(now.till.tampered?.values).toEqual({ fields: 'seal' });
});

test('a training terminal cannot be made live by hand', async () => {
  const { start, setUp } = machine();
  await setUp();
  const trained = await start();
  await trained.till.reopenAfter(() => trained.save.mode('training'));
  await trained.till.close();
  edit((file) => {
    file.mode = 'live';
  });
  await expectLocked(await start(), 'terminal.tampered');
});

test('removing the seal does not hide the keychain record', async () => {
  const { start, setUp } = machine();
  await setUp();
  edit((file) => {
    delete file.seal;
  });
  await expectLocked(await start(), 'terminal.tampered');
});

test('removing seal and settings exposes no key and blocks saving', async () => {
  const { start, setUp } = machine();
  await setUp();
  edit((file) => {
    delete file.seal;
    delete file.settings;
    delete file.mode;
  });
  const now = await start();
  expect(now.till).toMatchObject({ mode: 'undecided', opened: undefined });
  const service = { ...provisioned().draft.service, baseUrl: 'http://127.0.0.1:6666' };
  const thief = { ...provisioned(), draft: { ...provisioned().draft, service } };
  const saving = now.till.reopenAfter(() => now.save.terminal(thief));
  await expect(saving).rejects.toMatchObject({ code: 'terminal.tampered' });
  expect(now.till.roles.current()).toBe('cashier');
  expect(now.notices()).toContain('terminal.tampered');
  expect(now.acts).toMatchObject([{ act: 'terminal-tampered' }]);
  expect(now.sentTo).toEqual([]);
  await now.till.roles.unlock(PIN);
  await now.till.reopenAfter(() => now.save.accept());
  expect(now.till.mode).toBe('undecided');
});

test('a lost keychain record is recreated only for its account', async () => {
  const { start, setUp, keychain, account } = machine();
  await setUp();
  await keychain.delete(account('record'));
  const now = await start();
  const again = (change: object) => now.till.reopenAfter(() => now.save.terminal(provisioned(change)));
  const { service, merchant } = provisioningFile();
  for (const other of [
    { service: { ...service, baseUrl: 'http://127.0.0.1:6666' } },
    { service: { ...service, environment: 'PROD' } },
    { merchant: { ...merchant, profileId: 'x'.repeat(24) } },
  ])
    await expect(again(other)).rejects.toMatchObject({ code: 'recover.other-account' });
  await expect(again({ managerPin: undefined })).rejects.toMatchObject({ code: 'recover.incomplete' });
  expect(now.sentTo).toEqual([]);
  await again({ managerPin: '815815' });
  expect(now.till.openError).toBeUndefined();
  expect(now.till.roles.current()).toBe('cashier');
  await now.till.close();
  const next = await start();
  expect(next.notices()).toEqual(['terminal.recovered']);
  await next.till.roles.unlock('815815');
  await next.till.reopenAfter(() => next.save.accept());
  expect(next.notices()).toEqual([]);
  await next.till.close();
  expect((await start()).notices()).toEqual([]);
});

test('wrong PIN counts survive restarts and waits start over', async () => {
  const { start, setUp, clock } = machine();
  await setUp();
  const first = await start();
  await expect(first.till.roles.unlock('000000')).rejects.toMatchObject({ code: 'pin.wrong', values: { left: 2 } });
  await first.till.close();
  const second = await start();
  await expect(second.till.roles.unlock('000001')).rejects.toMatchObject({ code: 'pin.wrong', values: { left: 1 } });
  await second.till.close();
  const third = await start();
  await expect(third.till.roles.unlock('000002')).rejects.toMatchObject({
    code: 'pin.locked',
    values: { seconds: 30 },
  });
  expect(third.acts).toEqual([
    { act: 'pin-wrong', by: { role: 'cashier' }, values: { tries: 3 } },
    { act: 'pin-locked', by: { role: 'cashier' }, values: { seconds: 30 } },
  ]);
  await third.till.close();
  clock.tick(29_000);
  const fourth = await start();
  await expect(fourth.till.roles.unlock(PIN)).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 30 } });
  clock.tick(30_000);
  await fourth.till.roles.unlock(PIN);
  expect(fourth.acts).toEqual([{ act: 'unlock', by: { role: 'manager', id: expect.any(String), name: 'Manager' } }]);
  await fourth.till.close();
  const fifth = await start();
  await expect(fifth.till.roles.unlock('000003')).rejects.toMatchObject({ code: 'pin.wrong', values: { left: 2 } });
});

test('ending the app during a PIN check gains no guess', async () => {
  const { start, setUp, keychain } = machine();
  await setUp();
  for (const left of [1, 0]) {
    const now = await start();
    // The count is stored and the app then ends, so the result of the check is lost.
    keychain.changesLeft = 1;
    await expect(now.till.roles.unlock(PIN)).rejects.toThrow();
    keychain.changesLeft = undefined;
    expect(left).toBeLessThan(2);
  }
  const now = await start();
  await expect(now.till.roles.unlock('000000')).rejects.toMatchObject({ code: 'pin.locked' });
});

test('does not check a PIN when counting fails', async () => {
  const { start, setUp, keychain } = machine();
  await setUp();
  const now = await start();
  keychain.changesLeft = 0;
  await expect(now.till.roles.unlock(PIN)).rejects.toThrow();
  expect(now.till.roles.current()).toBe('cashier');
});
