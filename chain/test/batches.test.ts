import { expect, test } from 'vitest';
import { NO_HASH } from '../../main/upload/wire.ts';
import { TestCollector } from './collector.ts';
import { ACCOUNT, STATUS, TestJournal, TestTill, withoutCounter } from './till.ts';

/** Returns `before` with `count` more events. */
function journal(count: number, before = new TestJournal()): TestJournal {
  for (let n = 0; n < count; n += 1)
    before.add(
      { type: 'act', act: 'unlock', by: { role: 'cashier', name: `tab\t, line\n, back\\slash ${n}` } },
      1_000 + n,
    );
  return before;
}

async function kept(collector: TestCollector): Promise<unknown[]> {
  const rows = await collector.rows('SELECT branch, seq FROM events ORDER BY branch, seq');
  return rows.map(({ branch, seq }) => `${branch}:${seq}`);
}

test('a code enrols a till once and repeats the response', async () => {
  const collector = await TestCollector.start();
  const code = await collector.code();
  const till = new TestTill();
  const first = await collector.send(till.enrolment(code));
  expect(first).toMatchObject({ status: 201, body: { till: 1, chain: 'Chain' } });
  expect(await collector.send(till.enrolment(code.toLowerCase()))).toEqual(first);
  expect(await collector.send(new TestTill().enrolment(code))).toMatchObject({
    status: 403,
    body: { code: 'enrol.code-used' },
  });
  const old = await collector.code('shop', collector.now - 1);
  expect(await collector.send(new TestTill().enrolment(old))).toMatchObject({
    status: 403,
    body: { code: 'enrol.code-expired' },
  });
  expect(await collector.rows('SELECT who, did FROM audit')).toEqual([{ who: 'till 1', did: 'till.enrolled' }]);
});

test('an address with many wrong codes is blocked', async () => {
  const collector = await TestCollector.start();
  const answers = [];
  for (let n = 0; n < 22; n += 1) answers.push(await collector.send(new TestTill().enrolment(`WRONG-${n}`)));
  expect(answers[19]).toMatchObject({ status: 403, body: { code: 'enrol.code-unknown' } });
  expect(answers[20]).toMatchObject({ status: 429, retryAfter: 60 });
  expect(await collector.send(new TestTill().enrolment(await collector.code()))).toMatchObject({ status: 429 });
});

test('stored events keep their fields and can be hashed again', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const of = journal(3);
  expect(await collector.send(till.batch(of, 0, 2, 1))).toMatchObject({
    status: 200,
    body: { next: 3, settings: null },
  });
  expect(await collector.send(till.batch(of, 2, 3, 2))).toMatchObject({ status: 200, body: { next: 4 } });
  const rows = await collector.rows(
    `SELECT seq, at, terminal, shop, pos, type, payload, encode(hash, 'hex') AS hash FROM events ORDER BY seq`,
  );
  const lines = rows.map(({ seq, at, terminal, shop, pos, type, payload }, index) =>
    JSON.stringify([rows[index - 1]?.['hash'] ?? NO_HASH, seq, at, terminal, shop, pos, type, payload]),
  );
  expect(lines).toEqual(of.lines);
  expect(rows.map(({ hash }) => hash)).toEqual(of.hashes);
  expect(await collector.rows("SELECT last_seen, status->>'appVersion' AS version FROM tills")).toEqual([
    { last_seen: new Date(collector.now), version: '1.0.0' },
  ]);
});

test('repeats the response for an identical batch', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const of = journal(6);
  const sent = till.batch(of, 0, 3, 10);
  const first = await collector.send(sent);
  expect(await collector.send(sent)).toEqual(first);
  expect(await collector.send(till.batch(of, 0, 6, 11))).toMatchObject({ status: 200, body: { next: 7 } });
  expect(await kept(collector)).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5', '1:6']);
  expect(await collector.alerts()).toEqual([]);
});

test('stores a batch sent five times at once only once', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const sent = till.batch(journal(3), 0, 3, 10);
  const answers = await Promise.all(Array.from({ length: 5 }, () => collector.send(sent)));
  expect(answers).toEqual(Array(5).fill({ status: 200, body: { next: 4, settings: null, debtors: false } }));
  expect(await kept(collector)).toEqual(['1:1', '1:2', '1:3']);
});

