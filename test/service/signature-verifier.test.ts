import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type PublicJwk, publicJwk, serviceKey } from '../../main/service/service-key.ts';
import {
  createVerifier,
  type Proof,
  type SignedMessage,
  type VerifierOptions,
} from '../../main/service/signature-verifier.ts';
import { selfSigned } from './self-signed-certificate.ts';
import { verifier } from './vector-verifier.ts';
import { config, signatures } from './vectors.ts';

const codes: Readonly<Record<string, string>> = {
  'signature does not match': 'verify.signature-mismatch',
  'no such key': 'verify.unknown-key',
  'kid missing': 'verify.kid-missing',
  'algorithm not allowed': 'verify.algorithm',
  'malformed signature': 'verify.malformed-signature',
  'not detached': 'verify.not-detached',
  'crit missing': 'verify.crit-missing',
  'unknown critical member': 'verify.crit-unknown',
  'critical member absent': 'verify.crit-absent',
  'path not critical': 'verify.crit-incomplete',
  'wrong issuer': 'verify.issuer',
  'key does not fit the algorithm': 'verify.key-mismatch',
  'malformed header': 'verify.malformed-header',
  'no signature': 'verify.no-signature',
  'key too short': 'verify.key-too-short',
  'thumbprint does not match': 'verify.thumbprint',
  'no certificate to hold the thumbprint against': 'verify.certificate-missing',
  'wrong addressee': 'verify.addressee',
  'path does not match': 'verify.path',
  'too old': 'verify.too-old',
  'from the future': 'verify.from-future',
  'iat is not a date': 'verify.iat-malformed',
};

describe('each signature of the vectors gets its expected result', () => {
  test.each(signatures)(
    '$kind: $name',
    async ({ kind, name, expect: outcome, why, signature, bodyUtf8, now, path }) => {
      const body = new TextEncoder().encode(bodyUtf8);
      const code = /\bDER\b/.test(name) ? 'verify.der-signature' : codes[why ?? ''];
      const verifying = verifier.verify({ kind, signature: signature ?? undefined, body, path, now: Date.parse(now) });
      if (outcome === 'accept') await expect(verifying).resolves.toMatchObject({ jti: expect.any(String) });
      else await expect(verifying).rejects.toMatchObject({ code });
    },
  );

  test('no two reasons share a code', () => {
    expect(new Set(Object.values(codes)).size).toBe(Object.keys(codes).length);
    const whys = new Set(signatures.flatMap(({ why }) => (why === undefined ? [] : [why])));
    expect([...whys].filter((why) => codes[why] === undefined)).toEqual([]);
  });
});

/** Messages with a single defect. The cases of another implementation are in test/vectors. */

const NOW = Date.parse('2026-03-09T10:15:30.250Z');
const TOLERANCE_MS = 300_000;
const HOURS_25 = 25 * 3_600_000;
const BODY = Buffer.from('{"amount":1250}');

interface Signer {
  readonly alg: 'ES256' | 'RS256';
  readonly privateKey: KeyObject;
  readonly jwk: PublicJwk;
  readonly thumbprint: string;
}

function ec(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = selfSigned(privateKey, publicKey, 'service');
  const x5c = [certificate.toString('base64')];
  return {
    alg: 'ES256',
    privateKey,
    jwk: publicJwk.parse({ ...publicKey.export({ format: 'jwk' }), kid: 'key', x5c }),
    thumbprint: createHash('sha256').update(certificate).digest('base64url'),
  };
}

function rsa(modulusLength: number): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const jwk = publicJwk.parse({ ...publicKey.export({ format: 'jwk' }), kid: 'key' });
  return { alg: 'RS256', privateKey, jwk, thumbprint: '' };
}

const service = ec();
const another = ec();
const bank = rsa(2048);

const named = (claim: string) => `${config.claimPrefix}/${claim}`;

