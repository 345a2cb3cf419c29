import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { serviceError } from '../../main/service/service-error.ts';
import type { SignedMessage } from '../../main/service/signature-verifier.ts';
import type { Call, ExchangeOptions } from '../../main/service/signed-exchange.ts';
import type { HttpResponse } from '../../main/service/transport.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { json, text } from './client-under-test.ts';
import { call, exchangeWith, keyed, type Next, refusal, reset } from './exchange-under-test.ts';
import { paymentId, refundId } from './sample-responses.ts';

const path = `/v3/payments/${paymentId}`;

const readingRefund = call({ operation: 'readRefund', about: { paymentId, refundId } });
const listing = call({ operation: 'payouts' });
const ok = json(200, {});

describe('a request', () => {
  test('has exactly the headers required by the service', async () => {
    const { exchange, sent } = exchangeWith([ok], { apiKey: () => 'secret' });
    await exchange.run(call());
    await exchange.run(keyed);
    const common = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Tillmate',
      authorization: 'Bearer secret',
    };
    expect(sent.map(({ headers }) => headers)).toStrictEqual([
      { ...common, signature: `signed for ${path}` },
      {
        ...common,
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
        signature: `signed for ${path}/refunds`,
      },
    ]);
  });

  test.each<readonly [ExchangeOptions['paymentAuthentication'], Call<unknown>, string]>([
    [undefined, call(), 'both'],
    ['both', call(), 'both'],
    ['key', call(), 'authorization'],
    ['key', call({ operation: 'readRefundIban' }), 'authorization'],
    ['key', keyed, 'both'],
    ['key', listing, 'both'],
    ['signature', call(), 'signature'],
    ['signature', keyed, 'signature'],
    ['signature', listing, 'signature'],
  ])('of paymentAuthentication %s carries its credentials', async (paymentAuthentication, asked, carried) => {
    const apiKey = () => 'secret';
    const { exchange, sent, signed } = exchangeWith([ok], { apiKey, paymentAuthentication });
    await exchange.run({ ...asked, parse: () => undefined });
    const names = Object.keys(sent[0]?.headers ?? {}).filter((name) => /^(authorization|signature)$/.test(name));
    expect(names).toEqual(carried === 'both' ? ['authorization', 'signature'] : [carried]);
    expect(signed).toHaveLength(carried === 'authorization' ? 0 : 1);
  });

  test.each<readonly [ExchangeOptions['refundRequestIssuer'], Call<unknown>, string]>([
    [undefined, call(), 'shop'],
    ['merchant-id', call(), 'shop'],
    [undefined, listing, 'merchant'],
    [undefined, keyed, 'shop'],
    ['issuer-name', keyed, 'shop'],
    ['merchant-id', keyed, 'merchant'],
  ])('of refundRequestIssuer %s is issued by its API (%#)', async (refundRequestIssuer, asked, issuer) => {
    const { exchange, signed } = exchangeWith([ok], { refundRequestIssuer });
    await exchange.run(asked);
    expect(signed).toMatchObject([{ issuer }]);
  });

  test('with only the API key is sent despite a wrong clock', async () => {
    const { exchange, reachability, clock } = exchangeWith([ok], { paymentAuthentication: 'key' });
    reachability.sending()(new Date(clock.now() + 3_600_000).toUTCString());
    await expect(exchange.run(call())).resolves.toBe(200);
    await expect(exchange.run(keyed)).rejects.toMatchObject({ code: 'auth.clock-wrong' });
  });

  test("is signed and verified by the service's clock", async () => {
    const { exchange, clock, reachability, signed, verified } = exchangeWith([json(200, {}, { signature: 's' })]);
    reachability.sending()(new Date(clock.now() + 600_000).toUTCString());
    const now = clock.now() + reachability.skewMs;
    await exchange.run(call({ operation: 'payouts', parse: (_answer, verifySignature) => verifySignature() }));
    expect([signed[0]?.issuedAt, verified[0]?.now, clock.now()]).toEqual([now, now, now - reachability.skewMs]);
    expect(reachability.skewMs).toBeGreaterThan(500_000);
  });

  test('queued in the background is signed when it is sent', async () => {
    const { exchange, clock, signed } = exchangeWith([ok]);
    for (let times = 0; times < 9; times += 1) await exchange.run(call(), { urgency: 'background' });
    // Eight of the payment's thirteen requests are available to the background.
    expect(clock.waits).toEqual([1_250]);
    expect(signed.at(-1)?.issuedAt).toBe(clock.now());
  });

  test("follows the payment's previous request, except during a retry pause", async () => {
    const clock = new VirtualClock();
    const answered = Promise.withResolvers<HttpResponse>();
    const { exchange, sent } = exchangeWith([() => answered.promise, ok], { clock });
    const before = exchange.run(call());
    const after = exchange.run(call());
    await settle();
    expect(sent).toHaveLength(1);
    await expect(exchange.run(readingRefund)).resolves.toBe(200);
    answered.resolve(json(503, undefined));
    await expect(after).resolves.toBe(200);
    await clock.advance(1_000);
    await expect(before).resolves.toBe(200);
  });

  test.each([
    [call(), 1_048_576],
    [call({ operation: 'search' }), 4_194_304],
    [listing, 67_108_864],
  ])('limits the size of its response in bytes', async (asked, allowed) => {
    const { exchange, sent } = exchangeWith([json(200, {}, { signature: 's' })]);
    await exchange.run(asked);
    expect(sent[0]?.maxBytes).toBe(allowed);
  });

  test.each<readonly [string, Partial<ExchangeOptions>, string, string]>([
    ['https://service.test', {}, path, path],
    ['https://service.test/', {}, path, path],
    ['https://service.test/gate/way', {}, `/gate/way${path}`, `/gate/way${path}`],
    ['https://service.test/gate/way//', {}, `/gate/way${path}`, `/gate/way${path}`],
    ['https://service.test/gate/', { pathClaimPrefix: 'without-prefix' }, `/gate${path}`, path],
    ['https://service.test/gate/', { pathClaimPrefix: 'with-prefix' }, `/gate${path}`, `/gate${path}`],
    ['https://service.test', { pathClaim: 'path-and-query' }, path, path],
  ])('below %s with %o goes to %s and is signed for %s', async (baseUrl, change, address, claim) => {
    const { exchange, sent, signed } = exchangeWith([ok], { baseUrl, ...change });
    await exchange.run(call());
    expect(sent).toMatchObject([{ origin: 'https://service.test', path: address, query: '' }]);
    expect(signed).toMatchObject([{ path: claim }]);
  });

  test.each([
    ['path', 'with-prefix', `/gate${path}`],
    ['path', 'without-prefix', path],
    ['path-and-query', 'with-prefix', `/gate${path}?page=0`],
    ['path-and-query', 'without-prefix', `${path}?page=0`],
  ] as const)('with a query claims the %s %s', async (pathClaim, pathClaimPrefix, claim) => {
    const { exchange, signed } = exchangeWith([ok], {
      baseUrl: 'https://service.test/gate',
      pathClaim,
      pathClaimPrefix,
    });
    await exchange.run(call({ query: 'page=0' }));
    expect(signed).toMatchObject([{ path: claim }]);
  });
});

