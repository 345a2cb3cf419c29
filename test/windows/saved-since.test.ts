import { describe, expect, test } from 'vitest';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createSettingsEditions } from '../../main/windows/saved-since.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import { cents, pastedSettings, tillWithHandlers } from './ipc-handlers/till-with-handlers.ts';

const counter = { ...firstCounter, maximum: cents(10_000) };

/** A till that was set up, with what its form would hold. */
async function setUp() {
  const parts = await tillWithHandlers();
  const pasted = pastedSettings();
  expect(await parts.call('settings.save', pasted)).toEqual({ ok: true, value: {} });
  const { keys: _keys, managerPin: _pin, ...draft } = pasted;
  const read = async () => parts.handlers['settings.read']({}, 'till');
  return { ...parts, draft, read };
}

describe('of two managers', () => {
  test.each(['settings.save', 'settings.counter.save'] as const)(
    '%s that names none writes over nothing',
    async (name) => {
      const { call, draft, store } = await setUp();
      const before = store.file;
      const late = name === 'settings.save' ? { ...draft, counter: firstCounter } : { counter: firstCounter };
      expect(await call(name, { ...late, version: '' })).toMatchObject({ error: { code: 'settings.stale' } });
      expect(await call(name, { ...late, version: undefined })).toMatchObject({ error: { field: 'version' } });
      expect(store.file).toBe(before);
    },
  );

  test.each(['settings.save', 'settings.counter.save'] as const)(
    'the one who saves last by %s over what the other has saved is told, and nothing changes',
    async (name) => {
      const { call, draft, read, store } = await setUp();
      const { version } = await read();
      expect(await call('settings.counter.save', { counter, version })).toMatchObject({ ok: true });
      const saved = store.file;
      const late = name === 'settings.save' ? { ...draft, counter: firstCounter, version } : { counter, version };
      expect(await call(name, late)).toMatchObject({ ok: false, error: { code: 'settings.stale' } });
      expect(store.file).toBe(saved);
      const { version: newer } = await read();
      expect(await call(name, { ...late, version: newer })).toMatchObject({ ok: true });
    },
  );

  test('another signing key is a save too, and so is a name that was accepted', async () => {
    const { call, draft, read } = await setUp();
    const { version } = await read();
    const keys = { signingKey: JSON.stringify(makeSigningKey('another')) };
    expect(await call('settings.save', { ...draft, keys, version })).toMatchObject({ ok: true });
    expect(await call('settings.save', { ...draft, version })).toMatchObject({ error: { code: 'settings.stale' } });
  });

  test('training and back is none', async () => {
    const { call, read } = await setUp();
    const { version } = await read();
    await call('terminal.choose', { mode: 'training' });
    await call('terminal.choose', { mode: 'live' });
    expect((await read()).version).toBe(version);
  });

  test('no version says anything about a secret: each run has its own', async () => {
    const { store, trust } = await setUp();
    expect(createSettingsEditions(store, trust).now()).not.toBe(createSettingsEditions(store, trust).now());
  });
});

describe('the last save is undone', () => {
  test('by a save of what was there before, which is noted and offered once', async () => {
    const { call, draft, read, store, acted } = await setUp();
    const before = store.file;
    const shop = { shopId: 'shop-7', shopName: 'Bakkerij Anna' };
    const sale = { description: 'Bread', referencePattern: '{sequence}' };
    const { version } = await read();
    expect(await call('settings.save', { ...draft, shop, sale, counter, version })).toMatchObject({ ok: true });
    const changed = await read();
    expect(changed.undo).toMatchObject({ settings: { shop: { shopName: 'Bakkerij Zoë' } }, counter: firstCounter });
    expect(JSON.stringify(changed)).not.toContain('signingKey"');
    expect(await call('settings.undo', { version: changed.version })).toEqual({ ok: true, value: {} });
    expect(store.file.settings).toEqual(before.settings);
    expect(store.file.counter).toEqual(before.counter);
    expect(acted.at(-1)).toMatchObject({
      act: 'settings-changed',
      by: { role: 'manager' },
      about: 'undo',
      values: { fields: expect.stringContaining('settings.shop.shopName') },
    });
    const { undo, version: last, signingKeyId } = await read();
    expect(undo).toBeUndefined();
    expect(signingKeyId).toBe('till-42-2026');
    expect(await call('settings.undo', { version: last })).toMatchObject({
      ok: false,
      error: { code: 'settings.nothing-to-undo' },
    });
  });

  test('with the parts of the counter that nobody had set: they are absent again', async () => {
    const { call, draft, read, store } = await setUp();
    const before = store.file;
    const set = {
      ...firstCounter,
      refundPinAbove: cents(5_000),
      updates: { on: false, server: '', opens: '08:00', closes: '18:00', whenOpen: false },
      printing: { printer: 'Counter', paper: '80mm', silent: true, automatic: false },
    };
    const shop = { shopId: 'shop-7', shopName: 'Bakkerij Anna' };
    const { version } = await read();
    expect(await call('settings.save', { ...draft, shop, counter: set, version })).toMatchObject({ ok: true });
    expect(store.file.counter).toMatchObject({ printing: set.printing, updates: set.updates });
    expect(await call('settings.undo', { version: (await read()).version })).toEqual({ ok: true, value: {} });
    expect(store.file.settings).toEqual(before.settings);
    expect(store.file.counter).toEqual(before.counter);
    expect((await read()).undo).toBeUndefined();
  });

  test('while a sale is under way, where it was of the counter alone', async () => {
    const { call, read, store, handlers } = await setUp();
    const { version } = await read();
    // Saved once more, it changes nothing, and what is undone stays the change.
    for (const save of [{ counter, version }, { counter }]) await call('settings.counter.save', save);
    expect(await call('sale.start', { amount: 500 })).toMatchObject({ ok: true });
    const { version: now, undo } = await handlers['settings.read']({}, 'till');
    expect(undo?.settings).toBeUndefined();
    expect(await call('settings.undo', { version: now })).toEqual({ ok: true, value: {} });
    expect(store.file.counter.maximum).toBe(firstCounter.maximum);
  });

  test('not while one is where it names another shop, and the till says why', async () => {
    const { call, draft, read, store } = await setUp();
    await call('settings.save', { ...draft, pos: { posId: 'TILL43' }, version: (await read()).version });
    await call('sale.start', { amount: 500 });
    const { version } = await read();
    expect(await call('settings.undo', { version })).toMatchObject({ error: { code: 'settings.sale-running' } });
    expect(store.file.settings?.pos.posId).toBe('TILL43');
  });

  test('no more once something else was saved', async () => {
    const { call, draft, read } = await setUp();
    await call('settings.save', { ...draft, pos: { posId: 'TILL43' }, version: (await read()).version });
    const { version } = await read();
    await call('settings.counter.save', { counter, version });
    expect(await call('settings.undo', { version })).toMatchObject({ error: { code: 'settings.stale' } });
    expect((await read()).undo).toEqual({ counter: firstCounter });
  });

  test('not where it would take keys that are gone, nor back before the terminal was set up', async () => {
    const { call, draft, read } = await setUp();
    expect((await read()).undo).toBeUndefined();
    const service = { ...draft.service, baseUrl: 'https://elsewhere.example' };
    const keys = { signingKey: JSON.stringify(makeSigningKey('another')) };
    const moved = { ...draft, service, keys, version: (await read()).version };
    expect(await call('settings.save', moved)).toMatchObject({ ok: true });
    expect((await read()).undo).toBeUndefined();
  });
});
