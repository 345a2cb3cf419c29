import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import { testKey } from '../../main/till/try-key.ts';
import { silentLog } from '../settings/terminal-with-record.ts';
import { liveSettings } from './counter-till.ts';

let sandbox: Sandbox;
const key = makeSigningKey('in-use');
const next = makeSigningKey('next');
beforeAll(async () => {
  // The service ignores the signature when a valid API key is present.
  sandbox = await startSandbox({ picks: { bothCredentials: 'key-only' } });
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(key));
});
afterAll(() => sandbox.close());

function ask(signingKey: typeof key, baseUrl = sandbox.baseUrl) {
  const { profile, jwksUrl, claimPrefix, issuer } = sandbox;
  const settings = liveSettings({
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId: profile.merchantId, profileId: profile.profileId },
  });
  const parts = { clock: systemClock, random: systemRandom, log: silentLog };
  return testKey({ ...parts, settings, signingKey });
}

test('accepts a registered key without creating a payment', async () => {
  expect(await ask(key)).toBeGreaterThanOrEqual(0);
  await expect(ask(next)).rejects.toMatchObject({ code: 'auth.key' });
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(next));
  expect(await ask(next)).toBeGreaterThanOrEqual(0);
  expect(await ask(key)).toBeGreaterThanOrEqual(0);
  expect(sandbox.engine.store.payments.size).toBe(0);
});

test('an unreachable service does not reject the key', async () => {
  await expect(ask(key, 'http://127.0.0.1:1')).rejects.toMatchObject({ code: 'network.refused', retryable: true });
});