function headerFor({ kind, alg }: { readonly kind: SignedMessage['kind']; readonly alg: string }) {
  const claims = ['iss', 'iat', 'jti', 'path'].map(named);
  const isCallback = kind === 'callback';
  return {
    kid: 'key',
    alg,
    [named('iss')]: config.issuer,
    [named('iat')]: new Date(NOW).toISOString(),
    [named('jti')]: 'one',
    [named('path')]: '/callback',
    ...(isCallback ? { sub: config.profileId, 'x5t#S256': service.thumbprint } : { [named('sub')]: 'bank' }),
    crit: isCallback ? claims : [named('sub'), ...claims],
  };
}

interface Oddity {
  readonly kind?: SignedMessage['kind'];
  readonly signer?: Signer;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly bytes?: Buffer;
  readonly jwk?: Readonly<Record<string, unknown>>;
  readonly path?: SignedMessage['path'];
  readonly issuer?: string;
  readonly change?: (signature: string) => string;
  readonly options?: Partial<VerifierOptions>;
  readonly others?: readonly PublicJwk[];
}

/** Number of key lookups for the last message. */
let lookedFor = 0;

function verify(oddity: Oddity): Promise<Proof> {
  lookedFor = 0;
  const { kind = 'callback', signer = service, header = {}, jwk = {}, path = '/callback', change } = oddity;
  const whole = Buffer.from(JSON.stringify({ ...headerFor({ kind, alg: signer.alg }), ...header }));
  const encoded = (oddity.bytes ?? whole).toString('base64url');
  const input = Buffer.from(`${encoded}.${BODY.toString('base64url')}`);
  const value = sign('sha256', input, { key: signer.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  const signature = change === undefined ? `${encoded}..${value}` : change(`${encoded}..${value}`);
  const key = serviceKey({ ...signer.jwk, ...jwk });
  const { claimPrefix, issuer, profileId } = config;
  const verifier = createVerifier({
    claimPrefix,
    issuer,
    profileId,
    toleranceMs: TOLERANCE_MS,
    keys: {
      find: async () => {
        lookedFor += 1;
        return key;
      },
      all: () => [key, ...(oddity.others ?? []).map(serviceKey)],
    },
    ...oddity.options,
  });
  return verifier.verify({ kind, signature, body: BODY, path, now: NOW, issuer: oddity.issuer });
}

/** A certificate for this key that an authority has signed, as for most services. */
const issued = selfSigned(another.privateKey, createPublicKey(service.privateKey), 'authority');

const byBank = { kind: 'response', signer: bank } as const;
const ours = (claim: string, is: unknown) => ({ header: { [named(claim)]: is } });
const value = (bytes: number) => (signature: string) =>
  `${signature.split('.')[0]}..${Buffer.alloc(bytes, 1).toString('base64url')}`;
/** Changes the last base64url letter. After 64 bytes it is A, Q, g or w, and its last four bits are unused. */
const nextLetter = (signature: string) =>
  signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1);
const published = (more: object) => ({ 'x5t#S256': service.thumbprint, ...more });
const at = (ms: number) => ours('iat', new Date(NOW + ms).toISOString());
const without = { use: undefined, alg: undefined, key_ops: undefined };
const modulus = (bytes: Uint8Array) => ({ n: Buffer.from(bytes).toString('base64url') });
const zeros = (count: number) => Buffer.alloc(count);
const moduleOf = ({ jwk }: Signer) => Buffer.from(jwk.n ?? '', 'base64url');

const all5 = ['sub', 'iss', 'iat', 'jti', 'path'].map(named);
/** The header of the provider's published sample. */
const published5 = {
  header: { typ: 'JOSE+JSON', sub: undefined, 'x5t#S256': undefined, [named('sub')]: config.profileId, crit: all5 },
};
const ADDRESS = 'https://shop.test/cb?till=1';
const addresses = ['/cb', ADDRESS];
const required = { options: { callbackThumbprint: 'required' } } as const;
const rsaNamed = { ...bank.jwk, crv: undefined };
const inTests = (others: readonly PublicJwk[]) => ({ options: { keyChoice: 'fitting' }, others }) as const;
const seven = Array.from({ length: 7 }, () => ec().jwk);
const unsignedThumb = { jwk: rsaNamed, header: { 'x5t#S256': undefined }, ...inTests([another.jwk]) };
function inDer(signature: string): string {
  const [header = '', , raw = ''] = signature.split('.');
  const bytes = Buffer.from(raw, 'base64url');
  const integers = [bytes.subarray(0, 32), bytes.subarray(32)].map((number) => {
    const start = number.findIndex((byte) => byte !== 0);
    const digits = number.subarray(start);
    const positive = (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.alloc(1), digits]);
    return Buffer.concat([Buffer.from([0x02, positive.length]), positive]);
  });
  const content = Buffer.concat(integers);
  return `${header}..${Buffer.concat([Buffer.from([0x30, content.length]), content]).toString('base64url')}`;
}

