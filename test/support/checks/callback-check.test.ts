import { expect, test } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { omitUndefined } from '../../../main/base/omit-undefined.ts';
import { TillError } from '../../../main/base/till-error.ts';
import { startCallbackListener } from '../../../main/callback/listener.ts';
import { type CallbackParts, callbackCheck } from '../../../main/support/checks/callback-check.ts';
import { callbackUrlField } from '../../../preload/contract/fields.ts';
import { serveBytes, serveHttp } from '../../service/loopback-server.ts';
import { liveSettings } from '../../till/counter-till.ts';

const { signal } = new AbortController();

const listener = () =>
  startCallbackListener({
    listen: { host: '127.0.0.1', port: 0 },
    urls: [],
    verify: () => Promise.reject(new Error('nothing is sent')),
    accept: () => Promise.reject(new Error('nothing is sent')),
    seen: { isSeen: () => false, seenJti: () => false },
    unproven: () => undefined,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
  });

async function check(callbacks: object | undefined, change: Partial<CallbackParts> = {}) {
  // As stored: the file may be older than a rule.
  const settings = { ...liveSettings(), ...omitUndefined({ callbacks }) };
  const parts = {
    settings,
    running: true,
    error: undefined,
    lookUp: async () => ['203.0.113.7'],
    own: () => ['192.168.1.9'],
  };
  return callbackCheck({ ...parts, ...change }).run(signal);
}

const told = async (...of: Parameters<typeof check>) => {
  const { state, finding } = await check(...of);
  return `${state} ${finding}`;
};

test.each([
  ['https://192.0.2.7/paid', 'an IP address'],
  ['https://[2001:db8::7]/paid', 'an IP address'],
  ['https://till/paid', 'a single label'],
  ['https://localhost:8443', 'a single label'],
  ['https://user:secret@shop.example/paid', 'user information'],
  ['https://shop.example1/paid', 'a top level with a digit'],
  ['https://shop.example/a b', 'a blank in the path'],
])('an address older than the rule fails the check: %s (%s)', async (url, _reason) => {
  for (const name of ['callbackUrl', 'identifyCallbackUrl']) {
    const found = await check({ [name]: url });
    expect(found).toMatchObject({ state: 'failed', finding: 'callback.address', mend: { part: 'advanced' } });
    expect(JSON.stringify(found)).not.toContain('secret');
  }
  expect(callbackUrlField.safeParse(url).error?.issues[0]?.message).toBe('url.callback');
});

test.each(['https://shop.example', 'https://till-4.shop.example:8443/paid?till=1', 'HTTPS://SHOP.EXAMPLE/'])(
  'accepts a callback address with full host name: %s',
  (url) => {
    expect(callbackUrlField.safeParse(url).success).toBe(true);
  },
);

test("recognises the till's own listener, locally and behind public names", async () => {
  const { address, close } = await listener();
  try {
    const listen = { host: address.host, port: address.port };
    const callbackUrl = 'https://till.shop.example/callback';
    expect(await told({ listen })).toBe('ok callback.listens');
    expect(await check({ listen, callbackUrl })).toMatchObject({
      state: 'ok',
      finding: 'callback.elsewhere',
      values: { name: 'till.shop.example', addresses: '203.0.113.7' },
    });
    const own = () => ['203.0.113.7'];
    expect(await told({ listen, callbackUrl }, { own })).toBe('ok callback.own-address');
    const inside = async () => ['192.168.1.9', 'fd00::9'];
    expect(await told({ listen, callbackUrl }, { lookUp: inside })).toBe('warning callback.private');
    const unknown = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await told({ listen, callbackUrl }, { lookUp: unknown })).toBe('warning callback.no-name');
  } finally {
    await close();
  }
});

test('detects another program at the port', async () => {
  await using web = await serveHttp((_request, response) => void response.end('hello'));
  expect(await check({ listen: { host: '127.0.0.1', port: web.port } })).toMatchObject({
    state: 'failed',
    finding: 'callback.other',
    mend: { view: 'settings', part: 'advanced' },
  });
  await using bytes = await serveBytes((socket) => void socket.end('SSH-2.0-OpenSSH\r\n'));
  expect(await told({ listen: { host: '127.0.0.1', port: bytes.port } })).toBe('failed callback.other');
});

test('a silent port fails only while a till runs', async () => {
  // Port 1: the system never assigns it. Another process could take a port just freed.
  const port = 1;
  const listen = { host: '127.0.0.1', port };
  expect(await told({ listen })).toBe('failed callback.silent');
  expect(await told({ listen }, { running: false })).toBe('skipped callback.till-closed');
  const error = new TillError('callback.port-taken', 'taken', { values: { port } });
  expect(await told({ listen }, { error })).toBe('failed callback.port-taken');
  expect(await told(undefined)).toBe('skipped callback.none');
});
