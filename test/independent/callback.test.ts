import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callbackReceiver, type Received, type Receiver } from './callback-receiver.ts';
import { serviceKeys } from './client.ts';
import { created, dateTime, id24, type Json } from './expectations.ts';
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
  const urls = { identifyCallbackUrl: receiver.at('/identify'), callbackUrl: receiver.at('/payout') };
  const fields = { posId: `POS${last}`, amount: 1250, reference: `CB-${last}`, description: 'Brood', ...urls };
  return created(await service.client.createStaticQr(fields));
}

describe('the callback', () => {
  it('identification is told to the identifyCallbackUrl', async () => {
    const paymentId = await create();
    await service.payer.scan(paymentId);
    const callback = await told('/identify', 'IDENTIFIED');
    expect(payload(callback)).toMatchObject({ paymentId, status: 'IDENTIFIED' });
  });

  it('payout is told to the callbackUrl', async () => {
    const paymentId = await create();
    await service.payer.pay(paymentId);
    const callback = await told('/payout', 'SUCCEEDED');
    expect(payload(callback)).toMatchObject({ paymentId, status: 'SUCCEEDED', succeededAt: dateTime });
  });

  it('cancel of a static-QR payment is told to the callbackUrl', async () => {
    const paymentId = await create();
    await service.payer.scan(paymentId);
    await service.client.cancelPayment(paymentId);
    const callback = await told('/payout', 'CANCELLED');
    expect(payload(callback)).toMatchObject({ paymentId, status: 'CANCELLED' });
  });

  it('is a POST with Signature, User-Agent and application/json', async () => {
    await service.payer.scan(await create());
    const callback = await told('/identify', 'IDENTIFIED');
    expect(callback.method).toBe('POST');
    expect(callback.headers).toMatchObject({
      signature: expect.stringMatching(/^[\w-]+\.\.[\w-]+$/),
      'user-agent': expect.stringMatching(/./),
      'content-type': expect.stringMatching(/^application\/json/),
    });
  });

  it('has every field of the payload', async () => {
    await service.payer.pay(await create());
    const callback = await told('/payout', 'SUCCEEDED');
    expect(payload(callback)).toMatchObject({
      paymentId: id24,
      currency: 'EUR',
      amount: 1250,
      description: 'Brood',
      reference: `CB-${last}`,
      createdAt: dateTime,
      status: 'SUCCEEDED',
      debtor: { iban: expect.stringMatching(/[*•xX]/) },
    });
  });

  it('is signed by the service, with the thumbprint of its certificate, and addressed to the profile', async () => {
    await service.payer.scan(await create());
    const callback = await told('/identify', 'IDENTIFIED');
    expect(await verdictOn(callback)).toMatchObject({ ok: true });
  });

  it('does not verify with one byte altered', async () => {
    await service.payer.scan(await create());
    const callback = await told('/identify', 'IDENTIFIED');
    callback.raw[callback.raw.length - 2] = 0x20;
    expect(await verdictOn(callback)).toMatchObject({ ok: false, why: 'signature does not match' });
  });

  it('has a jti of its own each time', async () => {
    await service.payer.pay(await create());
    const scanned = await told('/identify', 'IDENTIFIED');
    const paid = await told('/payout', 'SUCCEEDED');
    expect(jtiOf(await verdictOn(scanned))).not.toBe(jtiOf(await verdictOn(paid)));
  });

  it('is called again three times at most where nobody answers', async () => {
    receiver.answerWith('silence');
    const silent = await create();
    await service.payer.scan(silent);
    for (let attempt = 1; attempt <= 4; attempt += 1) await arriving(silent, attempt);
    receiver.answerWith(200);
    await later();
    expect(about(silent)).toHaveLength(4);
    for (const callback of about(silent)) expect(await verdictOn(callback)).toMatchObject({ ok: true });
  });

  it('is not repeated once it was answered with 200', async () => {
    const paymentId = await create();
    await service.payer.scan(paymentId);
    await arriving(paymentId, 1);
    await later();
    expect(about(paymentId)).toHaveLength(1);
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
    await service.payer.scan(other);
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
    path: callback.url,
    now: new Date(service.clock.now()),
    toleranceSeconds: 300,
    profileId: service.access.profileId,
  });
}

function jtiOf(verdict: Verdict): unknown {
  return verdict.ok ? verdict.header[`${service.access.claimPrefix}/jti`] : verdict.why;
}