describe('a response', () => {
  test.each([
    [199, 'rejected'],
    [200, 'taken'],
    [299, 'taken'],
    [300, 'rejected'],
  ])('with status %d is %s', async (status, what) => {
    const { exchange } = exchangeWith([text(status, '{}')]);
    const taken = await exchange.run(call(), { retry: 'never' }).then(
      () => 'taken',
      () => 'rejected',
    );
    expect(taken).toBe(what);
  });

  test('from a cache does not change the clock difference', async () => {
    const date = new Date(Date.parse('2026-03-09T11:15:30.000Z')).toUTCString();
    const cached = exchangeWith([json(200, {}, { date, age: '3600' })]);
    await cached.exchange.run(call());
    expect(cached.reachability.skewMs).toBe(0);
    const fresh = exchangeWith([json(200, {}, { date })]);
    await fresh.exchange.run(call());
    expect(fresh.reachability.skewMs).toBeGreaterThan(3_500_000);
  });

  test('that arrives late weighs less for the clock difference', async () => {
    const run = exchangeWith([
      () => {
        run.clock.tick(9_000);
        return json(200, {}, { date: new Date(run.clock.now() - 9_000).toUTCString() });
      },
    ]);
    run.clock.tick(3_600_000);
    await run.exchange.run(call());
    expect(run.reachability.skewMs).toBe(0);
    const quick = exchangeWith([() => json(200, {}, { date: new Date(quick.clock.now() - 9_000).toUTCString() })]);
    quick.clock.tick(3_600_000);
    await quick.exchange.run(call());
    expect(quick.reachability.skewMs).toBeLessThan(-8_000);
  });

  test.each<readonly [string, Call<unknown>, Partial<SignedMessage>]>([
    ['of the Refund API', keyed, { signature: 'bank', issuer: undefined, path: `${path}/refunds` }],
    ['of the Reconciliation API', listing, { signature: 'usual', issuer: 'lists', path: '/v3/reconciliation/payouts' }],
  ])('%s is verified by its own header, path and issuer', async (_what, asked, proof) => {
    const headers = { signature: 'usual', signaturebank: 'bank' };
    const { exchange, verified, clock } = exchangeWith([json(200, {}, headers)], { reconciliationIssuer: 'lists' });
    await exchange.run({ ...asked, parse: (_answer, genuine) => genuine() });
    expect(verified).toMatchObject([{ kind: 'response', now: clock.now(), ...proof }]);
  });
});

