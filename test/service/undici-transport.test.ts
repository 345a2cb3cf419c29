import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpRequest, Transport } from '../../main/service/transport.ts';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import { serveBytes, serveHttp, serveHttps } from './loopback-server.ts';
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

/** Responds with these bytes once the request has arrived, and then calls `after`. */
const answering = (bytes: string, after: (socket: Socket) => void = () => undefined) =>
  serveBytes((socket) => {
    socket.once('data', () => {
      socket.write(bytes);
      after(socket);
    });
  });

describe('what goes out and what comes back', () => {
  test('method, path, query, headers and the exact body', async () => {
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
      post(server.origin, { query: 'page=1&size=2', body: '{"é":"😀"}', headers: { 'Idempotency-Key': 'k1' } }),
    );
    expect(heard).toBe('{"é":"😀"}');
    expect(answer.status).toBe(201);
    expect(answer.headers['x-said']).toBe('POST /v3/payments?page=1&size=2 k1');
    expect(answer.headers['set-cookie']).toBe('a=1, b=2');
    expect(new TextDecoder().decode(answer.body)).toBe('{"é":1}');
  });

  test('a redirect is an answer, not somewhere to go', async () => {
    let asked = 0;
    await using server = await serveHttp((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(connect().send(post(server.origin))).resolves.toMatchObject({ status: 307 });
    expect(asked).toBe(1);
  });

  test('connections are used again', async () => {
    const connections = new Set<Socket>();
    await using server = await serveHttp((request, response) => {
      connections.add(request.socket);
      request.resume().on('end', () => response.end('{}'));
    });
    const transport = connect();
    for (let times = 0; times < 10; times += 1) await transport.send(post(server.origin));
    // Two, because the first is not free again before the tick after its answer.
    expect(connections.size).toBeLessThanOrEqual(2);
  });
});

describe('nothing was sent, and the till knows it', () => {
  test('a name that does not resolve', async () => {
    // Longer than a name may be: no name server is asked, which may take longer than the till waits.
    const host = `${'x'.repeat(64)}.invalid`;
    await expect(connect().send(post(`http://${host}`))).rejects.toMatchObject({
      code: 'network.dns',
      acted: 'no',
      retryable: true,
      values: { host },
    });
  });

  test('a connection refused', async () => {
    // Port 1: the system never hands it out. One that was just freed could be taken by somebody else.
    await expect(connect().send(post('http://127.0.0.1:1'))).rejects.toMatchObject({
      code: 'network.refused',
      acted: 'no',
    });
  });

  test('a handshake that is none', async () => {
    await using server = await serveBytes((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(connect().send(post(`https://127.0.0.1:${server.port}`))).rejects.toMatchObject({
      code: 'network.tls',
      acted: 'no',
      retryable: false,
    });
  });

  test('a certificate that nobody vouches for', async () => {
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

  test('a connection that breaks in the handshake', async () => {
    await using server = await serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await expect(connect().send(post(`https://127.0.0.1:${server.port}`))).rejects.toMatchObject({
      code: 'network.reset',
      acted: 'no',
      retryable: true,
    });
  });

  test('a handshake that never ends', async () => {
    await using server = await serveBytes(() => undefined);
    await expect(
      connect({ connectTimeoutMs: 100 }).send(post(`https://127.0.0.1:${server.port}`)),
    ).rejects.toMatchObject({ code: 'network.connect-timeout', acted: 'no' });
  });

  test('stopped before it began', async () => {
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

describe('the service may have acted, and the till says so', () => {
  test('a reset before the answer', async () => {
    await using server = await serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await expect(connect().send(post(server.origin))).rejects.toMatchObject({ code: 'network.reset', acted: 'maybe' });
  });

  test('a connection closed without an answer', async () => {
    await using server = await serveBytes((socket) => socket.once('data', () => socket.end()));
    await expect(connect().send(post(server.origin))).rejects.toMatchObject({ code: 'network.reset', acted: 'maybe' });
  });

  test('no answer in time', async () => {
    await using server = await serveBytes(() => undefined);
    await expect(connect({ headersTimeoutMs: 100 }).send(post(server.origin))).rejects.toMatchObject({
      code: 'network.headers-timeout',
      acted: 'maybe',
    });
  });

  test('an answer that stalls', async () => {
    await using server = await answering(`${HEAD}content-length: 100\r\n\r\n{"a":`);
    await expect(connect({ bodyTimeoutMs: 100 }).send(post(server.origin))).rejects.toMatchObject({
      code: 'network.body-timeout',
      acted: 'maybe',
      status: 200,
    });
  });

  test('an answer that trickles', async () => {
    await using server = await answering(`${HEAD}content-length: 9000\r\n\r\n`, (socket) => {
      const trickle = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(trickle));
    });
    await expect(connect({ bodyTimeoutMs: 100 }).send(post(server.origin))).rejects.toMatchObject({
      code: 'network.body-timeout',
      acted: 'maybe',
    });
  });

  test('an answer cut off', async () => {
    await using server = await answering(`${HEAD}content-length: 100\r\n\r\n{"a":`, (socket) => socket.end());
    await expect(connect().send(post(server.origin))).rejects.toMatchObject({
      code: 'network.truncated',
      acted: 'maybe',
      status: 200,
    });
  });

  test('an answer in pieces cut off', async () => {
    await using server = await answering(`${HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, (socket) =>
      socket.end(),
    );
    await expect(connect().send(post(server.origin))).rejects.toMatchObject({ code: 'network.truncated' });
  });

  test('bytes that are not HTTP', async () => {
    await using server = await answering('220 mail.test ESMTP\r\n');
    await expect(connect().send(post(server.origin))).rejects.toMatchObject({
      code: 'network.protocol',
      acted: 'maybe',
    });
  });

  test('an answer without end', async () => {
    await using server = await answering(`${HEAD}content-length: 20000\r\n\r\n${'x'.repeat(20_000)}`);
    await expect(connect().send(post(server.origin))).rejects.toMatchObject({
      code: 'answer.too-large',
      acted: 'maybe',
      retryable: false,
    });
  });

  test('stopped on the way', async () => {
    const stop = new AbortController();
    await using server = await serveBytes((socket) => socket.once('data', () => stop.abort()));
    const sending = connect().send(post(server.origin, { signal: stop.signal }));
    await expect(sending).rejects.toMatchObject({ code: 'aborted', acted: 'maybe' });
  });
});

test('no request is sent twice by the transport', async () => {
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
