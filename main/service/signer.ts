import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { ErrorCode } from '../base/error-codes.ts';
import { TillError } from '../base/till-error.ts';

/** Signs requests as detached JWS, ES256 (spec: Detached JWS signature; design: 6). */
export interface Signer {
  readonly kid: string;
  /** The whole `Signature` header for this request. */
  sign(claims: RequestClaims, body: string): string;
}

export interface RequestClaims {
  /** Issuer name for Payment and Refund, merchant id for Reconciliation. */
  readonly issuer: string;
  /** ms since the epoch, of the service's clock. */
  readonly issuedAt: number;
  readonly jti: string;
  readonly path: string;
}

export interface SignerOptions {
  /** A private EC P-256 JWK with `kid`: an object, or its JSON text. */
  readonly privateJwk: unknown;
  /** The service's claim namespace, without the slash at its end. */
  readonly claimPrefix: string;
  /** Merchant profile id: the `sub` of every request. */
  readonly profileId: string;
}

/**
 * Signs with node:crypto and not with jose, which verifies everything that comes in: jose signs through WebCrypto, whose
 * hop to a worker thread and back makes one signature cost three of these (0.3 of bare node:crypto measured, where the bar
 * is 0.8). The tests verify each signature with jose. The key is imported once, and so is what stays of the header.
 * @throws TillError `invalid.signing-key.*` for a key that cannot sign.
 */
export function createSigner(options: SignerOptions): Signer {
  const jwk = checkedJwk(options.privateJwk);
  const key = importKey(jwk);
  const prefix = options.claimPrefix;
  const name = (claim: string) => JSON.stringify(`${prefix}/${claim}`);
  // The members stand in the order of the specification's table; the service may compare the header byte for byte.
  const start =
    `{"typ":"jose+json","kid":${JSON.stringify(jwk.kid)},"alg":"ES256",` +
    `${name('sub')}:${JSON.stringify(options.profileId)},${name('iss')}:`;
  const end = `,"crit":[${['sub', 'iss', 'iat', 'jti', 'path'].map(name).join(',')}]}`;
  const [iat, jti, path] = [name('iat'), name('jti'), name('path')];

  return {
    kid: jwk.kid,
    sign(claims, body) {
      const header =
        `${start}${JSON.stringify(claims.issuer)},${iat}:"${new Date(claims.issuedAt).toISOString()}",` +
        `${jti}:${JSON.stringify(claims.jti)},${path}:${JSON.stringify(claims.path)}${end}`;
      const encodedHeader = Buffer.from(header).toString('base64url');
      const input = Buffer.from(`${encodedHeader}.${Buffer.from(body).toString('base64url')}`);
      const signature = sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' });
      return `${encodedHeader}..${signature.toString('base64url')}`;
    },
  };
}

interface PrivateJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly kid: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

function checkedJwk(given: unknown): PrivateJwk {
  const jwk = typeof given === 'string' ? parsed(given) : given;
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk))
    throw refused('signing-key.format', 'The signing key is not a JWK.');
  const members: Record<string, unknown> = { ...jwk };
  if (members['kty'] !== 'EC' || members['crv'] !== 'P-256')
    throw refused('signing-key.curve', 'The signing key is not an EC key on the curve P-256.');
  if (members['alg'] !== undefined && members['alg'] !== 'ES256')
    throw refused('signing-key.alg', 'The signing key is not one for ES256.');
  const { kid, x, y, d } = members;
  if (typeof d !== 'string' || d === '') throw refused('signing-key.private', 'The signing key is not a private key.');
  if (typeof kid !== 'string' || kid === '') throw refused('signing-key.kid', 'The signing key has no key id (kid).');
  if (typeof x !== 'string' || typeof y !== 'string')
    throw refused('signing-key.format', 'The signing key lacks its public part.');
  return { kty: 'EC', crv: 'P-256', kid, x, y, d };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused('signing-key.format', `The signing key is not JSON (${nameOf(cause)}).`);
  }
}

function importKey(jwk: PrivateJwk): KeyObject {
  const { kty, crv, x, y, d } = jwk;
  try {
    const key = createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' });
    const published = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    // The import takes any two halves: only a signature shows whether they belong together.
    const probe = Buffer.from(jwk.kid);
    if (verify('sha256', probe, published, sign('sha256', probe, key))) return key;
  } catch (cause) {
    throw refused('signing-key.values', `The numbers of the signing key do not make a key (${nameOf(cause)}).`);
  }
  throw refused('signing-key.values', 'The private half of the signing key is not that of its public half.');
}

/** Only the name: a message of the parser or of the import would quote the key. */
function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : 'error';
}

function refused(code: string, message: string): TillError {
  return new TillError(`invalid.${code}` as ErrorCode, message, { acted: 'no', field: 'signingKey' });
}
