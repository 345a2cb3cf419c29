import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { CallbackOptions } from '../../main/callback/listener.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type Ask, send, setUp } from './posted-callbacks.ts';

/** The listener's responses to refused requests. Signatures are tested in `listener.test.ts`. */

async function listen(more: Partial<CallbackOptions> = {}) {
  const verify = async () => ({ kid: 'key', jti: 'one', issuedAt: 0, rememberUntil: 0 });
  const { listener, logged } = await setUp({ urls: [], verify, ...more });
  return { listener, logged, address: listener.address };
}

test.each<readonly [string, number, string, Ask, Partial<CallbackOptions>]>([
  ['something to a path that is none', 400, 'BAD_REQUEST', { path: '/%zz' }, {}],
  [
    'something without a proof',
    401,
    'UNAUTHORIZED',
    {},
    { verify: () => Promise.reject(serviceError('verify.issuer', '')) },
  ],
  ['a PUT', 405, 'METHOD_NOT_ALLOWED', { method: 'PUT' }, {}],
  ['something too long', 413, 'TOO_LARGE', { text: `"${'x'.repeat(70_000)}"` }, {}],
  ['text', 415, 'UNSUPPORTED_MEDIA_TYPE', { headers: { 'content-type': 'text/plain' } }, {}],
  [
    'a payment that the till does not take',
    422,
    'PAYMENT_REFUSED',
    {},
    { accept: async () => ({ known: false, why: 'not-accepted-here' }) },
  ],
])('%s is refused with %i %s, without Retry-After', async (_name, status, code, ask, options) => {
  const { address, logged } = await listen(options);
  const got = await send(address, ask);
  const answer = JSON.parse(got.body);
  // The exact body: the response must not reveal the server software.
  expect([got.status, answer]).toEqual([
    status,
    { code, message: expect.stringMatching(/^[A-Z][a-z -]+[a-zA-Z /]*\.$/) },
  ]);
  expect(JSON.stringify(got.headers)).not.toMatch(/fastify|node/i);
  expect(got.headers).not.toHaveProperty('retry-after');
  expect(logged).toHaveLength(1);
});

test('limits failures per minute but accepts genuine callbacks', async () => {
  const clock = new VirtualClock();
  let isGenuine = false;
  const verify: CallbackOptions['verify'] = async () => {
    if (!isGenuine) throw serviceError('verify.signature-mismatch', '');
    return { kid: 'key', jti: 'one', issuedAt: 0, rememberUntil: 0 };
  };
  const { address } = await listen({ clock, verify, limits: { failuresPerMinute: 2 } });
  const statuses: (number | undefined)[] = [];
  for (let times = 0; times < 3; times += 1) statuses.push((await send(address)).status);
  expect(statuses).toEqual([401, 401, 429]);
  const headers = { 'retry-after': '60', connection: 'close' };
  expect(await send(address)).toMatchObject({
    status: 429,
    body: expect.stringContaining('TOO_MANY_REQUESTS'),
    headers,
  });
  isGenuine = true;
  expect(await send(address)).toMatchObject({ status: 200 });
  isGenuine = false;
  expect(await send(address)).toMatchObject({ status: 429 });
  clock.tick(60_000);
  expect(await send(address)).toMatchObject({ status: 401 });
});

test.each([
  ['an error of ours', new TillError('journal.full', 'no space')],
  ['a text', 'no space'],
  ['nothing at all', null],
])('answers 503 with Retry-After when accepting throws %s', async (_name, thrown) => {
  const { address } = await listen({ accept: () => Promise.reject(thrown) });
  const got = await send(address);
  expect(got).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: expect.stringContaining('UNAVAILABLE'),
  });
});

test('logs a request whose method is not POST', async () => {
  const { address, logged } = await listen();
  expect(await send(address, { method: 'DELETE' })).toMatchObject({ headers: { allow: 'POST' } });
  expect(logged).toMatchObject([{ facts: { code: 'http.405' } }]);
});

test('reports a foreign listen address, not a taken port', async () => {
  const refused = listen({ listen: { host: '192.0.2.1', port: 0 } });
  await expect(refused).rejects.toMatchObject({ code: 'callback.listen', values: { host: '192.0.2.1', port: 0 } });
});

test('close() ends open connections and frees the port', async () => {
  const { listener, address } = await listen();
  const held = connect(address.port, address.host);
  const gone = new Promise((resolve) => held.once('close', resolve));
  held.on('error', () => undefined);
  await new Promise((resolve) => held.once('connect', resolve));
  held.write('POST /callback HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 2\r\n\r\n{');
  await listener.close();
  await gone;
  await expect(listen({ listen: address })).resolves.toMatchObject({ address });
});
