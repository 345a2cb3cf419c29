import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import type { PublicJwk } from '../engine/records.ts';

interface Verification {
  readonly claimPrefix: string;
  /** ms since the epoch. */
  readonly now: number;
  readonly toleranceMs: number;
  readonly path: string;
  /** Issuers allowed for the profile; undefined for an unknown profile. */
  readonly issuersFor: (profileId: string) => readonly string[] | undefined;
  readonly keysOf: (profileId: string) => readonly PublicJwk[];
  readonly firstTime: (profileId: string, jti: string) => boolean;
}

/** The caller's profile, or the reason of the refusal for the log. */
type Verified = { readonly ok: true; readonly profileId: string } | { readonly ok: false; readonly fault: string };

const CLAIMS = ['sub', 'iss', 'iat', 'jti', 'path'] as const;
type Claims = Record<(typeof CLAIMS)[number], string>;

/** Verifies the form of the header, then the signature over the raw bytes, then the claims. */
export function verifyRequest(signature: string | undefined, body: Uint8Array, rules: Verification): Verified {
  const parts = splitJws(signature);
  if (typeof parts === 'string') return refused(parts);
  const header = readHeader(parts.header, rules.claimPrefix);
  if (typeof header === 'string') return refused(header);

  const { kid, claims } = header;
  const issuers = rules.issuersFor(claims.sub);
  if (issuers === undefined) return refused('no such profile');
  const jwk = rules.keysOf(claims.sub).find((key) => key.kid === kid);
  if (!jwk) return refused('no such key');
  const key = publicKey(jwk);
  if (!key) return refused('key does not fit the algorithm');

  const signed = Buffer.from(`${parts.header}.${Buffer.from(body).toString('base64url')}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, parts.signature)) {
    return refused('signature does not match');
  }
  const fault = faultOfClaims(claims, issuers, rules);
  return fault === undefined ? { ok: true, profileId: claims.sub } : refused(fault);
}

function refused(fault: string): Verified {
  return { ok: false, fault };
}

function splitJws(text: string | undefined): string | { readonly header: string; readonly signature: Buffer } {
  if (!text) return 'no signature';
  const parts = text.split('.');
  const [header = '', payload = '', value = ''] = parts;
  if (parts.length !== 3) return 'not a compact JWS';
  if (payload !== '') return 'not detached';
  const signature = strictBase64url(value);
  // r and s of P-256, 32 bytes each (RFC 7518, 3.4)
  if (signature?.length !== 64) return 'malformed signature';
  return { header, signature };
}

function readHeader(text: string, prefix: string): string | { readonly kid: string; readonly claims: Claims } {
  const header = jsonObject(strictBase64url(text));
  if (!header) return 'malformed header';
  if (header['alg'] !== 'ES256') return 'algorithm not allowed';
  if (header['typ'] !== 'jose+json') return 'typ is not jose+json';
  const kid = header['kid'];
  if (typeof kid !== 'string' || kid === '') return 'kid missing';

  const names = CLAIMS.map((claim) => `${prefix}/${claim}`);
  const crit = header['crit'];
  if (!Array.isArray(crit)) return 'crit missing';
  const isExact = crit.length === names.length && names.every((name) => crit.includes(name));
  if (!isExact) return 'crit does not name the five claims';

  const claims: Partial<Claims> = {};
  for (const claim of CLAIMS) {
    const value = header[`${prefix}/${claim}`];
    if (typeof value !== 'string' || value === '') return 'claim missing';
    claims[claim] = value;
  }
  return { kid, claims: claims as Claims };
}

function faultOfClaims(claims: Claims, issuers: readonly string[], rules: Verification): string | undefined {
  if (!issuers.includes(claims.iss)) return 'wrong issuer';
  if (claims.path !== rules.path) return 'path does not match';
  const iat = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(claims.iat) ? Date.parse(claims.iat) : Number.NaN;
  if (Number.isNaN(iat)) return 'iat is not a date';
  if (iat < rules.now - rules.toleranceMs) return 'too old';
  if (iat > rules.now + rules.toleranceMs) return 'from the future';
  // Checked last, so that a refused request does not use up its identifier.
  return rules.firstTime(claims.sub, claims.jti) ? undefined : 'seen before';
}

/** Accepts canonical base64url only: Node's decoder also accepts padding, line breaks and other alphabets. */
function strictBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : undefined;
}

function jsonObject(bytes: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const imported = new WeakMap<PublicJwk, KeyObject>();

function publicKey(jwk: PublicJwk): KeyObject | undefined {
  const { kty, crv, x, y } = jwk;
  if (kty !== 'EC' || crv !== 'P-256') return undefined;
  try {
    const key = imported.get(jwk) ?? createPublicKey({ key: { kty, crv, x, y } as JsonWebKey, format: 'jwk' });
    imported.set(jwk, key);
    return key;
  } catch (error) {
    // For a point off the curve, Node throws an error with a code.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
