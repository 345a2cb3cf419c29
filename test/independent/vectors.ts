import config from '../vectors/config.json' with { type: 'json' };
import merchantKey from '../vectors/merchant-key.json' with { type: 'json' };
import requests from '../vectors/requests.json' with { type: 'json' };
import serviceJwks from '../vectors/service-jwks.json' with { type: 'json' };
import signatures from '../vectors/signatures.json' with { type: 'json' };
import { type Expected, type Verdict, verifyDetached } from './verification.ts';

export const vectorConfig = config;
export const vectorMerchantKey: Readonly<Record<string, string>> = merchantKey;
export const requestVectors = requests as readonly ((typeof requests)[number] & {
  readonly method: 'GET' | 'POST' | 'DELETE';
})[];
export const signatureVectors = signatures as readonly ((typeof signatures)[number] & {
  readonly kind: Expected['kind'];
  /** The reason for a refusal; absent for a valid signature. */
  readonly why?: string;
})[];

export function verdictOn({ kind, path, now, bodyUtf8, signature }: (typeof signatureVectors)[number]): Verdict {
  const { keys } = serviceJwks;
  return verifyDetached(signature, Buffer.from(bodyUtf8), { ...config, keys, kind, path, now: new Date(now) });
}
