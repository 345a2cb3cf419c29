import { afterEach, describe, expect, test } from 'vitest';
import { TillError } from '../../../main/base/till-error.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/index.ts';
import { makeSigningKey } from '../../../main/service/signing-key.ts';
import type { TerminalSettings } from '../../../main/settings/settings.ts';
import { keyChecks } from '../../../main/support/checks/key-checks.ts';
import { serviceChecks } from '../../../main/support/checks/service-checks.ts';
import { accountAt, foundWith, told } from './checked-round.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

test('all checks pass for a working till', async () => {
  sandbox = await startSandbox();
  const found = await foundWith(accountAt(sandbox));
  expect(told(found)).toEqual({
    'signing-key': 'ok signing-key.signs',
    'hosted-key': 'ok hosted-key.accepted',
    service: 'ok service.answers',
    clock: 'ok clock.right',
    payments: 'ok payments.accepted',
    authentication: 'ok authentication.no-key',
    refunds: 'ok refunds.accepted',
    payouts: 'ok payouts.accepted',
    signature: 'ok signature.verified',
  });
  // The checks create neither payment nor refund.
  expect(sandbox.engine.store.payments.size).toBe(0);
  expect(found['signing-key']?.values).toMatchObject({
    kid: 'till-42',
    thumbprint: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test.each([
  ['searchPayments', 'payments'],
  ['readRefund', 'refunds'],
  ['listPayouts', 'payouts'],
] as const)('without the authority for %s only its check fails', async (operation, id) => {
  sandbox = await startSandbox();
  sandbox.faults.inject({ operation, kind: 'status', status: 403, times: 0 });
  const found = told(await foundWith(accountAt(sandbox)));
  expect(found[id]).toBe('failed auth.authority');
  expect(Object.values(found).filter((state) => state?.startsWith('failed'))).toHaveLength(1);
  expect(found['hosted-key']).toBe('ok hosted-key.accepted');
  expect(found.signature).toBe('ok signature.verified');
});

test('an unknown signing key is named as the cause', async () => {
  sandbox = await startSandbox();
  const account = { ...accountAt(sandbox), signingKey: makeSigningKey('till-42') };
  expect(told(await foundWith(account))).toMatchObject({
    'signing-key': 'ok signing-key.signs',
    'hosted-key': 'failed hosted-key.refused',
    service: 'ok service.answers',
    payments: 'failed auth.key',
  });
});

test('an accepted API key does not prove the signing key', async () => {
  sandbox = await startSandbox({ picks: { bothCredentials: 'key-only' } });
  const { apiKey } = sandbox.profile;
  const unknown = { ...accountAt(sandbox), apiKey, signingKey: makeSigningKey('till-43') };
  expect(told(await foundWith(unknown))).toMatchObject({
    'hosted-key': 'failed hosted-key.refused',
    payments: 'ok payments.accepted',
    refunds: 'failed auth.key',
    payouts: 'failed auth.key',
  });
});

test('a wrong API key does not blame the signing key', async () => {
  sandbox = await startSandbox();
  expect(told(await foundWith({ ...accountAt(sandbox), apiKey: 'another' }))).toMatchObject({
    'hosted-key': 'ok hosted-key.accepted',
    payments: 'failed auth.key',
    refunds: 'ok refunds.accepted',
  });
});

describe('accepted credentials of payment calls', () => {
  const keys = { own: makeSigningKey('till-42'), unknown: makeSigningKey('unknown') };
  test.each<
    readonly [
      string,
      'own' | 'unknown',
      'right' | 'wrong' | 'none',
      TerminalSettings['tuning']['paymentAuthentication'],
      string,
    ]
  >([
    ['both', 'own', 'right', undefined, 'ok authentication.both'],
    ['both', 'own', 'right', 'key', 'ok authentication.both'],
    ['key only, and both are sent', 'unknown', 'right', 'both', 'failed authentication.key'],
    ['key only, as set', 'unknown', 'right', 'key', 'ok authentication.key'],
    ['key only, and the signature is sent', 'unknown', 'right', 'signature', 'failed authentication.key'],
    ['signature only, and both are sent', 'own', 'wrong', 'both', 'failed authentication.signature'],
    ['signature only, as set', 'own', 'wrong', 'signature', 'ok authentication.signature'],
    ['signature, without a key to try', 'own', 'none', 'both', 'ok authentication.no-key'],
    ['neither', 'unknown', 'wrong', 'both', 'failed authentication.neither'],
    ['the needed key is missing', 'own', 'none', 'key', 'failed api-key.needed'],
  ])('%s: %s signing key, %s API key, setting %s', async (_reason, signing, given, paymentAuthentication, finding) => {
    sandbox = await startSandbox();
    const account = accountAt(sandbox, keys.own);
    const apiKey = { right: sandbox.profile.apiKey, wrong: 'another', none: undefined }[given];
    const settings = { ...account.settings, tuning: { ...account.settings.tuning, paymentAuthentication } };
    const found = await foundWith({ ...account, settings, apiKey, signingKey: keys[signing] });
    expect(told(found).authentication).toBe(finding);
  });

  test('ignore the signing key when only the API key is set', async () => {
    sandbox = await startSandbox({ picks: { paymentKeys: 'unknown-refused' } });
    const account = accountAt(sandbox);
    const tuning = { ...account.settings.tuning, paymentAuthentication: 'key' as const };
    const { apiKey } = sandbox.profile;
    const found = told(await foundWith({ ...account, apiKey, settings: { ...account.settings, tuning } }));
    expect([found.authentication, found['hosted-key']]).toEqual(['ok authentication.key', 'ok hosted-key.accepted']);
  });
});

test('reports an issuer in different case with both names', async () => {
  sandbox = await startSandbox();
  sandbox.faults.signAs(sandbox.issuer.toUpperCase());
  const found = await foundWith(accountAt(sandbox));
  expect(found['signature']).toMatchObject({
    state: 'warning',
    finding: 'signature.renamed',
    values: { expected: sandbox.issuer, got: sandbox.issuer.toUpperCase() },
  });
});

test.each([
  ['payment-42', 'warning payments.other-form'],
  ['refused', 'failed payments.other-value'],
] as const)('shows a deviating value with both forms: %s', async (value, expected) => {
  sandbox = await startSandbox();
  const kind = value === 'refused' ? 'refused' : 'accepted';
  const seen = { api: 'payment', kind, where: 'reference', expected: 'sent', value } as const;
  const found = await foundWith(accountAt(sandbox), [seen]);
  expect(told(found).payments).toBe(expected);
  expect(found['payments']?.values).toEqual({ name: 'reference', expected: 'sent', got: value });
});

test('reports a creditor configuration id with both ids', async () => {
  sandbox = await startSandbox({ picks: { creditorProfileId: 'configuration-id' } });
  const account = accountAt(sandbox);
  const caller = sandbox.engine.signer(account.settings.merchant.profileId);
  if (caller !== undefined) sandbox.engine.handle({ caller, operation: 'createPayment', body: { amount: 1 } });
  expect((await foundWith(account))['payments']).toMatchObject({
    finding: 'payments.other-form',
    values: { name: 'creditor.profileId', expected: account.settings.merchant.profileId },
  });
});

test('a missing authority does not prove the key', async () => {
  sandbox = await startSandbox();
  sandbox.faults.inject({ operation: '*', kind: 'status', status: 403, times: 0 });
  expect(told(await foundWith(accountAt(sandbox)))['hosted-key']).toBe('skipped hosted-key.unknown');
});

test('an unproven answer counts for no check', async () => {
  sandbox = await startSandbox();
  sandbox.faults.inject({ operation: 'listPayouts', kind: 'wrong-signature', times: 0 });
  expect(told(await foundWith(accountAt(sandbox)))).toMatchObject({
    payments: 'ok payments.accepted',
    payouts: 'skipped needs.signature',
    signature: 'failed verify.signature-mismatch',
  });
});

test.each([
  [1_000, 'ok clock.right'],
  [20_000, 'ok clock.corrected'],
  [-90_000, 'warning clock.off'],
  [16 * 60_000, 'failed clock.wrong'],
])('a clock difference of %d ms', async (ms, finding) => {
  sandbox = await startSandbox();
  sandbox.faults.setClockOffset(ms);
  const found = told(await foundWith(accountAt(sandbox)));
  expect(found.clock).toBe(finding);
  // The checks sign with the service's time when possible, as the till does.
  expect(found.payments).toBe(finding === 'failed clock.wrong' ? 'failed auth.clock-wrong' : 'ok payments.accepted');
});

test('reports an unreachable or replaced service once', async () => {
  sandbox = await startSandbox();
  const account = accountAt(sandbox);
  sandbox.faults.inject({ operation: '*', kind: 'html', times: 0 });
  const beside = await foundWith(account);
  expect(told(beside)).toMatchObject({ service: 'failed answer.unreadable', payments: 'skipped needs.service' });
  await sandbox.faults.goDown();
  expect(told(await foundWith(account))).toEqual({
    'signing-key': 'ok signing-key.signs',
    'hosted-key': 'skipped hosted-key.unknown',
    service: 'failed network.refused',
    clock: 'skipped clock.untold',
    payments: 'skipped needs.service',
    authentication: 'skipped needs.service',
    refunds: 'skipped needs.service',
    payouts: 'skipped needs.service',
    signature: 'skipped needs.service',
  });
});

test('distinguishes unavailable keys from an unreachable service', async () => {
  sandbox = await startSandbox();
  const account = accountAt(sandbox);
  const { service } = account.settings;
  const elsewhere = { ...service, jwksUrl: `${sandbox.baseUrl}/v3/nothing-here` };
  const found = await foundWith({ ...account, settings: { ...account.settings, service: elsewhere } });
  expect(told(found)).toMatchObject({
    service: 'failed service.keys',
    payments: 'ok payments.accepted',
    signature: 'failed verify.keys-unavailable',
  });
});

test('skips checks without a key or settings', async () => {
  sandbox = await startSandbox();
  const { settings } = accountAt(sandbox);
  const error = new TillError('keychain.locked', 'locked');
  expect(told(await foundWith({ kind: 'no-keys', settings, error }))).toEqual({
    'signing-key': 'skipped needs.key',
    'hosted-key': 'skipped needs.key',
    service: 'ok service.answers-unsigned',
    clock: 'ok clock.right',
    payments: 'skipped needs.key',
    authentication: 'skipped needs.key',
    refunds: 'skipped needs.key',
    payouts: 'skipped needs.key',
    signature: 'skipped needs.key',
  });
  const empty = { kind: 'no-keys', settings, error: new TillError('keychain.empty', 'gone') } as const;
  expect(told(await foundWith(empty))['signing-key']).toBe('failed keychain.empty');
  const none = { kind: 'none' } as const;
  const { signal } = new AbortController();
  for (const check of [...serviceChecks(none, undefined), ...keyChecks(none, undefined)])
    expect(await check.run(signal)).toMatchObject({ state: 'skipped', finding: 'needs.setup' });
});