test.each<readonly [string, Oddity]>([
  ['a callback as it should be', {}],
  ['one of several paths', { path: ['/identify', '/callback'] }],
  ['one of the issuer that alone is expected', { issuer: 'lists', ...ours('iss', 'lists') }],
  [
    'the issuer with an accent, and characters that base64 writes another way',
    { issuer: 'Société ???', ...ours('iss', 'Société ???') },
  ],
  ['the issuer in another case', ours('iss', config.issuer.toUpperCase())],
  ['a response issued as long ago as is tolerated', { ...byBank, ...at(-TOLERANCE_MS) }],
  ['a callback issued 25 hours ago', at(-HOURS_25)],
  ['issued as far ahead as is tolerated', at(TOLERANCE_MS)],
  ['issued to the second', ours('iat', '2026-03-09T10:15:30Z')],
  ['issued to the nanosecond', ours('iat', '2026-03-09T10:15:30.250000001Z')],
  ['issued with thirty decimals', ours('iat', `2026-03-09T10:15:30.${'250'.repeat(10)}Z`)],
  ['a prefixed addressee alone', { header: { sub: undefined, [named('sub')]: config.profileId } }],
  ['the published form', published5],
  ['both addressees', { header: { [named('sub')]: config.profileId } }],
  ['both addressees, the prefixed one critical', { header: { [named('sub')]: config.profileId, crit: all5 } }],
  ['no thumbprint', { header: { 'x5t#S256': undefined } }],
  ['the issuer in other letters', ours('iss', config.issuer.toUpperCase())],
  ['the whole address', { path: addresses, ...ours('path', ADDRESS) }],
  ['the whole address with its usual port', { path: addresses, ...ours('path', ADDRESS.replace('/cb', ':443/cb')) }],
  ['the path where an address is accepted too', { path: addresses, ...ours('path', '/cb') }],
  ['a kid whose key does not fit, in the test environment', { jwk: rsaNamed, ...inTests([service.jwk]) }],
  [
    'that with no thumbprint',
    { jwk: rsaNamed, header: { 'x5t#S256': undefined }, ...inTests([another.jwk, service.jwk]) },
  ],
  ['the eighth fitting key', { jwk: rsaNamed, ...inTests([...seven, service.jwk]) }],
  ['a type in capitals', { header: { typ: 'JOSE+JSON' } }],
  ['a jti of 256 characters', ours('jti', 'j'.repeat(256))],
  ['a key that says nothing of its use', { jwk: without }],
  ['a key that says all of its use', { jwk: { use: 'sig', alg: 'ES256', key_ops: ['verify'] } }],
  ['a key that says that it signs as well', { jwk: { key_ops: ['sign', 'verify'] } }],
  ['a key published by the thumbprint of its certificate alone', { jwk: published({ x5c: undefined }) }],
  ['a key published with certificate and thumbprint', { jwk: published({}) }],
  [
    'a key whose certificate is signed by an authority',
    {
      header: { 'x5t#S256': createHash('sha256').update(issued).digest('base64url') },
      jwk: { x5c: [issued.toString('base64')] },
    },
  ],
  ['an RSA key of just 2048 bits', byBank],
  [
    'an RSA key whose modulus is written with a zero in front',
    { ...byBank, jwk: modulus(Buffer.concat([zeros(1), moduleOf(bank)])) },
  ],
])('%s is accepted', async (_name, oddity) => {
  await expect(verify(oddity)).resolves.toMatchObject({ kid: 'key', jti: expect.any(String) });
});

