import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { selfSigned } from './self-signed-certificate.ts';
import { config } from './vectors.ts';

/**
 * A key of the service that signs responses. Uses node:crypto only, so that the client's library does not check itself.
 */
export interface ServiceSide {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly thumbprint: string;
  /** Returns a detached JWS over `body` with any header. */
  detached(header: object, body: string | Uint8Array): string;
  answer(path: string, claims?: Claims): object;
  callback(path: string, claims?: Claims): object;
}

export interface Claims {
  readonly iss?: string;
  readonly iat?: number;
  readonly jti?: string;
}

let made = 0;

export function createServiceSide(now: () => number, kind: 'EC' | 'RSA' = 'EC'): ServiceSide {
  made += 1;
  const kid = `service-${made}`;
  const alg = kind === 'EC' ? 'ES256' : 'RS256';
  const pair =
    kind === 'EC'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = kind === 'EC' ? selfSigned(pair.privateKey, pair.publicKey, kid) : Buffer.alloc(0);
  const thumbprint = createHash('sha256').update(certificate).digest('base64url');
  const x5c = kind === 'EC' ? { x5c: [certificate.toString('base64')] } : {};
  let count = 0;
  const name = (claim: string) => `${config.claimPrefix}/${claim}`;
  const claimed = (path: string, claims: Claims) => {
    count += 1;
    return {
      [name('iss')]: claims.iss ?? config.issuer,
      [name('iat')]: new Date(claims.iat ?? now()).toISOString(),
      [name('jti')]: claims.jti ?? `${kid}-${count}`,
      [name('path')]: path,
    };
  };
  const crit = ['iss', 'iat', 'jti', 'path'].map(name);

  return {
    kid,
    jwk: { ...pair.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg, ...x5c },
    thumbprint,
    detached(header, body) {
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
      const input = Buffer.from(`${encoded}.${Buffer.from(body).toString('base64url')}`);
      const value = sign('sha256', input, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' });
      return `${encoded}..${value.toString('base64url')}`;
    },
    answer: (path, claims = {}) => ({
      typ: 'jose+json',
      kid,
      alg,
      [name('sub')]: config.bankUserId,
      ...claimed(path, claims),
      crit: [name('sub'), ...crit],
    }),
    callback: (path, claims = {}) => ({
      typ: 'jose+json',
      kid,
      alg,
      sub: config.profileId,
      'x5t#S256': thumbprint,
      ...claimed(path, claims),
      crit,
    }),
  };
}
