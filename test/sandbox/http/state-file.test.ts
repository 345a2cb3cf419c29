import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../../../main/sandbox/index.ts';
import { notOnWindows } from '../../base/only-where.ts';
import { folder } from '../../base/test-folder.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';
import { type IndependentClient, independentClient } from '../../independent/client.ts';
import { object } from '../../independent/expectations.ts';
import { startService } from '../../independent/service-under-test.ts';

let stateFile: string;
beforeEach(() => {
  stateFile = join(folder, 'deep', 'state.json');
});

test('a restart restores address, keys, profile, payments and refunds', async () => {
  const first = await startService({ stateFile });
  const paymentId = await first.paid();
  const waiting = await first.charge();
  const authorised = await first.charge({ posId: 'POS2' });
  first.sandbox.payer.scan(authorised);
  first.sandbox.payer.confirm(authorised);
  const refund = (client: IndependentClient) => client.createRefund(paymentId, { amount: 500, currency: 'EUR' }, 'one');
  const { text } = await refund(first.client);
  expect(await readFile(stateFile, 'utf8'), 'what was answered is in the file by then').toContain(paymentId);
  const jwks = await (await fetch(first.sandbox.jwksUrl)).text();
  await first.sandbox.close();

  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const sandbox = await startSandbox({ stateFile, clock });
  expect([sandbox.baseUrl, sandbox.profile]).toEqual([first.sandbox.baseUrl, first.sandbox.profile]);
  // The first request may use a connection left behind by the previous sandbox on this port.
  await expect.poll(async () => (await fetch(sandbox.jwksUrl)).text()).toBe(jwks);
  const client = independentClient({ ...first.access, now: () => new Date(clock.now()) });
  const statusOf = async (id: string) => object(await client.readPayment(id))['status'];
  expect(await statusOf(paymentId)).toBe('SUCCEEDED');
  expect((await refund(client)).text).toBe(text);
  expect(sandbox.engine.store.refunds.size).toBe(1);

  clock.tick(1_000);
  expect([await statusOf(authorised), await statusOf(waiting)]).toEqual(['SUCCEEDED', 'PENDING']);
  clock.tick(299_000);
  expect(await statusOf(waiting)).toBe('EXPIRED');
  expect([...sandbox.engine.store.refunds.values()][0]?.status).toBe('REFUNDED');
  await sandbox.close();
});

test('only the owner can read the file', notOnWindows('Windows has no permission bits'), async () => {
  const till = await startService({ stateFile });
  await till.charge();
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
  await till.sandbox.close();
});

test.each(['', 'hello', '{}', '{"version":1,"ledger":{},"serviceKeys":[]}', '[]', 'null'])(
  'a file with %j is set aside for a fresh state',
  async (text) => {
    stateFile = join(folder, 'state.json');
    await writeFile(stateFile, text);
    const till = await startService({ stateFile });
    expect(till.log.map(({ message }) => message)).toContain(
      'the state file cannot be read; it was set aside and a fresh state begins',
    );
    await till.charge();
    await till.sandbox.close();
    const aside = (await readdir(folder)).filter((name) => name.startsWith('state.json.broken-'));
    expect(aside).toHaveLength(1);
    expect(await readFile(join(folder, aside[0] ?? ''), 'utf8')).toBe(text);
  },
);

test('an unreadable file stops the start', async () => {
  await mkdir(stateFile, { recursive: true });
  await expect(startSandbox({ stateFile })).rejects.toThrow('EISDIR');
});

test('a taken port is replaced and logged', async () => {
  const first = await startService();
  const port = Number(new URL(first.sandbox.baseUrl).port);
  const second = await startService({ port });
  expect(second.sandbox.baseUrl).not.toBe(first.sandbox.baseUrl);
  expect(second.log).toMatchObject([{ fields: { taken: port }, message: 'the port is taken; another is used' }]);
  await second.charge();
  await Promise.all([first.sandbox.close(), second.sandbox.close()]);
});

test('a long-lived sandbox keeps its newest and unfinished payments', async () => {
  const till = await startService({ stateFile });
  const open = await till.charge({ posId: 'OPEN' });
  const ended: string[] = [];
  for (let index = 0; index < 2_010; index += 1) {
    const { engine } = till.sandbox;
    const caller = engine.signer(till.sandbox.profile.profileId);
    if (!caller) throw new Error('nobody signs');
    const { body } = engine.handle({ caller, operation: 'createPayment', body: { amount: 1 } });
    const { paymentId } = body as { paymentId: string };
    engine.payer.refuse(paymentId);
    ended.push(paymentId);
  }
  await till.sandbox.close();
  const text = await readFile(stateFile, 'utf8');
  expect([text.includes(open), text.includes(ended[0] ?? ''), text.includes(ended.at(-1) ?? '')]).toEqual([
    true,
    false,
    true,
  ]);
});
