import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { hexId } from '../engine/ids.ts';
import type { Random } from '../random.ts';

export type Algorithm = 'ES256' | 'RS256';

export interface StoredKey {
  readonly kid: string;
  readonly alg: Algorithm;
  readonly jwk: JsonWebKey;
  /** Self-signed certificate, base64 DER. Only ES256 keys have a certificate, because callbacks name its thumbprint. */
  readonly certificate?: string;
}

export interface ServiceKey {
  readonly kid: string;
  readonly alg: Algorithm;
  readonly privateKey: KeyObject;
  readonly thumbprint: string | undefined;
}

export type ServiceKeys = ReturnType<typeof createServiceKeys>;

/** Signs with the newest key per algorithm, and publishes all keys. */
export function createServiceKeys(random: Random, stored: readonly StoredKey[] | undefined, onChange: () => void) {
  let keys: StoredKey[] = [...(stored ?? [])];
  const opened = new Map<string, ServiceKey>();

  const add = (alg: Algorithm): StoredKey => {
    const key = newKey(alg, random);
    keys.push(key);
    onChange();
    return key;
  };
  const open = ({ kid, alg, jwk, certificate }: StoredKey): ServiceKey => {
    const known = opened.get(kid);
    if (known) return known;
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    const key = { kid, alg, privateKey, thumbprint: certificate && thumbprint(certificate) };
    opened.set(kid, key);
    return key;
  };

  if (!keys.some((key) => key.alg === 'ES256')) add('ES256');

  return {
    /** An RS256 key is created on first use, since creation is slow. */
    current: (alg: Algorithm) => open(keys.findLast((key) => key.alg === alg) ?? add(alg)),
    /** Creates a new key per algorithm in use. Old keys stay published unless `forget` is set. */
    rotate({ forget = false }: { readonly forget?: boolean } = {}) {
      const kinds = new Set(keys.map((key) => key.alg));
      if (forget) keys = [];
      for (const alg of kinds) add(alg);
    },
    published: () => ({ keys: keys.map(publicHalf) }),
    stored: (): readonly StoredKey[] => keys,
  };
}

function newKey(alg: Algorithm, random: Random): StoredKey {
  const kid = `sandbox-${alg.toLowerCase()}-${hexId(random, 8)}`;
  if (alg === 'RS256') {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return { kid, alg, jwk: privateKey.export({ format: 'jwk' }) };
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = selfSigned(privateKey, Buffer.from(`01${hexId(random, 14)}`, 'hex'));
  return { kid, alg, jwk: privateKey.export({ format: 'jwk' }), certificate: certificate.toString('base64') };
}

function publicHalf({ kid, alg, jwk, certificate }: StoredKey): object {
  const { kty, crv, x, y, n, e } = jwk;
  const half = alg === 'ES256' ? { kty, crv, x, y } : { kty, n, e };
  const chain = certificate === undefined ? {} : { x5c: [certificate], 'x5t#S256': thumbprint(certificate) };
  return { ...half, kid, alg, use: 'sig', ...chain };
}

function thumbprint(certificate: string): string {
  return createHash('sha256').update(Buffer.from(certificate, 'base64')).digest('base64url');
}

/**
 * Returns a self-signed X.509 certificate (DER) for a P-256 key, with the fields required by RFC 5280. Own code,
 * because the library @peculiar/x509 adds 685 kB to the app, a global polyfill, and 0.1 s to the first start in
 * training mode. `serial` begins with a byte between 0x01 and 0x7f, as positive integers in DER do.
 */
function selfSigned(privateKey: KeyObject, serial: Buffer): Buffer {
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('Tillmate sandbox')));
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = sequence(der(0x31, commonName));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    name,
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
  );
  const signature = sign('sha256', body, privateKey);
  return sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
