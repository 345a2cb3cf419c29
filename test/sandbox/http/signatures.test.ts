import { createHash, randomBytes, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyRequest } from '../../../main/sandbox/http/verify.ts';
import { type BareTill, bareTill } from '../bare-till.ts';

let till: BareTill;
let prefix: string;
beforeAll(async () => {
  till = await bareTill();
  prefix = till.sandbox.claimPrefix;
});
afterAll(() => till.sandbox.close());

const path = `/v3/payments/${'f'.repeat(24)}`;

/** Sends a read with this Signature header; answers with the status and the reason that was logged. */
async function tryOut(signature: string): Promise<readonly [number, unknown]> {
  const before = till.log.length;
  const answer = await till.call('GET', path, { as: 'nobody', headers: { Signature: signature } });
  return [answer.status, till.log[before]?.fields['reason']];
}

test('a good signature passes', async () => {
  expect(await tryOut(till.signature(path, ''))).toEqual([404, undefined]);
});

describe('a signature is refused, with its reason in the log', () => {
  const without = (name: string) => ({
    header: (header: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(header).filter(([key]) => key !== name)),
  });
  const withMember = (name: string, value: unknown) => ({
    header: (header: Record<string, unknown>) => ({ ...header, [name]: value }),
  });
  const ago = (ms: number) => ({ claims: { iat: new Date(till.clock.now() - ms).toISOString() } });

  test.each<[string, () => object, string]>([
    ['alg none', () => withMember('alg', 'none'), 'algorithm not allowed'],
    ['alg HS256', () => withMember('alg', 'HS256'), 'algorithm not allowed'],
    ['alg RS256', () => withMember('alg', 'RS256'), 'algorithm not allowed'],
    ['no alg', () => without('alg'), 'algorithm not allowed'],
    ['another typ', () => withMember('typ', 'JWT'), 'typ is not jose+json'],
    ['no typ', () => without('typ'), 'typ is not jose+json'],
    ['no kid', () => without('kid'), 'kid missing'],
    ['unknown kid', () => withMember('kid', 'nobody'), 'no such key'],
    ['no crit', () => without('crit'), 'crit missing'],
    [
      'crit that leaves out path',
      () =>
        withMember(
          'crit',
          ['sub', 'iss', 'iat', 'jti'].map((c) => `${prefix}/${c}`),
        ),
      'crit does not name the five claims',
    ],
    [
      'crit that names a stranger',
      () =>
        withMember(
          'crit',
          ['sub', 'iss', 'iat', 'jti', 'path', 'x'].map((c) => `${prefix}/${c}`),
        ),
      'crit does not name the five claims',
    ],
    [
      'crit that names one twice',
      () =>
        withMember(
          'crit',
          ['sub', 'iss', 'iat', 'jti', 'jti'].map((c) => `${prefix}/${c}`),
        ),
      'crit does not name the five claims',
    ],
    ['no sub', () => ({ claims: { sub: undefined } }), 'claim missing'],
    ['a profile that does not exist', () => ({ claims: { sub: 'e'.repeat(24) } }), 'no such profile'],
    ['another issuer', () => ({ claims: { iss: 'Somebody' } }), 'wrong issuer'],
    [
      'the merchant as issuer outside Reconciliation',
      () => ({ claims: { iss: till.sandbox.profile.merchantId } }),
      'wrong issuer',
    ],
    ['another path', () => ({ claims: { path: '/v3/payments' } }), 'path does not match'],
    ['iat 5 minutes and a bit ago', () => ago(300_001), 'too old'],
    ['iat 5 minutes and a bit ahead', () => ago(-300_001), 'from the future'],
    ['iat without milliseconds', () => ({ claims: { iat: '2026-03-09T10:15:30Z' } }), 'iat is not a date'],
    ['iat that is a number', () => ({ claims: { iat: 1_773_051_330 } }), 'claim missing'],
    ['iat that is no day', () => ({ claims: { iat: '2026-13-39T10:15:30.000Z' } }), 'iat is not a date'],
    ['no jti', () => ({ claims: { jti: '' } }), 'claim missing'],
  ])('%s', async (_name, options, reason) => {
    expect(await tryOut(till.signature(path, '', options()))).toEqual([401, reason]);
  });

  test.each<[string, (good: string) => string, string]>([
    ['two parts', (good) => good.replace('..', '.'), 'not a compact JWS'],
    ['payload embedded', (good) => good.replace('..', '.e30.'), 'not detached'],
    [
      'a header that is no JSON',
      (good) => `${Buffer.from('hello').toString('base64url')}..${good.split('..')[1]}`,
      'malformed header',
    ],
    [
      'a header that is a list',
      (good) => `${Buffer.from('[]').toString('base64url')}..${good.split('..')[1]}`,
      'malformed header',
    ],
    ['a header with padding', (good) => good.replace('..', '=..'), 'malformed header'],
    ['a signature cut short', (good) => good.slice(0, -8), 'malformed signature'],
    ['a signature with a character of another alphabet', (good) => `${good.slice(0, -2)}+/`, 'malformed signature'],
    [
      'a signature of zeroes',
      (good) => `${good.split('..')[0]}..${Buffer.alloc(64).toString('base64url')}`,
      'signature does not match',
    ],
  ])('%s', async (_name, spoil, reason) => {
    expect(await tryOut(spoil(till.signature(path, '')))).toEqual([401, reason]);
  });

  test('in DER instead of r and s', async () => {
    const [head = ''] = till.signature(path, '').split('..');
    const der = sign('sha256', Buffer.from(`${head}.`), till.privateKey);
    expect(await tryOut(`${head}..${der.toString('base64url')}`)).toEqual([401, 'malformed signature']);
  });

  test('sent twice', async () => {
    const signature = till.signature(path, '');
    expect((await tryOut(signature))[0]).toBe(404);
    expect(await tryOut(signature)).toEqual([401, 'seen before']);
  });

  test('over another body', async () => {
    const signature = till.signature('/v3/payments', '{"amount":1}');
    const before = till.log.length;
    const answer = await till.call('POST', '/v3/payments', {
      raw: '{"amount":2}',
      as: 'nobody',
      headers: { Signature: signature },
    });
    expect([answer.status, till.log[before]?.fields['reason']]).toEqual([401, 'signature does not match']);
  });

  test('none at all', async () => {
    const answer = await till.call('GET', path, { as: 'nobody' });
    expect([answer.status, answer.json?.['code']]).toEqual([401, 'UNAUTHORIZED']);
  });
});

