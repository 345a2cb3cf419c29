import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { createLog } from '../../main/support/log.ts';
import { type Keychain, memoryKeychain } from '../../main/terminal/keychain.ts';
import { readProvisioning } from '../../main/terminal/provisioning-file.ts';
import { saveSettings } from '../../main/terminal/save-settings.ts';
import { terminalSettings } from '../../main/terminal/settings.ts';
import { openSettings } from '../../main/terminal/settings-store.ts';
import type { Runtime } from '../../main/till/runtime.ts';
import { openTill } from '../../main/till/till.ts';
import { createNotices } from '../../main/windows/notices.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { provisioningFile } from '../terminal/sample-provisioning-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-till-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A runtime that notes what is done with it; `busy` is set by the test. */
function runtime(name: string, done: string[], state: { readonly busy: boolean }): Runtime {
  return {
    service: () => ({ state: 'online', sinceMs: 0, host: name, skewMs: 0 }),
    nextReference: () => `${name}-1`,
    sale: () => null,
    view: () => undefined,
    recent: () => [],
    recovery: () => ({ running: false, open: 0, resolved: 0 }),
    notices: () => [],
    busy: () => state.busy,
    start: async () => ({ saleId: '' }),
    cancel: async () => undefined,
    customerSaysPaid: async () => undefined,
    dismiss: async () => undefined,
    acknowledgeAlarm: async () => undefined,
    find: () => ({ rows: [], next: null }),
    open: (saleId) => void done.push(`open ${saleId} ${name}`),
    findElsewhere: async () => ({ found: 0 }),
    refund: async () => ({ refundKey: '', neededManager: false }),
    settleRefund: () => undefined,
    networkReturned: () => void done.push(`network ${name}`),
    close: async () => void done.push(`close ${name}`),
  };
}

function terminal(options: { packaged?: boolean; keychain?: Keychain | 'missing' } = {}) {
  const clock = new VirtualClock();
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  const notices = createNotices(() => undefined);
  const chain = options.keychain ?? memoryKeychain();
  const done: string[] = [];
  const state: { busy: boolean; fault?: TillError | undefined; onDamage?: () => void } = { busy: false };
  const { keys: _keys, managerPin: _pin, ...training } = provisioningFile();
  const keychain = async () => {
    if (chain === 'missing') throw new TillError('keychain.missing', 'no keyring');
    return chain;
  };
  const open = () =>
    openTill({
      clock,
      log: createLog({ write: () => undefined, close: () => undefined }),
      store,
      notices,
      keychain,
      started: { training: false, packaged: options.packaged ?? false },
      prepare: async () => void done.push('prepare'),
      openTraining: async (care) => {
        done.push(care.suspect ? 'open training, suspect' : 'open training');
        state.onDamage = care.onDamage;
        if (state.fault !== undefined) throw state.fault;
        return { settings: terminalSettings.parse(training), runtime: runtime('training', done, state) };
      },
      openLive: async (settings, secrets) => {
        done.push(`open live ${secrets.signingKey.kid}`);
        return { settings, runtime: runtime('live', done, state) };
      },
      displayState: () => 'open',
      changed: () => undefined,
    });
  const provision = async () => {
    const read = readProvisioning(JSON.stringify(provisioningFile()));
    if (!read.ok || chain === 'missing') throw new Error('not provisioned');
    const parts = { store, keychain: chain, random: systemRandom, leftBehind: () => undefined };
    await saveSettings(parts, read.provisioning);
  };
  return { open, store, notices, done, state, provision, clock };
}

test('a checkout opens training with a key held in memory, and says that', async () => {
  const { open, done } = terminal();
  const till = open();
  await till.ready;
  expect(done).toEqual(['prepare', 'open training']);
  expect(till.facts().terminal).toMatchObject({ mode: 'training', environment: 'TRAINING', keychain: 'memory' });
  expect(till.facts().role).toBe('manager');
});

test('an installed app that nobody has set up asks, and sells nothing until it was told', async () => {
  const { open, store } = terminal({ packaged: true });
  const till = open();
  await till.ready;
  expect(till.facts().terminal).toMatchObject({ mode: 'undecided', provisioned: false });
  expect(() => till.runtime()).toThrow(expect.objectContaining({ code: 'settings.required' }));
  await till.reopenAfter(() => store.write({ ...store.file, mode: 'training' }));
  expect(till.facts().terminal.mode).toBe('training');
  expect(till.runtime().nextReference()).toBe('training-1');
});

test('a provisioned terminal opens live with the key of the keychain, locked', async () => {
  const { open, done, provision } = terminal();
  await provision();
  const till = open();
  await till.ready;
  expect(done).toEqual(['prepare', 'open live till-42-2026']);
  expect(till.facts().terminal).toMatchObject({ mode: 'live', environment: 'PREPROD', posId: 'TILL42', pinSet: true });
  expect(till.facts().role).toBe('cashier');
});

test('without a keychain the till does not run live, says what to do, and makes nobody a manager', async () => {
  const whole = terminal();
  await whole.provision();
  const { open, notices } = terminal({ keychain: 'missing' });
  const till = open();
  await till.ready;
  expect(till.facts().terminal).toMatchObject({ mode: 'live', keychain: 'missing' });
  expect(notices.list()).toMatchObject([{ code: 'keychain.missing', severity: 'alarm' }]);
  expect(till.facts().role).toBe('cashier');
  expect(() => till.runtime()).toThrow(expect.objectContaining({ code: 'keychain.missing' }));
});

