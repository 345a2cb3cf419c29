import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Act } from '../../main/audit/audit-log.ts';
import { systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { usualTuning } from '../../main/settings/settings.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import type { OpenTill } from '../../main/till/open-till.ts';
import { Till } from '../../main/till/switchable-till.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { provisioned } from '../provisioning/sample-provisioning-file.ts';
import { Counter } from '../sale/counter.ts';
import { recordOf, silentLog } from '../settings/terminal-with-record.ts';
import { counterTill, liveSettings } from './counter-till.ts';

function terminal(options: { packaged?: boolean; keychain?: Keychain | 'missing' } = {}) {
  const clock = new VirtualClock();
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  const chain = options.keychain ?? memoryKeychain();
  const done: string[] = [];
  const state: {
    error?: TillError | undefined;
    keychainError?: TillError | undefined;
    onDamage?: () => void;
    opened?: OpenTill;
  } = {};
  const keychain = async () => {
    if (chain === 'missing') throw new TillError('keychain.missing', 'no keyring');
    if (state.keychainError !== undefined) throw state.keychainError;
    return chain;
  };
  const { trust, save } = recordOf(store, keychain);
  const acts: Act[] = [];
  const opened = (mode: string, settings = liveSettings()) => {
    state.opened = counterTill(new Counter(), settings, {
      close: async () => void done.push(`close ${mode}`),
    });
    return state.opened;
  };
  const open = () => {
    const till = new Till({
      clock,
      log: silentLog,
      store,
      trust,
      acts: { record: (act) => void acts.push(act) },
      started: { training: false, packaged: options.packaged ?? false },
      openTraining: async (care) => {
        done.push(care.suspect ? 'open training, suspect' : 'open training');
        state.onDamage = care.onDamage;
        if (state.error !== undefined) throw state.error;
        return opened('training');
      },
      openLive: async (settings, secrets) => {
        done.push(`open live ${secrets.signingKey.kid}`);
        return opened('live', settings);
      },
      changed: () => undefined,
    });
    void till.start(async () => void done.push('prepare'));
    return till;
  };
  const ready = async () => {
    const till = open();
    await till.ready;
    return till;
  };
  const provision = async () => {
    if (chain === 'missing') throw new Error('not provisioned');
    await save.terminal(provisioned());
  };
  return { open, ready, store, done, state, provision, clock, save, acts, trust };
}

test('a checkout opens training with an in-memory key', async () => {
  const { ready, done } = terminal();
  const till = await ready();
  expect(done).toEqual(['prepare', 'open training']);
  expect(till).toMatchObject({ mode: 'training', keychainState: 'memory' });
  expect(till.roles.current()).toBe('manager');
});

test('a new installation sells only after a mode is chosen', async () => {
  const { ready, save, state } = terminal({ packaged: true });
  const till = await ready();
  expect(till).toMatchObject({ mode: 'undecided', opened: undefined, openError: undefined });
  expect(() => till.requireOpen()).toThrow(expect.objectContaining({ code: 'settings.required' }));
  await till.reopenAfter(() => save.mode('training'));
  expect(till.mode).toBe('training');
  expect(till.requireOpen()).toBe(state.opened);
});

test('a provisioned terminal opens live, locked by PIN', async () => {
  const { ready, done, provision } = terminal();
  await provision();
  const till = await ready();
  expect(done).toEqual(['prepare', 'open live till-42-2026']);
  expect(till).toMatchObject({ mode: 'live', opened: { settings: { pos: { posId: 'TILL42' } } } });
  expect(till.roles.pinSet()).toBe(true);
  expect(till.roles.current()).toBe('cashier');
});

test('does not open live without a required API key', async () => {
  const { ready, save } = terminal();
  const tuning = { ...usualTuning, paymentAuthentication: 'key' } as const;
  await save.terminal({ ...provisioned(), tuning, apiKey: 'an-api-key' });
  await save.keys((before) => ({ ...before, apiKey: undefined }));
  expect(await ready()).toMatchObject({ mode: 'live', opened: undefined, openError: { code: 'api-key.needed' } });
});

test('without a keychain neither opens live nor grants manager rights', async () => {
  const whole = terminal();
  await whole.provision();
  const { ready } = terminal({ keychain: 'missing' });
  const till = await ready();
  expect(till).toMatchObject({ mode: 'live', keychainState: 'missing', openError: { code: 'keychain.missing' } });
  expect(till.roles.current()).toBe('cashier');
  expect(() => till.requireOpen()).toThrow(expect.objectContaining({ code: 'keychain.missing' }));
});

test('training on a terminal with a PIN requires the PIN', async () => {
  const { ready, save, provision } = terminal();
  await provision();
  await save.mode('training');
  const till = await ready();
  expect(till.mode).toBe('training');
  expect(till.roles.current()).toBe('cashier');
});

test('switches from training to live without a restart', async () => {
  const { ready, done, state, provision } = terminal();
  const till = await ready();
  await till.reopenAfter(provision);
  expect(done).toEqual(['prepare', 'open training', 'close training', 'open live till-42-2026']);
  expect(till.requireOpen()).toBe(state.opened);
  expect(till.roles.current()).toBe('manager');
});

test('refuses changes during a sale', async () => {
  const { ready, done, store } = terminal();
  const till = await ready();
  await till.requireOpen().sales.start({ amount: 1250 as Cents });
  const change = till.reopenAfter(() => store.write({ ...store.file, mode: 'training' }));
  await expect(change).rejects.toMatchObject({ code: 'settings.sale-running' });
  expect(store.file.mode).toBeUndefined();
  expect(done).toEqual(['prepare', 'open training']);
});

test('refuses sales while the till is changing', async () => {
  const { ready, state } = terminal();
  const till = await ready();
  await till.reopenAfter(() => {
    expect(() => till.requireOpen()).toThrow(expect.objectContaining({ code: 'settings.changing' }));
  });
  expect(till.requireOpen()).toBe(state.opened);
});

test('a failed change keeps the previous till', async () => {
  const { ready, done, state } = terminal();
  const till = await ready();
  const change = till.reopenAfter(() => Promise.reject(new TillError('keychain.missing', 'no keyring')));
  await expect(change).rejects.toMatchObject({ code: 'keychain.missing' });
  expect(done).toEqual(['prepare', 'open training']);
  expect(till.requireOpen()).toBe(state.opened);
});

test('closing waits for a running opening', async () => {
  const { open, done } = terminal();
  const till = open();
  await till.close();
  expect(done).toEqual(['prepare', 'open training', 'close training']);
});

test('reopens a journal that failed to open', async () => {
  const { ready, done, state, clock } = terminal();
  state.error = new TillError('journal.full', 'the disk is full', { retryable: true });
  const till = await ready();
  expect(till.openError?.code).toBe('journal.full');
  expect(() => till.requireOpen()).toThrow(expect.objectContaining({ code: 'journal.full' }));
  clock.tick(5_000);
  await till.reopenAfter(() => undefined);
  state.error = undefined;
  clock.tick(60_000);
  await till.close();
  expect(done.filter((one) => one === 'open training').length).toBeGreaterThan(2);
  expect(done.at(-1)).toBe('close training');
  expect(till.openError).toBeUndefined();
});

test('reports a newer journal and does not retry', async () => {
  const { ready, done, state, clock } = terminal();
  state.error = new TillError('journal.too-new', 'version 99', { values: { version: 99, known: 2 } });
  const till = await ready();
  expect(till.openError?.code).toBe('journal.too-new');
  expect(() => till.requireOpen()).toThrow(expect.objectContaining({ code: 'journal.too-new' }));
  const before = done.length;
  clock.tick(600_000);
  await settled();
  expect(done).toHaveLength(before);
});

test('reopens a damaged journal with a full check, once', async () => {
  const { ready, done, state } = terminal();
  const till = await ready();
  state.onDamage?.();
  expect(() => till.requireOpen()).toThrow(expect.objectContaining({ code: 'settings.changing' }));
  state.onDamage?.();
  await till.reopenAfter(() => undefined);
  expect(done.slice(0, 4)).toEqual(['prepare', 'open training', 'close training', 'open training, suspect']);
  expect(done.filter((one) => one === 'open training, suspect')).toHaveLength(2);
  expect(till.requireOpen()).toBe(state.opened);
});

test('retries a closed journal with pauses up to a minute', async () => {
  const { ready, done, state, clock } = terminal();
  state.error = new TillError('journal.read-only', 'somebody holds it', { retryable: true });
  const till = await ready();
  expect(till.openError?.code).toBe('journal.read-only');
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
  state.error = undefined;
  expect(await triesAt(60)).toHaveLength(1);
  expect(till.openError).toBeUndefined();
  state.error = new TillError('journal.full', 'the disk is full', { retryable: true });
  await till.reopenAfter(() => undefined);
  expect(await triesAt(16)).toEqual([5, 15]);
});

const locked = () => new TillError('keychain.locked', 'nobody has answered', { retryable: true });

test('goes live once the keyring is unlocked', async () => {
  const { ready, provision, state, clock, done } = terminal();
  await provision();
  state.keychainError = locked();
  const till = await ready();
  expect(till).toMatchObject({ mode: 'live', keychainState: 'locked', openError: { code: 'keychain.locked' } });
  await expect(till.roles.unlock('471147')).rejects.toMatchObject({ code: 'keychain.locked' });
  state.keychainError = undefined;
  await clock.advance(30_000);
  expect(done).toEqual(['prepare', 'open live till-42-2026']);
  expect(till).toMatchObject({ keychainState: 'ok', openError: undefined, pinError: undefined });
  await till.roles.unlock('471147');
  expect(till.roles.current()).toBe('manager');
});

test('asks a locked keychain less often each time', async () => {
  const { ready, provision, state, clock } = terminal();
  await provision();
  state.keychainError = locked();
  const till = await ready();
  const pauses: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) {
    pauses.push(clock.nextIn ?? 0);
    await clock.advance(clock.nextIn ?? 0);
  }
  expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
  await till.close();
  expect(clock.pending).toBe(0);
});

