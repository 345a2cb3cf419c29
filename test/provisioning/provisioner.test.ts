import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Act } from '../../main/audit/audit-log.ts';
import { systemRandom } from '../../main/base/clock.ts';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { ProvisionWith } from '../../main/command-line/options.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import type { KeysOfState } from '../../main/identity/sealed-record.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { stateOf } from '../../main/settings/read-trust.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { createLog } from '../../main/support/log.ts';
import { Till } from '../../main/till/switchable-till.ts';
import type { TillEvent } from '../../main/till/till-events.ts';
import { actsInMemory } from '../audit/audit-log-in-memory.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { Counter } from '../sale/counter.ts';
import { recordOf } from '../settings/terminal-with-record.ts';
import { counterTill, liveSettings } from '../till/counter-till.ts';
import { provisioningFile } from './sample-provisioning-file.ts';
import { provisioningWith } from './stub-provisioning.ts';

const own = provisioningFile();
const { managerPin: _pin, ...ownWithoutPin } = own;
const { pos: _pos, ...shops } = ownWithoutPin;
/** A file of a different shop. */
const foreign = {
  ...own,
  service: { ...own.service, baseUrl: 'https://elsewhere.example', jwksUrl: 'https://elsewhere.example/jwks' },
  merchant: { merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) },
  shop: { shopId: 'OTHER', shopName: 'Elsewhere' },
  keys: { signingKey: makeSigningKey('another-key'), apiKey: 'another-api-key' },
  managerPin: '999999',
};

let keychain: Keychain;
let openKeychain: () => Promise<Keychain>;
beforeEach(() => {
  keychain = memoryKeychain();
  openKeychain = async () => keychain;
});

function write(file: object, name = 'foreign.json'): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(file));
  return path;
}

interface Given {
  readonly with?: ProvisionWith;
  /** Lines of standard input. */
  readonly input?: readonly string[];
  readonly keys?: KeysOfState;
  readonly training?: boolean;
}

/** Starts a till in the test's folder, with a provisioning file on the command line. */
async function start(file?: string, { input = [], keys, training = false, ...given }: Given = {}) {
  const events: TillEvent[] = [];
  const lines: string[] = [];
  const said: string[] = [];
  const opened: string[] = [];
  const written: Act[] = [];
  const clock = new VirtualClock();
  const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  const acts = actsInMemory({ clock, log });
  const counter = new Counter();
  const { trust, save } = recordOf(store, () => openKeychain(), { log });
  const till = new Till({
    clock,
    log,
    store,
    trust,
    acts,
    started: { training, packaged: true },
    openTraining: async () => counterTill(counter, liveSettings()),
    openLive: async (settings, { apiKey }) => {
      opened.push(`${settings.service.baseUrl} ${apiKey}`);
      const close = acts.journalOpened(
        {
          keep(...kept) {
            written.push(...kept.flatMap((event) => (event.type === 'act' ? [event] : [])));
            return {};
          },
          flush: () => true,
          acts: () => [],
        },
        'live',
      );
      return counterTill(counter, settings, { close: async () => close() });
    },
    changed: () => undefined,
  });
  const provisioning = provisioningWith({
    clock,
    store,
    save,
    log,
    acts,
    onEvent: (event) => void events.push(event),
    print: (line) => void said.push(line),
    presentKeys: () => keys ?? stateOf(trust.found),
    till,
    readInput: async (count) => input.slice(0, count),
  });
  void till.start(async () => {
    if (file !== undefined) await provisioning.atStart(file, given.with);
  });
  await till.ready;
  const asked = () => {
    const question = provisioning.question();
    if (question?.stage !== 'changes') throw new Error('no changes are asked about');
    return question;
  };
  const answer = (answered: 'take' | 'refuse', managerPin?: string) =>
    provisioning.answer({ id: asked().id, answer: answered, ...omitUndefined({ managerPin }) });
  const settings = () => store.file.settings;
  return {
    till,
    store,
    trust,
    save,
    provisioning,
    events,
    lines,
    said,
    written,
    opened,
    asked,
    answer,
    settings,
    counter,
  };
}

