import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Clock, systemClock, systemRandom } from '../../main/base/clock.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { freePort } from '../base/free-port.ts';
import { folder } from '../base/test-folder.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { composedApp } from '../windows/composed-app.ts';
import { answered, asked } from './open-api.ts';
import * as client from './till-client.ts';

type Told = { readonly rev: number; readonly state: string; readonly paymentId: string } & Record<string, unknown>;

/** The app as it composes itself, in training with its embedded service, and a register that may refund 5 euros. */
async function shop(
  given: {
    readonly network?: boolean;
    readonly folder?: string;
    readonly zvtPort?: number;
    readonly training?: boolean;
  } = {},
) {
  const port = await freePort();
  const store = openSettings(join(folder, 'terminal.json'), { clock: systemClock, random: systemRandom });
  const register = {
    on: true,
    network: false,
    port,
    refundLimit: 500,
    folder: '',
    zvtPort: 0,
    training: false,
    ...given,
  };
  store.write({ ...store.file, counter: { ...store.file.counter, register } });
  const chain = memoryKeychain();
  let ahead = 0;
  const due = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + ahead,
    after(ms, act) {
      const at = clock.monotonic() + ms;
      const once = () => {
        if (clock.monotonic() < at || !due.delete(once)) return;
        stop();
        act();
      };
      const stop = systemClock.after(ms, once);
      due.add(once);
      return () => {
        due.delete(once);
        stop();
      };
    },
  };
  /** Timers that are due by then fire at once. */
  const later = (ms: number) => {
    ahead += ms;
    for (const timer of [...due]) timer();
  };
  const start = async () => {
    const app = await composedApp({ folder, training: true, clock, openKeychain: async () => chain });
    await app.till.ready;
    await expect.poll(() => app.registerLink.address()).toMatchObject({ port });
    let ended: Promise<void> | undefined;
    const end = () => (ended ??= app.registerLink.close().then(() => app.till.close()));
    onTestFinished(end);
    return { ...app, end };
  };
  return { port, start, later };
}

test('a register pairs, charges, is paid, refunds, cancels, and finds its payment again after a restart', async () => {
  const { port, start } = await shop();
  const app = await start();
  const { code } = app.registerLink.pairing.beginPairing();
  const paired = await asked(port, 'POST', '/v1/pair', { body: { code, name: 'Kassa 1' } });
  const { token } = paired.body as { token: string };
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await asked(port, method, path, { token, body });
    return { status: answer.status, body: answer.body as Told };
  };
  expect((await ask('GET', '/v1/status')).body).toMatchObject({ training: true, ready: true });
  const stream = await answered(port, 'GET', '/v1/events', { token });
  onTestFinished(() => void stream.destroy());
  let events = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    events += part;
  });

  const bon = { amountCents: 1250, currency: 'EUR', reference: 'BON 1' };
  const began = await ask('PUT', '/v1/payments/bon-1', bon);
  expect([began.status, began.body]).toMatchObject([202, { key: 'bon-1', amountCents: 1250, training: true }]);
  let now = began.body;
  const until = async (state: string, key = 'bon-1') => {
    while (now.state !== state) now = (await ask('GET', `/v1/payments/${key}?after=${now.rev}&wait=25`)).body;
    return now;
  };
  const { paymentId } = await until('waiting');
  const busy = await ask('PUT', '/v1/payments/bon-2', { ...bon, reference: 'BON 2' });
  expect([busy.status, busy.body]).toMatchObject([409, { code: 'register.busy', busy: { key: 'bon-1' } }]);
  expect((await ask('PUT', '/v1/payments/bon-1', bon)).status).toBe(200);
  expect((await ask('PUT', '/v1/payments/bon-1', { ...bon, amountCents: 1 })).body['code']).toBe('register.other-body');
  await app.till.opened?.payer?.(paymentId, 'scan');
  await app.till.opened?.payer?.(paymentId, 'confirm');
  await until('paid');
  expect(now).toMatchObject({ final: true, receipt: { fields: { reference: 'BON 1' } } });
  await expect.poll(() => events).toContain('"state":"paid"');

  expect((await ask('PUT', '/v1/payments/bon-1/refunds/r-1', { amountCents: 501 })).body['code']).toBe(
    'register.refund-limit',
  );
  expect((await ask('PUT', '/v1/payments/bon-1/refunds/r-1', { amountCents: 500 })).status).toBe(202);
  await expect
    .poll(async () => (await ask('GET', '/v1/payments/bon-1')).body['refundedCents'], { timeout: 20_000 })
    .toBe(500);
  expect((await ask('PUT', '/v1/payments/bon-1/refunds/r-1', { amountCents: 500 })).status).toBe(200);

  now = (await ask('PUT', '/v1/payments/bon-3', { ...bon, reference: 'BON 3' })).body;
  await until('waiting', 'bon-3');
  expect((await ask('POST', '/v1/payments/bon-3/cancel')).status).toBe(202);
  await until('cancelled', 'bon-3');
  expect((await ask('GET', '/v1/last')).body['key']).toBe('bon-3');

  await app.end();
  const { registerLink } = await start();
  expect(registerLink.paired()).toMatchObject([{ name: 'Kassa 1', last: { did: 'cancelled' } }]);
  const again = await ask('PUT', '/v1/payments/bon-1', bon);
  expect([again.status, again.body]).toMatchObject([200, { state: 'paid', paymentId, refundedCents: 500 }]);
});

