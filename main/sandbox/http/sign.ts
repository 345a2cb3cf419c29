import { sign } from 'node:crypto';
import { dateTime } from '../engine/dates.ts';
import type { Choices } from '../open-points.ts';
import type { ServiceKey } from './service-keys.ts';

/** Values of the claims of a signature; `iat` is ms since the epoch. */
export interface ClaimValues {
  readonly claimPrefix: string;
  readonly sub: string;
  readonly iss: string;
  readonly iat: number;
  readonly jti: string;
  readonly path: string;
}

/** `SignatureBank` or `Signature` of an answer: all five claims are prefixed (docs/service.md, Detached JWS signature). */
export function signAnswer(key: ServiceKey, body: Uint8Array, values: ClaimValues): string {
  const sub = `${values.claimPrefix}/sub`;
  return detachedJws(key, body, values, { [sub]: values.sub }, [sub]);
}

/** `Signature` of a callback: `sub` has no prefix, and a thumbprint is added (docs/service.md, Detached JWS signature). */
export function signCallback(key: ServiceKey, body: Uint8Array, values: ClaimValues): string {
  return detachedJws(key, body, values, { sub: values.sub, 'x5t#S256': key.thumbprint }, []);
}

function detachedJws(
  key: ServiceKey,
  body: Uint8Array,
  { claimPrefix, iss, iat, jti, path }: ClaimValues,
  members: object,
  alsoCritical: readonly string[],
): string {
  const claims = {
    [`${claimPrefix}/iss`]: iss,
    [`${claimPrefix}/iat`]: dateTime(iat),
    [`${claimPrefix}/jti`]: jti,
    [`${claimPrefix}/path`]: path,
  };
  const crit = [...alsoCritical, ...Object.keys(claims)];
  const header = { typ: 'jose+json', kid: key.kid, alg: key.alg, ...members, ...claims, crit };
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const signed = Buffer.from(`${head}.${Buffer.from(body).toString('base64url')}`);
  const options = key.alg === 'ES256' ? { key: key.privateKey, dsaEncoding: 'ieee-p1363' as const } : key.privateKey;
  return `${head}..${sign('sha256', signed, options).toString('base64url')}`;
}

/** The `path` claim of a message to `url`: path and query as sent, below `prefix`, which is the path of the base address. */
export function pathClaim(choices: Pick<Choices, 'pathClaim' | 'pathClaimPrefix'>, url: string, prefix = ''): string {
  const claimed = choices.pathClaim === 'path' ? (url.split('?', 1)[0] ?? '') : url;
  return choices.pathClaimPrefix === 'with-prefix' ? prefix + claimed : claimed;
}
