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

/** Who cannot sign sends what they like, as often as they can. The genuine callback comes from the same address. */

const body = JSON.stringify(payment);

/** A listener with the till's own verifier, keys and log. */
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
    /** The service signs with a new key from now on, and publishes it. */
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

/** Requests that somebody without the service's key can send, from no signature at all to all but the right one. */
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

/** `times` requests of all kinds over forty connections; gives the statuses of the answers. */
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
      // Answers are short: each is one piece. A connection that the listener closes is an answer too.
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

describe('ten thousand posts of rubbish', slow, () => {
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

  test('keep no genuine callback out that comes among or after them, and none of them is taken', async () => {
    // 503: of a key for which the service is not asked once more.
    expect([...statuses].sort()).toEqual(['400', '401', '405', '429', '503']);
    expect(await listening.genuine()).toBe(200);
    sent += 1;
    expect(sent).toBeGreaterThan(10);
    expect(listening.heard()).toBe(sent);
  });

  test('are one line in the log, and one a minute as long as they last', async () => {
    const refusals = () => listening.lines.slice(before).filter((line) => !line.includes('A callback was accepted'));
    expect(refusals()).toHaveLength(1);
    await listening.clock.advance(60_000);
    expect(refusals()).toHaveLength(2);
    expect(refusals().join('').length).toBeLessThan(2_000);
    const counted = JSON.parse(refusals().at(-1) ?? '{}');
    expect(counted).toMatchObject({ msg: 'Callbacks were refused', count: 9_999 });
    expect(counted.code).toMatch(/^verify[.]/);
    // A quiet minute ends it, and what comes after that is told at once again.
    await listening.clock.advance(120_000);
    expect(refusals()).toHaveLength(2);
    await listening.post(undefined);
    expect(refusals()).toHaveLength(3);
  });
});

test('what it has counted is not lost when it closes', async () => {
  const { clock, listener, logged } = await listening({
    verify: () => Promise.reject(new Error('nobody can sign here')),
  });
  for (let times = 0; times < 3; times += 1) await fetch(`http://127.0.0.1:${listener.address.port}/`);
  await listener.close();
  expect(logged.at(-1)).toMatchObject({ facts: { count: 2 } });
  expect(clock.pending).toBe(0);
});

test(
  'invented key ids make the till fetch keys twice a minute, and keep no genuine callback waiting',
  slow,
  async () => {
    const listening = await setUp();
    const { side, post } = listening;
    listening.keysNeverCome();
    // Each of these waits for the keys for as long as the till does.
    const waiting = Array.from({ length: 300 }, (_, index) => {
      const header = { ...side.callback('/callback'), kid: `invented-${index}` };
      return post(side.detached(header, body), true).catch(() => 0);
    });
    for (let times = 0; times < 20; times += 1) expect(await listening.genuine()).toBe(200);
    expect(listening.fetches()).toBeLessThanOrEqual(2);
    expect(waiting).toHaveLength(300);
  },
);

test('a genuine callback with a new key, after invented ones, is asked to come again, and then taken', async () => {
  const { clock, side, post, rotate, heard } = await setUp();
  expect(await post(side.detached({ ...side.callback('/callback'), kid: 'invented' }, body))).toBe(401);
  const next = rotate();
  const genuine = () => post(next.detached(next.callback('/callback'), body));
  expect(await genuine()).toBe(503);
  await clock.advance(60_000);
  expect(await genuine()).toBe(200);
  expect(heard()).toBe(1);
});

test('invented key ids without end are refused as too many', async () => {
  const { side, post } = await setUp(onTestFinished, { limits: { failuresPerMinute: 3 } });
  const statuses: number[] = [];
  for (let times = 0; times < 5; times += 1)
    statuses.push(await post(side.detached({ ...side.callback('/callback'), kid: `invented-${times}` }, body)));
  expect(statuses).toEqual([401, 503, 503, 429, 429]);
});

/** Once it is closed, also where that comes as a reset: what was sent may not have been read by then. */
const gone = (socket: Socket) => new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));

describe('connections on which nothing comes', () => {
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
  ])('a thousand with %s keep no genuine callback out, and are not all held', slow, async (_what, text) => {
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

  test('are closed after their time', async () => {
    const { port } = await setUp(onTestFinished, { limits: { headersMs: 100 } });
    const socket = await halfOpen(port, 'POST /callback HTTP/1.1\r\nhost: ');
    await gone(socket);
    expect(socket.closed).toBe(true);
  });
});

test('a connection that sends its next request before it has an answer is closed', async () => {
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
