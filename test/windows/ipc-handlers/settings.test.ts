import { expect, test } from 'vitest';
import { pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

test('settings are saved with a pasted key, read back without it, and its id is shown', async () => {
  const { handlers, store, till } = await tillWithHandlers();
  expect(await handlers['settings.read']({}, 'till')).toEqual({ settings: null, apiKeySet: false, pinSet: false });
  await handlers['settings.save'](pastedSettings({ callbacks: { callbackUrl: '' } }), 'till');
  expect(till.mode).toBe('live');
  const read = await handlers['settings.read']({}, 'till');
  expect(read).toMatchObject({ signingKeyId: 'till-42-2026', apiKeySet: false, pinSet: true });
  expect(read.settings?.pos.posId).toBe('TILL42');
  expect(JSON.stringify(read)).not.toContain('"d"');
  expect(store.file.settings?.callbacks).toBeUndefined();
});

test('a pasted text that is no key is refused at its field, and nothing is saved', async () => {
  const { handlers, store } = await tillWithHandlers();
  const save = handlers['settings.save'](pastedSettings({ keys: { signingKey: '{"kty":"EC"}' } }), 'till');
  await expect(save).rejects.toMatchObject({ code: 'signing-key.kind', field: 'keys.signingKey' });
  expect(store.file.settings).toBeUndefined();
});

test('settings of a terminal whose key is gone can still be opened, to paste it again', async () => {
  const first = await tillWithHandlers();
  await first.handlers['settings.save'](pastedSettings(), 'till');
  const second = await tillWithHandlers();
  expect(second.till.openError?.code).toBe('keychain.empty');
  const read = await second.handlers['settings.read']({}, 'till');
  expect(read.settings?.pos.posId).toBe('TILL42');
  expect(read.signingKeyId).toBeUndefined();
});

test('a manager accepts the name under which the service signs while it stands on the till, and no other', async () => {
  const renamed = [{ of: 'service', expected: 'Payments', got: 'PAYMENTS' }] as const;
  const { handlers, store } = await tillWithHandlers({ renamed });
  const accept = (id: string, issuer: string) => handlers['service.accept-issuer']({ id, issuer }, 'till');
  await expect(accept('issuer.service', 'PAYMENTS')).rejects.toMatchObject({ code: 'settings.required' });
  await handlers['settings.save'](pastedSettings(), 'till');
  const before = store.file;
  for (const [id, issuer] of [
    ['issuer.service', 'payments'],
    ['issuer.reconciliation', 'PAYMENTS'],
    ['other', 'PAYMENTS'],
  ] as const)
    await expect(accept(id, issuer)).rejects.toMatchObject({ code: 'issuer.not-told' });
  expect(store.file).toEqual(before);
  await accept('issuer.service', 'PAYMENTS');
  expect(store.file.settings?.service.issuer).toBe('PAYMENTS');
  expect(store.file.secrets).toEqual(before.secrets);
});