test('a replayed older batch raises an alert', async () => {
  const collector = await TestCollector.start(undefined, undefined, { oldTillsUntil: Number.POSITIVE_INFINITY });
  const till = await collector.enrolled();
  const of = journal(4);
  const old = till.batch(of, 0, 2, 10);
  await collector.send(old);
  await collector.send(till.batch(of, 2, 4, 11));
  const expected = { after: 4, prevHash: of.hashOf(4) };
  expect(await collector.send(till.batch(of, 1, 3, 12))).toMatchObject({
    status: 409,
    body: { code: 'batch.replayed', expected },
  });
  expect(await collector.alerts()).toEqual([]);
  expect(await collector.send(withoutCounter(old))).toMatchObject({
    status: 409,
    body: { code: 'batch.replayed', expected },
  });
  expect(await collector.send(old)).toMatchObject({ status: 409, body: { code: 'call.replayed' } });
  expect(await collector.rows("SELECT kind, detail->'times' AS times FROM alerts")).toEqual([
    { kind: 'batch.replayed', times: null },
    { kind: 'till.counter', times: null },
  ]);
  expect(await kept(collector)).toHaveLength(4);
});

test('a gap is refused with the expected place', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const of = journal(4);
  expect(await collector.send(till.batch(of, 2, 4, 1))).toMatchObject({
    status: 409,
    body: { code: 'batch.gap', expected: { after: 0, prevHash: NO_HASH } },
  });
  await collector.send(till.batch(of, 0, 1, 2));
  expect(await collector.send(till.batch(of, 2, 4, 3))).toMatchObject({
    body: { code: 'batch.gap', expected: { after: 1, prevHash: of.hashOf(1) } },
  });
});

test('a restored or replaced journal opens a branch', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const of = journal(6);
  await collector.send(till.batch(of, 0, 6, 1));
  collector.now += 86_400_000;
  const restored = of.upTo(4);
  restored.addAny('act', '{"act":"other"}', 5);
  // Begins before the fork: shared events are stored once.
  expect(await collector.send(till.batch(restored, 2, 5, 3))).toMatchObject({ status: 200, body: { next: 6 } });
  const replaced = new TestJournal();
  replaced.addAny('journal.begun', '{"journalId":"j","salt":1}', 6);
  expect(await collector.send(till.batch(replaced, 0, 1, 4))).toMatchObject({ status: 200, body: { next: 2 } });
  expect(await collector.rows('SELECT branch, parent, from_seq, next_seq FROM branches ORDER BY branch')).toEqual([
    { branch: 1, parent: null, from_seq: 0, next_seq: 7 },
    { branch: 2, parent: 1, from_seq: 4, next_seq: 6 },
    { branch: 3, parent: null, from_seq: 0, next_seq: 2 },
  ]);
  expect(await kept(collector)).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5', '1:6', '2:5', '3:1']);
  expect(await collector.alerts()).toEqual(['till.branch', 'till.branch']);
  // The first journal may return and continues at its head.
  journal(1, of);
  expect(await collector.send(till.batch(of, 6, 7, 5))).toMatchObject({ status: 200, body: { next: 8 } });
});

test('another account of the same till opens a branch', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  await collector.rows("INSERT INTO till_merchants VALUES (1, 'PROD', 'another')");
  await collector.send(till.batch(journal(1), 0, 1, 1));
  const account = { ...ACCOUNT, merchantId: 'another' };
  expect(await collector.send(till.batch(journal(1), 0, 1, 2, { account }))).toMatchObject({ status: 200 });
  expect(await kept(collector)).toEqual(['1:1', '2:1']);
  expect(await collector.alerts()).toEqual([]);
});

test("the cursor narrows down the journal's place across days", async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const of = journal(20);
  const ask = async (points: number[], hashes = of) =>
    (
      await collector.send(
        till.call('cursor', { sentAt: 1, account: ACCOUNT, points: points.map((seq) => [seq, hashes.hashOf(seq)]) }),
      )
    ).body;
  expect(await ask([20, 10])).toEqual({ after: 0, prevHash: NO_HASH, below: 10 });
  await collector.send(till.batch(of, 0, 8, 1));
  collector.now += 2 * 86_400_000;
  await collector.rows("SELECT chain_partition('events', '2026-11-29', 'day')");
  await collector.send(till.batch(of, 8, 15, 2));
  expect(await ask([20, 18, 16, 10, 4])).toEqual({ after: 10, prevHash: of.hashOf(10), below: 16 });
  expect(await ask([20, 15, 10])).toEqual({ after: 15, prevHash: of.hashOf(15), below: 20 });
  expect(await ask([6])).toEqual({ after: 6, prevHash: of.hashOf(6), below: null });
  const other = journal(3, of.upTo(5));
  other.lines.length = 5;
  other.addAny('x', '{}', 1);
  expect(await ask([6, 5], other)).toMatchObject({ after: 5 });
});

