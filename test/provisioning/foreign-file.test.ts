import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Act } from '../../main/audit/audit-log.ts';
import { systemRandom } from '../../main/base/clock.ts';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
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
import { counterTill } from '../till/counter-till.ts';
import { provisioningFile } from './sample-provisioning-file.ts';
import { provisioningWith } from './stub-provisioning.ts';

/** A terminal that a shop has set up, and somebody who starts it with a provisioning file of another shop. */

const own = provisioningFile();
const foreign = {
  ...own,
  service: { ...own.service, baseUrl: 'https://elsewhere.example', jwksUrl: 'https://elsewhere.example/jwks' },
  merchant: { merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) },
  shop: { shopId: 'OTHER', shopName: 'Elsewhere' },
  keys: { signingKey: makeSigningKey('another-key'), apiKey: 'another-api-key' },
  managerPin: '999999',
};
const { managerPin: _pin, ...ownWithoutPin } = own;

let keychain: Keychain;
beforeEach(() => {
  keychain = memoryKeychain();
});

function write(file: object, name = 'foreign.json'): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(file));
  return path;
}

/** A start of the app on the same data folder and keychain. */
async function start(file?: string) {
  const events: TillEvent[] = [];
  const lines: string[] = [];
  const written: Act[] = [];
  const clock = new VirtualClock();
  const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  const acts = actsInMemory({ clock, log });
  const counter = new Counter();
  const { trust, save } = recordOf(store, async () => keychain, { log });
  const opened: string[] = [];
  const till = new Till({
    clock,
    log,
    store,
    trust,
    acts,
    started: { training: false, packaged: true },
    openTraining: () => Promise.reject(new Error('not in this test')),
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
    presentKeys: () => stateOf(trust.found),
    till,
  });
  void till.start(async () => {
    if (file !== undefined) await provisioning.atStart(file);
  });
  await till.ready;
  const asked = () => {
    const question = provisioning.question();
    if (question?.stage !== 'changes') throw new Error('no changes are asked about');
    return question;
  };
  const answer = (answered: 'take' | 'refuse', managerPin?: string) =>
    provisioning.answer({ id: asked().id, answer: answered, ...omitUndefined({ managerPin }) });
  return { till, store, trust, save, provisioning, events, lines, written, opened, asked, answer, counter };
}

const actsOf = ({ written }: { readonly written: readonly Act[] }) => written.map(({ act, by }) => `${act} ${by.role}`);
const terminalJson = () => readFileSync(join(folder, 'terminal.json'), 'utf8');

