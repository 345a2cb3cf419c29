import { expect, test } from 'vitest';
import { revisionOf } from '../../main/upload/wire.ts';
import { settle } from '../base/virtual-clock.ts';
import { enrolledTill } from './enrolled-till.ts';

async function governed() {
  const made = await enrolledTill();
  await made.clock.advance(30_000);
  const [thread] = made.threads;
  if (thread === undefined) throw new Error('nothing ships');
  const facts = async () => {
    const told = thread.main.news(0);
    await made.clock.advance(0);
    return await told;
  };
  const take = async (settings: Record<string, unknown>) => {
    const revision = revisionOf(settings);
    thread.main.settings({ revision, settings });
    await settle();
    return revision;
  };
  return { ...made, take, facts, free: () => thread.main.settings({ revision: null, settings: {} }) };
}

test('applies all settings at once and logs head office', async () => {
  const { take, facts, store, acts, headOffice, chain } = await governed();
  const settings = { 'counter.maximum': 10_000, 'counter.display.idle.message': false, 'counter.languages.till': 'nl' };
  const revision = await take(settings);
  expect(store.file.counter).toMatchObject({ maximum: 10_000, languages: { till: 'nl', display: 'en' } });
  expect(store.file.counter.display.idle).toMatchObject({ name: true, message: false });
  expect(acts).toMatchObject([{ act: 'settings-changed', by: { role: 'till', name: 'Bakery' }, about: 'head-office' }]);
  expect(acts[0]?.values?.['fields']).toContain('counter.maximum');
  expect(chain()?.settings).toEqual({ revision, paths: Object.keys(settings) });
  expect(await facts()).toMatchObject({ settings: revision, status: { settings: { revision, state: 'applied' } } });
  expect(headOffice.view().enrolled?.sets).toEqual(Object.keys(settings));
});

test.each([
  ['a value that is none of this till', { 'counter.entry': 'letters' }],
  ['a value outside of its limits', { 'counter.shortestPin': 2 }],
  ['a field of this machine', { 'counter.kiosk.on': true }],
  ['a field of the account', { 'service.baseUrl': 'https://elsewhere.example' }],
  ['where updates come from', { 'counter.updates.server': 'https://elsewhere.example' }],
  ['what cash registers may do', { 'counter.register.refundLimit': 100 }],
  ['a field that nobody knows', { 'counter.colour': 'green' }],
  ['a receipt at a host that no manager set', { 'counter.display.receiptUrl': 'https://evil.example/{reference}' }],
  ['a message that names such a host', { 'counter.display.message': 'Pay at evil.example' }],
  ['a name of every object', { __proto__: 1, 'counter.toString': 1 }],
])('%s leaves all settings unchanged and is reported', async (_, wrong) => {
  const { take, facts, store, acts, headOffice } = await governed();
  const good = await take({ 'counter.maximum': 10_000 });
  const before = store.file;
  const revision = await take({ 'counter.maximum': 20_000, ...wrong });
  expect(store.file).toBe(before);
  expect(acts).toHaveLength(1);
  const path = Object.keys(wrong).at(-1);
  expect(await facts()).toMatchObject({
    settings: revision,
    status: { settings: { revision, state: 'failed', why: { code: 'head-office.setting', path } } },
  });
  expect(headOffice.view().enrolled).toMatchObject({ settingsProblem: { values: { path } } });
  expect(revision).not.toBe(good);
});

test('accepts only the host set by a manager', async () => {
  const { take, facts, store, save } = await governed();
  const { counter } = store.file;
  const display = { ...counter.display, receiptUrl: 'https://shop.example/r/{reference}' };
  await save.counter({ ...counter, display }, undefined);
  const settings = {
    'counter.display.receiptUrl': 'https://shop.example/receipts?of={reference}',
    'counter.display.message': 'Open: 9.30 to 18.00, see shop.example',
  };
  await take(settings);
  expect(store.file.counter.display).toMatchObject({
    receiptUrl: settings['counter.display.receiptUrl'],
    message: settings['counter.display.message'],
  });
  await take({ ...settings, 'counter.display.receiptUrl': 'https://shop.example.evil.example/{reference}' });
  expect(await facts()).toMatchObject({ status: { settings: { state: 'failed' } } });
  expect(store.file.counter.display.receiptUrl).toBe(settings['counter.display.receiptUrl']);
});

test('settings are applied after the sale ends', async () => {
  const { take, store, counter, changed } = await governed();
  await counter.waiting();
  await take({ 'counter.maximum': 10_000 });
  changed();
  await settle();
  expect(store.file.counter.maximum).toBe(250_000);
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  await counter.clock.advance(3_000);
  changed();
  await settle();
  expect(store.file.counter.maximum).toBe(10_000);
});

test("the till cannot change head office's settings until freed", async () => {
  const { take, free, save, store } = await governed();
  await take({ 'counter.maximum': 10_000, 'counter.sound.muted': true });
  const { counter } = store.file;
  for (const [change, field] of [
    [{ maximum: 20_000 }, 'counter.maximum'],
    [{ sound: { volume: 100, muted: false } }, 'counter.sound.muted'],
  ] as const)
    await expect(save.counter({ ...counter, ...change }, undefined)).rejects.toMatchObject({
      code: 'head-office.sets',
      field,
    });
  await save.counter({ ...counter, returnAfterSeconds: 10 }, undefined);
  free();
  await settle();
  expect(store.file.counter).toMatchObject({ maximum: 10_000, returnAfterSeconds: 10 });
  await save.counter({ ...store.file.counter, maximum: 20_000 }, undefined);
  expect(store.file.counter.maximum).toBe(20_000);
});