test('a client generated from the document pairs, pays, cancels and refunds', async () => {
  const { port, start } = await shop();
  const app = await start();
  vi.stubEnv('TILL_URL', `http://127.0.0.1:${port}`);
  const { code } = app.registerLink.pairing.beginPairing();
  const paired = await client.pair({ code, name: 'Kassa 1' });
  if (paired.status !== 201) throw new Error(paired.data.message);
  const options = { headers: { Authorization: `Bearer ${paired.data.token}` } };
  const until = async (key: string, isOver: (payment: client.Payment) => boolean) => {
    let after = 0;
    for (;;) {
      const answer = await client.getPayment(key, { after, wait: 25 }, options);
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      if (isOver(answer.data)) return answer.data;
      after = answer.data.rev;
    }
  };

  const bon = { amountCents: 420, currency: 'EUR', reference: 'BON 1' } as const;
  expect(await client.charge('bon-1', bon, options)).toMatchObject({ status: 202, data: { key: 'bon-1' } });
  const { paymentId = '' } = await until('bon-1', ({ state }) => state === 'waiting');
  for (const act of ['scan', 'confirm'] as const) await app.till.opened?.payer?.(paymentId, act);
  expect(await until('bon-1', ({ final }) => final)).toMatchObject({ state: 'paid', training: true });
  expect(await client.refund('bon-1', 'r-1', { amountCents: 420 }, options)).toMatchObject({ status: 202 });
  await until('bon-1', ({ refundedCents }) => refundedCents === 420);

  await client.charge('bon-2', { ...bon, reference: 'BON 2' }, options);
  await until('bon-2', ({ state }) => state === 'waiting');
  const busy = await client.charge('bon-3', { ...bon, reference: 'BON 3' }, options);
  expect(busy).toMatchObject({ status: 409, data: { code: 'register.busy', busy: { key: 'bon-2' } } });
  expect(await client.cancel('bon-2', options)).toMatchObject({ status: 202 });
  expect(await until('bon-2', ({ final }) => final)).toMatchObject({ state: 'cancelled' });
});

test('the link moves with its settings, and over the network has a certificate that stays the same', async () => {
  const { start } = await shop({ network: true });
  const app = await start();
  const before = app.registerLink.address();
  expect(before?.fingerprint).toMatch(/^[0-9A-F:]{95}$/);
  const port = await freePort();
  const { counter } = app.store.file;
  const save = (change: object) =>
    app.till.adjustAfter(() =>
      app.save.counter({ ...counter, register: { ...counter.register, ...change } } as typeof counter, undefined),
    );
  await save({ port });
  await expect.poll(() => app.registerLink.address()).toEqual({ ...before, port });
  await save({ port, names: ['kassa1.bakkerij.lan'] });
  await expect.poll(() => app.registerLink.address()?.fingerprint).not.toBe(before?.fingerprint);
  const taken = createServer().listen(await freePort(), '0.0.0.0');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  await save({ port: (taken.address() as { port: number }).port });
  await expect.poll(() => app.registerLink.faults().map(({ code }) => code)).toEqual(['register.port-taken']);
  await save({ on: false });
  await expect.poll(() => [app.registerLink.address(), app.registerLink.faults()]).toEqual([undefined, []]);
});

