import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceKeys } from './client.ts';
import { created, dateTime, id24, type Json, object } from './expectations.ts';
import { givenService, startService } from './service-under-test.ts';
import { type Verdict, verifyDetached } from './verification.ts';

const DAY = 86_400_000;

// The clock is the test's, the sockets are real: only what must wait for the clock does.
const service = givenService('all', { pace: { callbackRetryMs: 1, callbackTimeoutMs: DAY, lifetimeMs: DAY } });
let receiver: Awaited<ReturnType<typeof callbackReceiver>>;
let last = 0;
beforeEach(async () => {
  receiver = await callbackReceiver();
});
afterEach(() => receiver[Symbol.asyncDispose]());

/** A payment of its own posId that tells `/identify` and `/payout` of the receiver. */
async function create(): Promise<string> {
  last += 1;
  const urls = { identifyCallbackUrl: receiver.at('/identify'), callbackUrl: receiver.at('/payout?shop=1') };
  const fields = { posId: `POS${last}`, amount: 1250, reference: `CB-${last}`, description: 'Brood', ...urls };
  return created(await service.client.createStaticQr(fields));
}

describe('the callback', () => {
  it('of a scan is told to the identifyCallbackUrl, of a cancelled static-QR payment to the callbackUrl', async () => {
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

  it('is a signed POST with every field of the payload, addressed to the profile', async () => {
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

  it('is sent again where nobody answers, until somebody does', async () => {
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
    for (const callback of calls()) expect(await verdictOn(callback)).toMatchObject({ ok: true });
  });
});

it("the profile's callback URLs are used where the payment has none, and else not", async () => {
  const client = service.profile({ identifyCallbackUrl: receiver.at('/profile') });
  const scan = async (fields: object) =>
    service.sandbox.payer.scan(created(await client.createStaticQr({ posId: 'P', amount: 1, ...fields })));
  await scan({});
  await receiver.wait((post) => post.url === '/profile');
  await scan({ identifyCallbackUrl: receiver.at('/given') });
  await receiver.wait((post) => post.url === '/given');
  expect(receiver.received.map((post) => post.url)).toEqual(['/profile', '/given']);
});

it('the path claim has the query where that is chosen, and each repetition a jti of its own', async () => {
  await using chosen = await startService({ picks: { pathClaim: 'path-and-query' } });
  chosen.sandbox.engine.callbackFaults.repeat = 1;
  const urls = { identifyCallbackUrl: receiver.at('/identify?shop=1') };
  chosen.sandbox.payer.scan(created(await chosen.client.createStaticQr({ posId: 'P', amount: 1, ...urls })));
  await expect.poll(() => receiver.received.length).toBe(2);
  const headers = receiver.received.map(({ headers: { signature } }): Json => {
    const [header = ''] = String(signature).split('.');
    return JSON.parse(Buffer.from(header, 'base64url').toString());
  });
  const [path, jti] = ['path', 'jti'].map((name) => headers.map((one) => one[`${chosen.access.claimPrefix}/${name}`]));
  expect(path).toEqual(['/identify?shop=1', '/identify?shop=1']);
  expect(new Set(jti).size).toBe(2);
});

it.each([
  ['answered 200, the merchant accepts the payment', 200, 'SUCCEEDED'],
  ['answered 422, the merchant does not', 422, 'VOIDED'],
  ['answered 500, the merchant does not', 500, 'VOIDED'],
  ['that nobody answers, nor its repeats, is no acceptance', 'silence', 'VOIDED'],
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

/** The callback to `path` that tells of `status`. */
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
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

/** A merchant's backend: it keeps what the service posts, and answers as the test wants. */
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
    /** The first post that is wanted. */
    async wait(wanted: (post: Received) => boolean): Promise<Received> {
      await expect.poll(() => received.find(wanted), { timeout: 15_000, interval: 5 }).toBeDefined();
      const post = received.find(wanted);
      if (post === undefined) throw new Error('nothing came');
      return post;
    },
    /** Status of the answers from now on; `silence` closes the connection without one. */
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
