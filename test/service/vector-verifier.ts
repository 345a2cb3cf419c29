import type { KeyStore } from '../../main/service/jwks-cache.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { publicJwk, serviceKey } from '../../main/service/service-key.ts';
import { createVerifier } from '../../main/service/signature-verifier.ts';
import { config, serviceJwks } from './vectors.ts';

const known = new Map(serviceJwks.keys.map((jwk) => [jwk.kid, serviceKey(publicJwk.parse(jwk))]));
const keys: KeyStore = {
  async find(kid) {
    const key = known.get(kid);
    if (key === undefined) throw serviceError('verify.unknown-key', kid);
    return key;
  },
  all: () => [...known.values()],
};
export const verifier = createVerifier({
  claimPrefix: config.claimPrefix,
  issuer: config.issuer,
  profileId: config.profileId,
  toleranceMs: config.toleranceSeconds * 1_000,
  keys,
});
