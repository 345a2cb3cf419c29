import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, type SigningKey } from '../../main/service/signing-key.ts';
import type { OurAccess } from './client-over-sockets.ts';

/** A till's own signing key, as a private JWK. */
export function newKey(): SigningKey {
  return makeSigningKey(`till-${randomUUID()}`);
}

/** The settings of a till of this profile, whose key the service has been told of. */
export function accessTo(
  { baseUrl, jwksUrl, claimPrefix, issuer, profile, registerKey }: Sandbox,
  { profileId, merchantId, apiKey }: { profileId: string; merchantId: string; apiKey: string } = profile,
): OurAccess {
  const signingKey = newKey();
  const { d: _private, ...publicKey } = signingKey;
  registerKey(profileId, publicKey);
  return { baseUrl, jwksUrl, claimPrefix, issuer, profileId, merchantId, apiKey, signingKey };
}
