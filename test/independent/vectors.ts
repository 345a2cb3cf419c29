import config from '../vectors/config.json' with { type: 'json' };
import merchantKey from '../vectors/merchant-key.json' with { type: 'json' };
import requests from '../vectors/requests.json' with { type: 'json' };
import serviceJwks from '../vectors/service-jwks.json' with { type: 'json' };
import signatures from '../vectors/signatures.json' with { type: 'json' };
import type { Expected, Jwk } from './verification.ts';

/** The cases that another implementation made, with types. */

export interface RequestVector {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly bodyUtf8: string;
  readonly now: string;
  readonly jti: string;
  readonly protectedHeader: Readonly<Record<string, unknown>>;
  readonly exampleSignature: string;
}

export interface SignatureVector {
  readonly kind: 'response' | 'callback';
  readonly name: string;
  readonly expect: 'accept' | 'reject';
  readonly signature: string;
  readonly bodyUtf8: string;
  readonly now: string;
  readonly path: string;
  /** Why it must be refused; absent when it is to be accepted. */
  readonly why?: string;
}

export const vectorConfig = config;
export const vectorMerchantKey: Readonly<Record<string, string>> = merchantKey;
export const vectorKeys: readonly Jwk[] = serviceJwks.keys;
export const requestVectors = requests as readonly RequestVector[];
export const signatureVectors = signatures as readonly SignatureVector[];

/** What a verifier must hold a vector's signature against. */
export function expectedOf(vector: SignatureVector): Expected {
  return {
    kind: vector.kind,
    keys: vectorKeys,
    claimPrefix: config.claimPrefix,
    issuer: config.issuer,
    path: vector.path,
    now: new Date(vector.now),
    toleranceSeconds: config.toleranceSeconds,
    profileId: config.profileId,
  };
}
