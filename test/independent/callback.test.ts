import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceKeys } from './client.ts';
import { created, dateTime, id24, type Json, object } from './expectations.ts';
import { givenService, type ServiceUnderTest, startService } from './service-under-test.ts';
import { type Verdict, verifyDetached } from './verification.ts';

const DAY = 86_400_000;

// The test controls the clock, while the sockets are real: only timed behaviour waits for the clock.
const service = givenService('all', { pace: { callbackRetryMs: 1, callbackTimeoutMs: DAY, lifetimeMs: DAY } });
let receiver: Awaited<ReturnType<typeof callbackReceiver>>;
let last = 0;
beforeEach(async () => {
  receiver = await callbackReceiver();
});
afterEach(() => receiver[Symbol.asyncDispose]());

/** Creates a payment under its own posId with the receiver's `/identify` and `/payout` as callback URLs. */
async function create(): Promise<string> {
  last += 1;
  const urls = { identifyCallbackUrl: receiver.at('/identify'), callbackUrl: receiver.at('/payout?shop=1') };
  const fields = { posId: `POS${last}`, amount: 1250, reference: `CB-${last}`, description: 'Brood', ...urls };
  return created(await service.client.createStaticQr(fields));
}

describe('the callback', () => {
  it('goes to identifyCallbackUrl for a scan, otherwise to callbackUrl', async () => {
    const paymentId = await create();
    service.sandbox.payer.scan(paymentId);
    const scanned = await told('/identify', 'IDENTIFIED');
    await service.client.cancelPayment(paymentId);
    const cancelled = await told('/payout?shop=1', 'CANCELLED');
    expect([scanned, cancelled].map((callback) => payload(callback)['paymentId'])).toEqual([paymentId, paymentId]);
    const jti = async (callback: Received) => {
      const verdict = await verdictOn(callback);
      return verdict.ok && verdict.header[`${service.access.claimPrefix}/jti`];
    };
    expect(await jti(scanned)).not.toBe(await jti(cancelled));
  });

  it('is a signed POST with every payload field', async () => {
    service.pay(await create());
    const callback = await told('/payout?shop=1', 'SUCCEEDED');
    expect(callback.method).toBe('POST');
    expect(callback.headers).toMatchObject({
      signature: expect.stringMatching(/^[\w-]+\.\.[\w-]+$/),
      'user-agent': expect.stringMatching(/^TillmateSandbox/),
      'content-type': 'application/json',
    });
    expect(payload(callback)).toEqual({
      paymentId: id24,
      currency: 'EUR',
      amount: 1250,
      description: 'Brood',
      reference: `CB-${last}`,
      createdAt: dateTime,
      expireAt: dateTime,
      succeededAt: dateTime,
      status: 'SUCCEEDED',
      debtor: { name: 'Zoë', iban: 'BE**********7034' },
    });
    const claim = (name: string) => `${service.access.claimPrefix}/${name}`;
    expect(await verdictOn(callback)).toEqual({
      ok: true,
      header: {
        typ: 'jose+json',
        kid: expect.stringMatching(/./),
        alg: 'ES256',
        sub: service.access.profileId,
        'x5t#S256': expect.stringMatching(/./),
        [claim('iss')]: service.access.issuer,
        [claim('iat')]: dateTime,
        [claim('jti')]: expect.stringMatching(/./),
        [claim('path')]: '/payout',
        crit: ['iss', 'iat', 'jti', 'path'].map(claim),
      },
    });
  });

  it('is repeated unchanged until answered', async () => {
    receiver.answerWith('silence');
    const paymentId = await create();
    service.sandbox.payer.scan(paymentId);
    const calls = () => receiver.received.filter((post) => payload(post)['paymentId'] === paymentId);
    const count = () => {
      service.clock.tick(1);
      return calls().length;
    };
    await expect.poll(count).toBeGreaterThan(1);
    receiver.answerWith(200);
    await expect.poll(count).toBeGreaterThan(2);
    expect(await verdictOn(calls()[0] as Received)).toMatchObject({ ok: true });
    const bytes = calls().map(({ headers, raw }) => `${headers['signature']} ${raw}`);
    expect(new Set(bytes).size, 'a repeat is the identical message').toBe(1);
  });
});

it("the profile's callback URLs are only the default", async () => {
  const client = service.profile({ identifyCallbackUrl: receiver.at('/profile') });
  const scan = async (fields: object) =>
    service.sandbox.payer.scan(created(await client.createStaticQr({ posId: 'P', amount: 1, ...fields })));
  await scan({});
  await receiver.wait((post) => post.url === '/profile');
  await scan({ identifyCallbackUrl: receiver.at('/given') });
  await receiver.wait((post) => post.url === '/given');
  expect(receiver.received.map((post) => post.url)).toEqual(['/profile', '/given']);
});

type Picks = NonNullable<NonNullable<Parameters<typeof startService>[0]>['picks']>;

