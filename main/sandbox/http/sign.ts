import { sign } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { dateTime } from '../engine/dates.ts';
import type { Choices } from '../open-points.ts';
import type { Algorithm, ServiceKey, ServiceKeys } from './service-keys.ts';

interface ClaimValues {
  readonly claimPrefix: string;
  readonly sub: string;
  readonly iss: string;
  readonly iat: string;
  readonly jti: string;
  readonly path: string;
}

/** `SignatureBank` or `Signature`, with all five claims prefixed (docs/service.md, Detached JWS signature). */
export function signAnswer(key: ServiceKey, body: Uint8Array, values: ClaimValues): string {
  const sub = `${values.claimPrefix}/sub`;
  return detachedJws(key, body, values, { [sub]: values.sub }, [sub]);
}

type CallbackForm = Pick<Choices, 'callbackSubject' | 'callbackThumbprint'>;

/** Returns `Signature` of a callback; `form` selects its members (docs/service.md, Detached JWS signature). */
export function signCallback(key: ServiceKey, body: Uint8Array, values: ClaimValues, form: CallbackForm): string {
  const { callbackSubject: subject, callbackThumbprint } = form;
  const prefixed = `${values.claimPrefix}/sub`;
  const members = {
    ...(subject === 'prefixed' ? {} : { sub: values.sub }),
    ...(subject === 'plain' ? {} : { [prefixed]: values.sub }),
    ...(callbackThumbprint === 'absent' ? {} : { 'x5t#S256': key.thumbprint }),
  };
  return detachedJws(key, body, values, members, subject === 'plain' ? [] : [prefixed]);
}

/** Returns the current key with the `kid` named in signatures. */
export function keyInUse(
  { current }: ServiceKeys,
  alg: Algorithm,
  { kidOfTestEnvironment }: Pick<Choices, 'kidOfTestEnvironment'>,
): ServiceKey {
  return kidOfTestEnvironment === 'fitting' ? current(alg) : { ...current(alg), kid: current('RS256').kid };
}

export function issuedAt(clock: Clock, { iatDecimals }: Pick<Choices, 'iatDecimals'>): string {
  const [second = '', decimals = ''] = dateTime(clock.now()).slice(0, -1).split('.');
  return iatDecimals === '0' ? `${second}Z` : `${second}.${decimals.padEnd(Number(iatDecimals), '0')}Z`;
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
    [`${claimPrefix}/iat`]: iat,
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

/** Returns the `path` claim for `url`: path and query as sent, below `prefix`, the path of the base address. */
export function pathClaim(choices: Pick<Choices, 'pathClaim' | 'pathClaimPrefix'>, url: string, prefix = ''): string {
  const claimed = choices.pathClaim === 'path' ? (url.split('?', 1)[0] ?? '') : url;
  return choices.pathClaimPrefix === 'with-prefix' ? prefix + claimed : claimed;
}
