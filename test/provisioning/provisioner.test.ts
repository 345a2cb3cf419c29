import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { ManagerSession } from '../../main/identity/manager-session.ts';
import type { KeysOfState } from '../../main/identity/sealed-record.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { createLog } from '../../main/support/log.ts';
import type { TillEvent } from '../../main/till/till-events.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { accessWith } from '../settings/access-with-pin.ts';
import { recordOf } from '../settings/terminal-with-record.ts';
import { provisioningFile } from './sample-provisioning-file.ts';
import { provisioningWith } from './stub-provisioning.ts';

function terminal(keychain = async () => memoryKeychain(), input: readonly string[] = [], keys: KeysOfState = {}) {
  const events: TillEvent[] = [];
  const store = openSettings(join(folder, 'terminal.json'), { clock: new VirtualClock(), random: systemRandom });
  const lines: string[] = [];
  const said: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  const path = join(folder, 'shop.json');
  const roles = new ManagerSession(new VirtualClock(), () => undefined);
  roles.begin({ kind: 'open' });
  const sale = { isRunning: false };
  const reopenAfter = async (change: () => Promise<void> | void) => {
    if (sale.isRunning) throw new TillError('settings.sale-running', 'finish it first');
    await change();
    roles.change(await accessWith('471147'));
  };
  const provision = provisioningWith({
    store,
    save: recordOf(store, keychain).save,
    log,
    onEvent: (event) => void events.push(event),
    print: (line) => void said.push(line),
    presentKeys: () => keys,
    till: { roles, reopenAfter, adjustAfter: reopenAfter },
    readInput: async (count) => input.slice(0, count),
  });
  const started = (file: object = provisioningFile()) => {
    writeFileSync(path, JSON.stringify(file));
    return provision.atStart(path);
  };
  return { events, store, lines, said, path, roles, sale, provision, started };
}

test('offers to shred an applied file', async () => {
  const { events, store, path, provision, started } = terminal();
  await started();
  expect(store.file.settings?.pos.posId).toBe('TILL42');
  expect(events).toEqual([{ type: 'provisioned', path }]);
  provision.shred();
  expect(existsSync(path)).toBe(false);
  expect(events.at(-1)).toEqual({ type: 'provisioning-file-shredded' });
  expect(() => provision.shred()).toThrow(expect.objectContaining({ code: 'provision.no-file' }));
});

test("asks before replacing a new terminal's own key", async () => {
  const { store, provision, started } = terminal(undefined, [], {
    nextKey: { key: makeSigningKey('made-here'), at: 1 },
  });
  await started();
  expect(store.file.settings).toBeUndefined();
  expect(provision.question()).toMatchObject({ stage: 'changes', fresh: true });
  expect(JSON.stringify(provision.question())).toContain('made-here');
});

test('prints each fault with its place and stores nothing', async () => {
  const { events, store, said, path, provision, started } = terminal();
  const file = provisioningFile();
  await started({ ...file, pos: { posId: 'TILL 42' }, managerPin: 'abcd' });
  const errors = [
    { path: 'pos.posId', code: 'pos-id.pattern' },
    { path: 'managerPin', code: 'pin.pattern' },
  ];
  expect(events).toMatchObject([{ type: 'provisioning-file-invalid', errors }]);
  expect(said).toEqual([
    `${path}: pos.posId: pos-id.pattern: Character other than a letter or digit.`,
    `${path}: managerPin: pin.pattern: Not 4 to 8 digits.`,
  ]);
  expect(store.file.settings).toBeUndefined();
  expect(() => provision.shred()).toThrow(expect.objectContaining({ code: 'provision.no-file' }));
  expect(existsSync(path)).toBe(true);
});

test.each([
  ['a file that is not there', (_path: string) => undefined, 'file.missing'],
  ['text in UTF-16', (path: string) => writeFileSync(path, '\uFEFF{"a":1}', 'utf16le'), 'file.encoding'],
  ['noise', (path: string) => writeFileSync(path, Buffer.from([0x80, 0x81, 0xfe, 0x10])), 'file.not-text'],
])('reports %s and leaves the till unchanged', async (_what, prepare, code) => {
  const { events, store, path, provision } = terminal();
  prepare(path);
  await provision.atStart(path);
  expect(events).toMatchObject([{ type: 'provisioning-failed', error: { code, values: { file: path } } }]);
  expect(store.file.settings).toBeUndefined();
});

test('does not apply the file without a keychain', async () => {
  const { events, store, started } = terminal(async () => {
    throw new TillError('keychain.missing', 'no keyring');
  });
  await started();
  expect(events).toMatchObject([{ type: 'provisioning-failed', error: { code: 'keychain.missing' } }]);
  expect(store.file.settings).toBeUndefined();
});

