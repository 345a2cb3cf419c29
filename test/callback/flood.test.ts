import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CallbackOptions, startCallbackListener } from '../../main/callback/listener.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { createVerifier } from '../../main/service/signature-verifier.ts';
import type { HttpResponse } from '../../main/service/transport.ts';
import { createLog } from '../../main/support/log.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { createServiceSide } from '../service/service-side-signer.ts';
import { config } from '../service/vectors.ts';
import { setUp as listening, body as payment } from './posted-callbacks.ts';

/**
 * An attacker without the service's key sends many arbitrary requests. Genuine callbacks come from the same address.
 */

const body = JSON.stringify(payment);

async function setUp(finished = onTestFinished, more: Partial<CallbackOptions> = {}) {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const side = createServiceSide(() => clock.now());
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  const keys = { status: 200, headers: {}, body: new TextEncoder().encode(JSON.stringify({ keys: [side.jwk] })) };
  let fetches = 0;
  let fetch = async (): Promise<HttpResponse> => keys;
  const send = () => {
    fetches += 1;
    return fetch();
  };
  const store = new JwksCache({
    url: 'https://service.test/keys',
    transport: { send, close: async () => undefined },
    clock,
    log,
  });
  await store.refresh();
  const { verify } = createVerifier({ ...config, toleranceMs: 300_000, keys: store });
  let heard = 0;
  const listener = await startCallbackListener({
    listen: { host: '127.0.0.1', port: 0 },
    urls: [{ path: '/callback', address: 'https://shop.test/callback' }],
    verify,
    accept: async () => {
      heard += 1;
      return { known: true };
    },
    seen: { isSeen: () => false, seenJti: () => false },
    unproven: () => undefined,
    clock,
    log,
    ...more,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  finished(async () => {
    agent.destroy();
    await listener.close();
  });
  const { port } = listener.address;
  const post = (signature: string | undefined, own = false, path = '/callback', method = 'POST') =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...(signature === undefined ? {} : { signature }) };
      const options = { host: '127.0.0.1', port, path, method, headers, agent: own ? false : agent };
      const request = httpRequest(options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', reject);
      request.end(body);
    });
  return {
    clock,
    side,
    lines,
    port,
    post,
    genuine: () => post(side.detached(side.callback('/callback'), body), true),
    heard: () => heard,
    fetches: () => fetches,
    rotate() {
      const next = createServiceSide(() => clock.now());
      const published = new TextEncoder().encode(JSON.stringify({ keys: [side.jwk, next.jwk] }));
      fetch = async () => ({ ...keys, body: published });
      return next;
    },
    keysNeverCome: () => {
      fetch = () => new Promise(() => undefined);
    },
  };
}

type Listening = Awaited<ReturnType<typeof setUp>>;

/** Returns requests of a sender without the service's key, from unsigned to almost correctly signed. */
function rubbish({ side }: Listening): readonly string[] {
  const stranger = createServiceSide(() => Date.parse('2026-03-09T10:15:30.250Z'));
  const raw = (signature: string, path = '/callback', method = 'POST') =>
    `${method} ${path} HTTP/1.1\r\nhost: shop.test\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n${signature === '' ? '' : `signature: ${signature}\r\n`}\r\n${body}`;
  return [
    raw(''),
    raw('a..b'),
    raw(`${'x'.repeat(8_000)}..${'y'.repeat(2_000)}`),
    raw(stranger.detached(stranger.callback('/callback'), body)),
    raw(side.detached(side.callback('/callback', { iss: 'x'.repeat(2_000) }), body)),
    raw(side.detached(side.callback('/callback'), `${body} `)),
    raw('', '/elsewhere'),
    raw('', '/callback', 'GET'),
    raw('', '/%zz'),
  ];
}

async function flood(listening: Listening, times: number): Promise<ReadonlySet<string>> {
  const kinds = rubbish(listening);
  const statuses = new Set<string>();
  let next = 0;
  const sender = async () => {
    let socket: Socket | undefined;
    while (next < times) {
      const kind = kinds[next % kinds.length] ?? '';
      next += 1;
      if (socket === undefined || socket.destroyed) socket = connect(listening.port, '127.0.0.1').setEncoding('latin1');
      // Answers are short, so each arrives in a single chunk. The listener may also close the connection.
      const open = socket.on('error', () => undefined);
      const answer = await new Promise<string>((resolve) => {
        open.once('data', resolve).once('close', () => resolve(''));
        open.write(kind);
      });
      open.removeAllListeners();
      statuses.add(answer.slice(9, 12));
      if (/^connection: close/im.test(answer)) open.on('error', () => undefined).destroy();
    }
    socket?.on('error', () => undefined).destroy();
  };
  await Promise.all(Array.from({ length: 40 }, sender));
  return statuses;
}

const slow = { timeout: 120_000 };

