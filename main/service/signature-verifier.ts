import { errors, flattenedVerify } from 'jose';
import type { TillError } from '../base/till-error.ts';
import type { KeyStore } from './jwks-cache.ts';
import { serviceError } from './service-error.ts';
import type { ServiceKey } from './service-key.ts';

/** Verifies the service's signatures over the raw bytes (docs/service.md, Detached JWS signature). */
export interface Verifier {
  /** Throws TillError `verify.*`. The caller must accept each `jti` only once, and chooses where to remember it. */
  verify(ask: SignedMessage): Promise<Proof>;
}

export interface SignedMessage {
  readonly kind: 'response' | 'callback';
  /** The signature header as received; undefined or empty when absent. */
  readonly signature: string | undefined;
  readonly body: Uint8Array;
  /** The expected `path` claim: a path, or a whole address normalised by `URL`. Any of several is accepted. */
  readonly path: string | readonly string[];
  /** ms since the epoch, in the service's clock. */
  readonly now: number;
  /** The expected issuer, if not the service's usual issuer. */
  readonly issuer?: string | undefined;
}

export interface Proof {
  readonly kid: string;
  readonly jti: string;
  /** ms since the epoch. */
  readonly issuedAt: number;
  /** After this time, ms since the epoch, the time of issue is out of tolerance and the `jti` can be forgotten. */
  readonly rememberUntil: number;
}

export interface VerifierOptions {
  readonly claimPrefix: string;
  readonly issuer: string;
  /** Merchant profile id: callbacks must be addressed to it. */
  readonly profileId: string;
  readonly toleranceMs: number;
  readonly keys: KeyStore;
  /** Whether a callback without `x5t#S256` is refused. Default: `when-present`. */
  readonly callbackThumbprint?: 'when-present' | 'required' | undefined;
  /** `fitting` also tries other keys that fit `alg`: the test environment names wrong keys. Default: `named`. */
  readonly keyChoice?: 'named' | 'fitting' | undefined;
  /** Reports the issuer of each genuine message. An issuer that differs only in case is accepted. */
  readonly issuerSeen?: ((seen: IssuerSeen) => void) | undefined;
}

const ALGORITHMS = { response: ['ES256', 'RS256'], callback: ['ES256'] } as const;
type Algorithm = 'ES256' | 'RS256';
const CLAIMS = ['sub', 'iss', 'iat', 'jti', 'path'] as const;
const CRITICAL = { response: CLAIMS, callback: ['iss', 'iat', 'jti', 'path'] } as const;
/** Callbacks are repeated unchanged for up to 24 hours, so their time of issue may be as old. */
const CALLBACK_MAX_AGE_MS = 25 * 60 * 60_000;
const MOST_KEYS = 8;
const MIN_RSA_BITS = 2048;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export function createVerifier(options: VerifierOptions): Verifier {
  const known = Object.fromEntries(CLAIMS.map((claim) => [`${options.claimPrefix}/${claim}`, true]));
  return {
    async verify(ask) {
      // Cheap checks come first: a forged message must not make the till fetch keys or compute signatures.
      const jws = split(ask.signature);
      const header = headerOf(jws.header);
      checkType(header);
      const alg = algorithmOf(header, ask.kind);
      const kid = textMember(header, 'kid', 'verify.kid-missing');
      checkShape(jws.signature, alg);
      checkCritical(header, ask.kind, options.claimPrefix, known);
      const issuer = issuerOf(header, ask, options);
      const claims = checkClaims(header, ask, options);
      const thumbprint = ask.kind === 'callback' ? thumbprintOf(header, options) : undefined;

      const named = await options.keys.find(kid);
      await verifyWithOne(keysFor(named, alg, options), async (key) => {
        checkFits(key, alg);
        if (thumbprint !== undefined) checkThumbprint(key, thumbprint);
        await checkSignature(jws, ask.body, key, alg, known);
      });
      options.issuerSeen?.(issuer);
      if (claims.otherPath !== undefined) throw claims.otherPath;
      const { jti, issuedAt } = claims;
      return { kid, jti, issuedAt, rememberUntil: issuedAt + maxAgeMs(ask, options) };
    },
  };
}