function withoutKeychain(): void {
  openKeychain = () => Promise.reject(new TillError('keychain.missing', 'no keychain'));
}

const actsOf = ({ written }: { readonly written: readonly Act[] }) => written.map(({ act, by }) => `${act} ${by.role}`);
const terminalJson = () => readFileSync(join(folder, 'terminal.json'), 'utf8');

describe('on a new terminal', () => {
  test('applies the file without question or alarm, and offers to shred', async () => {
    const path = write(own);
    const terminal = await start(path);
    const { till, store, settings, provisioning, events, lines, said } = terminal;
    expect([till.mode, settings()?.pos.posId]).toEqual(['live', 'TILL42']);
    expect(provisioning.question()).toBeUndefined();
    expect(store.file.provisioningAlarm).toBeUndefined();
    expect(actsOf(terminal)).toEqual(['provisioned till']);
    expect(events).toEqual([{ type: 'provisioned', path }]);
    provisioning.shred();
    expect(existsSync(path)).toBe(false);
    expect(events.at(-1)).toEqual({ type: 'provisioning-file-shredded' });
    expect(() => provisioning.shred()).toThrow(expect.objectContaining({ code: 'provision.no-file' }));
    for (const secret of [own.keys.signingKey.d, own.keys.apiKey, own.managerPin])
      expect([...lines, ...said, terminalJson()].join('')).not.toContain(secret);
  });

  test("asks before replacing the terminal's own key", async () => {
    const keys = { nextKey: { key: makeSigningKey('made-here'), at: 1 } };
    const { settings, provisioning } = await start(write(own), { keys });
    expect(settings()).toBeUndefined();
    expect(provisioning.question()).toMatchObject({ stage: 'changes', fresh: true });
    expect(JSON.stringify(provisioning.question())).toContain('made-here');
  });

  test("applies a shop's file with options of a fleet tool", async () => {
    const options = { posId: 'TILL7', pinFromStdin: true, passphraseFromStdin: true };
    const { settings, provisioning } = await start(write(shops), { with: options, input: ['correct horse', '471147'] });
    expect(settings()?.pos.posId).toBe('TILL7');
    expect(provisioning.question()).toBeUndefined();
  });

  test('asks at the till for a missing PIN', async () => {
    const options = { pinFromStdin: true, passphraseFromStdin: false };
    const { settings, said, provisioning } = await start(write(ownWithoutPin), { with: options });
    expect(settings()).toBeUndefined();
    expect(provisioning.question()).toMatchObject({ stage: 'missing', posId: false, pin: 'required' });
    expect(said.join('\n')).toContain('Standard input ended too early');
  });

  const withPin = { pinFromStdin: true, passphraseFromStdin: false };
  test.each<readonly [string, object, Given, readonly string[]]>([
    [
      'POS and PIN',
      { ...own, pos: { posId: 'TILL 42' }, managerPin: 'abcd' },
      {},
      ['pos.posId: pos-id.pattern', 'managerPin: pin.pattern'],
    ],
    [
      'no POS id in the option',
      shops,
      { with: { posId: '', ...withPin }, input: ['12'] },
      ['--pos-id: pos-id.required', '--pin-from-stdin: pin.pattern'],
    ],
    [
      'no valid POS id in the option',
      shops,
      { with: { posId: 'TILL 7', ...withPin }, input: ['471147'] },
      ['--pos-id: pos-id.pattern'],
    ],
    [
      'options contradicting the file',
      own,
      { with: { posId: 'TILL7', ...withPin }, input: ['999999'] },
      ['--pos-id: given.twice', '--pin-from-stdin: given.twice'],
    ],
  ])('prints each fault with its place and stores nothing: %s', async (_what, file, given, faults) => {
    const path = write(file);
    const { events, settings, said, provisioning } = await start(path, given);
    const errors = faults.map((fault) => ({ path: fault.split(': ')[0], code: fault.split(': ')[1] }));
    expect(events).toMatchObject([{ type: 'provisioning-file-invalid', errors }]);
    expect(said).toEqual(faults.map((fault) => expect.stringMatching(`^${path}: ${fault}: .+`)));
    expect(settings()).toBeUndefined();
    expect(() => provisioning.shred()).toThrow(expect.objectContaining({ code: 'provision.no-file' }));
    expect(existsSync(path)).toBe(true);
  });

  test.each<readonly [string, (path: string) => unknown, string]>([
    ['a file that is not there', (path) => rmSync(path), 'file.missing'],
    ['text in UTF-16', (path) => writeFileSync(path, '\uFEFF{"a":1}', 'utf16le'), 'file.encoding'],
    ['noise', (path) => writeFileSync(path, Buffer.from([0x80, 0x81, 0xfe, 0x10])), 'file.not-text'],
    ['a missing keychain', withoutKeychain, 'keychain.missing'],
  ])('reports %s and leaves the till unchanged', async (_what, prepare, code) => {
    const path = write(own);
    prepare(path);
    const { events, settings } = await start(path);
    expect(events).toMatchObject([{ type: 'provisioning-failed', error: { code } }]);
    expect(settings()).toBeUndefined();
  });
});

