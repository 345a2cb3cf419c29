import { systemClock, systemRandom } from '../../../main/base/clock.ts';
import type { Sandbox } from '../../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf, type SigningKey } from '../../../main/service/signing-key.ts';
import type { ValueDeviation } from '../../../main/service/spec-deviations.ts';
import type { CheckedAccount, Found, HeldAccount } from '../../../main/support/checks/check.ts';
import { keyChecks } from '../../../main/support/checks/key-checks.ts';
import { serviceChecks } from '../../../main/support/checks/service-checks.ts';
import { openServiceSession } from '../../../main/support/checks/service-session.ts';
import type { CheckId } from '../../../preload/contract/checks.ts';
import { liveSettings } from '../../till/counter-till.ts';

const silent = { info: () => undefined, warn: () => undefined };

export function accountAt(sandbox: Sandbox, key: SigningKey = makeSigningKey('till-42')): HeldAccount {
  const { baseUrl, jwksUrl, claimPrefix, issuer, profile } = sandbox;
  sandbox.registerKey(profile.profileId, publicHalf(key));
  const settings = liveSettings({
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId: profile.merchantId, profileId: profile.profileId },
  });
  return { kind: 'held', settings, signingKey: key, apiKey: undefined, training: false };
}

export async function foundWith(
  account: Exclude<CheckedAccount, { kind: 'none' }>,
  seen: readonly ValueDeviation[] = [],
): Promise<Record<string, Found>> {
  const session = openServiceSession({ account, clock: systemClock, random: systemRandom, log: silent, network: {} });
  const checks = [...keyChecks(account, session), ...serviceChecks(account, session, seen)];
  try {
    const { signal } = new AbortController();
    const found = await Promise.all(checks.map(async (check) => [check.id, await check.run(signal)] as const));
    return Object.fromEntries(found);
  } finally {
    await session.close();
  }
}

export function told(found: Readonly<Record<string, Found>>): Partial<Record<CheckId, string>> {
  return Object.fromEntries(Object.entries(found).map(([id, { state, finding }]) => [id, `${state} ${finding}`]));
}
