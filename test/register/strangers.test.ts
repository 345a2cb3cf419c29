import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasNames, makeTlsIdentity } from '../../main/register/certificate.ts';
import { answered, asked, openApi, paired, payment, START } from './open-api.ts';

/** A client that is not paired gets no data and does not delay paired registers. */

const page = 'https://kassa.example';
const charge = { amountCents: 420, currency: 'EUR' };

test.for([
  ['no token', { token: undefined }, 401, 'register.token'],
  ['a token of nobody', { token: 'x'.repeat(43) }, 401, 'register.token'],
  ['a name that was made to point here', { headers: { host: 'evil.example:47800' } }, 403, 'register.stranger'],
  ['another port of this machine', { headers: { host: 'localhost:1' } }, 403, 'register.stranger'],
  ['a web page', { headers: { origin: 'https://evil.example' } }, 403, 'register.stranger'],
  ['a page without an origin', { headers: { origin: 'null' } }, 403, 'register.stranger'],
  ['a picture of a web page', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'register.stranger'],
  ['a page of another port', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'register.stranger'],
] as const)('refuses %s', async ([, given, status, code]) => {
  const { ask, payments } = await openApi();
  for (const [method, path] of [
    ['PUT', '/v1/payments/a-1'],
    ['PUT', '//v1/payments/a-1'],
    ['PUT', '/v1/../v1/payments/a-1'],
    ['GET', '/v1/events'],
    ['GET', '/v1/nothing'],
  ] as const) {
    const answer = await ask(method, path, { ...(method === 'PUT' ? { body: charge } : {}), ...given });
    expect([answer.status, answer.body]).toMatchObject([status, { code }]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
  expect(payments.charge).not.toHaveBeenCalled();
});

test('unknown paths get 404 even with a token', async () => {
  const { ask, payments } = await openApi();
  for (const path of ['//v1/payments/a-1', '/v1/../v1/payments/a-1', '/V1/payments/a-1', '/v1/payments/a-1/'])
    expect((await ask('PUT', path, { body: charge })).status).toBe(404);
  expect((await ask('PUT', '/v1/payments/%zz', { body: charge })).status).toBe(400);
  expect(payments.charge).not.toHaveBeenCalled();
});

test('refuses a text/plain body, which needs no preflight', async () => {
  const { ask, registers } = await openApi();
  const { code } = registers.beginPairing();
  const body = JSON.stringify({ code, name: 'Kassa 2' });
  const answer = await ask('POST', '/v1/pair', { token: undefined, body, headers: { 'content-type': 'text/plain' } });
  expect([answer.status, answer.body]).toMatchObject([415, { message: expect.stringContaining('Content-Type') }]);
  expect(registers.list()).toHaveLength(1);
});

test("binds a web page's token to its origin", async () => {
  const { ask, registers } = await openApi();
  const preflight = (path: string, origin = page) =>
    ask('OPTIONS', path, { token: undefined, headers: { origin, 'access-control-request-private-network': 'true' } });
  expect((await preflight('/v1/pair')).status).toBe(403);
  const { code } = registers.beginPairing();
  expect((await preflight('/v1/pair', 'http://kassa.example')).status).toBe(403);
  expect((await preflight('/v1/payments/a-1')).status).toBe(403);
  expect(await preflight('/v1/pair')).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': page,
      'access-control-allow-headers': 'Authorization, Content-Type, Last-Event-ID',
      'access-control-allow-private-network': 'true',
    },
  });
  const headers = { origin: page, 'sec-fetch-site': 'cross-site' };
  const answer = await ask('POST', '/v1/pair', { token: undefined, body: { code, name: ' Web ' }, headers });
  expect([answer.status, answer.body]).toMatchObject([201, { name: 'Web' }]);
  const { token } = answer.body as { token: string };
  expect((await preflight('/v1/payments/a-1')).status).toBe(204);
  expect((await ask('GET', '/v1/status', { token, headers })).headers['access-control-allow-origin']).toBe(page);
  expect((await ask('GET', '/v1/status', { token })).status).toBe(403);
  // The token of the program paired by `openApi`.
  expect((await ask('GET', '/v1/status', { headers })).status).toBe(403);
});