describe('a keychain that answers late', () => {
  let answers: boolean;
  const keychain = memoryKeychain();
  const late = () =>
    terminal(async () => {
      if (!answers) throw new TillError('keychain.locked', 'no response yet');
      return keychain;
    });
  beforeEach(() => {
    answers = false;
  });

  test("applies the start's file later, without a manager session", async () => {
    const { events, store, path, roles, provision, started } = late();
    await started();
    expect(events).toMatchObject([{ type: 'provisioning-failed', error: { code: 'keychain.locked' } }]);
    await provision.keychainAnswered();
    expect(store.file.settings).toBeUndefined();
    answers = true;
    await provision.keychainAnswered();
    expect(store.file.settings?.pos.posId).toBe('TILL42');
    expect([events.at(-1), roles.current()]).toEqual([{ type: 'provisioned', path }, 'cashier']);
    rmSync(path);
    await provision.keychainAnswered();
    expect(events).toHaveLength(3);
  });

  test('asks for approval when a training sale is running', async () => {
    const { store, sale, provision, started } = late();
    await started();
    answers = true;
    sale.isRunning = true;
    await provision.keychainAnswered();
    expect([store.file.settings, provision.question()?.stage]).toEqual([undefined, 'changes']);
    sale.isRunning = false;
    await provision.answer({ id: provision.question()?.id ?? 0, answer: 'take' });
    expect(store.file.settings?.pos.posId).toBe('TILL42');
  });

  test('does not override settings made meanwhile', async () => {
    const { events, store, provision, started } = late();
    await started();
    answers = true;
    const other = join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ ...provisioningFile(), pos: { posId: 'TILL7' } }));
    await provision.handIn(other);
    await provision.answer({ id: provision.question()?.id ?? 0, answer: 'take' });
    await provision.keychainAnswered();
    expect(store.file.settings?.pos.posId).toBe('TILL7');
    expect([events.length, provision.question()]).toEqual([2, undefined]);
  });
});

test('neither log nor settings file hold a key', async () => {
  const { lines, said, started } = terminal();
  const file = provisioningFile();
  await started(file);
  const written = [...lines, ...said].join('') + readFileSync(join(folder, 'terminal.json'), 'utf8');
  expect(written).toContain(file.pos.posId);
  for (const secret of [file.keys.signingKey.d, file.keys.apiKey, file.managerPin])
    expect(written).not.toContain(secret);
});

const { pos: _pos, managerPin: _pin, ...shops } = provisioningFile();

test("applies a shop's file with options of a fleet tool", async () => {
  const { store, path, provision } = terminal(undefined, ['correct horse', '471147']);
  writeFileSync(path, JSON.stringify(shops));
  await provision.atStart(path, { posId: 'TILL7', pinFromStdin: true, passphraseFromStdin: true });
  expect(store.file.settings?.pos.posId).toBe('TILL7');
  expect(provision.question()).toBeUndefined();
});

test.each([
  ['no POS id', undefined, [['--pos-id', 'pos-id.required']]],
  ['one that is none', 'TILL 7', [['--pos-id', 'pos-id.pattern']]],
])('%s in the option is a fault at the option', async (_what, posId, faults) => {
  const { events, store, path, provision } = terminal(undefined, ['12']);
  writeFileSync(path, JSON.stringify(shops));
  await provision.atStart(path, { posId: posId ?? '', pinFromStdin: true, passphraseFromStdin: false });
  expect(store.file.settings).toBeUndefined();
  expect(events).toMatchObject([
    {
      type: 'provisioning-file-invalid',
      errors: [...faults, ['--pin-from-stdin', 'pin.pattern']].map(([place, code]) => ({ path: place, code })),
    },
  ]);
});

test('options contradicting the file are faults', async () => {
  const { events, store, path, provision } = terminal(undefined, ['999999']);
  writeFileSync(path, JSON.stringify(provisioningFile()));
  await provision.atStart(path, { posId: 'TILL7', pinFromStdin: true, passphraseFromStdin: false });
  expect(store.file.settings).toBeUndefined();
  expect(events).toMatchObject([{ errors: [{ path: '--pos-id', code: 'given.twice' }, { path: '--pin-from-stdin' }] }]);
});

test('asks at the till for a missing PIN', async () => {
  const { store, said, path, provision } = terminal(undefined, []);
  writeFileSync(path, JSON.stringify({ ...shops, pos: { posId: 'TILL7' } }));
  await provision.atStart(path, { pinFromStdin: true, passphraseFromStdin: false });
  expect(store.file.settings).toBeUndefined();
  expect(provision.question()).toMatchObject({ stage: 'missing', posId: false, pin: 'required' });
  expect(said.join('\n')).toContain('Standard input ended too early');
});
