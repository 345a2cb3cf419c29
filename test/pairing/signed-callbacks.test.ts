import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServiceVerifier } from '../../main/service/client.ts';
import { type CallbackClaims, callbackSigner } from '../independent/callback-signer.ts';
import type { ProtectedHeader } from '../independent/signing.ts';
import { vectorConfig, vectorMerchantKey } from '../independent/vectors.ts';
import { type OurClient, ourClient } from './client-over-sockets.ts';
import { type RecordingServer, recordingServer } from './recording-server.ts';

/** Callbacks signed by the independent code; what the vectors already hold is test/callback/listener.test.ts. */

const PATH = '/shop/callback';
const service = callbackSigner('svc-1');
const mallory = callbackSigner('svc-1');
const { claimPrefix, issuer, profileId } = vectorConfig;
const claims: CallbackClaims = { claimPrefix, issuer, profileId, path: PATH };
const body = `${JSON.stringify({ description: 'Crème brûlée – 5 €' })}\n  `;

let jwks: RecordingServer;
let ours: OurClient;
beforeEach(async () => {
  jwks = await recordingServer();
  publish(service.jwk);
  const { baseUrl } = jwks;
  ours = ourClient({ ...{ baseUrl, jwksUrl: `${baseUrl}/jwks`, ...vectorConfig }, signingKey: vectorMerchantKey });
});
afterEach(async () => {
  await ours[Symbol.asyncDispose]();
  await jwks[Symbol.asyncDispose]();
});

const publish = (...keys: readonly object[]) => jwks.answerWith({ status: 200, body: { keys } });
const set = (name: string, value: unknown) => (right: ProtectedHeader) => ({ ...right, [name]: value });

/** `taken`, or the code of the refusal. */
async function verdict(signature: string): Promise<string> {
  const asked = { kind: 'callback', signature, body: Buffer.from(body), path: PATH, now: Date.now() } as const;
  return createServiceVerifier(ours.settings, ours.keys)
    .verify(asked)
    .then(
      () => 'taken',
      (error: { readonly code: string }) => error.code,
    );
}

it('a good one is taken, over the bytes that were signed', async () => {
  expect(await verdict(service.sign(claims, body))).toBe('taken');
  expect(await verdict(service.sign(claims, body.trim()))).toBe('verify.signature-mismatch');
});

it('one by a key that the service has just begun to use is taken', async () => {
  await verdict(service.sign(claims, body));
  const next = callbackSigner('svc-2');
  publish(service.jwk, next.jwk);
  expect(await verdict(next.sign(claims, body))).toBe('taken');
});

it.each([
  ['RS256', 'verify.algorithm'],
  [{ toString: null }, 'verify.algorithm'],
])('alg %j is refused', async (alg, code) => {
  expect(await verdict(service.sign(claims, body, set('alg', alg)))).toBe(code);
});

describe('the certificate of the key that signed', () => {
  const { x5c, ...bare } = service.jwk as Record<string, unknown> & { readonly x5c: readonly string[] };
  const der = Buffer.from(x5c[0] ?? '', 'base64');
  const thumbprint = createHash('sha256').update(der).digest('base64url');
  it.each([
    ['by its thumbprint alone', { ...bare, 'x5t#S256': thumbprint }, 'taken'],
    ['whole and by its thumbprint', { ...bare, x5c, 'x5t#S256': thumbprint }, 'taken'],
    ['by the thumbprint of another', { ...bare, 'x5t#S256': 'a'.repeat(43) }, 'verify.thumbprint'],
    ['whole, with the thumbprint of another', { ...bare, x5c, 'x5t#S256': 'a'.repeat(43) }, 'verify.thumbprint'],
    ['by an empty thumbprint', { ...bare, 'x5t#S256': '' }, 'verify.thumbprint'],
    ['not at all', bare, 'verify.certificate-missing'],
  ])('published %s', async (_how, jwk, outcome) => {
    publish(jwk);
    expect(await verdict(service.sign(claims, body))).toBe(outcome);
  });

  it('whole, of another key, with the right thumbprint is not enough', async () => {
    publish({ ...mallory.jwk, x5c, 'x5t#S256': thumbprint });
    expect(await verdict(mallory.sign(claims, body, set('x5t#S256', thumbprint)))).toBe('verify.thumbprint');
  });
});
