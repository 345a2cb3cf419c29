import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { ErrorCode } from '../base/error-codes.ts';
import { isJsonObject, type JsonObject, jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { type SigningKey, signingKey } from '../service/signing-key.ts';
import { thumbprintOf } from './public-keys.ts';

/** A private key has a few hundred bytes; a JWKS with several keys has a few thousand. */
export const LARGEST_KEY_BYTES = 64 * 1024;

/**
 * Reads a private EC P-256 key: JWK, JWKS or PEM (PKCS#8 or SEC1). `kid`: the required key id; empty: the key's own id,
 * or else its thumbprint (RFC 7638). Throws `TillError` `key.*`; no error quotes the text, which is a secret.
 */
export async function readGivenKey(given: string, kid = ''): Promise<SigningKey> {
  const text = given.replace(/^\uFEFF/, '').trim();
  const wanted = kid.trim();
  if (text === '') throw fault('key.empty');
  if (Buffer.byteLength(text) > LARGEST_KEY_BYTES) throw fault('key.too-large');
  if (wanted.length > 200) throw fault('key.kid');
  if (/^[{["]/.test(text)) return fromJson(text, wanted);
  if (text.includes('-----BEGIN ')) return fromPem(text, wanted);
  throw fault('key.unknown');
}

async function fromJson(text: string, wanted: string): Promise<SigningKey> {
  const json = jsonOrUndefined(text);
  if (!isJsonObject(json)) throw fault('key.json');
  if ('ciphertext' in json || 'protected' in json) throw fault('key.encrypted');
  return fromJwk(Array.isArray(json['keys']) ? oneOf(json['keys'], wanted) : json, wanted);
}

/** Returns the private key of a JWKS: the only private key, or the key with the wanted id. */
function oneOf(keys: readonly unknown[], wanted: string): JsonObject {
  const all = keys.filter(isJsonObject);
  const fitting = wanted === '' ? all : all.filter(({ kid }) => kid === undefined || kid === wanted);
  if (all.length > 0 && fitting.length === 0) throw fault('key.kid-unknown', { kid: wanted });
  const secret = fitting.filter(({ d }) => d !== undefined);
  const [only] = secret.length === 0 ? fitting : secret;
  if (only === undefined) throw fault('key.json');
  if (secret.length > 1) throw fault('key.several', { count: secret.length });
  return only;
}

async function fromJwk(jwk: JsonObject, wanted: string): Promise<SigningKey> {
  const { kty, crv, d, kid, use, alg } = jwk;
  if (kty === undefined) throw fault('key.json');
  if (kty === 'RSA') throw fault('key.rsa');
  if (kty !== 'EC') throw fault('key.kind', { kind: shown(kty) });
  if (crv !== 'P-256') throw fault('key.curve', { curve: shown(crv) });
  if (d === undefined) throw fault('key.public');
  if ((use !== undefined && use !== 'sig') || (alg !== undefined && alg !== 'ES256')) throw fault('key.use');
  if (kid !== undefined && typeof kid !== 'string') throw fault('key.kid');
  if (wanted !== '' && kid !== undefined && kid !== '' && kid !== wanted)
    throw fault('key.kid-other', { kid: wanted, own: shown(kid) });
  return checked(jwk, wanted || kid || undefined);
}

/** Labels of ignored PEM blocks: they only repeat the parameters of the key. */
const IGNORED = ['EC PARAMETERS'];

async function fromPem(text: string, wanted: string): Promise<SigningKey> {
  const labels = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].flatMap(([, label]) => label ?? []);
  const blocks = labels.filter((label) => !IGNORED.includes(label));
  const secret = blocks.filter((label) => label.endsWith('PRIVATE KEY'));
  if (secret.length > 1) throw fault('key.several', { count: secret.length });
  const [label] = secret;
  if (label === undefined) throw fault(withoutSecret(blocks));
  if (label === 'ENCRYPTED PRIVATE KEY' || /Proc-Type:.*ENCRYPTED/.test(text)) throw fault('key.encrypted');
  if (label === 'RSA PRIVATE KEY') throw fault('key.rsa');
  if (label === 'OPENSSH PRIVATE KEY') throw fault('key.openssh');
  const key = privateKey(pemBlock(text, label));
  requireP256(key);
  return checked(key.export({ format: 'jwk' }), wanted || undefined);
}

function withoutSecret(blocks: readonly string[]): 'key.certificate' | 'key.public' | 'key.pem' {
  if (blocks.some((label) => label.endsWith('PUBLIC KEY'))) return 'key.public';
  return blocks.some((label) => label.endsWith('CERTIFICATE')) ? 'key.certificate' : 'key.pem';
}

/** Returns the block with this label in the line format of OpenSSL: mail and chat programs indent or join lines. */
function pemBlock(text: string, label: string): string {
  const [, body] = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`).exec(text) ?? [];
  if (body === undefined) throw fault('key.pem');
  const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

function privateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The library's message may hold a piece of the key, so no cause is attached.
    throw fault('key.pem');
  }
}

const CURVES: Readonly<Record<string, string>> = { secp384r1: 'P-384', secp521r1: 'P-521' };

function requireP256({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): void {
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') throw fault('key.rsa');
  if (asymmetricKeyType !== 'ec') throw fault('key.kind', { kind: shown(asymmetricKeyType) });
  const curve = asymmetricKeyDetails?.namedCurve ?? '';
  if (curve !== 'prime256v1') throw fault('key.curve', { curve: CURVES[curve] ?? shown(curve) });
}

const FAULTS = { 'signing-key.mismatch': 'key.mismatch', 'signing-key.kid': 'key.kid' } as const;

async function checked(jwk: object, kid: string | undefined): Promise<SigningKey> {
  // The schema requires a `kid`, so a placeholder fills in. `thumbprintOf` reads only the curve point.
  const parsed = signingKey.safeParse({ ...jwk, kid: kid ?? '-' });
  if (parsed.success) return kid === undefined ? { ...parsed.data, kid: await thumbprintOf(parsed.data) } : parsed.data;
  const code = parsed.error.issues[0]?.message;
  throw fault(code === 'signing-key.mismatch' || code === 'signing-key.kid' ? FAULTS[code] : 'key.private');
}

function shown(value: unknown): string {
  return String(value).slice(0, 40);
}

type KeyFault = Extract<ErrorCode, `key.${string}`>;

function fault(code: KeyFault, values: Readonly<Record<string, string | number>> = {}): TillError {
  const field = code.startsWith('key.kid') ? 'kid' : 'key';
  return new TillError(code, 'Signing key not usable', { field, values });
}
