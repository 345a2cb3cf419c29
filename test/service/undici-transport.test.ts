import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpRequest, Transport } from '../../main/service/transport.ts';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import { type Loopback, serveBytes, serveHttp, serveHttps } from './loopback-server.ts';
import { selfSigned } from './self-signed-certificate.ts';

const open: Transport[] = [];
const connect = (timeouts: Partial<Parameters<typeof createUndiciTransport>[0]> = {}) => {
  const transport = createUndiciTransport({
    connectTimeoutMs: 2_000,
    headersTimeoutMs: 2_000,
    bodyTimeoutMs: 2_000,
    ...timeouts,
  });
  open.push(transport);
  return transport;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

const post = (origin: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  origin,
  path: '/v3/payments',
  query: '',
  headers: { 'content-type': 'application/json' },
  body: '{"amount":1}',
  maxBytes: 10_000,
  ...more,
});

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Sends `bytes` once the request has arrived, and then calls `after`. */
const answering = (bytes: string, after: (socket: Socket) => void = () => undefined) =>
  serveBytes((socket) => {
    socket.once('data', () => {
      socket.write(bytes);
      after(socket);
    });
  });

describe('requests and responses', () => {
  test('keep method, path, query, headers and the exact body', async () => {
    let heard = '';
    await using server = await serveHttp((request, response) => {
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        heard += chunk;
      });
      request.on('end', () => {
        const { method, url } = request;
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        response.setHeader('x-said', `${method} ${url} ${request.headers['idempotency-key']}`);
        response.statusCode = 201;
        response.end('{"é":1}');
      });
    });
    const answer = await connect().send(
      post(server.origin, {
        query: 'page=1&size=2',
        body: '{"é":"😀"}',
        headers: { 'Idempotency-Key': 'k1' },
        maxBytes: Buffer.byteLength('{"é":1}'),
      }),
    );
    expect(heard).toBe('{"é":"😀"}');
    expect(answer.status).toBe(201);
    expect(answer.headers['x-said']).toBe('POST /v3/payments?page=1&size=2 k1');
    expect(answer.headers['set-cookie']).toBe('a=1, b=2');
    expect(new TextDecoder().decode(answer.body)).toBe('{"é":1}');
  });

  test('keep a path without a query as signed', async () => {
    await using server = await serveHttp((request, response) => void response.end(request.url));
    const { body } = await connect().send(post(server.origin, { method: 'GET', body: undefined }));
    expect(new TextDecoder().decode(body)).toBe('/v3/payments');
  });

  test('do not follow a redirect', async () => {
    let asked = 0;
    await using server = await serveHttp((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(connect().send(post(server.origin))).resolves.toMatchObject({ status: 307 });
    expect(asked).toBe(1);
  });

  test('use separate connections for each address', async () => {
    await using first = await serveHttp((_request, response) => void response.end('first'));
    await using second = await serveHttp((_request, response) => void response.end('second'));
    const transport = connect();
    for (const [{ origin }, said] of [
      [first, 'first'],
      [second, 'second'],
      [first, 'first'],
    ] as const)
      expect(new TextDecoder().decode((await transport.send(post(origin))).body)).toBe(said);
  });

  test('reuse connections', async () => {
    const connections = new Set<Socket>();
    await using server = await serveHttp((request, response) => {
      connections.add(request.socket);
      request.resume().on('end', () => response.end('{}'));
    });
    const transport = connect();
    for (let times = 0; times < 10; times += 1) await transport.send(post(server.origin));
    // Two, because the first connection becomes free one tick after its response.
    expect(connections.size).toBeLessThanOrEqual(2);
  });
});