describe('on a terminal with a PIN', () => {
  beforeEach(async () => {
    await start(write(own, 'own.json'));
  });

  test('a foreign file replaces nothing: the till opens as it was and asks', async () => {
    const before = terminalJson();
    const { till, store, opened, asked, lines } = await start(write(foreign));
    expect(till).toMatchObject({ mode: 'live' });
    expect(opened).toEqual([`${own.service.baseUrl} ${own.keys.apiKey}`]);
    expect(store.file.settings?.shop).toEqual(own.shop);
    expect(terminalJson()).toBe(before);
    expect(asked()).toMatchObject({ file: 'foreign.json', needsPin: true });
    expect(lines.join('')).toContain('A provisioning file asks to set this terminal up anew');
  });

  test('what would change is told field by field, before and after, and no secret is', async () => {
    const { asked } = await start(write(foreign));
    const question = asked();
    expect(question.changes.map(({ field }) => field)).toEqual([
      'managerPin',
      'keys.signingKey',
      'keys.apiKey',
      'service.baseUrl',
      'service.jwksUrl',
      'merchant.merchantId',
      'merchant.profileId',
      'shop.shopId',
      'shop.shopName',
    ]);
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

  test('refused, it changes nothing, and that is told, logged and in the journal', async () => {
    const before = terminalJson();
    const terminal = await start(write(foreign));
    await terminal.answer('refuse');
    expect(terminalJson()).toBe(before);
    expect(terminal.provisioning.question()).toBeUndefined();
    expect(terminal.events.at(-1)).toEqual({ type: 'provisioning-refused', file: 'foreign.json' });
    expect(actsOf(terminal)).toContain('provisioning-refused cashier');
    expect(terminal.lines.join('')).toContain('The provisioning file was refused; nothing was changed');
    expect(() => terminal.provisioning.shred()).toThrow(expect.objectContaining({ code: 'provision.no-file' }));
  });

  test("the file's own PIN takes nothing in, nor does none; wrong ones are counted and locked", async () => {
    const before = terminalJson();
    const terminal = await start(write(foreign));
    await expect(terminal.answer('take')).rejects.toMatchObject({ code: 'pin.required' });
    await expect(terminal.answer('take', foreign.managerPin)).rejects.toMatchObject({ code: 'pin.wrong' });
    await expect(terminal.answer('take', '1111')).rejects.toMatchObject({ code: 'pin.wrong' });
    await expect(terminal.answer('take', '2222')).rejects.toMatchObject({ code: 'pin.locked' });
    await expect(terminal.answer('take', own.managerPin)).rejects.toMatchObject({ code: 'pin.locked' });
    expect(terminalJson()).toBe(before);
    expect(terminal.asked().file).toBe('foreign.json');
  });

  test('a manager who is signed in is asked for the PIN all the same', async () => {
    const { till, answer } = await start(write(foreign));
    await till.roles.unlock(own.managerPin);
    await expect(answer('take')).rejects.toMatchObject({ code: 'pin.required' });
  });

  test("with the present manager's PIN it is taken whole, noted in both journals, and leaves an alarm", async () => {
    const terminal = await start(write(foreign));
    await terminal.answer('take', own.managerPin);
    const { store, till, opened, events } = terminal;
    expect(store.file.settings).toMatchObject({ shop: foreign.shop, merchant: foreign.merchant });
    expect(opened.at(-1)).toBe('https://elsewhere.example another-api-key');
    expect(till.roles.current()).toBe('cashier');
    await expect(till.roles.unlock(own.managerPin)).rejects.toMatchObject({ code: 'pin.wrong' });
    await till.roles.unlock('999999');
    expect(events.at(-1)).toMatchObject({ type: 'provisioned' });
    const taken = terminal.written.filter(({ act }) => act === 'provisioned');
    expect(taken.slice(-2)).toMatchObject([
      { by: { role: 'manager' }, about: 'foreign.json', values: { kid: 'another-key' } },
      { by: { role: 'manager' }, about: 'foreign.json', values: { kid: 'another-key' } },
    ]);
    expect(String(taken.at(-1)?.values?.['fields'])).toContain('service.baseUrl');
    expect(store.file.provisioningAlarm).toMatchObject({ file: 'foreign.json', changes: 9 });
  });

  test('the alarm outlives restarts and other settings, until a manager takes it away', async () => {
    const taken = await start(write(foreign));
    await taken.answer('take', own.managerPin);
    const later = await start();
    expect(later.store.file.provisioningAlarm).toMatchObject({ file: 'foreign.json' });
    await later.till.roles.unlock('999999');
    await later.provisioning.clearAlarm();
    expect(actsOf(later)).toEqual(['unlock manager', 'provisioning-alarm-cleared manager']);
    await later.provisioning.clearAlarm();
    expect(actsOf(later)).toHaveLength(2);
    expect((await start()).store.file.provisioningAlarm).toBeUndefined();
  });

  test('a register that is paired while the alarm is taken away stays paired', async () => {
    const taken = await start(write(foreign));
    await taken.answer('take', own.managerPin);
    const { till, store, trust, save, provisioning } = await start();
    await till.roles.unlock('999999');
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const { get } = keychain;
    // The keychain takes its time with the record that the first save begins with.
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

  test('a sale that is under way keeps it from being taken in', async () => {
    const { counter, answer, store, asked } = await start(write(foreign));
    await counter.charge(1_250);
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'settings.sale-running' });
    expect(store.file.settings?.shop).toEqual(own.shop);
    expect(asked().file).toBe('foreign.json');
  });

  test('two answers side by side take it in once', async () => {
    const { answer, written } = await start(write({ ...ownWithoutPin, shop: foreign.shop }));
    const both = await Promise.allSettled([answer('take', own.managerPin), answer('take', own.managerPin)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(written.filter(({ act }) => act === 'provisioned')).toHaveLength(1);
  });

  test('an answer to what was asked before is none, and settings that were changed meanwhile are asked about anew', async () => {
    const { asked, answer, provisioning, store, save } = await start(write(foreign));
    const { id } = asked();
    await expect(provisioning.answer({ id: id + 1, answer: 'take' })).rejects.toMatchObject({ code: 'provision.over' });
    const { settings } = store.file;
    if (settings === undefined) throw new Error('it has settings');
    const { tuning, ...draft } = { ...settings, pos: { posId: 'TILL99' } };
    await save.terminal({ draft, tuning, signingKey: undefined, apiKey: undefined });
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'provision.over' });
    expect(asked().changes).toContainEqual({ field: 'pos.posId', before: 'TILL99', after: own.pos.posId });
    await answer('take', own.managerPin);
    expect(store.file.settings?.pos.posId).toBe(own.pos.posId);
  });

  test('its PIN is told as another one also where it is the present one: nobody learns the PIN from files', async () => {
    const { asked } = await start(write(own));
    expect(asked().changes).toEqual([{ field: 'managerPin', after: true }]);
  });

  test('without its keychain the till asks, and nobody can take it in', async () => {
    keychain = { ...memoryKeychain(), get: () => Promise.reject(new TillError('keychain.missing', 'no keychain')) };
    const { asked, answer, store } = await start(write(foreign));
    expect(asked().needsPin).toBe(true);
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'keychain.missing' });
    expect(store.file.settings?.shop).toEqual(own.shop);
  });
});

