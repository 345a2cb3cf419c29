import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactEncrypt } from 'jose';
import { describe, expect, test } from 'vitest';
import type { ProvisioningStage } from '../../preload/contract/provisioning.ts';
import { folder } from '../base/test-folder.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { tillWithHandlers } from '../windows/ipc-handlers/till-with-handlers.ts';

/**
 * The user hands a provisioning file to the till through the system's dialog or by dropping the file onto the window.
 */

const PASSPHRASE = 'correct horse battery';

const whole = provisioningFile();
const { pos: _pos, managerPin: _pin, ...shops } = whole;
const write = (content: unknown, name = 'shop.json') => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return path;
};
/** Encrypts with few rounds, which is fast; the till accepts such files from other tools. */
const encrypted = (file: object) =>
  new CompactEncrypt(Buffer.from(JSON.stringify(file)))
    .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', typ: 'tillmate-provisioning' })
    .setKeyManagementParameters({ p2c: 1_000 })
    .encrypt(Buffer.from(PASSPHRASE));

async function terminal(given: Parameters<typeof tillWithHandlers>[0] = {}) {
  const till = await tillWithHandlers(given);
  const asked = <Stage extends ProvisioningStage<'changes' | 'faults' | 'missing' | 'passphrase'>['stage']>(
    stage: Stage,
  ) => {
    const question = till.provisioning.question();
    expect(question?.stage).toBe(stage);
    return question as ProvisioningStage<Stage>;
  };
  const settings = () => till.store.file.settings;
  return { ...till, asked, settings };
}

describe('on a new terminal', () => {
  test("shows the file's changes and applies them after approval", async () => {
    const path = write(whole);
    const { call, asked, settings, store } = await terminal({ openedAs: path });
    expect(await call('provision.open')).toMatchObject({ ok: true, value: { outcome: 'asked' } });
    const { id, changes, needsPin, fresh } = asked('changes');
    expect({ needsPin, fresh }).toEqual({ needsPin: false, fresh: true });
    expect(changes).toContainEqual({ field: 'pos.posId', after: 'TILL42' });
    expect(settings()).toBeUndefined();
    const twice = await Promise.all([1, 2].map(() => call('provision.answer', { id, answer: 'take' })));
    // Both answers read the keys in another thread, so either may finish first.
    expect(twice.toSorted((one, other) => Number(other.ok) - Number(one.ok))).toMatchObject([
      { ok: true },
      { error: { code: 'provision.over' } },
    ]);
    expect(settings()?.pos.posId).toBe('TILL42');
    expect(store.file.provisioningAlarm).toBeUndefined();
  });

  test('a cancelled dialog asks nothing', async () => {
    const { call, provisioning } = await terminal();
    expect(await call('provision.open')).toMatchObject({ value: { outcome: 'cancelled' } });
    expect(provisioning.question()).toBeUndefined();
  });

  test('a shop-wide file asks only for POS id and PIN', async () => {
    const { call, asked, settings, till } = await terminal();
    await call('provision.hand-in', { path: write(shops) });
    const { id, posId, pin } = asked('missing');
    expect({ posId, pin }).toEqual({ posId: true, pin: 'optional' });
    expect(await call('provision.missing', { id, posId: 'TILL7', managerPin: '1234' })).toMatchObject({
      error: { code: 'pin.too-short', field: 'managerPin', values: { digits: 6 } },
    });
    expect(await call('provision.missing', { id })).toMatchObject({
      error: { code: 'pos-id.required', field: 'posId' },
    });
    expect(settings()).toBeUndefined();
    expect(await call('provision.missing', { id, posId: 'TILL7', managerPin: '471147' })).toMatchObject({ ok: true });
    const changes = asked('changes');
    expect(changes.changes).toContainEqual({ field: 'pos.posId', after: 'TILL7' });
    expect(await call('provision.answer', { id: changes.id, answer: 'take' })).toMatchObject({ ok: true });
    expect(settings()?.pos.posId).toBe('TILL7');
    await expect(till.roles.authorise('471147')).resolves.toMatchObject({ role: 'manager' });
  });

  test('an encrypted file asks for the passphrase, then for approval', async () => {
    const { call, asked, settings } = await terminal();
    await call('provision.hand-in', { path: write(await encrypted(whole), 'shop.jwe') });
    const { id } = asked('passphrase');
    expect(await call('provision.passphrase', { id, passphrase: PASSPHRASE })).toMatchObject({ ok: true });
    asked('changes');
    expect(settings()).toBeUndefined();
  });
});

test('a wrong passphrase is reported after a delay without changes', async () => {
  const { call, asked, clock, settings, provisioning } = await terminal();
  await call('provision.hand-in', { path: write(await encrypted(whole), 'shop.jwe') });
  const { id } = asked('passphrase');
  const began = clock.now();
  let told: unknown;
  provisioning.passphrase({ id, passphrase: 'wrong horse battery' }).catch((thrown: unknown) => {
    told = thrown;
  });
  while (told === undefined) await clock.advance(100);
  expect(told).toMatchObject({ code: 'passphrase.wrong', field: 'passphrase' });
  expect(clock.now() - began).toBeGreaterThanOrEqual(1_000);
  expect(settings()).toBeUndefined();
  await call('provision.passphrase', { id: asked('passphrase').id, passphrase: PASSPHRASE });
  asked('changes');
});