interface Parts {
  readonly header: string;
  readonly signature: string;
}

type Header = Readonly<Record<string, unknown>>;

function split(signature: string | undefined): Parts {
  if (signature === undefined || signature === '') throw serviceError('verify.no-signature', '');
  const parts = signature.split('.');
  if (parts.length !== 3) throw serviceError('verify.malformed-signature', 'not three parts');
  const [header = '', payload, value = ''] = parts;
  if (payload !== '') throw serviceError('verify.not-detached', '');
  return { header, signature: value };
}

function headerOf(encoded: string): Header {
  try {
    const header: unknown = JSON.parse(utf8.decode(bytesOf(encoded)));
    if (typeof header === 'object' && header !== null && !Array.isArray(header)) return { ...header };
  } catch (cause) {
    throw serviceError('verify.malformed-header', 'not JSON', { cause });
  }
  throw serviceError('verify.malformed-header', 'not an object');
}

/** Rejects another `typ`, such as a signed token. A missing `typ` is accepted. */
function checkType({ typ }: Header): void {
  if (typ === undefined || (typeof typ === 'string' && typ.toLowerCase() === 'jose+json')) return;
  throw serviceError('verify.malformed-header', `typ ${quoted(typ)}`);
}

function algorithmOf(header: Header, kind: SignedMessage['kind']): Algorithm {
  const alg = ALGORITHMS[kind].find((allowed) => allowed === header['alg']);
  if (alg === undefined) throw serviceError('verify.algorithm', quoted(header['alg']));
  return alg;
}

function textMember(header: Header, name: string, missing: 'verify.kid-missing' | 'verify.thumbprint-missing'): string {
  const value = Object.hasOwn(header, name) ? header[name] : undefined;
  if (typeof value !== 'string' || value === '') throw serviceError(missing, '');
  return value;
}

/** Only canonical base64url: otherwise a message could be replayed in another spelling. */
function checkShape(signature: string, alg: Algorithm): void {
  const bytes = bytesOf(signature);
  if (Buffer.from(bytes).toString('base64url') !== signature)
    throw serviceError('verify.malformed-signature', 'not base64url');
  const fits = alg === 'ES256' ? bytes.length === 64 : bytes.length >= 128 && bytes.length <= 2048;
  if (!fits && alg === 'ES256' && isDer(bytes)) throw serviceError('verify.der-signature', `${bytes.length} bytes`);
  if (!fits) throw serviceError('verify.malformed-signature', `${bytes.length} bytes for ${alg}`);
}

/** An ECDSA signature in ASN.1: a sequence of two integers. JWS uses the two numbers alone. */
function isDer(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30 && bytes[1] === bytes.length - 2 && bytes[2] === 0x02;
}

type KnownMembers = Readonly<Record<string, boolean>>;

function checkCritical(header: Header, kind: SignedMessage['kind'], prefix: string, known: KnownMembers): void {
  const crit = Object.hasOwn(header, 'crit') ? header['crit'] : undefined;
  if (!Array.isArray(crit) || crit.length === 0) throw serviceError('verify.crit-missing', '');
  const required = CRITICAL[kind].map((claim) => `${prefix}/${claim}`);
  for (const member of crit) {
    if (typeof member !== 'string' || !Object.hasOwn(known, member))
      throw serviceError('verify.crit-unknown', quoted(member));
    if (!Object.hasOwn(header, member)) throw serviceError('verify.crit-absent', member);
  }
  const missing = required.find((member) => !crit.includes(member));
  if (missing !== undefined) throw serviceError('verify.crit-incomplete', missing, { values: { member: missing } });
  if (new Set(crit).size !== crit.length) throw serviceError('verify.malformed-header', 'repeated crit member');
}

