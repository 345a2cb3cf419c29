import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { type CallbackOptions, startCallbackListener } from '../../main/callback/listener.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { notingLog } from '../base/noting-log.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** The listener's responses to what it refuses. Signatures are tested in `listener.test.ts`. */

const body = JSON.stringify({
  paymentId: 'fccd268a29a0d347301ef56e',
  currency: 'EUR',
  amount: 1250,
  createdAt: '2026-03-09T10:15:30.250Z',
  status: 'SUCCEEDED',
  debtor: { iban: 'BE********1234' },
});

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0)) await clean();
});

/** A listener to which every signature is the service's. */
async function listen(more: Partial<CallbackOptions> = {}) {
  const logged: Readonly<Record<string, unknown>>[] = [];
  const listener = await startCallbackListener({
    listen: { host: '127.0.0.1', port: 0 },
    paths: [],
    verify: async () => ({ kid: 'key', jti: 'one', issuedAt: 0, rememberUntil: 0 }),
    accept: async () => ({ known: true }),
    seenJti: () => false,
    clock: new VirtualClock(),
    log: notingLog((_message, fields) => void logged.push(fields)),
    ...more,
  });
  cleanup.push(() => listener.close());
  return { listener, logged, address: listener.address };
}

interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly text?: string;
}

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

function send({ host, port }: { readonly host: string; readonly port: number }, ask: Ask = {}): Promise<Got> {
  const { method = 'POST', path = '/callback', type = 'application/json', text = body } = ask;
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(text) };
    const request = httpRequest({ host, port, method, path, agent: false, headers }, (response) => {
      const { statusCode: status, headers: got } = response;
      read(response).then((heard) => resolve({ status, headers: got, body: JSON.parse(heard) }), reject);
    });
    request.on('error', reject);
    request.end(text);
  });
}

test.each<readonly [string, number, string, Ask, Partial<CallbackOptions>]>([
  ['something else', 400, 'BAD_REQUEST', { text: '{}' }, {}],
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
  ['text', 415, 'UNSUPPORTED_MEDIA_TYPE', { type: 'text/plain' }, {}],
  ['a payment of nobody', 422, 'UNKNOWN_PAYMENT', {}, { accept: async () => ({ known: false, why: 'no such' }) }],
])('%s is refused with %i %s, and nobody is asked to come again', async (_name, status, code, ask, options) => {
  const { address, logged } = await listen(options);
  const got = await send(address, ask);
  // Exactly this: nothing tells which server software answers.
  expect(got).toMatchObject({ status, body: { code, message: expect.stringMatching(/^[A-Z][a-z -]+[a-zA-Z /]*\.$/) } });
  expect(Object.keys(got.body ?? {})).toEqual(['code', 'message']);
  expect(got.headers).not.toHaveProperty('retry-after');
  expect(logged).toHaveLength(1);
});

test('who fails too often is told so, until a minute is over, and what is genuine is taken all the while', async () => {
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
  expect(await send(address)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' }, headers });
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
])('while the till cannot take it and throws %s, the service is asked to come again', async (_name, thrown) => {
  const { address } = await listen({ accept: () => Promise.reject(thrown) });
  const got = await send(address);
  expect(got).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'UNAVAILABLE' } });
});

test('a request that is no POST is in the log', async () => {
  const { address, logged } = await listen();
  expect(await send(address, { method: 'DELETE' })).toMatchObject({ headers: { allow: 'POST' } });
  expect(logged).toEqual([{ code: 'http.405' }]);
});

test('an address that this machine does not have is not said to be a port that is taken', async () => {
  const refused = listen({ listen: { host: '192.0.2.1', port: 0 } });
  await expect(refused).rejects.toMatchObject({ code: 'callback.listen', values: { host: '192.0.2.1', port: 0 } });
});

test('closing ends what is open at once, and frees the port', async () => {
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