test('a repeated or older status changes nothing', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const status = (sentAt: number, backlog: number) => till.call('status', { sentAt, status: { ...STATUS, backlog } });
  const first = status(10, 1);
  expect(await collector.send(first)).toEqual({
    status: 200,
    body: { settings: null, debtors: false },
    retryAfter: undefined,
  });
  expect(await collector.send(status(11, 2))).toMatchObject({ status: 200 });
  collector.now += 60_000;
  expect(await collector.send(status(10, 1))).toMatchObject({
    status: 409,
    body: { code: 'status.replayed', sentAt: 11 },
  });
  await collector.send(till.batch(journal(1), 0, 1, 9, { status: { ...STATUS, backlog: 9 } }));
  expect(await collector.rows("SELECT status->'backlog' AS backlog, sent_at FROM tills")).toEqual([
    { backlog: 2, sent_at: 11 },
  ]);
});

test('a till whose fast clock was corrected is still heard', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const status = (sentAt: number) => till.call('status', { sentAt, status: STATUS });
  expect(await collector.send(status(collector.now + 50 * 365 * 86_400_000))).toMatchObject({ status: 200 });
  collector.now += 180_000;
  expect(await collector.send(status(collector.now))).toMatchObject({ status: 200 });
});

test('till settings override shop and chain settings', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  await collector.rows(`INSERT INTO settings (scope, owner, path, value, set_by) VALUES
    ('till', '1', 'a', '3', ''), ('chain', '', 'a', '1', ''), ('shop', 'shop', 'a', '2', ''),
    ('chain', '', 'b', '"é"', ''), ('shop', 'shop', 'b', '"ë"', ''), ('shop', 'other', 'c', '1', ''), ('till', '2', 'c', '1', '')`);
  const { body } = await collector.send(till.call('settings', { sentAt: 1 }));
  expect(body).toEqual({ revision: expect.stringMatching(/^[0-9a-f]{16}$/), settings: { a: 3, b: 'ë' } });
  expect((await collector.send(till.call('status', { sentAt: 2, status: STATUS }))).body['settings']).toBe(
    body['revision'],
  );
});

test('a payout reported by two tills is stored once', async () => {
  const collector = await TestCollector.start();
  const [a, b] = [await collector.enrolled(), await collector.enrolled()];
  const payout = {
    payoutId: 'p',
    date: Date.parse('2026-11-26T23:30:00Z'),
    status: 'PAID',
    paymentCount: 2,
    paymentCents: 300,
  };
  const rest = { refundCount: 0, refundCents: 0, payoutCents: 300 };
  const one = (id: string) => ({ id, kind: 'payment', cents: 150, date: payout.date, reference: id });
  const ask = (transactions: object[]) => ({
    sentAt: 1,
    account: ACCOUNT,
    payouts: [{ ...payout, ...rest, transactions }],
  });
  expect(await collector.send(a.call('payouts', ask([one('x'), one('x')])))).toMatchObject({ status: 200 });
  expect(await collector.send(b.call('payouts', ask([one('x'), one('y')])))).toMatchObject({ status: 200 });
  expect(await collector.rows('SELECT payout_id, day, payout_cents, told_by FROM payouts')).toEqual([
    { payout_id: 'p', day: '2026-11-27', payout_cents: 300, told_by: 1 },
  ]);
  expect(await collector.rows('SELECT id, payment_id FROM payout_transactions ORDER BY id')).toEqual([
    { id: 'x', payment_id: 'x' },
    { id: 'y', payment_id: 'y' },
  ]);
});

test('a till ended by head office receives till.ended', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  await collector.rows('UPDATE tills SET ended_at = now()');
  expect(await collector.send(till.batch(journal(1), 0, 1, 1))).toMatchObject({
    status: 410,
    body: { code: 'till.ended' },
  });
  expect(await kept(collector)).toEqual([]);
});