test('1,000 guesses of a code fail and are stopped', async () => {
  const { ask, registers } = await openApi();
  const { code } = registers.beginPairing();
  expect(code).toBe('250000');
  const statuses: (number | undefined)[] = [];
  for (let hundred = 0; hundred < 10; hundred += 1) {
    const guesses = Array.from({ length: 100 }, (_, index) => String(hundred * 100 + index).padStart(6, '0'));
    const tries = guesses.map((guess) =>
      ask('POST', '/v1/pair', { token: undefined, body: { code: guess, name: 'K' } }),
    );
    statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
  }
  expect([403, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([60, 940]);
  expect(registers.pairing()).toBeUndefined();
  expect((await ask('GET', '/v1/status')).status).toBe(200);
});

describe('the limit of failures', () => {
  test('does not count requests with a valid token', async () => {
    const { ask } = await openApi();
    for (let number = 0; number < 100; number += 1) expect((await ask('GET', '/v1/nothing')).status).toBe(404);
  });

  test('does not affect other registers when an ended token fails', async () => {
    const { ask } = await openApi();
    const ended = () => ask('GET', '/v1/status', { token: 'x'.repeat(43) });
    const statuses = await Promise.all(Array.from({ length: 70 }, ended));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await ask('GET', '/v1/status')).status).toBe(200);
    expect((await ask('GET', '/v1/nothing')).status).toBe(404);
  });
});

describe('pipelined requests', () => {
  async function answersTo(port: number, requests: string): Promise<string> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(requests);
    return text(socket);
  }
  const requestOf = (port: number, line: string, token: string, body = '', more: readonly string[] = []) =>
    [
      `${line} HTTP/1.1`,
      `host: localhost:${port}`,
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      ...more,
      '',
      body,
    ].join('\r\n');

  test('are handled and answered in order', async () => {
    const { port, token, payments } = await openApi();
    const handled: string[] = [];
    payments.charge.mockImplementation(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      handled.push('charge');
      return payment;
    });
    payments.cancel.mockImplementation(async () => {
      handled.push('cancel');
      return { ...payment, state: 'cancelled' };
    });
    const requests =
      requestOf(port, 'PUT /v1/payments/a-1', token, JSON.stringify(charge)) +
      requestOf(port, 'POST /v1/payments/a-1/cancel', token) +
      requestOf(port, 'GET /v1/status', token, '', ['connection: close']);
    const answers = await answersTo(port, requests);
    expect(answers.match(/HTTP\/1.1 \d+|"state":"\w+"|"posId"/g)).toEqual([
      'HTTP/1.1 202',
      '"state":"waiting"',
      'HTTP/1.1 202',
      '"state":"cancelled"',
      'HTTP/1.1 200',
      '"posId"',
    ]);
    expect(handled).toEqual(['charge', 'cancel']);
  });

  test('without an end close their connection', async () => {
    const { port, token, payments } = await openApi();
    payments.changed.mockReturnValue(new Promise(() => undefined));
    const waits = requestOf(port, 'GET /v1/payments/a-1?after=3&wait=25', token);
    expect(await answersTo(port, waits.repeat(20))).toBe('');
  });
});

describe('waiting requests', () => {
  test.each([
    ['/v1/events', 4],
    ['/v1/payments/a-1?after=3&wait=25', 8],
  ])('%s: %i of one register, the oldest ends', async (path, most) => {
    const { ask, port, token, payments, registers } = await openApi();
    payments.changed.mockImplementation(async (_register, _key, _rev, _ms, signal) => {
      await once(signal, 'abort');
      return payment;
    });
    const other = await paired(registers, 'Kassa 2');
    const signals = () =>
      most === 4
        ? payments.events.mock.calls.map(([, , signal]) => signal)
        : payments.changed.mock.calls.map(([, , , , signal]) => signal);
    const begin = async (of: string) => {
      const count = signals().length;
      void answered(port, 'GET', path, { token: of }).catch(() => undefined);
      await expect.poll(() => signals().length).toBe(count + 1);
    };
    for (let number = 0; number < most; number += 1) await begin(token);
    await begin(other.token);
    expect(signals().filter(({ aborted }) => aborted)).toEqual([]);
    await begin(token);
    expect(signals().map(({ aborted }) => aborted)).toEqual([true, ...Array(most + 1).fill(false)]);
    expect((await ask('GET', '/v1/status')).status).toBe(200);
  });
});