test('Try again opens the till or shows the error', async () => {
  const { ready, provision, state, clock, done } = terminal();
  await provision();
  state.keychainError = locked();
  const till = await ready();
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(till.tryAgain()).rejects.toMatchObject({ code: 'keychain.locked' });
    expect(clock.nextIn).toBe(30_000);
  }
  state.keychainError = undefined;
  await till.tryAgain();
  expect(done).toEqual(['prepare', 'open live till-42-2026']);
  expect(till.openError).toBeUndefined();
});

test('waking from sleep ends a manager session', async () => {
  const { ready, provision } = terminal();
  await provision();
  const till = await ready();
  await till.roles.unlock('471147');
  expect(till.roles.current()).toBe('manager');
  till.woke();
  expect(till.roles.current()).toBe('cashier');
});

test('nobody is a manager before the keychain has answered', async () => {
  const { ready, open, provision } = terminal();
  const starting = open();
  expect(starting.roles.current()).toBe('cashier');
  await expect(starting.roles.authorise('471147')).rejects.toMatchObject({ code: 'keychain.locked' });
  await starting.ready;
  expect(starting.roles.current()).toBe('manager');
  await provision();
  expect((await ready()).roles.current()).toBe('cashier');
});

test.each(['reopenAfter', 'adjustAfter', 'rekeyAfter'] as const)(
  '%s queued by a manager is refused after locking',
  async (how) => {
    const { ready, provision, done } = terminal();
    await provision();
    const till = await ready();
    await till.roles.unlock('471147');
    const longOne = Promise.withResolvers<void>();
    const first = till.adjustAfter(() => longOne.promise);
    await settled();
    const second = expect(till[how](async () => void done.push('second'))).rejects.toMatchObject({
      code: 'pin.required',
    });
    till.roles.lock();
    longOne.resolve();
    await Promise.all([first, second]);
    expect(done).not.toContain('second');
    await till[how](async () => void done.push('with a PIN of its own'));
    expect(done).toContain('with a PIN of its own');
  },
);

