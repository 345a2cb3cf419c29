import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BODY_LIMIT, CALL_HEADER, CALLS_OF_A_START, pathOf } from '../../main/upload/wire.ts';
import { TestCollector } from './collector.ts';
import { ACCOUNT, STATUS, TestJournal, TestTill, withoutCounter } from './till.ts';

const DAY_MS = 86_400_000;

const lastSeen = async (collector: TestCollector) =>
  (await collector.rows('SELECT last_seen FROM tills')).map(({ last_seen: at }) => Number(at));

function payouts(till: TestTill, sentAt: number, cents: number) {
  const sums = { paymentCount: 1, paymentCents: cents, refundCount: 0, refundCents: 0, payoutCents: cents };
  const payout = { payoutId: 'p', date: 1_000, status: 'PAID', ...sums, transactions: [] };
  return till.call('payouts', { sentAt, account: ACCOUNT, payouts: [payout] });
}

describe('a captured call', () => {
  test.each(['payouts', 'cursor', 'status', 'settings', 'batches'] as const)(
    '%s is refused after a later call',
    async (name) => {
      const collector = await TestCollector.start();
      const till = await collector.enrolled();
      const journal = new TestJournal();
      for (const type of ['a', 'b']) journal.addAny(type, '{}', 1);
      await collector.send(till.batch(journal, 0, 1, 1));
      const captured = {
        payouts: () => payouts(till, 2, 100),
        cursor: () => till.call('cursor', { sentAt: 2, account: ACCOUNT, points: [] }),
        status: () => till.call('status', { sentAt: 2, status: STATUS }),
        settings: () => till.call('settings', { sentAt: 2 }),
        batches: () => till.batch(journal, 1, 2, 2),
      }[name]();
      expect(await collector.send(captured)).toMatchObject({ status: 200 });
      await collector.send(payouts(till, 3, 200));
      const before = await lastSeen(collector);
      collector.now += 2 * DAY_MS;
      expect(await collector.send(captured)).toMatchObject({ status: 409, body: { code: 'call.replayed' } });
      expect(await lastSeen(collector)).toEqual(before);
      expect(await collector.rows('SELECT payout_cents FROM payouts WHERE shown')).toEqual([{ payout_cents: 200 }]);
      expect(await collector.alerts()).toEqual([...(name === 'payouts' ? ['payout.changed'] : []), 'till.counter']);
    },
  );

  test('repeats its response while last, without updating the till', async () => {
    const collector = await TestCollector.start();
    const till = await collector.enrolled();
    const call = till.call('status', { sentAt: 2, status: STATUS });
    const first = await collector.send(call);
    const before = await lastSeen(collector);
    collector.now += DAY_MS;
    expect(await collector.send(call)).toEqual(first);
    expect(await lastSeen(collector)).toEqual(before);
    expect(await collector.alerts()).toEqual([]);
  });

  test('is valid for a single body', async () => {
    const collector = await TestCollector.start();
    const till = await collector.enrolled();
    const call = till.call('status', { sentAt: 2, status: STATUS });
    const other = till.call('status', { sentAt: 3, status: STATUS });
    expect(await collector.send({ ...call, body: other.body })).toMatchObject({ status: 401 });
  });
});

test('a till whose counter went back must enrol again', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const status = () => till.call('status', { sentAt: collector.now, status: STATUS });
  till.counter = 7 * CALLS_OF_A_START;
  expect(await collector.send(status())).toMatchObject({ status: 200 });
  till.counter = 6 * CALLS_OF_A_START;
  collector.now += 1_000;
  expect(await collector.send(status())).toMatchObject({ status: 409, body: { code: 'call.replayed' } });
  const again = await collector.enrolled();
  again.counter = 6 * CALLS_OF_A_START;
  expect(await collector.send(again.call('status', { sentAt: 1, status: STATUS }))).toMatchObject({ status: 200 });
});

test('an older till is heard until CHAIN_OLD_TILLS_UNTIL', async () => {
  const now = Date.parse('2026-11-27T10:00:00Z');
  const collector = await TestCollector.start(now, undefined, { oldTillsUntil: now + DAY_MS });
  const till = await collector.enrolled();
  const old = (sentAt: number) => withoutCounter(till.call('status', { sentAt, status: STATUS }));
  expect(await collector.send(old(1))).toMatchObject({ status: 200 });
  collector.now += DAY_MS;
  expect(await collector.send(old(2))).toMatchObject({ status: 403, body: { code: 'till.outdated' } });
  expect(await collector.send(till.call('status', { sentAt: 3, status: STATUS }))).toMatchObject({ status: 200 });
});