test.each([
  ['a reference', 'BON 1'],
  ['no reference', undefined],
])('a lost journal: a payment with %s is found again by its request', async (_name, reference) => {
  const { port, start, later } = await shop();
  const app = await start();
  const { code } = app.registerLink.pairing.beginPairing();
  const { token } = (await asked(port, 'POST', '/v1/pair', { body: { code, name: 'Kassa 1' } })).body as {
    token: string;
  };
  const put = async () => {
    const body = { amountCents: 1250, currency: 'EUR', ...(reference && { reference }) };
    const answer = await asked(port, 'PUT', '/v1/payments/bon-1', { token, body });
    return [answer.status, (answer.body as Told)['code'] ?? (answer.body as Told).state];
  };
  expect(await put()).toEqual([202, 'creating']);
  await expect.poll(put).toEqual([200, 'waiting']);
  await app.end();
  rmSync(join(folder, 'training', 'journal.sqlite-wal'), { force: true });
  writeFileSync(join(folder, 'training', 'journal.sqlite'), 'damaged');
  const { registerLink, till } = await start();
  expect(await put()).toEqual([503, 'register.refilling']);
  await expect.poll(() => till.opened?.sales.lostPayments?.found).toBeDefined();
  later(61_000);
  await expect.poll(put).toEqual([422, 'register.found-again']);
  const [question] = registerLink.questions();
  expect(question).toMatchObject({ kind: 'found', register: { name: 'Kassa 1' }, sale: { amount: 1250 } });
  registerLink.decide(question?.id ?? '', 'same');
  expect(await put()).toEqual([200, 'waiting']);
});

test('ids of folder and ZVT are random and stay until removed', async () => {
  const { start } = await shop({});
  const app = await start();
  const { counter } = app.store.file;
  const save = (change: object) =>
    app.till.adjustAfter(() =>
      app.save.counter({ ...counter, register: { ...counter.register, ...change } } as typeof counter, undefined),
    );
  const ids = () => app.registerLink.unpaired().map(({ id }) => id);
  await save({ folder: join(folder, 'one'), zvtPort: await freePort() });
  await expect.poll(ids).toMatchObject([/^[\da-f-]{36}$/, /^[\da-f-]{36}$/].map((id) => expect.stringMatching(id)));
  const made = ids();
  await save({ on: false });
  await expect.poll(ids).toEqual([]);
  await save({ folder: join(folder, 'two'), zvtPort: await freePort() });
  await expect.poll(ids).toEqual(made);
  await app.registerLink.end(made[0] ?? '');
  await expect.poll(() => ids().length).toBe(2);
  expect(ids()[0]).not.toBe(made[0]);
  expect(ids()[1]).toBe(made[1]);
  await expect(app.registerLink.end(made[0] ?? '')).rejects.toMatchObject({ code: 'register.no-register' });
});

test('a register that writes files, and one that speaks ZVT, have amounts paid at the same till', async () => {
  const share = join(folder, 'share');
  mkdirSync(join(share, 'in'), { recursive: true });
  const zvtPort = await freePort();
  const { start } = await shop({ folder: share, zvtPort });
  const app = await start();
  const unpaired = () => app.registerLink.unpaired();
  // It was on when an earlier version ended: its keys are in the journal under these ids.
  await expect.poll(unpaired).toEqual([
    { id: 'folder', name: 'share' },
    { id: 'zvt', name: 'ZVT' },
  ]);
  const pay = async (amount: number) => {
    await expect.poll(() => app.till.opened?.sales.current()).toMatchObject({ amount, stage: 'waiting' });
    const { paymentId = '' } = app.till.opened?.sales.current() ?? {};
    for (const act of ['scan', 'confirm'] as const) await app.till.opened?.payer?.(paymentId, act);
  };

  writeFileSync(join(share, 'in', 'bon-1.tmp'), JSON.stringify({ amountCents: 1250, currency: 'EUR' }));
  renameSync(join(share, 'in', 'bon-1.tmp'), join(share, 'in', 'bon-1.json'));
  await pay(1250);
  const told = () => JSON.parse(readFileSync(join(share, 'out', 'bon-1.json'), 'utf8')) as unknown;
  await expect.poll(told).toMatchObject({ key: 'bon-1', state: 'paid', final: true });

  const register = connect(zvtPort, '127.0.0.1');
  onTestFinished(() => void register.destroy());
  let got = '';
  register.on('data', (bytes: Buffer) => {
    got += bytes.toString('hex');
    if (bytes[0] !== 0x80) register.write(Buffer.from('800000', 'hex'));
  });
  const asks = () => register.write(Buffer.from('0601070400000000' + '0420', 'hex'));
  const notices = () => app.notices.list().map(({ code }) => code);
  asks();
  await expect.poll(() => got).toBe('800000061e016b');
  expect(notices()).toContain('register.training');
  const { counter } = app.store.file;
  const training = { ...counter, register: { ...counter.register, training: true } } as typeof counter;
  await app.till.adjustAfter(() => app.save.counter(training, undefined));
  await expect.poll(notices).not.toContain('register.training');
  asks();
  await pay(420);
  // The amount as it was paid, and the completion.
  await expect.poll(() => got).toMatch(/040f.*04000000000420.*060f00$/);
});