test.each(['woke', 'keychainAnswered'] as const)('retries the keychain at once (%s)', async (how) => {
  const { ready, provision, state, clock, done } = terminal();
  await provision();
  state.keychainError = locked();
  const till = await ready();
  state.keychainError = undefined;
  till[how]();
  await clock.advance(0);
  expect(done).toEqual(['prepare', 'open live till-42-2026']);
  expect(clock.pending).toBe(0);
});

test('training sells with a locked keychain and regains its PIN', async () => {
  const { ready, provision, state, save, clock, done } = terminal();
  await provision();
  await save.mode('training');
  state.keychainError = locked();
  const till = await ready();
  expect(till.requireOpen()).toBe(state.opened);
  expect(till).toMatchObject({ openError: undefined, pinError: { code: 'keychain.locked' } });
  expect(till.roles.current()).toBe('cashier');
  state.keychainError = undefined;
  await clock.advance(30_000);
  await till.roles.unlock('471147');
  expect(till.pinError).toBeUndefined();
  expect(done).toEqual(['prepare', 'open training']);
});

test('without libsecret training opens, and live does not retry', async () => {
  const { open, provision, store, state, clock } = terminal();
  state.keychainError = new TillError('keychain.library', 'libsecret', { values: { command: 'sudo apt install' } });
  const fresh = open();
  await fresh.ready;
  expect(fresh).toMatchObject({ mode: 'training', openError: undefined, pinError: undefined });
  await fresh.close();
  const { keychainError } = state;
  state.keychainError = undefined;
  await provision();
  state.keychainError = keychainError;
  expect(store.file.mode).toBe('live');
  const live = open();
  await live.ready;
  expect(live).toMatchObject({ keychainState: 'missing', openError: { code: 'keychain.library' } });
  expect(clock.pending).toBe(0);
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test('reopens with the saved mode when a change fails late', async () => {
  const { ready, provision, done } = terminal();
  const till = await ready();
  const failing = till.reopenAfter(async () => {
    await provision();
    throw new Error('something else went wrong');
  });
  await expect(failing).rejects.toThrow('something else went wrong');
  expect(till.mode).toBe('live');
  expect(till.roles.pinSet()).toBe(true);
  expect(done.slice(-2)).toEqual(['close training', expect.stringMatching(/^open live /)]);
});