describe('a keychain that answers late', () => {
  const answers = () => {
    openKeychain = async () => keychain;
  };
  beforeEach(() => {
    openKeychain = () => Promise.reject(new TillError('keychain.locked', 'no response yet'));
  });

  test("applies the start's file later, without a manager session", async () => {
    const path = write(own);
    const { events, settings, till, provisioning } = await start(path);
    expect(events).toMatchObject([{ type: 'provisioning-failed', error: { code: 'keychain.locked' } }]);
    await provisioning.keychainAnswered();
    expect(settings()).toBeUndefined();
    answers();
    await provisioning.keychainAnswered();
    expect(settings()?.pos.posId).toBe('TILL42');
    expect([events.at(-1), till.roles.current()]).toEqual([{ type: 'provisioned', path }, 'cashier']);
    rmSync(path);
    await provisioning.keychainAnswered();
    expect(events).toHaveLength(3);
  });

  test('asks for approval when a training sale is running', async () => {
    const { settings, counter, answer, asked, provisioning } = await start(write(own), { training: true });
    const saleId = await counter.charge(1_250);
    answers();
    await provisioning.keychainAnswered();
    expect([settings(), asked().fresh]).toEqual([undefined, true]);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(10_000);
    await answer('take');
    expect(settings()?.pos.posId).toBe('TILL42');
  });

  test('does not override settings made meanwhile', async () => {
    const { events, settings, answer, provisioning } = await start(write(own));
    answers();
    await provisioning.handIn(write({ ...own, pos: { posId: 'TILL7' } }, 'other.json'));
    await answer('take');
    await provisioning.keychainAnswered();
    expect(settings()?.pos.posId).toBe('TILL7');
    expect([events.length, provisioning.question()]).toEqual([2, undefined]);
  });
});

