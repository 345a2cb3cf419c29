import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeTlsIdentity } from '../../main/register/certificate.ts';
import { asked, openApi, payment, START } from './open-api.ts';

/** Whoever is not paired gets nothing, and holds up nobody who is. */

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

test('a path that is none leads nowhere, also with a token', async () => {
  const { ask, payments } = await openApi();
  for (const path of ['//v1/payments/a-1', '/v1/../v1/payments/a-1', '/V1/payments/a-1', '/v1/payments/a-1/'])
    expect((await ask('PUT', path, { body: charge })).status).toBe(404);
  expect((await ask('PUT', '/v1/payments/%zz', { body: charge })).status).toBe(400);
  expect(payments.charge).not.toHaveBeenCalled();
});

test('a page that asks nobody first, as with text/plain, is no JSON', async () => {
  const { ask, registers } = await openApi();
  const { code } = registers.beginPairing();
  const body = JSON.stringify({ code, name: 'Kassa 2' });
  const answer = await ask('POST', '/v1/pair', { token: undefined, body, headers: { 'content-type': 'text/plain' } });
  expect(answer.status).toBe(415);
  expect(registers.list()).toHaveLength(1);
});

test('a web page is paired as its origin, and its token is for no other page and no program', async () => {
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
  const answer = await ask('POST', '/v1/pair', { token: undefined, body: { code, name: 'Web' }, headers });
  const { token } = answer.body as { token: string };
  expect((await preflight('/v1/payments/a-1')).status).toBe(204);
  expect((await ask('GET', '/v1/status', { token, headers })).headers['access-control-allow-origin']).toBe(page);
  expect((await ask('GET', '/v1/status', { token })).status).toBe(403);
  // The token of the program that `openApi` has paired.
  expect((await ask('GET', '/v1/status', { headers })).status).toBe(403);
});

test('1,000 tries at a code get nothing, and are told to stop', async () => {
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

test('a body of 1 MB is not read', async () => {
  const { ask, payments } = await openApi();
  const body = JSON.stringify({ ...charge, description: 'x'.repeat(1_000_000) });
  const status = await ask('PUT', '/v1/payments/a-1', { body }).then(
    (answer) => answer.status,
    () => 'cut off',
  );
  expect([413, 'cut off']).toContain(status);
  expect(payments.charge).not.toHaveBeenCalled();
});

test('a paired register that sends its body slowly is cut off, and one that waits for news is not', async () => {
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

test('a flood of headers is refused', async () => {
  const { ask } = await openApi();
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, 'y'.repeat(100)]));
  expect((await ask('GET', '/v1/status', { headers })).status).toBe(431);
});

test.for(['this machine', 'the network'])(
  '200 connections of %s that send nothing, or slowly, hold no register up',
  async (of) => {
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
  },
);

test('over the network a register knows the till by its certificate', async () => {
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