/** Accepts the issuer in another case: the service has used both. */
function issuerOf(header: Header, ask: SignedMessage, options: VerifierOptions): IssuerSeen {
  const got = header[`${options.claimPrefix}/iss`];
  const expected = ask.issuer ?? options.issuer;
  if (typeof got !== 'string' || !sameButCase(got, expected)) throw wrongIssuer(expected, quoted(got));
  return { of: ask.issuer === undefined ? 'service' : 'reconciliation', expected, got };
}

function wrongIssuer(expected: string, got: string): TillError {
  return serviceError('verify.issuer', got, { values: { expected, got } });
}

interface Claims {
  readonly jti: string;
  readonly issuedAt: number;
  /** Thrown after the signature is proven: only then does the till offer the other path to a manager. */
  readonly otherPath: TillError | undefined;
}

function checkClaims(header: Header, ask: SignedMessage, options: VerifierOptions): Claims {
  const claim = (name: string): unknown => header[`${options.claimPrefix}/${name}`];
  if (ask.kind === 'callback') checkAddressee(header, options);
  const sub = claim('sub');
  if (ask.kind === 'response' && (typeof sub !== 'string' || sub === ''))
    throw serviceError('verify.malformed-header', `sub ${quoted(sub)}`);
  const otherPath = pathFault(claim('path'), ask);
  const jti = claim('jti');
  if (typeof jti !== 'string' || jti === '' || jti.length > 256) throw serviceError('verify.malformed-header', 'jti');
  return { jti, issuedAt: issuedAt(claim('iat'), ask, options), otherPath };
}

/** Throws at once for a callback, which any machine can send: a wrong path must not make the till fetch keys. */
function pathFault(got: unknown, { kind, path }: SignedMessage): TillError | undefined {
  if (isOneOf(path, got)) return undefined;
  const expected = typeof path === 'string' ? path : String(path[0]);
  const fault = serviceError('verify.path', quoted(got), { values: { expected, got: quoted(got) } });
  if (kind === 'callback' || typeof got !== 'string') throw fault;
  return fault;
}

/** The documents show `sub` without the claim prefix; real callbacks have `sub` with the prefix. */
function checkAddressee(header: Header, { claimPrefix, profileId }: VerifierOptions): void {
  const subs = ['sub', `${claimPrefix}/sub`].filter((name) => Object.hasOwn(header, name)).map((name) => header[name]);
  const other = subs.length === 0 ? 'none' : subs.find((sub) => sub !== profileId);
  if (subs.length === 0 || subs.some((sub) => sub !== profileId)) throw serviceError('verify.addressee', quoted(other));
}

function isOneOf(expected: SignedMessage['path'], path: unknown): boolean {
  const paths = typeof expected === 'string' ? [expected] : expected;
  if (typeof path !== 'string') return false;
  return paths.includes(path) || (URL.canParse(path) && paths.includes(new URL(path).href));
}

function maxAgeMs({ kind }: SignedMessage, { toleranceMs }: VerifierOptions): number {
  return kind === 'callback' ? CALLBACK_MAX_AGE_MS : toleranceMs;
}

function issuedAt(iat: unknown, ask: SignedMessage, options: VerifierOptions): number {
  const isDate = typeof iat === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(iat);
  const ms = isDate ? Date.parse(iat) : Number.NaN;
  if (Number.isNaN(ms)) throw serviceError('verify.iat-malformed', quoted(iat));
  if (ms < ask.now - maxAgeMs(ask, options)) throw serviceError('verify.too-old', quoted(iat));
  if (ms > ask.now + options.toleranceMs) throw serviceError('verify.from-future', quoted(iat));
  return ms;
}

/** In the test environment, if the named key does not fit, other keys of the same JWKS follow it. */
function keysFor(named: ServiceKey, alg: Algorithm, { keys, keyChoice }: VerifierOptions): readonly ServiceKey[] {
  if (keyChoice !== 'fitting' || fits(named, alg)) return [named];
  const fitting = keys.all().filter((key) => fits(key, alg));
  return [named, ...fitting.slice(0, MOST_KEYS)];
}