describe('on a terminal with a PIN, a foreign file', () => {
  beforeEach(async () => {
    await start(write(own, 'own.json'));
  });
  const whileOpen = async (path: string) => {
    const terminal = await start();
    await terminal.provisioning.whileOpen(path);
    return terminal;
  };

  test.each([
    ['a start', start],
    ['a second start', whileOpen],
  ])('of %s changes nothing before an answer', async (_when, handed) => {
    const before = terminalJson();
    const { till, settings, opened, asked, lines, answer } = await handed(write(foreign));
    expect(till).toMatchObject({ mode: 'live' });
    expect(opened).toEqual([`${own.service.baseUrl} ${own.keys.apiKey}`]);
    expect(terminalJson()).toBe(before);
    expect(asked()).toMatchObject({ file: 'foreign.json', needsPin: true });
    expect(lines.join('')).toContain('Provisioning file changes the set-up of this terminal: approval required');
    await answer('take', own.managerPin);
    expect(settings()?.shop).toEqual(foreign.shop);
  });

  test('is shown field by field without secrets', async () => {
    const question = (await start(write(foreign))).asked();
    expect(question.changes.map(({ field }) => field).join(' ')).toBe(
      'managerPin keys.signingKey keys.apiKey service.baseUrl service.jwksUrl merchant.merchantId merchant.profileId shop.shopId shop.shopName',
    );
    expect(question.changes).toContainEqual({
      field: 'service.baseUrl',
      before: own.service.baseUrl,
      after: 'https://elsewhere.example',
    });
    const key = question.changes.find(({ field }) => field === 'keys.signingKey');
    expect(key?.before).toMatch(new RegExp(`^${own.keys.signingKey.kid} · [\\w-]{16}$`));
    expect(key?.after).toMatch(/^another-key · [\w-]{16}$/);
    const told = JSON.stringify(question);
    for (const secret of [foreign.keys.apiKey, foreign.keys.signingKey.d, own.keys.signingKey.d, '999999'])
      expect(told).not.toContain(secret);
  });

  test('always counts its PIN as changed, to reveal nothing', async () => {
    const { asked } = await start(write(own));
    expect(asked().changes).toEqual([{ field: 'managerPin', after: true }]);
  });

  test('once refused changes nothing and is shown, logged and journaled', async () => {
    const before = terminalJson();
    const terminal = await start(write(foreign));
    await terminal.answer('refuse');
    expect(terminalJson()).toBe(before);
    expect(terminal.provisioning.question()).toBeUndefined();
    expect(terminal.events.at(-1)).toEqual({ type: 'provisioning-refused', file: 'foreign.json' });
    expect(actsOf(terminal)).toContain('provisioning-refused cashier');
    expect(terminal.lines.join('')).toContain('Provisioning file declined: nothing changed');
    expect(() => terminal.provisioning.shred()).toThrow(expect.objectContaining({ code: 'provision.no-file' }));
  });

  test('requires the present PIN, even from a manager, and counts wrong PINs', async () => {
    const before = terminalJson();
    const { till, answer, asked } = await start(write(foreign));
    await till.roles.unlock(own.managerPin);
    for (const [pin, code] of [
      [undefined, 'pin.required'],
      [foreign.managerPin, 'pin.wrong'],
      ['1111', 'pin.wrong'],
      ['2222', 'pin.locked'],
      [own.managerPin, 'pin.locked'],
    ] as const)
      await expect(answer('take', pin)).rejects.toMatchObject({ code });
    expect(terminalJson()).toBe(before);
    expect(asked().file).toBe('foreign.json');
  });

  test('is applied by the PIN and raises an alarm until cleared', async () => {
    const terminal = await start(write(foreign));
    await terminal.answer('take', own.managerPin);
    const { settings, store, till, opened, events } = terminal;
    expect(settings()).toMatchObject({ shop: foreign.shop, merchant: foreign.merchant });
    expect(opened.at(-1)).toBe('https://elsewhere.example another-api-key');
    expect(till.roles.current()).toBe('cashier');
    await expect(till.roles.unlock(own.managerPin)).rejects.toMatchObject({ code: 'pin.wrong' });
    await till.roles.unlock('999999');
    expect(events.at(-1)).toMatchObject({ type: 'provisioned' });
    const entry = { by: { role: 'manager' }, about: 'foreign.json', values: { kid: 'another-key' } };
    const taken = terminal.written.filter(({ act }) => act === 'provisioned').slice(-2);
    expect(taken).toMatchObject([entry, entry]);
    expect(String(taken[1]?.values?.['fields'])).toContain('service.baseUrl');
    expect(store.file.provisioningAlarm).toMatchObject({ file: 'foreign.json', changes: 9 });

    const later = await start();
    expect(later.store.file.provisioningAlarm).toMatchObject({ file: 'foreign.json' });
    await later.till.roles.unlock('999999');
    await later.provisioning.clearAlarm();
    await later.provisioning.clearAlarm();
    expect(actsOf(later)).toEqual(['unlock manager', 'provisioning-alarm-cleared manager']);
    expect((await start()).store.file.provisioningAlarm).toBeUndefined();
  });

  test('a register paired while clearing the alarm stays paired', async () => {
    const taken = await start(write(foreign));
    await taken.answer('take', own.managerPin);
    const { till, store, trust, save, provisioning } = await start();
    await till.roles.unlock('999999');
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const { get } = keychain;
    // The keychain delays the read at the start of the first save.
    keychain = {
      ...keychain,
      async get(account) {
        const found = await get(account);
        asked.resolve();
        await answered.promise;
        return found;
      },
    };
    const clearing = provisioning.clearAlarm();
    await asked.promise;
    keychain = { ...keychain, get };
    const register = { id: 'r1', name: 'Kassa 1', tokenHash: 'hash', pairedAt: 0 };
    const pairing = till.adjustAfter(() => save.registers(() => ({ registers: [register] })));
    for (let turns = 0; turns < 20; turns += 1) await new Promise((next) => setImmediate(next));
    answered.resolve();
    await Promise.all([clearing, pairing]);
    await trust.look();
    expect(stateOf(trust.found).registers).toEqual([register]);
    expect(store.file.provisioningAlarm).toBeUndefined();
  });

  test('cannot be applied during a sale', async () => {
    const { counter, answer, settings, asked } = await start(write(foreign));
    await counter.charge(1_250);
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'settings.sale-running' });
    expect(settings()?.shop).toEqual(own.shop);
    expect(asked().file).toBe('foreign.json');
  });

  test('cannot be applied without the keychain', async () => {
    withoutKeychain();
    const { asked, answer, settings } = await start(write(foreign));
    expect(asked().needsPin).toBe(true);
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'keychain.missing' });
    expect(settings()?.shop).toEqual(own.shop);
  });

  test('is applied once by concurrent answers', async () => {
    const { answer, written } = await start(write({ ...ownWithoutPin, shop: foreign.shop }));
    const both = await Promise.allSettled([answer('take', own.managerPin), answer('take', own.managerPin)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(written.filter(({ act }) => act === 'provisioned')).toHaveLength(1);
  });

  test('rejects outdated answers and asks again after changes', async () => {
    const { asked, answer, provisioning, settings, save } = await start(write(foreign));
    const { id } = asked();
    await expect(provisioning.answer({ id: id + 1, answer: 'take' })).rejects.toMatchObject({ code: 'provision.over' });
    const { tuning, ...draft } = { ...liveSettings(), ...settings(), pos: { posId: 'TILL99' } };
    await save.terminal({ draft, tuning, signingKey: undefined, apiKey: undefined });
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'provision.over' });
    expect(asked().changes).toContainEqual({ field: 'pos.posId', before: 'TILL99', after: own.pos.posId });
    await answer('take', own.managerPin);
    expect(settings()?.pos.posId).toBe(own.pos.posId);
  });

  test('gives way to a newer file and is refused then', async () => {
    const terminal = await start(write(foreign));
    await terminal.provisioning.whileOpen(write({ ...foreign, shop: own.shop }, 'another.json'));
    expect(terminal.asked().file).toBe('another.json');
    expect(terminal.written).toContainEqual(
      expect.objectContaining({ act: 'provisioning-refused', about: 'foreign.json' }),
    );
  });
});

test('on a terminal without a PIN, needs approval and raises an alarm', async () => {
  await start(write(ownWithoutPin, 'own.json'));
  const { asked, answer, settings, store } = await start(write(foreign));
  expect(asked().needsPin).toBe(false);
  expect(settings()?.shop).toEqual(own.shop);
  await answer('take');
  expect(settings()?.shop).toEqual(foreign.shop);
  expect(store.file.provisioningAlarm).toMatchObject({ file: 'foreign.json' });
});

test('a second start sets up a terminal without settings', async () => {
  const { provisioning, till, settings } = await start();
  await provisioning.whileOpen(write(own));
  expect(provisioning.question()).toBeUndefined();
  expect([settings()?.shop, till.mode]).toEqual([own.shop, 'live']);
});