test.each([
  ['a file that is gone', () => join(folder, 'gone.json'), 'file.missing'],
  ['no path, as of something that is no file', () => '', 'file.missing'],
])('%s is shown and changes nothing', async (_what, path, code) => {
  const { call, asked, settings } = await terminal();
  expect(await call('provision.hand-in', { path: path() })).toMatchObject({ value: { outcome: 'asked' } });
  const { faults, id } = asked('faults');
  expect(faults).toMatchObject([{ place: '', code }]);
  await call('provision.answer', { id, answer: 'refuse' });
  expect(settings()).toBeUndefined();
});

test('reports a list in place of a provisioning file', async () => {
  const { call, asked } = await terminal();
  await call('provision.hand-in', { path: write([]) });
  expect(asked('faults').faults).toMatchObject([{ place: '', code: 'field.type' }]);
});

test('lists each fault with its place and no secret', async () => {
  const faulty = {
    ...whole,
    service: { ...whole.service, environment: 'TEST', baseUrl: 'http://elsewhere.example' },
    shop: { ...whole.shop, street: 'Dorpsstraat' },
    pos: { posId: 'TILL 42' },
    managerPin: '4711',
  };
  const { call, asked } = await terminal();
  const places = ['service.environment', 'service.baseUrl', 'shop.street', 'pos.posId', 'managerPin'];
  await call('provision.hand-in', { path: write(faulty) });
  expect(asked('faults').faults.map(({ place }) => place)).toEqual(places);
  await call('provision.hand-in', { path: write(await encrypted(faulty), 'shop.jwe') });
  await call('provision.passphrase', { id: asked('passphrase').id, passphrase: PASSPHRASE });
  const question = asked('faults');
  expect(question.faults.map(({ place }) => place)).toEqual(places);
  expect(JSON.stringify(question)).not.toContain(whole.keys.signingKey.d);
});

test('shows the first hundred faults, the count, and clean names', async () => {
  const more = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x\u001b[31m${at}`, at]));
  const { call, asked } = await terminal();
  await call('provision.hand-in', { path: write({ ...whole, ...more }) });
  const { faults, count } = asked('faults');
  expect([faults.length, count]).toEqual([100, 500]);
  expect(faults[0]?.place).toBe('x?[31m0');
});

describe('on a terminal with settings', () => {
  const PIN = '471147';
  async function setUp() {
    const made = await terminal();
    await made.call('provision.hand-in', { path: write(whole) });
    expect(await made.call('provision.answer', { id: made.asked('changes').id, answer: 'take' })).toMatchObject({
      ok: true,
    });
    // The person who set the first PIN is still signed in as manager.
    made.till.roles.lock();
    return made;
  }

  test('only a manager hands files in, and confirms by PIN', async () => {
    const { call, asked, settings, till } = await setUp();
    const path = write({ ...whole, managerPin: undefined, shop: { shopId: 'S9', shopName: 'Elsewhere' } });
    expect(await call('provision.hand-in', { path })).toMatchObject({ error: { code: 'pin.required' } });
    expect(await call('provision.open')).toMatchObject({ error: { code: 'pin.required' } });
    await till.roles.unlock(PIN);
    await call('provision.hand-in', { path });
    const { id, needsPin, fresh } = asked('changes');
    expect({ needsPin, fresh }).toEqual({ needsPin: true, fresh: undefined });
    expect(await call('provision.answer', { id, answer: 'take' })).toMatchObject({ error: { code: 'pin.required' } });
    expect(settings()?.shop.shopName).toBe('Bakkerij Zoë');
    await call('provision.answer', { id, answer: 'take', managerPin: PIN });
    expect(settings()?.shop.shopName).toBe('Elsewhere');
  });

  test('reports a file equal to the settings', async () => {
    const { call, till } = await setUp();
    await till.roles.unlock(PIN);
    const { managerPin: _own, ...same } = whole;
    expect(await call('provision.hand-in', { path: write(same) })).toMatchObject({ value: { outcome: 'same' } });
  });

  test('a shop-wide file keeps the existing PIN', async () => {
    const { call, till, asked } = await setUp();
    await till.roles.unlock(PIN);
    await call('provision.hand-in', { path: write(shops) });
    expect(asked('missing')).toMatchObject({ posId: true, pin: 'no' });
  });

  test('a new file replaces the pending file', async () => {
    const { call, till, asked } = await setUp();
    await till.roles.unlock(PIN);
    await call('provision.hand-in', { path: write(await encrypted(whole), 'first.jwe') });
    const first = asked('passphrase').id;
    await call('provision.hand-in', { path: write(shops, 'second.json') });
    expect(asked('missing').file).toBe('second.json');
    expect(await call('provision.passphrase', { id: first, passphrase: PASSPHRASE })).toMatchObject({
      error: { code: 'provision.over' },
    });
  });
});
