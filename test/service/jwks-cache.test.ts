import { afterEach, describe, expect, test } from 'vitest';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import type { JwksStorage, StoredJwks } from '../../main/service/jwks-file.ts';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import { notingLog } from '../base/noting-log.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type Loopback, serveHttp } from './loopback-server.ts';
import { createServiceSide } from './service-side-signer.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const timeouts = { connectTimeoutMs: 1_000, headersTimeoutMs: 1_000, bodyTimeoutMs: 1_000 };
const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

/** Serves a JWKS over HTTP with changeable keys and status, counts its requests, and creates a cache for the JWKS. */
async function setUp(memory?: JwksStorage) {
  const clock = new VirtualClock();
  const state = {
    keys: [createServiceSide(() => clock.now()).jwk] as unknown[],
    status: 200,
    fetches: 0,
    raw: '',
    hold: Promise.resolve(),
  };
  const server: Loopback = await serveHttp(async ({ url }, response) => {
    state.fetches += 1;
    await state.hold;
    response.statusCode = url === '/jwks.json?of=shop' ? state.status : 404;
    response.end(state.raw === '' ? JSON.stringify({ keys: state.keys }) : state.raw);
  });
  const transport = createUndiciTransport(timeouts);
  cleanup.push(
    async () => server[Symbol.asyncDispose](),
    () => transport.close(),
  );
  const warnings: unknown[] = [];
  const log = notingLog((_message, fields) => warnings.push(fields));
  const options = { url: `${server.origin}/jwks.json?of=shop`, transport, clock, log, memory };
  const [first] = state.keys as { kid: string }[];
  return {
    clock,
    state,
    server,
    warnings,
    store: new JwksCache(options),
    firstKid: first?.kid ?? '',
    restarted: (url = options.url) => new JwksCache({ ...options, url }),
  };
}

