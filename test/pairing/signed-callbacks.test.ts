import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import type { Callback } from '../../main/callback/callback-payload.ts';
import { type CallbackListener, startCallbackListener } from '../../main/callback/listener.ts';
import { createServiceVerifier } from '../../main/service/client.ts';
import { type CallbackClaims, callbackSigner } from '../independent/callback-signer.ts';
import type { ProtectedHeader } from '../independent/signing.ts';
import { vectorConfig, vectorMerchantKey } from '../independent/vectors.ts';
import { type OurClient, ourClient } from './client-over-sockets.ts';
import { type RecordingServer, recordingServer } from './recording-server.ts';

const PATH = '/shop/callback';
const service = callbackSigner('svc-1');
const mallory = callbackSigner('svc-1');
const { claimPrefix, issuer, profileId } = vectorConfig;
const claims: CallbackClaims = { claimPrefix, issuer, profileId, path: PATH };

let jwks: RecordingServer;
let ours: OurClient;
let listener: CallbackListener;
let told: Callback[];
let mine: boolean;
beforeEach(async () => {
  told = [];
  mine = true;
  jwks = await recordingServer();
  jwks.answerWith({ status: 200, body: { keys: [service.jwk] } });
  const { baseUrl } = jwks;
  ours = ourClient({ ...{ baseUrl, jwksUrl: `${baseUrl}/jwks`, ...vectorConfig }, signingKey: vectorMerchantKey });
  listener = await listen();
});
afterEach(async () => {
  await listener.close();
  await ours[Symbol.asyncDispose]();
  await jwks[Symbol.asyncDispose]();
});