describe('garbage', () => {
  test.each([
    ['no signature', {}],
    ['a signature of no form', { [CALL_HEADER]: '1.2.3' }],
    ['an old signature of no form', { 'tillmate-signature': 'x' }],
  ])('with %s raises no alert', async (_, headers) => {
    const collector = await TestCollector.start();
    const till = await collector.enrolled();
    const call = { ...till.call('status', { sentAt: 1, status: STATUS }), headers };
    expect(await collector.send(call)).toMatchObject({ status: 401, body: { code: 'signature.wrong' } });
    expect(await collector.alerts()).toEqual([]);
  });

  test('sent for every till raises a single alert by address', async () => {
    const collector = await TestCollector.start();
    const tills = [await collector.enrolled(), await collector.enrolled(), await collector.enrolled()];
    for (const { till } of tills) {
      const forged = Object.assign(new TestTill(), { till }).call('status', { sentAt: 1, status: STATUS });
      expect(await collector.send(forged)).toMatchObject({ status: 401 });
    }
    expect(await collector.alerts()).toEqual(['till.foreign-key']);
  });

  test('for unknown tills is looked up twenty times a minute', async () => {
    const collector = await TestCollector.start();
    const known = await collector.enrolled();
    await collector.send(known.call('status', { sentAt: 1, status: STATUS }));
    const statuses = [];
    for (let till = 100; till < 125; till += 1) {
      const unknown = Object.assign(new TestTill(), { till });
      statuses.push((await collector.send(unknown.call('status', { sentAt: 1, status: STATUS }))).status);
    }
    expect(statuses).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
    expect(await collector.send(known.call('status', { sentAt: 2, status: STATUS }))).toMatchObject({ status: 200 });
  });
});

test('only the till sending too fast is slowed', async () => {
  const collector = await TestCollector.start();
  const [hostile, honest] = [await collector.enrolled(), await collector.enrolled()];
  const flood = () => collector.send(hostile.call('status', 'x'.repeat(BODY_LIMIT)));
  expect(await flood()).toMatchObject({ status: 400 });
  const answers = [flood(), flood(), flood()];
  expect(await Promise.race(answers)).toMatchObject({ status: 429, retryAfter: 30 });
  expect(await collector.send(honest.call('status', { sentAt: 1, status: STATUS }))).toMatchObject({ status: 200 });
});

describe('connections', () => {
  async function listening(connections?: number) {
    const collector = await TestCollector.start(undefined, undefined, connections === undefined ? {} : { connections });
    const till = await collector.enrolled();
    const { port } = new URL(await collector.server.listen({ port: 0, host: '127.0.0.1' }));
    const open = async (): Promise<Socket> => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      await new Promise((resolve) => socket.once('connect', resolve));
      return socket;
    };
    return { collector, till, open };
  }

  test('an unsigned body is refused before the upload', async () => {
    const { till, open } = await listening();
    const socket = await open();
    const head = [`POST ${pathOf(till.till, 'batches')} HTTP/1.1`, 'host: chain', 'content-type: text/plain'];
    socket.write([...head, `content-length: ${BODY_LIMIT}`, '', 'a part'].join('\r\n'));
    expect(await text(socket)).toMatch(/^HTTP\/1[.]1 401 /);
  });

  test('a till holds at most five bodies', async () => {
    const { till, open } = await listening();
    const answers: Promise<string>[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { path, headers, body } = till.call('status', { sentAt: n, status: STATUS });
      const lines = Object.entries({ ...headers, 'content-length': body.length }).map((pair) => pair.join(': '));
      const socket = await open();
      socket.write(
        [`POST ${path} HTTP/1.1`, 'host: chain', 'content-type: text/plain', ...lines, '', 'x'].join('\r\n'),
      );
      answers.push(text(socket));
    }
    expect(await Promise.race(answers)).toMatch(/^HTTP\/1[.]1 429 /);
  });

  test('connections above the limit are closed', async () => {
    const { open } = await listening(2);
    await open();
    await open();
    const third = await open();
    expect(await text(third)).toBe('');
  });
});