test('a keychain that lost the keys leaves the settings to be filled in again', async () => {
  await terminal().provision();
  const { open, notices } = terminal({ keychain: memoryKeychain() });
  const till = open();
  await till.ready;
  expect(notices.list()).toMatchObject([{ code: 'keychain.empty' }]);
  expect(till.facts().role).toBe('manager');
});

test('training on a terminal with a PIN asks for the PIN too', async () => {
  const { open, store, provision } = terminal();
  await provision();
  store.write({ ...store.file, mode: 'training' });
  const till = open();
  await till.ready;
  expect(till.facts()).toMatchObject({ terminal: { mode: 'training' }, role: 'cashier' });
});

test('the till turns from training into live without a restart, and closes the one before it opens the other', async () => {
  const { open, done, provision } = terminal();
  const till = open();
  await till.ready;
  await till.reopenAfter(provision);
  expect(done).toEqual(['prepare', 'open training', 'close training', 'open live till-42-2026']);
  expect(till.runtime().nextReference()).toBe('live-1');
  expect(till.facts().role).toBe('manager');
});

test('nothing is changed while a sale is under way', async () => {
  const { open, done, state, store } = terminal();
  const till = open();
  await till.ready;
  state.busy = true;
  const change = till.reopenAfter(() => store.write({ ...store.file, mode: 'training' }));
  await expect(change).rejects.toMatchObject({ code: 'settings.sale-running' });
  expect(store.file.mode).toBeUndefined();
  expect(done).toEqual(['prepare', 'open training']);
});

test('no sale begins while the till turns into another', async () => {
  const { open } = terminal();
  const till = open();
  await till.ready;
  await till.reopenAfter(() => {
    expect(() => till.runtime()).toThrow(expect.objectContaining({ code: 'settings.changing' }));
  });
  expect(till.runtime().nextReference()).toBe('training-1');
});

test('a change that fails leaves the till that was', async () => {
  const { open, done } = terminal();
  const till = open();
  await till.ready;
  const change = till.reopenAfter(() => Promise.reject(new TillError('keychain.missing', 'no keyring')));
  await expect(change).rejects.toMatchObject({ code: 'keychain.missing' });
  expect(done).toEqual(['prepare', 'open training']);
  expect(till.runtime().nextReference()).toBe('training-1');
});

test('closing waits for what is being opened', async () => {
  const { open, done } = terminal();
  const till = open();
  await till.close();
  expect(done).toEqual(['prepare', 'open training', 'close training']);
});

test('a record of payments that cannot be opened is said, and opened by itself once it can be', async () => {
  const { open, done, state, notices, clock } = terminal();
  state.fault = new TillError('journal.full', 'the disk is full', { retryable: true });
  const till = open();
  await till.ready;
  expect(notices.list()).toMatchObject([{ code: 'journal.unopened', severity: 'alarm' }]);
  expect(() => till.runtime()).toThrow(expect.objectContaining({ code: 'journal.full' }));
  clock.tick(5_000);
  await till.reopenAfter(() => undefined);
  state.fault = undefined;
  clock.tick(60_000);
  await till.close();
  expect(done.filter((one) => one === 'open training').length).toBeGreaterThan(2);
  expect(done.at(-1)).toBe('close training');
  expect(notices.list()).toEqual([]);
});

test('damage that shows while the till runs closes the journal and opens it anew, looked through whole, once', async () => {
  const { open, done, state } = terminal();
  const till = open();
  await till.ready;
  state.onDamage?.();
  expect(() => till.runtime()).toThrow(expect.objectContaining({ code: 'settings.changing' }));
  state.onDamage?.();
  await till.reopenAfter(() => undefined);
  expect(done.slice(0, 4)).toEqual(['prepare', 'open training', 'close training', 'open training, suspect']);
  expect(done.filter((one) => one === 'open training, suspect')).toHaveLength(2);
  expect(till.runtime().nextReference()).toBe('training-1');
});

test('a journal that stays shut is tried ever more seldom, down to once a minute, and at once again after it was open', async () => {
  const { open, done, state, notices, clock } = terminal();
  state.fault = new TillError('journal.read-only', 'somebody holds it', { retryable: true });
  const till = open();
  await till.ready;
  expect(notices.list()).toContainEqual(expect.objectContaining({ code: 'journal.held', severity: 'alarm' }));
  const triesAt = async (seconds: number) => {
    const times: number[] = [];
    for (let second = 1; second <= seconds; second += 1) {
      const before = done.length;
      clock.tick(1_000);
      await settled();
      if (done.length > before) times.push(second);
    }
    return times;
  };
  expect(await triesAt(256)).toEqual([5, 15, 35, 75, 135, 195, 255]);
  state.fault = undefined;
  expect(await triesAt(60)).toHaveLength(1);
  expect(notices.list()).toEqual([]);
  state.fault = new TillError('journal.full', 'the disk is full', { retryable: true });
  await till.reopenAfter(() => undefined);
  expect(await triesAt(16)).toEqual([5, 15]);
});

/** Whatever is under way in promises alone. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
