import { expect, test, vi } from 'vitest';
import { makeSigningKey } from '../../../main/service/signing-key.ts';
import { firstCounter } from '../../../preload/contract/settings-table.ts';
import { liveSettings } from '../../till/counter-till.ts';
import { cents, pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

test('saves a pasted key and returns only its id', async () => {
  const { handlers, store, till } = await tillWithHandlers();
  const pasted = pastedSettings({ callbacks: { callbackUrl: '' } });
  expect(await handlers['settings.read']({}, 'till')).toMatchObject({
    settings: null,
    counter: firstCounter,
    apiKeySet: false,
    pinSet: false,
  });
  await handlers['settings.save'](pasted, 'till');
  expect(till.mode).toBe('live');
  const read = await handlers['settings.read']({}, 'till');
  expect(read).toMatchObject({ signingKeyId: 'till-42-2026', apiKeySet: false, pinSet: true });
  expect(read.settings?.pos.posId).toBe('TILL42');
  const { d } = JSON.parse(pasted.keys?.signingKey ?? '{}');
  expect(d).toMatch(/^\S{20,}$/);
  expect(JSON.stringify(read)).not.toContain(d);
  expect(store.file.settings?.callbacks).toBeUndefined();
});

test('logs new keys by field name, never by value', async () => {
  const { call, acted } = await tillWithHandlers();
  expect(await call('settings.save', pastedSettings())).toMatchObject({ ok: true });
  const { keys: _keys, managerPin: _pin, ...draft } = pastedSettings();
  acted.length = 0;
  const signingKey = JSON.stringify(makeSigningKey('till-42-2027'));
  expect(await call('settings.save', { ...draft, keys: { signingKey } })).toMatchObject({ ok: true });
  expect(await call('settings.save', { ...draft, keys: { apiKey: 'an-api-key' } })).toMatchObject({ ok: true });
  expect(await call('settings.save', draft)).toMatchObject({ ok: true });
  expect(acted.map(({ act, values }) => [act, values])).toEqual([
    ['settings-changed', { fields: 'keys.signingKey' }],
    ['settings-changed', { fields: 'keys.apiKey' }],
  ]);
});

test('compares a new PIN with existing PINs only once', async () => {
  const { call, till } = await tillWithHandlers();
  const compared = vi.spyOn(till.roles, 'requireUnused');
  expect(await call('settings.counter.save', { counter: firstCounter, managerPin: '471147' })).toMatchObject({
    ok: true,
  });
  expect(compared).toHaveBeenCalledTimes(1);
});

const counter = { ...firstCounter, maximum: cents(10_000), quickAmounts: [cents(250)] };

test('saves counter and PIN without an account or key', async () => {
  const { call, store, till } = await tillWithHandlers({ refundPinAbove: 5_000 });
  expect(await call('settings.counter.save', { counter, managerPin: '471147' })).toEqual({ ok: true, value: {} });
  // The refund limit was omitted, so the stored counter has none.
  expect(store.file.counter).toEqual(counter);
  expect(store.file.settings).toBeUndefined();
  expect(till.mode).toBe('training');
  expect(till.roles.current()).toBe('manager');
  await call('session.lock');
  expect(till.roles.current()).toBe('cashier');
  expect(await call('settings.counter.save', { counter })).toMatchObject({
    ok: false,
    error: { code: 'pin.required' },
  });
  expect(await call('session.unlock', { pin: '471147' })).toEqual({ ok: true, value: {} });
  expect(await call('settings.counter.save', { counter, managerPin: '' })).toEqual({ ok: true, value: {} });
  await call('session.lock');
  expect(till.roles.current()).toBe('cashier');
});

test.each([
  ['counter.maximum', { maximum: 0 }, 'amount.zero'],
  ['counter.maximum', { maximum: 1_000_000_000_000 }, 'amount.too-large'],
  ['counter.unusualFactor', { unusualFactor: 1001 }, 'unusual-factor.range'],
  ['counter.quickAmounts.0', { quickAmounts: [0] }, 'amount.zero'],
  ['counter.quickAmounts', { quickAmounts: [500, 250, 500] }, 'quick-amounts.twice'],
  ['counter.returnAfterSeconds', { returnAfterSeconds: 301 }, 'return-after.range'],
  ['counter.refundPinAbove', { refundPinAbove: -1 }, 'refund-limit.range'],
  ['counter.languages.till', { languages: { till: 'eo', display: 'en' } }, 'field.invalid'],
  ['counter.sound.volume', { sound: { volume: 100.5, muted: false } }, 'volume.range'],
  ['counter.display.thanksSeconds', { display: { ...firstCounter.display, thanksSeconds: 2 } }, 'thanks.range'],
  ['counter.display.logo', { display: { ...firstCounter.display, logo: '../terminal.json' } }, 'picture.name'],
  ['counter.display.apps.0.name', { display: { ...firstCounter.display, apps: [{ name: '' }] } }, 'app-name.required'],
])('main refuses %s as %j without saving', async (field, change, code) => {
  const { call, store } = await tillWithHandlers();
  const before = store.file;
  const answer = await call('settings.counter.save', { counter: { ...counter, ...change }, managerPin: '471147' });
  expect(answer).toMatchObject({ ok: false, error: { code, field } });
  expect(store.file).toEqual(before);
});

test('saves settings and counter together or not at all', async () => {
  const { handlers, store } = await tillWithHandlers({ refundPinAbove: 5_000 });
  const before = store.file;
  const wrong = pastedSettings({ keys: { signingKey: '{"kty":"EC"}' }, counter });
  await expect(handlers['settings.save'](wrong, 'till')).rejects.toMatchObject({
    code: 'key.curve',
    field: 'keys.signingKey',
  });
  expect(store.file).toEqual(before);
  await handlers['settings.save'](pastedSettings(), 'till');
  expect(store.file.counter).toEqual(before.counter);
  await handlers['settings.save'](pastedSettings({ counter }), 'till');
  expect(store.file).toMatchObject({ counter: { maximum: 10_000 }, settings: { pos: { posId: 'TILL42' } } });
  expect(store.file.counter.refundPinAbove).toBeUndefined();
});

test('a manager accepts only the path on the notice', async () => {
  const otherPaths = [{ operation: 'readRefund', expected: '/a', got: '/b', acceptable: true }] as const;
  const { handlers, store, trust, acted } = await tillWithHandlers({ otherPaths });
  const accept = (id: string, path: string) => handlers['service.accept-path']({ id, path }, 'till');
  const id = 'response-path.readRefund';
  await expect(accept(id, '/b')).rejects.toMatchObject({ code: 'settings.required' });
  await handlers['settings.save'](pastedSettings(), 'till');
  const before = store.file;
  const keyId = () => (trust.found.kind === 'held' ? trust.found.state.signingKey?.kid : undefined);
  for (const [shown, path] of [
    [id, '/c'],
    ['response-path.payouts', '/b'],
  ] as const)
    await expect(accept(shown, path)).rejects.toMatchObject({ code: 'response-path.not-seen' });
  expect(store.file).toEqual(before);
  await accept(id, '/b');
  expect(store.file.settings?.tuning.responsePaths).toEqual(['readRefund /b']);
  expect(keyId()).toBe('till-42-2026');
  expect(acted.at(-1)).toMatchObject({
    act: 'settings-changed',
    by: { role: 'manager' },
    values: { fields: 'settings.tuning.responsePaths' },
  });
});

test('payments with only the API key require an API key', async () => {
  const { call, till, store } = await tillWithHandlers();
  const { tuning } = liveSettings();
  const alone = { ...pastedSettings(), tuning: { ...tuning, paymentAuthentication: 'key' as const } };
  const missing = { ok: false, error: { code: 'api-key.needed', field: 'keys.apiKey' } };
  expect(await call('settings.save', alone)).toMatchObject(missing);
  expect(store.file.settings).toBeUndefined();
  const keys = { ...alone.keys, apiKey: 'an-api-key' };
  expect(await call('settings.save', { ...alone, keys })).toMatchObject({ ok: true });
  expect(till.opened).toBeDefined();
  expect(await call('keys.api-key.remove')).toMatchObject(missing);
  expect(till.opened).toBeDefined();
});