describe('a refusal', () => {
  test.each<readonly [string, Call<unknown>, HttpResponse, object]>([
    ['without a signature, of a payment', call(), json(404, refusal), { code: 'payment.not-found' }],
    ['without a signature, of a refund', keyed, json(422, refusal), { code: 'refund.refused', acted: 'no' }],
    ['without a signature, of a list', listing, json(400, refusal), { code: 'verify.no-signature', acted: 'no' }],
    ['a fault without one, of a list', listing, json(500, refusal), { code: 'verify.no-signature', retryable: true }],
    ['429 without one, of a list', listing, json(429, refusal, { 'retry-after': '99' }), { code: 'service.busy' }],
    [
      '503 without one, of a list',
      listing,
      json(503, refusal, { 'retry-after': '99' }),
      { code: 'service.unavailable' },
    ],
    ['signed, of a list', listing, json(400, refusal, { signature: 's' }), { code: 'service.bad-request' }],
  ])('%s has the matching error code', async (_what, asked, answer, error) => {
    const { exchange } = exchangeWith([answer]);
    await expect(exchange.run(asked)).rejects.toMatchObject({ status: answer.status, ...error });
  });

  test.each([
    ['a refund', keyed, 'maybe', true],
    ['a reading of one', readingRefund, 'no', true],
  ])('of %s with a wrong signature is rejected with its details', async (_what, asked, acted, retryable) => {
    const wrong = serviceError('verify.signature-mismatch', 'test');
    const { exchange, sent } = exchangeWith([json(422, refusal, { signaturebank: 's' })], {
      verifier: { verify: () => Promise.reject(wrong) },
    });
    const thrown = await exchange.run(asked).catch((error: unknown) => error);
    const details = { status: 422, serviceCode: 'NO', traceId: 'trace', spanId: 'span', cause: { status: 422 } };
    expect(thrown).toMatchObject({ code: 'verify.signature-mismatch', acted, retryable, ...details });
    expect(sent).toHaveLength(3);
  });

  test('rethrows an internal error during signature verification', async () => {
    const ours = new RangeError('a fault of ours');
    const { exchange } = exchangeWith([json(422, refusal, { signaturebank: 's' })], {
      verifier: { verify: () => Promise.reject(ours) },
    });
    await expect(exchange.run(keyed)).rejects.toBe(ours);
  });
});

describe('retries', () => {
  test.each<readonly [string, Next, number]>([
    ['an answer that cannot be read', text(200, '<html>'), 3],
    ['a connection that was refused', serviceError('network.refused', 'test', { acted: 'no' }), 3],
    ['a refusal', json(422, refusal), 1],
    ['a call that was broken off', serviceError('aborted', 'test', { acted: 'maybe' }), 1],
  ])('%s: %s', async (_what, answer, times) => {
    const { exchange, sent } = exchangeWith([answer]);
    const read = call({
      parse: () => {
        throw serviceError('answer.unreadable', 'test', { acted: 'maybe' });
      },
    });
    await expect(exchange.run(read)).rejects.toBeInstanceOf(TillError);
    expect(sent).toHaveLength(times);
  });

  test('skip a response about something else', async () => {
    const { exchange, sent } = exchangeWith([ok]);
    const other = call({
      parse: () => {
        throw serviceError('answer.mismatch', 'test');
      },
    });
    await expect(exchange.run(other)).rejects.toMatchObject({ code: 'answer.mismatch' });
    expect(sent).toHaveLength(1);
  });

  test('skip internal errors', async () => {
    const ours = new RangeError('a fault of ours');
    const { exchange, sent, logged, reachability } = exchangeWith([ok]);
    const faulty = call({
      parse: () => {
        throw ours;
      },
    });
    await expect(exchange.run(faulty)).rejects.toBe(ours);
    expect(sent).toHaveLength(1);
    expect(logged).toEqual([]);
    expect(reachability.state).toBe('unknown');
  });

  test('log the attempt number and the wait', async () => {
    const { exchange, logged } = exchangeWith([json(503, undefined), json(503, undefined), ok]);
    await exchange.run(call());
    expect(logged.filter(({ level }) => level === 'info')).toEqual(
      [1, 2].map((attempt) => ({
        level: 'info',
        facts: { operation: 'readPayment', paymentId, code: 'service.unavailable', attempt, waitMs: 250 * attempt },
      })),
    );
  });
});