describe('the form of a callback', () => {
  const thumbprint = expect.stringMatching(/^[\w-]{43}$/);
  const published = { callbackSubject: 'prefixed', callbackPath: 'address', callbackThumbprint: 'absent' } as const;
  const cases: readonly (readonly [picks: Picks, members: (service: ServiceUnderTest) => object])[] = [
    [published, () => ({ sub: null, 'c/sub': id24, 'c/path': receiver.at('/scan?shop=1'), 'x5t#S256': null })],
    [{ callbackSubject: 'both' }, () => ({ sub: id24, 'c/sub': id24, 'c/path': '/scan', 'x5t#S256': thumbprint })],
    [{ pathClaim: 'path-and-query' }, () => ({ sub: id24, 'c/sub': null, 'c/path': '/scan?shop=1' })],
    [{ iatDecimals: '0' }, () => ({ 'c/iat': '2026-03-09T10:15:30Z' })],
    [{ iatDecimals: '9' }, () => ({ 'c/iat': '2026-03-09T10:15:30.250000000Z' })],
    [{ issuerCase: 'other-case' }, ({ access }) => ({ 'c/iss': access.issuer.toUpperCase() })],
    [{ kidOfTestEnvironment: 'names-rsa-key' }, () => ({ alg: 'ES256', kid: expect.stringContaining('rs256') })],
  ];

  it.each(cases)('is signed with %j', async (picks, members) => {
    await using chosen = await startService({ picks });
    const urls = { identifyCallbackUrl: receiver.at('/scan?shop=1') };
    chosen.sandbox.payer.scan(created(await chosen.client.createStaticQr({ posId: 'P', amount: 1, ...urls })));
    const { headers, raw } = await receiver.wait(() => true);
    const [head = '', , tail = ''] = String(headers['signature']).split('.');
    const header: Json = JSON.parse(
      Buffer.from(head, 'base64url').toString().replaceAll(`${chosen.access.claimPrefix}/`, 'c/'),
    );
    expect({ sub: null, 'c/sub': null, 'x5t#S256': null, ...header }).toMatchObject(members(chosen));
    const claims = ['c/sub', 'c/iss', 'c/iat', 'c/jti', 'c/path'].filter((name) => name in header);
    expect(header['crit']).toEqual(claims);
    const keys = await serviceKeys(chosen.access.jwksUrl);
    const jwk = keys.find(({ alg }) => alg === 'ES256') ?? {};
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    const signed = Buffer.from(`${head}.${raw.toString('base64url')}`);
    const isGenuine = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(tail, 'base64url'));
    expect(isGenuine).toBe(true);
    expect(keys.map(({ kid }) => kid)).toContain(header['kid']);
  });
});

it.each([
  ['answered 200, the merchant accepts the payment', 200, 'SUCCEEDED'],
  ['answered 422, the merchant does not', 422, 'FAILED'],
  ['answered 500, the merchant does not', 500, 'FAILED'],
  ['that nobody answers, nor its repeats, is no acceptance', 'silence', 'FAILED'],
] as const)('a synchronous callback %s', async (_row, answer, status) => {
  receiver.answerWith(answer);
  const client = service.profile({ synchronousCallback: true });
  const id = created(
    await client.createStaticQr({ posId: 'P', amount: 100, callbackUrl: receiver.at('/synchronous') }),
  );
  service.pay(id);
  const settled = async () => {
    service.clock.tick(50);
    return object(await client.readPayment(id))['status'];
  };
  await expect.poll(settled).toBe(status);
});

function told(path: string, status: string): Promise<Received> {
  return receiver.wait((post) => post.url === path && payload(post)['status'] === status);
}

function payload(callback: Received): Json {
  return JSON.parse(callback.raw.toString());
}

async function verdictOn(callback: Received): Promise<Verdict> {
  const signature = callback.headers['signature'];
  return verifyDetached(String(signature ?? ''), callback.raw, {
    kind: 'callback',
    keys: await serviceKeys(service.access.jwksUrl),
    claimPrefix: service.access.claimPrefix,
    issuer: service.access.issuer,
    path: new URL(callback.url, 'http://receiver').pathname,
    now: new Date(service.clock.now()),
    toleranceSeconds: 300,
    profileId: service.access.profileId,
  });
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

/** Starts a merchant's backend that collects posted callbacks; the test chooses the answer. */
async function callbackReceiver() {
  const received: Received[] = [];
  let answer: number | 'silence' = 200;
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray());
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, raw });
    if (answer === 'silence') request.socket.destroy();
    else response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    received,
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    async wait(wanted: (post: Received) => boolean): Promise<Received> {
      await expect.poll(() => received.find(wanted), { timeout: 15_000, interval: 5 }).toBeDefined();
      const post = received.find(wanted);
      if (post === undefined) throw new Error('nothing came');
      return post;
    },
    /** Sets the status of all further answers; `silence` closes the connection without an answer. */
    answerWith: (next: number | 'silence') => {
      answer = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