test.each<readonly [string, string, Oddity]>([
  ['three dots', 'verify.malformed-signature', { change: (signature) => `${signature}.more` }],
  ['one dot', 'verify.malformed-signature', { change: (signature) => signature.replace(/\.\..*/, '.') }],
  ['no dot', 'verify.malformed-signature', { change: (signature) => signature.replace(/\..*/, '') }],
  ['another spelling of the same bytes', 'verify.malformed-signature', { change: (signature) => `${signature}=` }],
  ['another last letter for the same bytes', 'verify.malformed-signature', { change: nextLetter }],
  ['one byte too few', 'verify.malformed-signature', { change: value(63) }],
  ['one byte too many', 'verify.malformed-signature', { change: value(65) }],
  ['an RSA signature that no key makes', 'verify.malformed-signature', { ...byBank, change: value(127) }],
  ['an RSA signature as short as can be', 'verify.signature-mismatch', { ...byBank, change: value(128) }],
  ['an RSA signature as long as can be', 'verify.signature-mismatch', { ...byBank, change: value(2048) }],
  ['an RSA signature that is longer', 'verify.malformed-signature', { ...byBank, change: value(2049) }],
  ['a header that is a list', 'verify.malformed-header', { bytes: Buffer.from('[]') }],
  ['a header that is null', 'verify.malformed-header', { bytes: Buffer.from('null') }],
  ['a header that is a text', 'verify.malformed-header', { bytes: Buffer.from('"ES256"') }],
  [
    'a header with a byte that is no text',
    'verify.malformed-header',
    { bytes: Buffer.from('{"kid":"\xff"}', 'latin1') },
  ],
  ['a header of something else', 'verify.malformed-header', { header: { typ: 'JWT' } }],
  ['a header whose type is no text', 'verify.malformed-header', { header: { typ: 7 } }],
  ['an answer of nobody', 'verify.malformed-header', { kind: 'response', header: { [named('sub')]: '' } }],
  ['a callback to nobody', 'verify.addressee', { header: { sub: undefined } }],
  ['the usual issuer where another is expected', 'verify.issuer', { issuer: 'lists' }],
  ['an empty kid', 'verify.kid-missing', { header: { kid: '' } }],
  ['an empty thumbprint', 'verify.thumbprint-missing', { header: { 'x5t#S256': '' } }],
  ['a thumbprint that is a number', 'verify.thumbprint-missing', { header: { 'x5t#S256': 7 } }],
  [
    'no thumbprint where it is required',
    'verify.thumbprint-missing',
    { ...required, header: { 'x5t#S256': undefined } },
  ],
  ['an addressee of another profile, prefixed', 'verify.addressee', { header: { [named('sub')]: 'f'.repeat(24) } }],
  ['two addressees that differ', 'verify.addressee', { header: { sub: 'f', [named('sub')]: config.profileId } }],
  ['an addressee that is null', 'verify.addressee', { header: { sub: null, [named('sub')]: config.profileId } }],
  ['a critical addressee that is absent', 'verify.crit-absent', { header: { crit: all5 } }],
  ['the plain addressee critical', 'verify.crit-unknown', { header: { crit: [...all5.slice(1), 'sub'] } }],
  ['a member of every object critical', 'verify.crit-unknown', { header: { crit: [...all5.slice(1), 'toString'] } }],
  ...['iss', 'iat', 'jti', 'path'].map((left): readonly [string, string, Oddity] => [
    `the published form without ${left} critical`,
    'verify.crit-incomplete',
    { header: { ...published5.header, crit: all5.filter((member) => member !== named(left)) } },
  ]),
  ['a response without critical addressee', 'verify.crit-incomplete', { ...byBank, header: { crit: all5.slice(1) } }],
  ...[
    ADDRESS.replace('https', 'http'),
    ADDRESS.replace('shop', 'other'),
    ADDRESS.replace('/cb', ':8443/cb'),
    ADDRESS.replace('/cb', '/id'),
    ADDRESS.replace('till=1', 'till=2'),
    ADDRESS.replace('?till=1', ''),
    `${ADDRESS}#x`,
    ADDRESS.replace('shop', 'me@shop'),
  ].map((address): readonly [string, string, Oddity] => [
    `the address ${address}`,
    'verify.path',
    { path: addresses, ...ours('path', address) },
  ]),
  ['an address where only a path is known', 'verify.path', { path: '/cb', ...ours('path', ADDRESS) }],
  ['a signature in ASN.1', 'verify.der-signature', { change: inDer }],
  ['a kid whose key does not fit', 'verify.key-mismatch', { jwk: rsaNamed, others: [service.jwk] }],
  ['no fitting key that verifies', 'verify.signature-mismatch', unsignedThumb],
  [
    'the ninth fitting key',
    'verify.signature-mismatch',
    { ...unsignedThumb, ...inTests([...seven, another.jwk, service.jwk]) },
  ],
  ['an empty crit', 'verify.crit-missing', { header: { crit: [] } }],
  [
    'repeated crit member',
    'verify.malformed-header',
    { header: { crit: ['iss', 'iat', 'jti', 'path', 'iss'].map(named) } },
  ],
  ['a part of our path', 'verify.path', ours('path', '/call')],
  ['a path of another list', 'verify.path', { path: ['/identify'] }],
  ['no jti', 'verify.crit-absent', ours('jti', undefined)],
  ['an empty jti', 'verify.malformed-header', ours('jti', '')],
  ['a jti that is a number', 'verify.malformed-header', ours('jti', 7)],
  ['a jti of 257 characters', 'verify.malformed-header', ours('jti', 'j'.repeat(257))],
  ['a day without a time', 'verify.iat-malformed', ours('iat', '2026-03-09')],
  ['a time of another zone', 'verify.iat-malformed', ours('iat', '2026-03-09T10:15:30+00:00')],
  ['a time in a list', 'verify.iat-malformed', ours('iat', ['2026-03-09T10:15:30Z'])],
  ['a time with something before it', 'verify.iat-malformed', ours('iat', '+002026-03-09T10:15:30Z')],
  ['a time with something after it', 'verify.iat-malformed', ours('iat', '2026-03-09T10:15:30Z ')],
  ['a month that there is not', 'verify.iat-malformed', ours('iat', '2026-13-09T10:15:30Z')],
  ['a response a moment too old', 'verify.too-old', { ...byBank, ...at(-TOLERANCE_MS - 1) }],
  ['a callback a moment too old', 'verify.too-old', at(-HOURS_25 - 1)],
  ['a moment too early', 'verify.from-future', at(TOLERANCE_MS + 1)],
  ['a key of another type', 'verify.key-mismatch', { jwk: { kty: 'OKP' } }],
  ['a key of another curve', 'verify.key-mismatch', { jwk: { crv: 'P-384' } }],
  ['an EC key under RS256', 'verify.key-mismatch', { ...byBank, jwk: { ...service.jwk, n: bank.jwk.n } }],
  ['a key for another algorithm', 'verify.key-mismatch', { jwk: { alg: 'ES384' } }],
  ['a key for encryption', 'verify.key-mismatch', { jwk: { use: 'enc' } }],
  ['a key for signing only', 'verify.key-mismatch', { jwk: { key_ops: ['sign'] } }],
  ['a key for encryption that may verify', 'verify.key-mismatch', { jwk: { use: 'enc', key_ops: ['verify'] } }],
  ['a key whose point is on no curve', 'verify.key-mismatch', { kind: 'response', jwk: { x: service.jwk.y } }],
  ['an RSA key without a modulus', 'verify.key-too-short', { ...byBank, jwk: { n: undefined } }],
  ['an RSA key of nothing but zeros', 'verify.key-too-short', { ...byBank, jwk: modulus(zeros(300)) }],
  [
    'a short RSA key with zeros in front',
    'verify.key-too-short',
    { ...byBank, jwk: modulus(Buffer.concat([zeros(200), moduleOf(bank).subarray(0, 128)])) },
  ],
  [
    'an RSA key one bit too short',
    'verify.key-too-short',
    { ...byBank, jwk: modulus(moduleOf(bank).map((byte, index) => (index === 0 ? 0x7f : byte))) },
  ],
  [
    'a key published by the thumbprint of another',
    'verify.thumbprint',
    { jwk: { x5c: undefined, 'x5t#S256': 'a'.repeat(43) } },
  ],
  [
    'a certificate published with the thumbprint of another',
    'verify.thumbprint',
    { jwk: { 'x5t#S256': 'a'.repeat(43) } },
  ],
  ['a key published by an empty thumbprint', 'verify.thumbprint', { jwk: { x5c: undefined, 'x5t#S256': '' } }],
  ['an algorithm that is no text', 'verify.algorithm', { header: { alg: { toString: null } } }],
  ['a certificate that is none', 'verify.thumbprint', { jwk: { x5c: ['AAAA'] } }],
  [
    'the certificate of another key beside this one',
    'verify.thumbprint',
    { header: { 'x5t#S256': another.thumbprint }, jwk: { x5c: another.jwk.x5c } },
  ],
])('%s is refused as %s before any needless key lookup', async (_name, code, oddity) => {
  await expect(verify(oddity)).rejects.toMatchObject({ code });
  expect(lookedFor).toBe(/key-|thumbprint$|signature-mismatch/.test(code) ? 1 : 0);
});