describe('the callback listener and callbacks signed by the independent code', () => {
  it('a good one is answered 200 with an empty object, and told once', async () => {
    const body = payload({ status: 'SUCCEEDED', succeededAt: '2026-03-09T10:15:30.250Z' });
    expect(await post(body, service.sign(claims, body))).toEqual({ status: 200, body: {} });
    expect(told).toMatchObject([
      { payment: { paymentId: PAYMENT, status: 'SUCCEEDED', amount: 1250, reference: 'T1-0001' }, raw: body },
    ]);
  });

  it('letters beyond ASCII and blanks in the body stay what was signed', async () => {
    const body = `${payload({ description: 'Crème brûlée – 5 €', debtor: { iban: 'BE**1', name: 'Zoë' } })}\n  `;
    expect((await post(body, service.sign(claims, body))).status).toBe(200);
    expect(told[0]?.payment.debtor?.name).toBe('Zoë');
  });

  it('repeated as often as somebody likes, it is told once and answered 200', async () => {
    const body = payload();
    const signature = service.sign(claims, body);
    for (let time = 0; time < 5; time += 1) expect((await post(body, signature)).status).toBe(200);
    expect(told).toHaveLength(1);
  });

  it('twice at the same moment, it is told once', async () => {
    const body = payload();
    const signature = service.sign(claims, body);
    const answers = await Promise.all([1, 2, 3].map(() => post(body, signature)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(told).toHaveLength(1);
  });

  it('in the wrong order, both are told with the time of their issue', async () => {
    const at = Date.now();
    for (const [status, ms] of [
      ['SUCCEEDED', at],
      ['IDENTIFIED', at - 5_000],
    ] as const) {
      const body = payload({ status });
      await post(body, service.sign({ ...claims, issuedAt: new Date(ms) }, body));
    }
    expect(told.map(({ payment, issuedAt }) => [payment.status, issuedAt])).toEqual([
      ['SUCCEEDED', at],
      ['IDENTIFIED', at - 5_000],
    ]);
  });

  it("about a payment that is not the till's own, it is 422", async () => {
    mine = false;
    const body = payload();
    expect((await post(body, service.sign(claims, body))).status).toBe(422);
  });

  it('signed with a key that the service has just begun to use, it is taken', async () => {
    const first = payload();
    await post(first, service.sign(claims, first));
    const next = callbackSigner('svc-2');
    jwks.answerWith({ status: 200, body: { keys: [service.jwk, next.jwk] } });
    expect((await post(first, next.sign(claims, first))).status).toBe(200);
  });
});

describe('the certificate of the key that signed', () => {
  const { x5c, ...bare } = service.jwk as Record<string, unknown> & { readonly x5c: readonly string[] };
  const thumbprint = createHash('sha256')
    .update(Buffer.from(x5c[0] ?? '', 'base64'))
    .digest('base64url');
  it.each([
    ['by its thumbprint alone', { ...bare, 'x5t#S256': thumbprint }, 200],
    ['whole and by its thumbprint', { ...bare, x5c, 'x5t#S256': thumbprint }, 200],
    ['by the thumbprint of another', { ...bare, 'x5t#S256': 'a'.repeat(43) }, 401],
    ['whole, with the thumbprint of another', { ...bare, x5c, 'x5t#S256': 'a'.repeat(43) }, 401],
    ['by an empty thumbprint', { ...bare, 'x5t#S256': '' }, 401],
    ['not at all', bare, 401],
  ])('published %s: %#', async (_how, jwk, status) => {
    jwks.answerWith({ status: 200, body: { keys: [jwk] } });
    const text = payload();
    expect((await post(text, service.sign(claims, text))).status).toBe(status);
  });

  it('whole, of another key, with the right thumbprint is not enough', async () => {
    jwks.answerWith({ status: 200, body: { keys: [{ ...mallory.jwk, x5c, 'x5t#S256': thumbprint }] } });
    const text = payload();
    expect((await post(text, mallory.sign(claims, text, set('x5t#S256', thumbprint)))).status).toBe(401);
  });
});

const set = (name: string, value: unknown) => (right: ProtectedHeader) => ({ ...right, [name]: value });
const claim = (name: string) => `${claimPrefix}/${name}`;
const at = (ms: number) => new Date(Date.now() + ms);
const body = () => payload();

const hostile: readonly (readonly [row: string, body: () => string, signature: (body: string) => string])[] = [
  ['no signature at all', body, () => ''],
  ['signed by another key under a known kid', body, (text) => mallory.sign(claims, text)],
  ['a kid that nobody has', body, (text) => service.sign(claims, text, set('kid', 'nobody'))],
  ['alg none', body, (text) => service.sign(claims, text, set('alg', 'none')).replace(/\.\..*$/, '..')],
  ['alg HS256', body, (text) => service.sign(claims, text, set('alg', 'HS256'))],
  ['alg RS256', body, (text) => service.sign(claims, text, set('alg', 'RS256'))],
  ['alg that is no text', body, (text) => service.sign(claims, text, set('alg', { toString: null }))],
  ['another amount than was signed', body, (text) => service.sign(claims, text.replace('1250', '1'))],
  ['the signature of another callback', body, () => service.sign(claims, payload({ status: 'EXPIRED' }))],
  ['addressed to another profile', body, (text) => service.sign({ ...claims, profileId: 'f'.repeat(24) }, text)],
  ['signed for another path', body, (text) => service.sign({ ...claims, path: '/elsewhere' }, text)],
  ['issued by somebody else', body, (text) => service.sign({ ...claims, issuer: 'Mallory' }, text)],
  ['issued a day ago', body, (text) => service.sign({ ...claims, issuedAt: at(-86_400_000) }, text)],
  ['issued a day ahead', body, (text) => service.sign({ ...claims, issuedAt: at(86_400_000) }, text)],
  ['iat that is no date', body, (text) => service.sign(claims, text, set(claim('iat'), 'now'))],
  ['no thumbprint', body, (text) => service.sign(claims, text, ({ 'x5t#S256': _, ...rest }) => rest)],
  ['the thumbprint of nothing', body, (text) => service.sign(claims, text, set('x5t#S256', 'a'.repeat(43)))],
  ['the key of the attacker in the header', body, (text) => mallory.sign(claims, text, set('jwk', mallory.jwk))],
  ['crit missing', body, (text) => service.sign(claims, text, ({ crit: _, ...rest }) => rest)],
  ['crit that names what nobody knows', body, (text) => service.sign(claims, text, set('crit', [claim('zone')]))],
  ['a header that is no object', body, (text) => service.sign(claims, text).replace(/^[^.]+/, 'W10')],
];

describe('the callback listener and hostile callbacks', () => {
  it.each(hostile)('%s: 401, and nobody is told', async (_row, text, sign) => {
    const sent = text();
    expect((await post(sent, sign(sent))).status).toBe(401);
    expect(told).toEqual([]);
  });

  it('a signed body that is no callback: 400', async () => {
    for (const text of ['', 'null', '[]', '{}', '{"paymentId":1}', payload({ amount: 'much' }), payload({ debtor: 7 })])
      expect((await post(text, service.sign(claims, text))).status, text).toBe(400);
    expect(told).toEqual([]);
  });

  it('a body of a megabyte: 413', async () => {
    const text = payload({ description: 'd'.repeat(1_000_000) });
    expect((await post(text, service.sign(claims, text))).status).toBe(413);
  });

  it('a body that is not application/json: 415', async () => {
    const text = payload();
    expect((await post(text, service.sign(claims, text), { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it("the service's keys out of reach: 503, so that it comes again", async () => {
    jwks.answerWith({ status: 500 });
    const text = payload();
    expect((await post(text, service.sign(claims, text))).status).toBe(503);
    expect(told).toEqual([]);
  });
});

const PAYMENT = 'fccd268a29a0d347301ef56e';

function payload(fields: object = {}): string {
  return JSON.stringify({
    paymentId: PAYMENT,
    currency: 'EUR',
    amount: 1250,
    reference: 'T1-0001',
    createdAt: '2026-03-09T10:15:30.250Z',
    status: 'IDENTIFIED',
    debtor: { name: 'Noor', iban: 'BE**********1234' },
    ...fields,
  });
}

async function post(text: string, signature: string, headers: object = {}) {
  const answer = await fetch(`http://127.0.0.1:${listener.address.port}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'service', signature, ...headers },
    body: text,
  });
  const received: unknown = await answer.json();
  return { status: answer.status, body: received };
}

function listen(): Promise<CallbackListener> {
  const seen = new Set<string>();
  const verifier = createServiceVerifier(ours.settings, ours.keys);
  return startCallbackListener({
    listen: { host: '127.0.0.1', port: 0 },
    paths: [PATH],
    verify: verifier.verify,
    accept: async (callback) => {
      told.push(callback);
      return mine ? { known: true } : { known: false, why: 'not of this till' };
    },
    seenJti(jti) {
      const before = seen.has(jti);
      seen.add(jti);
      return before;
    },
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
  });
}
