import { createHash, createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { hexId } from '../engine/ids.ts';
import type { Random } from '../random.ts';
import { selfSigned } from './certificate.ts';

/** The service's own signing keys. It signs with the newest of each algorithm and publishes all of them. */

export interface StoredKey {
  readonly kid: string;
  readonly alg: 'ES256' | 'RS256';
  readonly jwk: JsonWebKey;
  /** Self-signed certificate, base64 DER. ES256 keys have one, for callbacks name its thumbprint. */
  readonly certificate?: string;
}

export interface ServiceKey {
  readonly kid: string;
  readonly alg: 'ES256' | 'RS256';
  readonly privateKey: KeyObject;
  /** `x5t#S256`: SHA-256 of the certificate, base64url. */
  readonly thumbprint?: string;
}

export interface ServiceKeys {
  /** The key in use. An RS256 key is made on first use, because that takes a while. */
  current(alg: 'ES256' | 'RS256'): ServiceKey;
  /** Makes a new key for each algorithm in use. The old ones stay published unless `forget` is set. */
  rotate(options?: { readonly forget?: boolean }): void;
  /** The JWKS: public halves only. */
  published(): { readonly keys: readonly object[] };
  stored(): readonly StoredKey[];
}

const TEN_YEARS_MS = 10 * 365 * 86_400_000;

export function createServiceKeys(options: {
  readonly clock: Clock;
  readonly random: Random;
  readonly stored?: readonly StoredKey[] | undefined;
  readonly onChange: () => void;
}): ServiceKeys {
  const { clock, random } = options;
  let keys: StoredKey[] = [...(options.stored ?? [])];
  const opened = new Map<string, ServiceKey>();

  const make = (alg: 'ES256' | 'RS256'): StoredKey => {
    const kid = `sandbox-${alg.toLowerCase()}-${hexId(random, 8)}`;
    if (alg === 'RS256') {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      return { kid, alg, jwk: privateKey.export({ format: 'jwk' }) };
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = selfSigned(privateKey, {
      commonName: 'Tillmate sandbox',
      serial: Buffer.from(hexId(random, 16), 'hex'),
      from: clock.now() - 86_400_000,
      to: clock.now() + TEN_YEARS_MS,
    });
    return { kid, alg, jwk: privateKey.export({ format: 'jwk' }), certificate: certificate.toString('base64') };
  };
  const add = (alg: 'ES256' | 'RS256'): StoredKey => {
    const key = make(alg);
    keys.push(key);
    options.onChange();
    return key;
  };
  const open = (key: StoredKey): ServiceKey => {
    const known = opened.get(key.kid);
    if (known) return known;
    const service: ServiceKey = {
      kid: key.kid,
      alg: key.alg,
      privateKey: createPrivateKey({ key: key.jwk, format: 'jwk' }),
      ...(key.certificate === undefined ? {} : { thumbprint: thumbprint(key.certificate) }),
    };
    opened.set(key.kid, service);
    return service;
  };

  if (!keys.some((key) => key.alg === 'ES256')) add('ES256');

  return {
    current: (alg) => open(keys.findLast((key) => key.alg === alg) ?? add(alg)),
    rotate({ forget = false } = {}) {
      const kinds = new Set(keys.map((key) => key.alg));
      if (forget) keys = [];
      for (const alg of kinds) add(alg);
    },
    published: () => ({ keys: keys.map(publicHalf) }),
    stored: () => keys,
  };
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
