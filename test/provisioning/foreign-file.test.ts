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

/** A terminal set up by a shop, started with a provisioning file of a different shop. */

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

  test('a foreign file changes nothing before an answer', async () => {
    const before = terminalJson();
    const { till, store, opened, asked, lines } = await start(write(foreign));
    expect(till).toMatchObject({ mode: 'live' });
    expect(opened).toEqual([`${own.service.baseUrl} ${own.keys.apiKey}`]);
    expect(store.file.settings?.shop).toEqual(own.shop);
    expect(terminalJson()).toBe(before);
    expect(asked()).toMatchObject({ file: 'foreign.json', needsPin: true });
    expect(lines.join('')).toContain('Provisioning file changes the set-up of this terminal: approval required');
  });

  test('shows each changed field without secrets', async () => {
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

  test('a refusal changes nothing and is shown, logged and journaled', async () => {
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

  test("rejects the file's own PIN and counts wrong PINs", async () => {
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

  test('requires the PIN even from a signed-in manager', async () => {
    const { till, answer } = await start(write(foreign));
    await till.roles.unlock(own.managerPin);
    await expect(answer('take')).rejects.toMatchObject({ code: 'pin.required' });
  });

  test("the manager's PIN applies the file and raises an alarm", async () => {
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

  test('the alarm lasts until a manager clears it', async () => {
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
    const { counter, answer, store, asked } = await start(write(foreign));
    await counter.charge(1_250);
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'settings.sale-running' });
    expect(store.file.settings?.shop).toEqual(own.shop);
    expect(asked().file).toBe('foreign.json');
  });

  test('concurrent answers apply the file once', async () => {
    const { answer, written } = await start(write({ ...ownWithoutPin, shop: foreign.shop }));
    const both = await Promise.allSettled([answer('take', own.managerPin), answer('take', own.managerPin)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(written.filter(({ act }) => act === 'provisioned')).toHaveLength(1);
  });

  test('rejects outdated answers and asks again after changes', async () => {
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

  test("always shows the file's PIN as changed, to reveal nothing", async () => {
    const { asked } = await start(write(own));
    expect(asked().changes).toEqual([{ field: 'managerPin', after: true }]);
  });

  test('cannot be applied without the keychain', async () => {
    keychain = { ...memoryKeychain(), get: () => Promise.reject(new TillError('keychain.missing', 'no keychain')) };
    const { asked, answer, store } = await start(write(foreign));
    expect(asked().needsPin).toBe(true);
    await expect(answer('take', own.managerPin)).rejects.toMatchObject({ code: 'keychain.missing' });
    expect(store.file.settings?.shop).toEqual(own.shop);
  });
});

describe('on a terminal without a PIN', () => {
  test('the change needs approval and raises an alarm', async () => {
    await start(write(ownWithoutPin, 'own.json'));
    const { asked, answer, store } = await start(write(foreign));
    expect(asked().needsPin).toBe(false);
    expect(store.file.settings?.shop).toEqual(own.shop);
    await answer('take');
    expect(store.file.settings?.shop).toEqual(foreign.shop);
    expect(store.file.provisioningAlarm).toMatchObject({ file: 'foreign.json' });
  });
});

test('a new terminal applies the file without question or alarm', async () => {
  const terminal = await start(write(own));
  expect(terminal.till.mode).toBe('live');
  expect(terminal.provisioning.question()).toBeUndefined();
  expect(terminal.store.file.provisioningAlarm).toBeUndefined();
  expect(actsOf(terminal)).toEqual(['provisioned till']);
});

describe('a second start while the till is open', () => {
  test('asks the same question in the open till', async () => {
    await start(write(own, 'own.json'));
    const { provisioning, asked, answer, store } = await start();
    await provisioning.whileOpen(write(foreign));
    expect(asked()).toMatchObject({ file: 'foreign.json', needsPin: true });
    expect(store.file.settings?.shop).toEqual(own.shop);
    await answer('take', own.managerPin);
    expect(store.file.settings?.shop).toEqual(foreign.shop);
  });

  test('sets up a terminal without settings', async () => {
    const { provisioning, till, store } = await start();
    await provisioning.whileOpen(write(own));
    expect(provisioning.question()).toBeUndefined();
    expect(store.file.settings?.shop).toEqual(own.shop);
    expect(till.mode).toBe('live');
  });

  test('with a new file refuses the earlier file', async () => {
    await start(write(own, 'own.json'));
    const terminal = await start(write(foreign));
    await terminal.provisioning.whileOpen(write({ ...foreign, shop: own.shop }, 'another.json'));
    expect(terminal.asked().file).toBe('another.json');
    expect(terminal.written).toContainEqual(
      expect.objectContaining({ act: 'provisioning-refused', about: 'foreign.json' }),
    );
  });
});