describe('log and connection state', () => {
  test('show a network failure', async () => {
    const { exchange, logged, reachability } = exchangeWith([reset]);
    const { signal } = new AbortController();
    await expect(exchange.run(call(), { retry: 'never', signal })).rejects.toBe(reset);
    expect(reachability.state).toBe('offline');
    expect(logged).toEqual([
      { level: 'warn', facts: { operation: 'readPayment', paymentId, code: 'network.reset', acted: 'maybe' } },
    ]);
  });

  test.each([
    ['for no reason of its own', serviceError('aborted', 'test', { acted: 'maybe' })],
    ['since a person took back what it was for', new TillError('refund.taken-back', 'taken back')],
  ])('show no call that was aborted %s', async (_why, thrown) => {
    const stop = new AbortController();
    const { exchange, logged, reachability } = exchangeWith([
      () => {
        stop.abort(thrown);
        return Promise.reject(thrown);
      },
    ]);
    await expect(exchange.run(call(), { retry: 'never', signal: stop.signal })).rejects.toBe(thrown);
    expect([reachability.state, logged]).toEqual(['unknown', []]);
  });

  test.each<readonly [string, HttpResponse, 'online' | 'offline', object]>([
    ['a refusal', json(404, refusal), 'online', { code: 'payment.not-found', serviceCode: 'NO', traceId: 'trace' }],
    ['too many requests', json(429, undefined), 'online', { code: 'service.busy' }],
    ['a fault of the service', json(500, refusal), 'online', { code: 'service.fault' }],
    ['a portal', text(404, '<html>'), 'offline', { code: 'answer.unreadable', raw: '<html>' }],
    ['a redirect', text(302, ''), 'offline', { code: 'answer.redirect', raw: '' }],
    ['a status of no service', text(418, ''), 'offline', { code: 'answer.status', raw: '' }],
    ['a service that is down', json(503, undefined), 'offline', { code: 'service.unavailable' }],
  ])('show %s', async (_what, answer, state, facts) => {
    const { exchange, logged, reachability } = exchangeWith([answer]);
    await expect(exchange.run(call(), { retry: 'never' })).rejects.toBeInstanceOf(TillError);
    expect(reachability.state).toBe(state);
    expect(logged).toMatchObject([
      { level: 'warn', facts: { operation: 'readPayment', status: answer.status, ...facts } },
    ]);
    expect('raw' in (logged[0]?.facts ?? {})).toBe('raw' in facts);
  });

  test('show completed writes with their duration, but no reads', async () => {
    const run = exchangeWith([
      () => {
        run.clock.tick(40);
        run.clock.jump(-3_600_000);
        return json(200, {}, { 'x-request-id': 'r1' });
      },
    ]);
    run.clock.tick(60_000);
    await run.exchange.run(call());
    await run.exchange.run(call({ operation: 'search' }));
    await run.exchange.run(keyed);
    const facts = { operation: 'createRefund', paymentId, status: 200, ms: 40, traceId: 'r1' };
    expect(run.logged).toEqual([{ level: 'info', facts }]);
  });

  test('stay online after a malformed response', async () => {
    const { exchange, reachability } = exchangeWith([ok]);
    const misfit = call({
      parse: () => {
        throw serviceError('answer.schema', 'test');
      },
    });
    await expect(exchange.run(misfit, { retry: 'never' })).rejects.toBeInstanceOf(TillError);
    expect(reachability.state).toBe('online');
  });
});

test("a Retry-After date counts by the service's clock", async () => {
  const until = new Date(Date.parse('2026-03-09T10:26:00Z')).toUTCString();
  const { exchange, clock, reachability } = exchangeWith([json(503, undefined, { 'retry-after': until })]);
  reachability.sending()(new Date(clock.now() + 600_000).toUTCString());
  const left = Date.parse(until) - clock.now() - reachability.skewMs;
  await expect(exchange.run(call(), { retry: 'never' })).rejects.toMatchObject({ retryAfterMs: left });
});

test('the next request obeys the previous Retry-After', async () => {
  const { exchange, sent } = exchangeWith([json(429, undefined, { 'retry-after': '40' }), ok]);
  for (let times = 0; times < 2; times += 1)
    await expect(exchange.run(call())).rejects.toMatchObject({ code: 'service.busy', retryAfterMs: 40_000 });
  expect(sent).toHaveLength(1);
});

test('a read queued in the background delays no other read', async () => {
  const clock = new VirtualClock();
  const { exchange, sent } = exchangeWith([ok, ok], { clock });
  for (let times = 0; times < 8; times += 1) await exchange.run(call());
  const sentBefore = sent.length;
  const stop = new AbortController();
  const behind = exchange.run(call(), { urgency: 'background', signal: stop.signal });
  await exchange.run(call());
  expect(sent).toHaveLength(sentBefore + 1);
  stop.abort(new Error('closed'));
  await expect(behind).rejects.toThrow('closed');
});
