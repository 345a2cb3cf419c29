import { describe, expect, test } from 'vitest';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createSettingsEditions } from '../../main/windows/saved-since.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import { cents, pastedSettings, tillWithHandlers } from './ipc-handlers/till-with-handlers.ts';

const counter = { ...firstCounter, maximum: cents(10_000) };

/** A configured till, with the contents of its settings form. */
async function setUp() {
  const parts = await tillWithHandlers();
  const pasted = pastedSettings();
  expect(await parts.call('settings.save', pasted)).toEqual({ ok: true, value: {} });
  const { keys: _keys, managerPin: _pin, ...draft } = pasted;
  const read = async () => parts.handlers['settings.read']({}, 'till');
  return { ...parts, draft, read };
}

describe('two managers', () => {
  test.each(['settings.save', 'settings.counter.save'] as const)('%s without a version saves nothing', async (name) => {
    const { call, draft, store } = await setUp();
    const before = store.file;
    const late = name === 'settings.save' ? { ...draft, counter: firstCounter } : { counter: firstCounter };
    expect(await call(name, { ...late, version: '' })).toMatchObject({ error: { code: 'settings.stale' } });
    expect(await call(name, { ...late, version: undefined })).toMatchObject({ error: { field: 'version' } });
    expect(store.file).toBe(before);
  });

  test.each(['settings.save', 'settings.counter.save'] as const)(
    '%s with an outdated version is refused',
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

  test('a new signing key changes the version', async () => {
    const { call, draft, read } = await setUp();
    const { version } = await read();
    const keys = { signingKey: JSON.stringify(makeSigningKey('another')) };
    expect(await call('settings.save', { ...draft, keys, version })).toMatchObject({ ok: true });
    expect(await call('settings.save', { ...draft, version })).toMatchObject({ error: { code: 'settings.stale' } });
  });

  test('a round trip through training keeps the version', async () => {
    const { call, read } = await setUp();
    const { version } = await read();
    await call('terminal.choose', { mode: 'training' });
    await call('terminal.choose', { mode: 'live' });
    expect((await read()).version).toBe(version);
  });

  test('each run has its own versions, independent of secrets', async () => {
    const { store, trust } = await setUp();
    expect(createSettingsEditions(store, trust).now()).not.toBe(createSettingsEditions(store, trust).now());
  });
});

describe('undoing the last save', () => {
  test('restores the previous settings, logged and only once', async () => {
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

  test('removes counter parts that were unset before', async () => {
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

  test('is possible during a sale for counter settings', async () => {
    const { call, read, store, handlers } = await setUp();
    const { version } = await read();
    // Saving the same settings again changes nothing, and undo still refers to the first save.
    for (const save of [{ counter, version }, { counter }]) await call('settings.counter.save', save);
    expect(await call('sale.start', { amount: 500 })).toMatchObject({ ok: true });
    const { version: now, undo } = await handlers['settings.read']({}, 'till');
    expect(undo?.settings).toBeUndefined();
    expect(await call('settings.undo', { version: now })).toEqual({ ok: true, value: {} });
    expect(store.file.counter.maximum).toBe(firstCounter.maximum);
  });

  test('is refused during a sale when the POS changed', async () => {
    const { call, draft, read, store } = await setUp();
    await call('settings.save', { ...draft, pos: { posId: 'TILL43' }, version: (await read()).version });
    await call('sale.start', { amount: 500 });
    const { version } = await read();
    expect(await call('settings.undo', { version })).toMatchObject({ error: { code: 'settings.sale-running' } });
    expect(store.file.settings?.pos.posId).toBe('TILL43');
  });

  test('is refused after another save', async () => {
    const { call, draft, read } = await setUp();
    await call('settings.save', { ...draft, pos: { posId: 'TILL43' }, version: (await read()).version });
    const { version } = await read();
    await call('settings.counter.save', { counter, version });
    expect(await call('settings.undo', { version })).toMatchObject({ error: { code: 'settings.stale' } });
    expect((await read()).undo).toEqual({ counter: firstCounter });
  });

  test('is not offered for removed keys or before set-up', async () => {
    const { call, draft, read } = await setUp();
    expect((await read()).undo).toBeUndefined();
    const service = { ...draft.service, baseUrl: 'https://elsewhere.example' };
    const keys = { signingKey: JSON.stringify(makeSigningKey('another')) };
    const moved = { ...draft, service, keys, version: (await read()).version };
    expect(await call('settings.save', moved)).toMatchObject({ ok: true });
    expect((await read()).undo).toBeUndefined();
  });
});