describe('the keys of the service', () => {
  test('are fetched once and cached', async () => {
    const { state, store, firstKid } = await setUp();
    await store.find(firstKid);
    await store.find(firstKid);
    await store.refresh();
    expect(state.fetches).toBe(1);
  });

  test('are used when over an hour old, while refetching', async () => {
    const { clock, state, store, warnings, firstKid } = await setUp();
    await store.find(firstKid);
    const { promise, resolve } = Promise.withResolvers<void>();
    state.hold = promise;
    clock.tick(60 * MINUTE);
    await store.refresh();
    clock.tick(1);
    await store.find(firstKid);
    // The lookup did not wait for the response until the transport timed out.
    expect(warnings).toEqual([]);
    await expect.poll(() => state.fetches).toBe(2);
    resolve();
  });

  test('are fetched once for concurrent lookups', async () => {
    const { state, store, firstKid } = await setUp();
    await Promise.all(Array.from({ length: 20 }, () => store.find(firstKid)));
    expect(state.fetches).toBe(1);
  });

  test('are rotated without a failed call', async () => {
    const { clock, state, store, firstKid } = await setUp();
    await store.find(firstKid);
    const next = createServiceSide(() => clock.now());
    state.keys = [...state.keys, next.jwk];
    await expect(store.find(next.kid)).resolves.toMatchObject({ jwk: { kid: next.kid } });
    await expect(store.find(firstKid)).resolves.toMatchObject({ jwk: { kid: firstKid } });
    expect(state.fetches).toBe(2);
  });

  test('are refetched at most twice a minute for unknown kids', async () => {
    const { clock, state, store, firstKid } = await setUp();
    await store.find(firstKid);
    clock.tick(MINUTE);
    for (let times = 0; times < 2; times += 1)
      await expect(store.find(`nobody-${times}`)).rejects.toMatchObject({ code: 'verify.unknown-key' });
    // No request was sent, so the error must not claim that the key is unknown.
    for (let times = 2; times < 10; times += 1)
      await expect(store.find(`nobody-${times}`)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
    expect(state.fetches).toBe(3);
    clock.tick(MINUTE);
    await expect(store.find('nobody')).rejects.toMatchObject({ code: 'verify.unknown-key' });
    expect(state.fetches).toBe(4);
  });

  test('are used for one day while the JWKS is unreachable', async () => {
    const { clock, state, store, warnings, firstKid } = await setUp();
    await store.find(firstKid);
    state.status = 503;
    clock.tick(DAY);
    await expect(store.find(firstKid)).resolves.toBeDefined();
    clock.tick(1);
    await expect(store.find(firstKid)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
    expect(warnings.at(-1)).toMatchObject({ cached: false });
    clock.tick(MINUTE);
    state.status = 200;
    await expect(store.find(firstKid)).resolves.toBeDefined();
  });

  test('expire after a day even when the machine slept', async () => {
    const { clock, state, store, firstKid } = await setUp();
    await store.find(firstKid);
    state.status = 503;
    clock.jump(DAY + 1);
    await expect(store.find(firstKid)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
  });

  test('are unavailable until the JWKS can be read', async () => {
    const { clock, state, store, warnings, firstKid } = await setUp();
    state.status = 500;
    await expect(store.find(firstKid)).rejects.toMatchObject({ code: 'verify.keys-unavailable', retryable: true });
    expect(warnings).toMatchObject([{ cached: false }]);
    state.status = 200;
    clock.tick(MINUTE);
    await expect(store.find(firstKid)).resolves.toBeDefined();
  });

  test.each(['not json', '[]', '{"keys":1}', '{}'])('are kept when the JWKS responds with %s', async (raw) => {
    const { clock, state, store, firstKid } = await setUp();
    await store.find(firstKid);
    state.raw = raw;
    clock.tick(MINUTE);
    await expect(store.find('unknown')).rejects.toMatchObject({ code: 'verify.unknown-key' });
    await expect(store.find(firstKid)).resolves.toBeDefined();
  });

  test('are kept when the JWKS becomes empty', async () => {
    const { clock, state, store, firstKid } = await setUp();
    await store.find(firstKid);
    state.keys = [];
    clock.tick(MINUTE);
    await expect(store.find('unknown')).rejects.toMatchObject({ code: 'verify.unknown-key' });
    await expect(store.find(firstKid)).resolves.toBeDefined();
    expect(store.trouble).toBe('kept');
  });

  test('are used although the JWKS holds broken entries', async () => {
    const { state, store, warnings, firstKid } = await setUp();
    state.keys = [{ kty: 'EC' }, 7, ...state.keys];
    await expect(store.find(firstKid)).resolves.toBeDefined();
    expect(warnings).toHaveLength(2);
  });
});

/** An in-memory file of text, as on a disk. */
function disk(): JwksStorage & { text: string | undefined } {
  return {
    text: undefined,
    read() {
      return this.text === undefined ? undefined : (JSON.parse(this.text) as StoredJwks);
    },
    write(kept) {
      this.text = JSON.stringify(kept);
    },
  };
}

describe('after a restart while the JWKS is unavailable', () => {
  test('uses the stored keys for the rest of their day', async () => {
    const { clock, state, store, restarted, firstKid } = await setUp(disk());
    await store.find(firstKid);
    state.status = 503;
    clock.tick(DAY - 2 * MINUTE);
    const again = restarted();
    await expect(again.find(firstKid)).resolves.toMatchObject({ jwk: { kid: firstKid } });
    clock.tick(3 * MINUTE);
    // Setting the clock back does not extend their lifetime.
    clock.jump(-60 * MINUTE);
    await expect(again.find(firstKid)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
    clock.jump(60 * MINUTE);
    await expect(restarted().find(firstKid)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
  });

  test('finds a rotated key once the JWKS is reachable', async () => {
    const { clock, state, store, restarted, firstKid } = await setUp(disk());
    await store.find(firstKid);
    const again = restarted();
    const next = createServiceSide(() => clock.now());
    state.keys = [next.jwk];
    await expect(again.find(next.kid)).resolves.toMatchObject({ jwk: { kid: next.kid } });
    await expect(again.find(firstKid)).rejects.toMatchObject({ code: 'verify.unknown-key' });
  });

  test('ignores stored keys of another URL or the future', async () => {
    const { clock, state, store, restarted, firstKid } = await setUp(disk());
    await store.find(firstKid);
    state.status = 503;
    const elsewhere = restarted('http://127.0.0.1:9/jwks.json');
    await expect(elsewhere.find(firstKid)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
    clock.jump(-MINUTE);
    await expect(restarted().find(firstKid)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
  });
});

test('reports a change of key availability once', async () => {
  const { clock, state, store, firstKid } = await setUp();
  const notified: unknown[] = [];
  store.onChange(() => notified.push(store.trouble));
  state.status = 503;
  await store.refresh();
  clock.tick(MINUTE);
  await store.refresh();
  state.status = 200;
  clock.tick(MINUTE);
  await store.refresh();
  state.status = 503;
  clock.tick(2 * 60 * MINUTE);
  await store.find(firstKid);
  await store.refresh();
  expect(notified).toEqual(['unavailable', undefined, 'kept']);
});
