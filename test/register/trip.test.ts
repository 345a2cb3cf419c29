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
import { asked } from './open-api.ts';
import * as client from './till-client.ts';

type Told = { readonly rev: number; readonly state: string; readonly paymentId: string } & Record<string, unknown>;

/** Starts the whole app in training with its embedded service, and a register that may refund 5 euros. */
async function shop(given: { readonly network?: boolean; readonly folder?: string; readonly zvtPort?: number } = {}) {
  const port = await freePort();
  const store = openSettings(join(folder, 'terminal.json'), { clock: systemClock, random: systemRandom });
  const register = { on: true, network: false, port, refundLimit: 500, folder: '', zvtPort: 0, ...given };
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
    const set = (change: object) => {
      const { counter } = app.store.file;
      const changed = { ...counter, register: { ...counter.register, ...change } } as typeof counter;
      return app.till.adjustAfter(() => app.save.counter(changed, undefined));
    };
    return { ...app, end, set };
  };
  return { port, start, later };
}

test('a generated client pairs, pays, refunds and survives a restart', async () => {
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
  expect(await client.getLast(options)).toMatchObject({ data: { key: 'bon-2' } });

  await app.end();
  const { registerLink } = await start();
  expect(registerLink.paired()).toMatchObject([{ name: 'Kassa 1', last: { did: 'cancelled' } }]);
  const again = { status: 200, data: { state: 'paid', paymentId, refundedCents: 420, repeated: true } };
  expect(await client.charge('bon-1', bon, options)).toMatchObject(again);
});

test('the link follows its settings and keeps its certificate', async () => {
  const { start } = await shop({ network: true });
  const app = await start();
  const before = app.registerLink.address();
  expect(before?.fingerprint).toMatch(/^[0-9A-F:]{95}$/);
  const port = await freePort();
  await app.set({ port });
  await expect.poll(() => app.registerLink.address()).toEqual({ ...before, port });
  await app.set({ port, names: ['kassa1.bakkerij.lan'] });
  await expect.poll(() => app.registerLink.address()?.fingerprint).not.toBe(before?.fingerprint);
  const taken = createServer().listen(await freePort(), '0.0.0.0');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  await app.set({ port: (taken.address() as { port: number }).port });
  await expect.poll(() => app.registerLink.faults().map(({ code }) => code)).toEqual(['register.port-taken']);
  await app.set({ on: false });
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
  const ids = () => app.registerLink.unpaired().map(({ id }) => id);
  await app.set({ folder: join(folder, 'one'), zvtPort: await freePort() });
  await expect.poll(ids).toMatchObject([/^[\da-f-]{36}$/, /^[\da-f-]{36}$/].map((id) => expect.stringMatching(id)));
  const made = ids();
  await app.set({ on: false });
  await expect.poll(ids).toEqual([]);
  await app.set({ on: true, folder: join(folder, 'two'), zvtPort: await freePort() });
  await expect.poll(ids).toEqual(made);
  await app.registerLink.end(made[0] ?? '');
  await expect.poll(() => ids().length).toBe(2);
  expect(ids()[0]).not.toBe(made[0]);
  expect(ids()[1]).toBe(made[1]);
  await expect(app.registerLink.end(made[0] ?? '')).rejects.toMatchObject({ code: 'register.no-register' });
});

test('a file register and a ZVT register share a till', async () => {
  const share = join(folder, 'share');
  mkdirSync(join(share, 'in'), { recursive: true });
  const zvtPort = await freePort();
  const { start } = await shop({ folder: share, zvtPort });
  const app = await start();
  const unpaired = () => app.registerLink.unpaired();
  // The link was on in an earlier version, so its keys are in the journal under `folder` and `zvt`.
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
  await app.set({ training: true });
  await expect.poll(notices).not.toContain('register.training');
  asks();
  await pay(420);
  // The paid amount, then the completion.
  await expect.poll(() => got).toMatch(/040f.*04000000000420.*060f00$/);
});
