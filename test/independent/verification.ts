import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';

/**
 * Verification of the service's signatures: responses (`SignatureBank`, `Signature`) and callbacks. Written from the
 * specification's text alone, with only node:crypto.
 */

export type Header = Readonly<Record<string, unknown>>;
export type Jwk = Readonly<Record<string, unknown>>;
export type Verdict = { readonly ok: true; readonly header: Header } | { readonly ok: false; readonly why: string };

export interface Expected {
  readonly kind: 'response' | 'callback';
  readonly keys: readonly Jwk[];
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly path: string;
  readonly now: Date;
  readonly toleranceSeconds: number;
  readonly profileId: string;
}

/** Verifies the service's signature over exactly `body`, and returns the header or the reason for a refusal. */
export function verifyDetached(signature: string | null | undefined, body: Buffer, expected: Expected): Verdict {
  if (!signature) return { ok: false, why: 'no signature' };
  const [head = '', payload, tail, ...rest] = signature.split('.');
  const header = parsedHeader(head);
  if (tail === undefined || rest.length > 0 || header === undefined) return { ok: false, why: 'malformed header' };
  if (payload !== '') return { ok: false, why: 'not detached' };
  const jwk = expected.keys.find((key) => key['kid'] === header['kid']);
  const why =
    faultOfHeader(header, expected) ??
    (jwk === undefined ? 'no such key' : faultOfKey(header, jwk)) ??
    faultOfSignature(header, jwk ?? {}, `${head}.${body.toString('base64url')}`, tail) ??
    faultOfClaims(header, expected) ??
    (expected.kind === 'callback' ? faultOfThumbprint(header, jwk ?? {}) : undefined);
  return why === undefined ? { ok: true, header } : { ok: false, why };
}

function parsedHeader(head: string): Header | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(head)) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(head, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function faultOfHeader(header: Header, { claimPrefix, kind }: Expected): string | undefined {
  const { alg, kid, crit } = header;
  if (alg !== 'ES256' && !(alg === 'RS256' && kind === 'response')) return 'algorithm not allowed';
  if (typeof kid !== 'string' || kid === '') return 'kid missing';
  if (!Array.isArray(crit) || crit.length === 0) return 'crit missing';
  const claims = kind === 'callback' ? ['iss', 'iat', 'jti', 'path'] : ['sub', 'iss', 'iat', 'jti', 'path'];
  const known = ['sub', 'iss', 'iat', 'jti', 'path'].map((claim) => `${claimPrefix}/${claim}`);
  if (crit.some((name) => !known.includes(name))) return 'unknown critical member';
  if (crit.some((name) => typeof header[name] !== 'string' || header[name] === '')) return 'critical member absent';
  const missing = claims.find((claim) => !crit.includes(`${claimPrefix}/${claim}`));
  return missing && `${missing} not critical`;
}

function publicKey(jwk: Jwk): KeyObject {
  return createPublicKey({ key: { ...jwk }, format: 'jwk' });
}

function faultOfKey({ alg }: Header, jwk: Jwk): string | undefined {
  const fits = alg === 'ES256' ? jwk['kty'] === 'EC' && jwk['crv'] === 'P-256' : jwk['kty'] === 'RSA';
  if (!fits || (jwk['alg'] !== undefined && jwk['alg'] !== alg)) return 'key does not fit the algorithm';
  const bits = publicKey(jwk).asymmetricKeyDetails?.modulusLength;
  return bits !== undefined && bits < 2048 ? 'key too short' : undefined;
}

function faultOfSignature({ alg }: Header, jwk: Jwk, input: string, tail: string): string | undefined {
  const key = publicKey(jwk);
  const bytes = Buffer.from(tail, 'base64url');
  const length = alg === 'ES256' ? 64 : (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  if (bytes.length !== length || bytes.toString('base64url') !== tail) return 'malformed signature';
  const how = alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  return verify('sha256', Buffer.from(input), how, bytes) ? undefined : 'signature does not match';
}

function faultOfClaims(header: Header, expected: Expected): string | undefined {
  const claim = (name: string) => header[`${expected.claimPrefix}/${name}`];
  if (String(claim('iss')).toLowerCase() !== expected.issuer.toLowerCase()) return 'wrong issuer';
  const subs = [header['sub'], claim('sub')].filter((sub) => sub !== undefined);
  const isAddressed = subs.length > 0 && subs.every((sub) => sub === expected.profileId);
  if (expected.kind === 'callback' && !isAddressed) return 'wrong addressee';
  if (claim('path') !== expected.path) return 'path does not match';
  const text = String(claim('iat'));
  const ageSeconds = (expected.now.getTime() - Date.parse(text)) / 1000;
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) || Number.isNaN(ageSeconds))
    return 'iat is not a date';
  // The service repeats a callback unchanged for a day.
  if (ageSeconds > (expected.kind === 'callback' ? 25 * 3_600 : expected.toleranceSeconds)) return 'too old';
  return ageSeconds < -expected.toleranceSeconds ? 'from the future' : undefined;
}

export function thumbprintOf(certificate: Buffer): string {
  return createHash('sha256').update(certificate).digest('base64url');
}

/**
 * Checks that the certificate holds the key, and that the header names its SHA-256 (docs/service.md, Detached JWS
 * signature).
 */
function faultOfThumbprint(header: Header, jwk: Jwk): string | undefined {
  const named = header['x5t#S256'];
  if (named === undefined) return undefined;
  if (typeof named !== 'string') return 'thumbprint missing';
  const first: unknown = [jwk['x5c']].flat()[0];
  if (typeof first !== 'string') return 'no certificate to hold the thumbprint against';
  const der = Buffer.from(first, 'base64');
  const ofCertificate = new X509Certificate(der).publicKey.export({ format: 'jwk' });
  const isOwn = ofCertificate.x === jwk['x'] && ofCertificate.y === jwk['y'] && thumbprintOf(der) === named;
  return isOwn ? undefined : 'thumbprint does not match';
}
