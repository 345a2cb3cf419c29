import { sign } from 'node:crypto';
import { dateTime } from '../engine/dates.ts';
import type { ServiceKey } from './service-keys.ts';

/** What a signature of the service says beside its key. */
export interface Statement {
  readonly claimPrefix: string;
  readonly sub: string;
  readonly iss: string;
  /** ms since the epoch. */
  readonly iat: number;
  readonly jti: string;
  readonly path: string;
}

/** `SignatureBank` or `Signature` of an answer: detached JWS with all five claims prefixed (spec: Response signatures). */
export function signAnswer(key: ServiceKey, body: Uint8Array, statement: Statement): string {
  const { claimPrefix: prefix, sub, iss, iat, jti, path } = statement;
  return detached(key, body, {
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

/** `Signature` of a callback: `sub` stands unprefixed, beside the certificate's thumbprint (spec: Callback signature). */
export function signCallback(key: ServiceKey, body: Uint8Array, statement: Statement): string {
  const { claimPrefix: prefix, sub, iss, iat, jti, path } = statement;
  return detached(key, body, {
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

function detached(key: ServiceKey, body: Uint8Array, header: object): string {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const signed = Buffer.from(`${head}.${Buffer.from(body).toString('base64url')}`);
  const options = key.alg === 'ES256' ? { key: key.privateKey, dsaEncoding: 'ieee-p1363' as const } : key.privateKey;
  return `${head}..${sign('sha256', signed, options).toString('base64url')}`;
}
