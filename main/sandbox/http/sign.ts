import { sign } from 'node:crypto';
import { dateTime } from '../engine/dates.ts';
import type { Choices } from '../open-points.ts';
import type { ServiceKey } from './service-keys.ts';

/** Values of the claims of a signature. */
export interface ClaimValues {
  readonly claimPrefix: string;
  readonly sub: string;
  readonly iss: string;
  /** ms since the epoch. */
  readonly iat: number;
  readonly jti: string;
  readonly path: string;
}

/**
 * `SignatureBank` or `Signature` of an answer: all five claims are prefixed (docs/service.md, Detached JWS signature).
 */
export function signAnswer(key: ServiceKey, body: Uint8Array, values: ClaimValues): string {
  const { claimPrefix: prefix, sub, iss, iat, jti, path } = values;
  return detachedJws(key, body, {
    typ: 'jose+json',
    kid: key.kid,
    alg: key.alg,
    [`${prefix}/sub`]: sub,
    [`${prefix}/iss`]: iss,
    [`${prefix}/iat`]: dateTime(iat),
    [`${prefix}/jti`]: jti,
    [`${prefix}/path`]: path,
    crit: ['sub', 'iss', 'iat', 'jti', 'path'].map((claim) => `${prefix}/${claim}`),
  });
}

/**
 * `Signature` of a callback: `sub` is not prefixed, and a thumbprint is added (docs/service.md, Detached JWS
 * signature).
 */
export function signCallback(key: ServiceKey, body: Uint8Array, values: ClaimValues): string {
  const { claimPrefix: prefix, sub, iss, iat, jti, path } = values;
  return detachedJws(key, body, {
    typ: 'jose+json',
    kid: key.kid,
    alg: key.alg,
    sub,
    'x5t#S256': key.thumbprint,
    [`${prefix}/iss`]: iss,
    [`${prefix}/iat`]: dateTime(iat),
    [`${prefix}/jti`]: jti,
    [`${prefix}/path`]: path,
    crit: ['iss', 'iat', 'jti', 'path'].map((claim) => `${prefix}/${claim}`),
  });
}

function detachedJws(key: ServiceKey, body: Uint8Array, header: object): string {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const signed = Buffer.from(`${head}.${Buffer.from(body).toString('base64url')}`);
  const options = key.alg === 'ES256' ? { key: key.privateKey, dsaEncoding: 'ieee-p1363' as const } : key.privateKey;
  return `${head}..${sign('sha256', signed, options).toString('base64url')}`;
}

/**
 * The `path` claim of a message to `url`, which is a path and query as they are sent, without `prefix`, the path of the
 * base address.
 */
export function pathClaim(choices: Pick<Choices, 'pathClaim' | 'pathClaimPrefix'>, url: string, prefix = ''): string {
  const claimed = choices.pathClaim === 'path' ? (url.split('?', 1)[0] ?? '') : url;
  return choices.pathClaimPrefix === 'with-prefix' ? prefix + claimed : claimed;
}
