import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BODY_LIMIT, batchBody, NO_HASH, pathOf } from '../../main/upload/wire.ts';
import { type Answered, TestCollector } from './collector.ts';
import { ACCOUNT, type Request, STATUS, TestJournal, TestTill } from './till.ts';

function journal(count: number, at = 1_000): TestJournal {
  const of = new TestJournal();
  for (let n = 0; n < count; n += 1) of.addAny('act', `{"act":"a","n":${n}}`, at + n);
  return of;
}

const header = (more: object = {}) => ({
  account: ACCOUNT,
  after: 0,
  prevHash: NO_HASH,
  sentAt: 5,
  status: STATUS,
  ...more,
});

/** Returns all data that a till could change, except alerts. */
async function everything(collector: TestCollector): Promise<unknown> {
  const tables = [
    'tills',
    'branches',
    'branch_days',
    'events',
    'payouts',
    'payout_transactions',
    'settings',
    'enrol_codes',
    'shops',
  ];
  return Promise.all(tables.map((table) => collector.rows(`SELECT * FROM ${table} AS t ORDER BY t::text`)));
}

/** A collector with two tills that have uploaded; the first till is attacked. */
async function shipped() {
  const collector = await TestCollector.start();
  const [till, other] = [await collector.enrolled(), await collector.enrolled()];
  await collector.send(till.batch(journal(3), 0, 3, 1));
  await collector.send(other.batch(journal(3), 0, 3, 1));
  const before = await everything(collector);
  return {
    collector,
    till,
    other,
    /** Returns the response after checking that no data changed. */
    async refused(request: Request, more: Record<string, string> = {}): Promise<Answered> {
      const answer = await collector.send(request, more);
      expect(await everything(collector)).toEqual(before);
      return answer;
    },
  };
}

test("another till's key or a missing signature changes nothing", async () => {
  const { collector, till, other, refused } = await shipped();
  const mine = till.batch(journal(5), 3, 5, 9);
  const wrong = { status: 401, body: { code: 'signature.wrong' } };
  expect(await refused({ ...mine, headers: other.sign(mine.path, mine.body).headers })).toMatchObject(wrong);
  expect(await refused({ ...mine, headers: {} })).toMatchObject(wrong);
  expect(await refused({ ...mine, headers: { 'tillmate-signature': '' } })).toMatchObject(wrong);
  // A signature is valid for a single till and call.
  expect(await refused({ ...mine, path: pathOf(other.till, 'batches') })).toMatchObject(wrong);
  const status = till.call('status', { sentAt: 9, status: STATUS, account: ACCOUNT, points: [], payouts: [] });
  for (const call of ['settings', 'cursor', 'payouts', 'batches'] as const)
    expect(await refused({ ...status, path: pathOf(till.till, call) })).toMatchObject(wrong);
  expect(await refused({ ...mine, body: Buffer.concat([mine.body, Buffer.from(' ')]) })).toMatchObject(wrong);
  // A forged branch from a sender without the key.
  expect(await refused(Object.assign(new TestTill(), { till: till.till }).batch(journal(2, 7), 0, 2, 9))).toMatchObject(
    wrong,
  );
  expect(await collector.rows("SELECT kind, till, detail->'times' AS times FROM alerts ORDER BY till")).toEqual([
    { kind: 'till.foreign-key', till: till.till, times: null },
  ]);
});

test('limits wrong signatures per minute but always answers correct signatures', async () => {
  const { till, refused } = await shipped();
  const forged = { ...till.call('status', { sentAt: 9, status: STATUS }), headers: {} };
  const answers = [];
  for (let n = 0; n < 25; n += 1) answers.push((await refused(forged)).status);
  expect(answers).toEqual([...Array(19).fill(401), ...Array(6).fill(429)]);
  await expect(refused(till.call('status', { sentAt: 9, status: STATUS }))).rejects.toThrow();
});