test('rejects a character outside base64url, which Node would skip', async () => {
  const change = (signature: string) => `${signature.slice(0, 4)}!${signature.slice(4)}`;
  await expect(verify({ change })).rejects.toMatchObject({ code: 'verify.malformed-header' });
});

test('remembers the jti of a future message until too old', async () => {
  await expect(verify(at(TOLERANCE_MS))).resolves.toMatchObject({ rememberUntil: NOW + TOLERANCE_MS + HOURS_25 });
});

test('a refusal carries its cause and the uncritical member', async () => {
  await expect(verify({ bytes: Buffer.from('{') })).rejects.toHaveProperty('cause', expect.any(SyntaxError));
  const offCurve = verify({ kind: 'response', jwk: { x: service.jwk.y } });
  await expect(offCurve).rejects.toHaveProperty('cause', expect.any(Error));
  const crit = ['iss', 'iat', 'jti'].map(named);
  await expect(verify({ header: { crit } })).rejects.toMatchObject({
    code: 'verify.crit-incomplete',
    values: { member: named('path') },
  });
});

test.each([
  ['a text, cut', 'a'.repeat(5_000), /\(a{200}\)$/],
  ['what it is, where it is no text', { toString: 7 }, /\(object\)$/],
])('logs the value of a forged header: %s', async (_name, iss, message) => {
  await expect(verify(ours('iss', iss))).rejects.toThrow(message);
});

describe('path of a response', () => {
  const answer = { kind: 'response', path: '/right', ...ours('path', '/other') } as const;

  test('is refused with both values after signature verification', async () => {
    await expect(verify(answer)).rejects.toMatchObject({
      code: 'verify.path',
      values: { expected: '/right', got: '/other' },
    });
    expect(lookedFor).toBe(1);
  });

  test.each<readonly [string, string, Oddity]>([
    ['a forged signature', 'verify.signature-mismatch', { change: value(64) }],
    ['a time long past', 'verify.too-old', { header: { ...answer.header, ...at(-TOLERANCE_MS - 1).header } }],
    ['another issuer', 'verify.issuer', { issuer: 'lists' }],
  ])('is not reported with %s', async (_reason, code, oddity) => {
    await expect(verify({ ...answer, ...oddity })).rejects.toMatchObject({ code });
  });
});