test('does not read a body of 1 MB', async () => {
  const { ask, payments } = await openApi();
  const body = JSON.stringify({ ...charge, description: 'x'.repeat(1_000_000) });
  const status = await ask('PUT', '/v1/payments/a-1', { body }).then(
    (answer) => answer.status,
    () => 'cut off',
  );
  expect([413, 'cut off']).toContain(status);
  expect(payments.charge).not.toHaveBeenCalled();
});

test('disconnects a slow body but keeps a waiting request', async () => {
  const { port, token, clock, payments, ask } = await openApi();
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let isCut = false;
  socket.once('close', () => {
    isCut = true;
  });
  const head = [`host: localhost:${port}`, `authorization: Bearer ${token}`, 'content-type: application/json'];
  socket.write(['PUT /v1/payments/a-1 HTTP/1.1', ...head, 'content-length: 100', '', '{'].join('\r\n'));
  const news = Promise.withResolvers<typeof payment>();
  payments.changed.mockReturnValueOnce(news.promise);
  const waits = ask('GET', '/v1/payments/a-1?after=3&wait=25');
  await expect.poll(() => payments.changed.mock.calls).toHaveLength(1);
  const after = async () => {
    await clock.advance(10_000);
    return isCut;
  };
  await expect.poll(after).toBe(true);
  news.resolve(payment);
  expect((await waits).status).toBe(200);
  expect(payments.charge).not.toHaveBeenCalled();
});

test('refuses a flood of headers', async () => {
  const { ask } = await openApi();
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, 'y'.repeat(100)]));
  expect((await ask('GET', '/v1/status', { headers })).status).toBe(431);
});

test.for(['this machine', 'the network'])('200 idle or slow connections of %s delay no register', async (of) => {
  const tls = of === 'the network' ? await makeTlsIdentity(Date.now()) : undefined;
  const { port, ask } = await openApi({ tls });
  const head = `PUT /v1/payments/a-1 HTTP/1.1\r\nhost: localhost:${port}\r\n`;
  for (let number = 0; number < 200; number += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(number % 2 ? head : `${head}content-length: 100\r\n\r\n{`);
  }
  const pinned = tls && { ca: tls.cert };
  expect((await ask('PUT', '/v1/payments/a-1', { body: charge, tls: pinned })).status).toBe(202);
});

test.for([
  ['kassa1.bakkerij.lan', 200],
  ['KASSA1.bakkerij.lan', 200],
  ['[fd12::7]', 200],
  ['[fd12:0:0::0007]', 200],
  ['kassa2.bakkerij.lan', 403],
  ['[fd12::8]', 403],
] as const)('over the network a request to %s gets %i', async ([name, status]) => {
  const names = ['kassa1.bakkerij.lan', 'fd12::7'];
  const tls = await makeTlsIdentity(Date.now(), [...names, 'kassa2.bakkerij.lan', 'fd12::8']);
  const { port, ask } = await openApi({ tls, names });
  const answer = await ask('GET', '/v1/status', { tls: { ca: tls.cert }, headers: { host: `${name}:${port}` } });
  expect(answer.status).toBe(status);
  // Without TLS, only local names are accepted.
  const local = await openApi({ names });
  const headers = { host: `${name}:${local.port}` };
  expect((await local.ask('GET', '/v1/status', { headers })).status).toBe(403);
});

test('a certificate has the configured names', async () => {
  const { cert } = await makeTlsIdentity(Date.now(), ['kassa1.bakkerij.lan', 'fd12::7']);
  expect(hasNames(cert, ['fd12:0::7', 'kassa1.bakkerij.lan'])).toBe(true);
  expect(hasNames(cert, ['kassa2.bakkerij.lan'])).toBe(false);
  expect(hasNames(cert, ['fd12::8'])).toBe(false);
});

test('a register recognises the till by its certificate', async () => {
  const tls = await makeTlsIdentity(Date.now());
  const { port, address, token, registers } = await openApi({ tls });
  expect(address.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  const pinned = { ca: tls.cert };
  const { code } = registers.beginPairing();
  const answer = await asked(port, 'POST', '/v1/pair', { tls: pinned, body: { code, name: 'Kassa 2' } });
  expect(answer.body).toMatchObject({ fingerprint: address.fingerprint });
  const other = { ca: (await makeTlsIdentity(START)).cert };
  await expect(asked(port, 'GET', '/v1/status', { token, tls: other })).rejects.toThrow();
  await expect(asked(port, 'GET', '/v1/status', { token })).rejects.toThrow();
});