/** Rejects with the reason of the last key. */
async function verifyWithOne(keys: readonly ServiceKey[], verify: (key: ServiceKey) => Promise<void>): Promise<void> {
  let reason: unknown;
  for (const key of keys)
    try {
      return await verify(key);
    } catch (thrown) {
      reason = thrown;
    }
  throw reason;
}

function fits({ jwk }: ServiceKey, alg: Algorithm): boolean {
  const type = alg === 'ES256' ? jwk.kty === 'EC' && jwk.crv === 'P-256' : jwk.kty === 'RSA';
  const named = jwk.alg === undefined || jwk.alg === alg;
  const used = (jwk.use === undefined || jwk.use === 'sig') && (jwk.key_ops?.includes('verify') ?? true);
  return type && named && used;
}

function checkFits(key: ServiceKey, alg: Algorithm): void {
  const { jwk } = key;
  if (!fits(key, alg)) throw serviceError('verify.key-mismatch', `${jwk.kid.slice(0, 100)}, ${alg}`);
  if (alg === 'RS256' && bitsOf(jwk.n ?? '') < MIN_RSA_BITS)
    throw serviceError('verify.key-too-short', jwk.kid.slice(0, 100));
}

function bitsOf(modulus: string): number {
  const bytes = bytesOf(modulus);
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first < 0) return 0;
  return (bytes.length - first) * 8 - (Math.clz32(bytes[first] ?? 0) - 24);
}

function thumbprintOf(header: Header, { callbackThumbprint }: VerifierOptions): string | undefined {
  const isNeeded = callbackThumbprint === 'required' || Object.hasOwn(header, 'x5t#S256');
  return isNeeded ? textMember(header, 'x5t#S256', 'verify.thumbprint-missing') : undefined;
}

/** The thumbprint must match the certificate in the JWKS, and the certificate must belong to this key. */
function checkThumbprint(key: ServiceKey, thumbprint: string): void {
  const certificate = key.certificate();
  if (certificate === undefined) throw serviceError('verify.certificate-missing', key.jwk.kid.slice(0, 100));
  if (certificate.thumbprint !== thumbprint) throw serviceError('verify.thumbprint', thumbprint.slice(0, 60));
  if (!certificate.ofThisKey) throw serviceError('verify.thumbprint', 'certificate of another key');
}

async function checkSignature(
  jws: Parts,
  body: Uint8Array,
  key: ServiceKey,
  alg: Algorithm,
  crit: KnownMembers,
): Promise<void> {
  try {
    await flattenedVerify(
      {
        protected: jws.header,
        payload: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64url'),
        signature: jws.signature,
      },
      key.numbers,
      { algorithms: [alg], crit },
    );
  } catch (thrown) {
    if (thrown instanceof errors.JWSSignatureVerificationFailed) throw serviceError('verify.signature-mismatch', '');
    // Any other error comes from importing the key: its numbers are not a valid key.
    if (!(thrown instanceof errors.JOSEError))
      throw serviceError('verify.key-mismatch', key.jwk.kid, { cause: thrown });
    throw serviceError('verify.malformed-header', thrown.code, { cause: thrown });
  }
}

/** An object may have no text form, so only its type is quoted. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : typeof value;
}

function bytesOf(base64url: string): Uint8Array {
  return Buffer.from(base64url, 'base64url');
}

/** The issuer of a message whose key, signature, addressee and time are verified. */
export interface IssuerSeen {
  /** The setting that was compared: `service.issuer`, or `tuning.reconciliationIssuer`. */
  readonly of: 'service' | 'reconciliation';
  readonly expected: string;
  /** Equal to `expected`, or different from it in upper and lower case only. */
  readonly got: string;
}

/** Compares without the case of A to Z: in other alphabets, case folding maps different letters to the same letter. */
function sameButCase(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