test.each([300_000, -300_000])('a clock that is off by %i ms still passes', async (ms) => {
  const claims = { iat: new Date(till.clock.now() + ms).toISOString() };
  expect((await tryOut(till.signature(path, '', { claims })))[0]).toBe(404);
});

test('the path is signed without its query', async () => {
  const answer = await till.call('POST', '/v3/payments/search?page=0', { body: {} });
  expect(answer.status).toBe(200);
});

test("on the Reconciliation API the issuer is the merchant's id, and nothing else", async () => {
  const claims = { iss: till.sandbox.issuer };
  expect((await till.call('GET', '/v3/reconciliation/payouts')).status).toBe(200);
  expect((await till.call('GET', '/v3/reconciliation/payouts', { claims })).status).toBe(401);
});

test('none of 100,000 mutations of a signature passes', () => {
  const body = Buffer.from('{"amount":1250}');
  const good = till.signature('/v3/payments', body.toString());
  const profile = till.sandbox.engine.store.profiles.get(till.sandbox.profile.profileId);
  const rules = {
    claimPrefix: prefix,
    now: till.clock.now(),
    toleranceMs: 300_000,
    path: '/v3/payments',
    issuersFor: () => [till.sandbox.issuer],
    keysOf: () => profile?.keys ?? [],
    firstTime: () => true,
  };
  expect(verifyRequest(good, body, rules).ok).toBe(true);
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ';
  let accepted = 0;
  for (let round = 0; round < 100_000; round += 1) {
    const at = random(good.length);
    const character = alphabet[random(alphabet.length)] ?? 'A';
    const rest = [good.slice(at), good.slice(at + 1), good.slice(at + 2), good.slice(at, -1)][random(4)] ?? '';
    const mutated = good.slice(0, at) + character + rest;
    if (mutated !== good && verifyRequest(mutated, body, rules).ok) accepted += 1;
  }
  expect(accepted).toBe(0);
}, 120_000);

test('random bodies are answered, never with a crash', async () => {
  for (let round = 0; round < 150; round += 1) {
    const raw = randomBytes(round).toString(round % 2 === 0 ? 'latin1' : 'hex');
    const answer = await till.call('POST', '/v3/payments/pos', { raw: raw || ' ' });
    expect(answer.status).toBe(400);
  }
});

describe('the requests that another implementation made', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../vectors/${name}`, import.meta.url), 'utf8'));
  const config = read('config.json');
  const { d: _, ...publicJwk } = read('merchant-key.json');

  const requests: Record<string, string>[] = read('requests.json');

  test.each(requests)('$name', async ({ method, path: at, bodyUtf8, now, exampleSignature }) => {
    const { profileId, merchantId, claimPrefix, issuer } = config;
    const other = await bareTill({ claimPrefix, issuer }, { profileId, merchantId, keys: [publicJwk] });
    other.clock.jump(Date.parse(now ?? '') - other.clock.now());
    const answer = await other.call(method ?? '', at ?? '', {
      ...(bodyUtf8 === '' ? {} : { raw: bodyUtf8 ?? '' }),
      as: 'nobody',
      headers: { Signature: exampleSignature ?? '', 'Idempotency-Key': 'k' },
    });
    expect(answer.status).not.toBe(401);
    expect(other.log.filter(({ message }) => message === 'credentials refused')).toEqual([]);
    await other.sandbox.close();
  });
});

test("the JWKS publishes public halves, and a certificate whose thumbprint is the key's", async () => {
  const { keys } = JSON.parse(await (await fetch(till.sandbox.jwksUrl)).text());
  const [key] = keys;
  expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' });
  expect(key).not.toHaveProperty('d');
  const certificate = new X509Certificate(Buffer.from(key.x5c[0], 'base64'));
  expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ x: key.x, y: key.y });
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(key['x5t#S256']).toBe(createHash('sha256').update(certificate.raw).digest('base64url'));
});
