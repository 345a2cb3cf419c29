import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callbackReceiver, type Received, type Receiver } from './callback-receiver.ts';
import { serviceKeys } from './client.ts';
import { created, dateTime, id24, type Json, object } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';
import { type Verdict, verifyDetached } from './verification.ts';

const DAY = 86_400_000;

let service: ServiceUnderTest;
let receiver: Receiver;
let last = 0;
beforeAll(async () => {
  // The clock is the test's, the sockets are real: only what must wait for the clock does.
  service = await startService({ pace: { callbackRetryMs: 1, callbackTimeoutMs: DAY, lifetimeMs: DAY } });
});
afterAll(() => service[Symbol.asyncDispose]());
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
  it('identification is told to the identifyCallbackUrl', async () => {
    const paymentId = await create();
    service.sandbox.payer.scan(paymentId);
    const callback = await told('/identify', 'IDENTIFIED');
    expect(payload(callback)).toMatchObject({ paymentId, status: 'IDENTIFIED' });
  });

  it('payout is told to the callbackUrl', async () => {
    const paymentId = await create();
    service.pay(paymentId);
    const callback = await told('/payout?shop=1', 'SUCCEEDED');
    expect(payload(callback)).toMatchObject({ paymentId, status: 'SUCCEEDED', succeededAt: dateTime });
  });

  it('cancel of a static-QR payment is told to the callbackUrl', async () => {
    const paymentId = await create();
    service.sandbox.payer.scan(paymentId);
    await service.client.cancelPayment(paymentId);
    const callback = await told('/payout?shop=1', 'CANCELLED');
    expect(payload(callback)).toMatchObject({ paymentId, status: 'CANCELLED' });
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

  it('does not verify with one byte altered', async () => {
    service.sandbox.payer.scan(await create());
    const callback = await told('/identify', 'IDENTIFIED');
    callback.raw[callback.raw.length - 2] = 0x20;
    expect(await verdictOn(callback)).toMatchObject({ ok: false, why: 'signature does not match' });
  });

  it('has a jti of its own each time', async () => {
    service.pay(await create());
    const scanned = await told('/identify', 'IDENTIFIED');
    const paid = await told('/payout?shop=1', 'SUCCEEDED');
    expect(jtiOf(await verdictOn(scanned))).not.toBe(jtiOf(await verdictOn(paid)));
  });

  it('is called again three times at most where nobody answers', async () => {
    receiver.answerWith('silence');
    const silent = await create();
    service.sandbox.payer.scan(silent);
    for (let attempt = 1; attempt <= 4; attempt += 1) await arriving(silent, attempt);
    receiver.answerWith(200);
    await later();
    expect(about(silent)).toHaveLength(4);
    for (const callback of about(silent)) expect(await verdictOn(callback)).toMatchObject({ ok: true });
  });

  it.each([200, 422])('is not repeated once it was answered with %i', async (status) => {
    receiver.answerWith(status);
    const paymentId = await create();
    service.sandbox.payer.scan(paymentId);
    await arriving(paymentId, 1);
    await later();
    expect(about(paymentId)).toHaveLength(1);
  });
});

describe("the profile's callback URLs", () => {
  it('are used where the payment has none, and else not', async () => {
    const client = service.profile({ identifyCallbackUrl: receiver.at('/profile') });
    const scan = async (fields: object) =>
      service.sandbox.payer.scan(created(await client.createStaticQr({ posId: 'P', amount: 1, ...fields })));
    await scan({});
    await receiver.wait((post) => post.url === '/profile', 1);
    await scan({ identifyCallbackUrl: receiver.at('/given') });
    await receiver.wait((post) => post.url === '/given', 1);
    expect(receiver.received.map((post) => post.url)).toEqual(['/profile', '/given']);
  });
});

describe('a synchronous callback', () => {
  const settled = async (status: number | 'silence') => {
    receiver.answerWith(status);
    const client = service.profile({ synchronousCallback: true });
    const fields = { posId: 'P', amount: 100, callbackUrl: receiver.at('/synchronous') };
    const id = created(await client.createStaticQr(fields));
    service.pay(id);
    const statusOf = async () => object(await client.readPayment(id))['status'];
    while ((await statusOf()) === 'AUTHORIZED') service.clock.tick(50);
    const settledAs = await statusOf();
    service.clock.tick(3600_000);
    expect(await statusOf()).toBe(settledAs);
    return settledAs;
  };

  it.each([
    ['answered 200, the merchant accepts the payment', 200, 'SUCCEEDED'],
    ['answered 422, the merchant does not', 422, 'VOIDED'],
    ['answered 500, the merchant does not', 500, 'VOIDED'],
    ['that nobody answers, nor its repeats, is no acceptance', 'silence', 'VOIDED'],
  ] as const)('%s', async (_row, answer, status) => {
    expect(await settled(answer)).toBe(status);
  });
});

/** The callback to `path` that tells of `status`. */
async function told(path: string, status: string): Promise<Received> {
  const [callback] = await receiver.wait((post) => post.url === path && payload(post)['status'] === status, 1);
  if (callback === undefined) throw new Error('nothing came');
  return callback;
}

function payload(callback: Received): Json {
  return JSON.parse(callback.raw.toString());
}

function about(paymentId: string): readonly Received[] {
  return receiver.received.filter((post) => payload(post)['paymentId'] === paymentId);
}

/** Lets time pass until the payment was told of so many times. */
async function arriving(paymentId: string, count: number): Promise<void> {
  const arrived = receiver.wait((post) => payload(post)['paymentId'] === paymentId, count);
  while (about(paymentId).length < count) {
    service.clock.tick(1);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.race([arrived, serviceKeys(service.access.jwksUrl)]);
  }
}

/** Half a minute later, and other payments' callbacks have come and been answered meanwhile. */
async function later(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    service.clock.tick(10_000);
    const other = await create();
    service.sandbox.payer.scan(other);
    await arriving(other, 1);
  }
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

function jtiOf(verdict: Verdict): unknown {
  return verdict.ok ? verdict.header[`${service.access.claimPrefix}/jti`] : verdict.why;
}