test('refuses malformed and unchained events and raises an alert', async () => {
  const { collector, till, refused } = await shipped();
  const of = journal(6);
  const event = (...fields: unknown[]) => JSON.stringify(fields);
  const after = header({ after: 3, prevHash: of.hashOf(3) });
  const [fourth = '', fifth = ''] = of.lines.slice(3);
  const bad = [
    [after, [fifth]],
    [after, [fourth, of.lines[5] ?? '']],
    [after, [fourth, fourth]],
    [after, [fourth.replace('n\\":3', 'n\\":4'), fifth]],
    [after, [fourth.replace(of.hashOf(3), NO_HASH)]],
    // The same event in another notation: the hash could not be computed again.
    [after, [fourth.replace('[', '[ ')]],
    [after, [fourth.replace('terminal', '\\u0074erminal')]],
    [after, []],
    [after, Array.from({ length: 501 }, () => fourth)],
    [after, ['nonsense']],
    [after, ['[]']],
    [after, ['{"length":8}']],
    [after, [event(of.hashOf(3), '4', 1, 't', 's', 'p', 'act', '{}')]],
    [after, [event(of.hashOf(3), 4, 1.5, 't', 's', 'p', 'act', '{}')]],
    [after, [event([of.hashOf(3)], 4, 1, 't', 's', 'p', 'act', '{}')]],
    [after, [event(of.hashOf(3), 4, 1, { x: 1 }, 's', 'p', 'act', '{}')]],
    [after, [event(of.hashOf(3), 4, 1, 't', 's', 'p', 'act', {})]],
    [after, [event(of.hashOf(3), 4, 1, 't\0', 's', 'p', 'act', '{}')]],
    [after, [event(of.hashOf(3), 4, 1, 't', 's', 'p', 'act', '{}', 'not a hash')]],
    [after, [event(of.hashOf(3), 4, 1, 't', 's', 'p', 'act', '{}', of.hashOf(4), 1)]],
    [header({ after: -1 }), [fourth]],
    [header({ after: 1e300 }), [fourth]],
    [header({ account: { ...ACCOUNT, environment: 'TRAINING' } }), [fourth]],
    [header({ status: undefined }), [fourth]],
    [header({ prevHash: 'x' }), [fourth]],
  ] as const;
  for (const [of, lines] of bad)
    expect(await refused(till.call('batches', batchBody(of as never, lines)))).toMatchObject({
      status: 422,
      body: { code: 'batch.broken' },
    });
  for (const body of [
    Buffer.alloc(0),
    randomBytes(5_000),
    gzipSync(Buffer.alloc(1 << 24)),
    Buffer.from('\ud800'),
    Buffer.from([0xff, 0xfe, 10]),
  ])
    expect(await refused(till.sign(pathOf(till.till, 'batches'), body))).toMatchObject({ status: 422 });
  expect(await collector.rows("SELECT kind, detail->'times' AS times FROM alerts")).toEqual([
    { kind: 'till.forged', times: bad.length + 5 },
  ]);
});

test('refuses too large or compressed bodies before reading them', async () => {
  const { till, refused } = await shipped();
  const path = pathOf(till.till, 'batches');
  expect(await refused(till.sign(path, Buffer.alloc(BODY_LIMIT + 1, 'x')))).toMatchObject({ status: 413 });
  const bomb = till.sign(path, gzipSync(Buffer.alloc(1 << 26)));
  expect(await refused(bomb, { 'content-encoding': 'gzip' })).toMatchObject({
    status: 415,
    body: { code: 'body.packed' },
  });
  const large = new TestJournal();
  for (let n = 0; n < 3; n += 1) large.addAny('act', `"${'x'.repeat(400_000)}"`, 1);
  const body = batchBody(header() as never, large.lines);
  expect(await refused(till.call('batches', body))).toMatchObject({ status: 422 });
});

test('accepts a single event larger than a batch', async () => {
  const { collector, other } = await shipped();
  const large = journal(3);
  large.addAny('act', JSON.stringify('\\'.repeat(900_000)), 1);
  expect(await collector.send(other.batch(large, 3, 4, 9))).toMatchObject({ status: 200 });
  expect(await collector.rows('SELECT length(payload) AS length FROM events WHERE seq = 4')).toEqual([
    { length: 1_800_002 },
  ]);
});