describe('nothing was sent, and the error says so', () => {
  /** Longer than a host name may be, so no name server is asked: a name server could exceed the till's timeout. */
  const host = `${'x'.repeat(64)}.invalid`;

  test.each([
    ['a name that does not resolve', `http://${host}`, { code: 'network.dns', retryable: true, values: { host } }],
    // Port 1: the system never assigns it. Another process could take a port just freed.
    [
      'a connection refused',
      'http://127.0.0.1:1',
      { code: 'network.refused', values: { host: '127.0.0.1:1' }, cause: expect.any(Error) },
    ],
    [
      'each of several addresses refused',
      'http://localhost:1',
      { message: expect.stringMatching(/localhost:1: .*E[A-Z]+/) },
    ],
  ])('%s', async (_what, origin, expected) => {
    await expect(connect().send(post(origin))).rejects.toMatchObject({ acted: 'no', ...expected });
  });

  const noTls = (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  const breaking = (socket: Socket) => socket.once('data', () => socket.resetAndDestroy());

  test.each<readonly [string, (socket: Socket) => unknown, object]>([
    ['that is none', noTls, { code: 'network.tls', retryable: false }],
    ['that breaks', breaking, { code: 'network.reset', retryable: true }],
    ['that never ends', () => undefined, { code: 'network.connect-timeout' }],
  ])('a handshake %s', async (_what, serve, expected) => {
    await using server = await serveBytes((socket) => void serve(socket));
    const sending = connect({ connectTimeoutMs: 500 }).send(post(`https://127.0.0.1:${server.port}`));
    await expect(sending).rejects.toMatchObject({ acted: 'no', ...expected });
  });

  test('an untrusted certificate', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const cert = new X509Certificate(selfSigned(privateKey, publicKey, '127.0.0.1')).toString();
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    let asked = 0;
    await using server = await serveHttps({ key, cert }, (_request, response) => {
      asked += 1;
      response.end();
    });
    await expect(connect().send(post(`https://127.0.0.1:${server.port}`))).rejects.toMatchObject({
      code: 'network.tls',
      acted: 'no',
    });
    expect(asked).toBe(0);
  });

  test('aborted before sending', async () => {
    let asked = 0;
    await using server = await serveHttp((_request, response) => {
      asked += 1;
      response.end();
    });
    const sending = connect().send(post(server.origin, { signal: AbortSignal.abort() }));
    await expect(sending).rejects.toMatchObject({ code: 'aborted', acted: 'no' });
    expect(asked).toBe(0);
  });
});

describe('the service may have acted, and the error says so', () => {
  const trickling = (socket: Socket) => {
    const trickle = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(trickle));
  };
  const whenAsked = (answer: (socket: Socket) => void) => () =>
    serveBytes((socket) => socket.once('data', () => answer(socket)));
  const end = (socket: Socket) => socket.end();

  test.each<readonly [string, () => Promise<Loopback>, object, Parameters<typeof connect>[0]]>([
    ['a reset before the answer', whenAsked((socket) => socket.resetAndDestroy()), { code: 'network.reset' }, {}],
    ['a connection closed without an answer', whenAsked(end), { code: 'network.reset' }, {}],
    [
      'no answer in time',
      () => serveBytes(() => undefined),
      { code: 'network.headers-timeout' },
      { headersTimeoutMs: 100 },
    ],
    [
      'an answer that stalls',
      () => answering(`${HEAD}content-length: 100\r\n\r\n{"a":`),
      { code: 'network.body-timeout', status: 200 },
      { bodyTimeoutMs: 100 },
    ],
    [
      'an answer that trickles',
      () => answering(`${HEAD}content-length: 9000\r\n\r\n`, trickling),
      { code: 'network.body-timeout' },
      { bodyTimeoutMs: 100, headersTimeoutMs: 600_000 },
    ],
    [
      'an answer cut off',
      () => answering(`${HEAD}content-length: 100\r\n\r\n{"a":`, end),
      { code: 'network.truncated', status: 200 },
      {},
    ],
    [
      'an answer in pieces cut off',
      () => answering(`${HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, end),
      { code: 'network.truncated' },
      {},
    ],
    ['bytes that are not HTTP', () => answering('220 mail.test ESMTP\r\n'), { code: 'network.protocol' }, {}],
    [
      'a head without end',
      () => answering(`${HEAD}x-long: ${'x'.repeat(20_000)}\r\n\r\n`),
      { code: 'answer.too-large', retryable: false },
      {},
    ],
    [
      'an answer without end',
      () => answering(`${HEAD}content-length: 20000\r\n\r\n${'x'.repeat(20_000)}`),
      { code: 'answer.too-large', retryable: false, status: 200 },
      {},
    ],
  ])('%s', async (_what, serve, expected, timeouts) => {
    await using server = await serve();
    await expect(connect(timeouts).send(post(server.origin))).rejects.toMatchObject({ acted: 'maybe', ...expected });
  });

  test('aborted while waiting for the response', async () => {
    const stop = new AbortController();
    await using server = await serveBytes((socket) => socket.once('data', () => stop.abort()));
    const sending = connect({ headersTimeoutMs: 600_000 }).send(post(server.origin, { signal: stop.signal }));
    await expect(sending).rejects.toMatchObject({ code: 'aborted', acted: 'maybe' });
  });
});

test('the transport sends no request twice', async () => {
  let asked = 0;
  await using server = await serveBytes((socket) =>
    socket.on('data', () => {
      asked += 1;
      socket.resetAndDestroy();
    }),
  );
  const get = post(server.origin, { method: 'GET', body: undefined });
  await expect(connect().send(get)).rejects.toMatchObject({ code: 'network.reset' });
  expect(asked).toBe(1);
});