describe('ten thousand forged requests', slow, () => {
  let listening: Listening;
  let before: number;
  let sent = 0;
  let statuses: ReadonlySet<string>;
  beforeAll(async () => {
    listening = await setUp(afterAll);
    before = listening.lines.length;
    let flooding = true;
    const attack = flood(listening, 10_000).finally(() => {
      flooding = false;
    });
    while (flooding) {
      expect(await listening.genuine()).toBe(200);
      sent += 1;
    }
    statuses = await attack;
  }, slow.timeout);

  test('do not block genuine callbacks and are all refused', async () => {
    // 503: for an unknown key id while the JWKS may not be fetched again.
    expect([...statuses].sort()).toEqual(['400', '401', '405', '429', '503']);
    expect(await listening.genuine()).toBe(200);
    sent += 1;
    expect(sent).toBeGreaterThan(10);
    expect(listening.heard()).toBe(sent);
  });

  test('cause a single log line per minute', async () => {
    const refusals = () => listening.lines.slice(before).filter((line) => !line.includes('Callback accepted'));
    expect(refusals()).toHaveLength(1);
    await listening.clock.advance(60_000);
    expect(refusals()).toHaveLength(2);
    expect(refusals().join('').length).toBeLessThan(2_000);
    const counted = JSON.parse(refusals().at(-1) ?? '{}');
    expect(counted).toMatchObject({ msg: 'Callbacks refused', count: 9_999 });
    expect(counted.code).toMatch(/^verify[.]/);
    // After a quiet minute, the next refusal is logged at once.
    await listening.clock.advance(120_000);
    expect(refusals()).toHaveLength(2);
    await listening.post(undefined);
    expect(refusals()).toHaveLength(3);
  });
});

test('logs the remaining count of refusals when closing', async () => {
  const { clock, listener, logged } = await listening({
    verify: () => Promise.reject(new Error('nobody can sign here')),
  });
  for (let times = 0; times < 3; times += 1) await fetch(`http://127.0.0.1:${listener.address.port}/`);
  await listener.close();
  expect(logged.at(-1)).toMatchObject({ facts: { count: 2 } });
  expect(clock.pending).toBe(0);
});

test('invented key ids cause two JWKS fetches per minute', slow, async () => {
  const listening = await setUp();
  const { side, post } = listening;
  listening.keysNeverCome();
  // Each of these requests waits for the keys until the till's timeout.
  const waiting = Array.from({ length: 300 }, (_, index) => {
    const header = { ...side.callback('/callback'), kid: `invented-${index}` };
    return post(side.detached(header, body), true).catch(() => 0);
  });
  for (let times = 0; times < 20; times += 1) expect(await listening.genuine()).toBe(200);
  expect(listening.fetches()).toBeLessThanOrEqual(2);
  expect(waiting).toHaveLength(300);
});

test('accepts a new key after a 503 and a retry', async () => {
  const { clock, side, post, rotate, heard } = await setUp();
  expect(await post(side.detached({ ...side.callback('/callback'), kid: 'invented' }, body))).toBe(401);
  const next = rotate();
  const genuine = () => post(next.detached(next.callback('/callback'), body));
  expect(await genuine()).toBe(503);
  await clock.advance(60_000);
  expect(await genuine()).toBe(200);
  expect(heard()).toBe(1);
});

test('refuses endless invented key ids with 429', async () => {
  const { side, post } = await setUp(onTestFinished, { limits: { failuresPerMinute: 3 } });
  const statuses: number[] = [];
  for (let times = 0; times < 5; times += 1)
    statuses.push(await post(side.detached({ ...side.callback('/callback'), kid: `invented-${times}` }, body)));
  expect(statuses).toEqual([401, 503, 503, 429, 429]);
});

/** Resolves when the socket is closed, also by a reset: unread data may be discarded. */
const gone = (socket: Socket) => new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));

describe('idle connections', () => {
  async function halfOpen(port: number, text: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  test.each([
    ['half a header', 'POST /callback HTTP/1.1\r\nhost: shop.test\r\nx: '],
    [
      'half a body',
      'POST /callback HTTP/1.1\r\nhost: shop.test\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
    ],
    ['nothing', ''],
  ])('a thousand with %s do not block a genuine callback', slow, async (_what, text) => {
    const listening = await setUp();
    const held: Socket[] = [];
    onTestFinished(() => {
      for (const socket of held) socket.destroy();
    });
    for (let times = 0; times < 1_000; times += 1) held.push(await halfOpen(listening.port, text));
    expect(await listening.genuine()).toBe(200);
    const stillHeld = () => held.filter((socket) => !socket.closed).length;
    await expect.poll(stillHeld, { timeout: 60_000 }).toBeLessThanOrEqual(256);
  });

  test('are closed after their timeout', async () => {
    const { port } = await setUp(onTestFinished, { limits: { headersMs: 100 } });
    const socket = await halfOpen(port, 'POST /callback HTTP/1.1\r\nhost: ');
    await gone(socket);
    expect(socket.closed).toBe(true);
  });
});

test('closes a connection with pipelined requests', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  const { port } = await setUp(onTestFinished, {
    verify: async ({ path }) => {
      asked.push(String(path));
      await held;
      throw new Error('never');
    },
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const one = 'POST /callback HTTP/1.1\r\nhost: s\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  socket.write(one.repeat(500));
  await gone(socket);
  release();
  expect(asked.length).toBeLessThanOrEqual(1);
});