test('stores texts with COPY, SQL or JSON syntax unchanged', async () => {
  const { collector, till } = await shipped();
  const of = journal(3);
  const odd = [
    '\\.',
    '\\N',
    "'; DROP TABLE events; --",
    '\\x00',
    '\u2028\u0085',
    '%s',
    '{"__proto__":{"a":1}}',
    '\\u0000',
    '\ud83d\ude00',
  ];
  for (const text of odd) of.addAny(text, text, 1);
  expect(await collector.send(till.batch(of, 3, of.last, 9))).toMatchObject({ status: 200 });
  const rows = await collector.rows('SELECT type, payload FROM events WHERE till = $1 AND seq > 3 ORDER BY seq', [
    till.till,
  ]);
  expect(rows).toEqual(odd.map((text) => ({ type: text, payload: text })));
});

test('refuses invalid numbers, paths and bodies without revealing other tills', async () => {
  const { till, refused } = await shipped();
  for (const number of ['0', '-1', '1e9', '99999999999', '1%20', 'x', '1;', '%00'])
    expect(await refused(till.sign(`/v1/tills/${number}/status`, '{}'))).toMatchObject({ status: 404 });
  const unknown = Object.assign(new TestTill(), { till: 77 });
  expect(await refused(unknown.call('status', { sentAt: 1, status: STATUS }))).toMatchObject({
    status: 404,
    body: { code: 'till.unknown' },
  });
  const wrong = { status: 400, body: { code: 'body.wrong' } };
  for (const body of [
    '',
    'x',
    '[]',
    'null',
    '7',
    '{"sentAt":"1"}',
    `{"sentAt":9,"status":${JSON.stringify({ ...STATUS, backlog: -1 })}}`,
  ])
    for (const call of ['status', 'cursor', 'payouts'] as const)
      expect(await refused(till.call(call, body))).toMatchObject(wrong);
  for (const points of [[[1]], [[1, 'x']], Array(65).fill([1, NO_HASH]), 'x'])
    expect(await refused(till.call('cursor', { sentAt: 9, account: ACCOUNT, points }))).toMatchObject(wrong);
  const key = {
    code: 'x',
    terminalId: 't',
    posId: 'p',
    publicKey: 'A'.repeat(43),
    appVersion: '1',
    environment: 'PROD',
  };
  expect(await refused(till.sign('/v1/tills', JSON.stringify(key)))).toMatchObject({ status: 401 });
  expect(await refused(till.sign('/v1/tills', JSON.stringify({ ...key, publicKey: '' })))).toMatchObject({
    status: 400,
  });
});

test('survives lone surrogates and the largest numbers in any call', async () => {
  const { collector, till } = await shipped();
  const odd = { ...STATUS, posId: '\ud800', skewMs: -1.5e300, backlog: Number.MAX_SAFE_INTEGER };
  expect(await collector.send(till.call('status', { sentAt: 9, status: odd }))).toMatchObject({ status: 200 });
  const point = [Number.MAX_SAFE_INTEGER, NO_HASH];
  expect(await collector.send(till.call('cursor', { sentAt: 10, account: ACCOUNT, points: [point] }))).toMatchObject({
    status: 200,
  });
  const most = Number.MAX_SAFE_INTEGER;
  const payout = {
    payoutId: '\ud800',
    date: most,
    status: 'x',
    paymentCount: most,
    paymentCents: most,
    refundCount: -most,
  };
  const transactions = [{ id: 'i', kind: 'payment', cents: most, date: most, reference: '\udfff' }];
  const payouts = [
    { ...payout, refundCents: most, payoutCents: most, transactions },
    { ...payout, refundCents: 1, payoutCents: 1, transactions },
  ];
  expect(await collector.send(till.call('payouts', { sentAt: 11, account: ACCOUNT, payouts }))).toMatchObject({
    status: 200,
  });
  expect(await collector.rows('SELECT payout_id, payment_count, payout_cents FROM payouts')).toEqual([
    { payout_id: '\ufffd', payment_count: most, payout_cents: 1 },
  ]);
  expect(collector.faults).toEqual([]);
});
