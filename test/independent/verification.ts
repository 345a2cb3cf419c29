import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';

/**
 * Verification of what the service signs: answers (`SignatureBank`, `Signature`) and callbacks. Written from the
 * specification's text alone, with nothing but node:crypto. A refusal is one of the sentences below.
 */

export type Refusal =
  | 'no signature'
  | 'not detached'
  | 'malformed header'
  | 'malformed signature'
  | 'algorithm not allowed'
  | 'kid missing'
  | 'crit missing'
  | 'unknown critical member'
  | 'critical member absent'
  | `${string} not critical`
  | 'no such key'
  | 'key does not fit the algorithm'
  | 'key too short'
  | 'signature does not match'
  | 'wrong issuer'
  | 'wrong addressee'
  | 'path does not match'
  | 'iat is not a date'
  | 'too old'
  | 'from the future'
  | 'thumbprint missing'
  | 'no certificate to hold the thumbprint against'
  | 'thumbprint does not match';

export type Verdict = { readonly ok: true; readonly header: Header } | { readonly ok: false; readonly why: Refusal };
export type Header = Readonly<Record<string, unknown>>;
export type Jwk = Readonly<Record<string, unknown>>;

export interface Expected {
  readonly kind: 'response' | 'callback';
  readonly keys: readonly Jwk[];
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly path: string;
  readonly now: Date;
  readonly toleranceSeconds: number;
  /** The profile that a callback is addressed to. */
  readonly profileId: string;
}

/** Whether `signature` is the service's own over exactly these bytes, and if not, why. */
export function verifyDetached(signature: string | null | undefined, body: Buffer, expected: Expected): Verdict {
  try {
    return { ok: true, header: checked(signature, body, expected) };
  } catch (thrown) {
    if (thrown instanceof Refused) return { ok: false, why: thrown.why };
    throw thrown;
  }
}

class Refused extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(why);
    this.why = why;
  }
}

function refuse(why: Refusal): never {
  throw new Refused(why);
}

function checked(signature: string | null | undefined, body: Buffer, expected: Expected): Header {
  if (!signature) refuse('no signature');
  const parts = signature.split('.');
  const [head, payload, tail] = parts;
  if (parts.length !== 3 || head === undefined || tail === undefined) refuse('malformed header');
  if (payload !== '') refuse('not detached');
  const header = parsedHeader(head);
  const algorithm = allowedAlgorithm(header, expected.kind);
  if (typeof header['kid'] !== 'string' || header['kid'] === '') refuse('kid missing');
  checkCritical(header, expected);
  const jwk = expected.keys.find((key) => key['kid'] === header['kid']) ?? refuse('no such key');
  const key = fittingKey(jwk, algorithm);
  checkSignature(key, algorithm, `${head}.${body.toString('base64url')}`, tail);
  checkClaims(header, expected);
  if (expected.kind === 'callback') checkThumbprint(header, jwk);
  return header;
}

function parsedHeader(head: string): Header {
  if (!/^[A-Za-z0-9_-]+$/.test(head)) refuse('malformed header');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(head, 'base64url')));
  } catch {
    return refuse('malformed header');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('malformed header');
  return { ...value };
}

function allowedAlgorithm(header: Header, kind: Expected['kind']): 'ES256' | 'RS256' {
  const { alg } = header;
  if (alg === 'ES256') return alg;
  if (alg === 'RS256' && kind === 'response') return alg;
  return refuse('algorithm not allowed');
}

function checkCritical(header: Header, { claimPrefix, kind }: Expected): void {
  const crit = header['crit'];
  if (!Array.isArray(crit) || crit.length === 0) refuse('crit missing');
  const claims = kind === 'callback' ? ['iss', 'iat', 'jti', 'path'] : ['sub', 'iss', 'iat', 'jti', 'path'];
  const known = claims.map((claim) => `${claimPrefix}/${claim}`);
  for (const name of crit) if (!known.includes(name)) refuse('unknown critical member');
  for (const name of crit)
    if (typeof header[name] !== 'string' || header[name] === '') refuse('critical member absent');
  for (const claim of claims) if (!crit.includes(`${claimPrefix}/${claim}`)) refuse(`${claim} not critical`);
}

function fittingKey(jwk: Jwk, algorithm: 'ES256' | 'RS256'): KeyObject {
  const fits = algorithm === 'ES256' ? jwk['kty'] === 'EC' && jwk['crv'] === 'P-256' : jwk['kty'] === 'RSA';
  if (!fits || (jwk['alg'] !== undefined && jwk['alg'] !== algorithm)) refuse('key does not fit the algorithm');
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < 2048) refuse('key too short');
  return key;
}

function checkSignature(key: KeyObject, algorithm: 'ES256' | 'RS256', input: string, tail: string): void {
  const bytes = Buffer.from(tail, 'base64url');
  const length = algorithm === 'ES256' ? 64 : (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  if (bytes.length !== length || bytes.toString('base64url') !== tail) refuse('malformed signature');
  const how = algorithm === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  if (!verify('sha256', Buffer.from(input), how, bytes)) refuse('signature does not match');
}

function checkClaims(header: Header, expected: Expected): void {
  const claim = (name: string) => header[`${expected.claimPrefix}/${name}`];
  if (claim('iss') !== expected.issuer) refuse('wrong issuer');
  if (expected.kind === 'callback' && header['sub'] !== expected.profileId) refuse('wrong addressee');
  if (claim('path') !== expected.path) refuse('path does not match');
  const text = String(claim('iat'));
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text)) refuse('iat is not a date');
  const ageSeconds = (expected.now.getTime() - Date.parse(text)) / 1000;
  if (Number.isNaN(ageSeconds)) refuse('iat is not a date');
  if (ageSeconds > expected.toleranceSeconds) refuse('too old');
  if (ageSeconds < -expected.toleranceSeconds) refuse('from the future');
}

/** Value of `x5t#S256`. */
export function thumbprintOf(certificate: Buffer): string {
  return createHash('sha256').update(certificate).digest('base64url');
}

/** The certificate must be the key's own, and its SHA-256 the one that the header names (docs/service.md, Detached JWS signature). */
function checkThumbprint(header: Header, jwk: Jwk): void {
  const named = header['x5t#S256'];
  if (typeof named !== 'string') refuse('thumbprint missing');
  const chain = jwk['x5c'];
  const first: unknown = Array.isArray(chain) ? chain[0] : undefined;
  if (typeof first !== 'string') refuse('no certificate to hold the thumbprint against');
  const der = Buffer.from(first, 'base64');
  const certificate = new X509Certificate(der);
  const ofCertificate = certificate.publicKey.export({ format: 'jwk' });
  if (ofCertificate.x !== jwk['x'] || ofCertificate.y !== jwk['y']) refuse('thumbprint does not match');
  if (thumbprintOf(der) !== named) refuse('thumbprint does not match');
}