describe('on a terminal that was set up without a PIN', () => {
  test('the change is asked about, and leaves an alarm', async () => {
    await start(write(ownWithoutPin, 'own.json'));
    const { asked, answer, store } = await start(write(foreign));
    expect(asked().needsPin).toBe(false);
    expect(store.file.settings?.shop).toEqual(own.shop);
    await answer('take');
    expect(store.file.settings?.shop).toEqual(foreign.shop);
    expect(store.file.provisioningAlarm).toMatchObject({ file: 'foreign.json' });
  });
});

test('a fresh terminal takes the file in without a question and without an alarm', async () => {
  const terminal = await start(write(own));
  expect(terminal.till.mode).toBe('live');
  expect(terminal.provisioning.question()).toBeUndefined();
  expect(terminal.store.file.provisioningAlarm).toBeUndefined();
  expect(actsOf(terminal)).toEqual(['provisioned till']);
});

describe('a second start while the till is open', () => {
  test('asks the same question there', async () => {
    await start(write(own, 'own.json'));
    const { provisioning, asked, answer, store } = await start();
    await provisioning.whileOpen(write(foreign));
    expect(asked()).toMatchObject({ file: 'foreign.json', needsPin: true });
    expect(store.file.settings?.shop).toEqual(own.shop);
    await answer('take', own.managerPin);
    expect(store.file.settings?.shop).toEqual(foreign.shop);
  });

  test('sets up a terminal that nobody has set up', async () => {
    const { provisioning, till, store } = await start();
    await provisioning.whileOpen(write(own));
    expect(provisioning.question()).toBeUndefined();
    expect(store.file.settings?.shop).toEqual(own.shop);
    expect(till.mode).toBe('live');
  });

  test('with another file refuses the one that was asked about', async () => {
    await start(write(own, 'own.json'));
    const terminal = await start(write(foreign));
    await terminal.provisioning.whileOpen(write({ ...foreign, shop: own.shop }, 'another.json'));
    expect(terminal.asked().file).toBe('another.json');
    expect(terminal.written).toContainEqual(
      expect.objectContaining({ act: 'provisioning-refused', about: 'foreign.json' }),
    );
  });
});
