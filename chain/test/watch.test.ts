import { expect, test } from 'vitest';
import { raise } from '../alerts/raise.ts';
import { type AlertMessage, watch } from '../alerts/watch.ts';
import { TestCollector, TIME_ZONE } from './collector.ts';
import { STATUS, type TestTill } from './till.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Checks once a minute for `minutes`, and returns the messages. */
async function look(collector: TestCollector, minutes = 1): Promise<AlertMessage[]> {
  const sent: AlertMessage[] = [];
  const notify = async (message: AlertMessage) => void sent.push(message);
  for (let n = 0; n < minutes; n += 1) {
    collector.now += MINUTE;
    const onFault = ({ message }: Error) => void collector.faults.push(message);
    await watch({ database: collector.database, timeZone: TIME_ZONE, now: () => collector.now, notify, onFault });
  }
  return sent;
}

const kinds = (messages: readonly AlertMessage[]) =>
  messages.map(({ raised, ended }) => ({
    raised: raised.map(({ kind }) => kind),
    ended: ended.map(({ kind }) => kind),
  }));

async function heard(collector: TestCollector, till: TestTill, more: object = {}): Promise<void> {
  const { status } = await collector.send(
    till.call('status', { sentAt: collector.now, status: { ...STATUS, ...more } }),
  );
  expect(status).toBe(200);
}

/** Inserts yesterday's sales from 9 to 18 h. */
async function soldYesterday(collector: TestCollector): Promise<void> {
  await collector.rows(`INSERT INTO day_hours SELECT till, '2026-11-26', hour, 'PROD', shop, 5, 100, 0, 0, 0, 0, 0, 0
    FROM tills, generate_series(9, 18) AS hour`);
}

test('several silent tills are notified in a single message', async () => {
  const collector = await TestCollector.start();
  const tills = [];
  for (let n = 0; n < 5; n += 1) tills.push(await collector.enrolled());
  await soldYesterday(collector);
  await collector.rows('UPDATE tills SET alarmed = false WHERE till = 5');
  expect(await look(collector, 15)).toEqual([]);
  const sent = await look(collector, 20);
  expect(kinds(sent)).toEqual([{ raised: Array(4).fill('till.silent'), ended: [] }]);
  expect(sent[0]?.raised[0]).toMatchObject({ till: 1, shop: 'shop', shopName: 'Shop' });
  for (const till of tills.slice(0, 3)) await heard(collector, till);
  expect(kinds(await look(collector, 2))).toEqual([{ raised: [], ended: Array(3).fill('till.silent') }]);
});

test('a till off overnight raises an alert next morning', async () => {
  const collector = await TestCollector.start(Date.parse('2026-11-26T19:00:00Z'));
  const till = await collector.enrolled();
  await soldYesterday(collector);
  collector.now = Date.parse('2026-11-27T06:00:00Z');
  expect(await look(collector, 120)).toEqual([]);
  // 10 h in Brussels.
  collector.now = Date.parse('2026-11-27T08:59:30Z');
  expect(kinds(await look(collector, 30))).toEqual([{ raised: ['till.silent'], ended: [] }]);
  collector.now = Date.parse('2026-11-27T22:00:00Z');
  expect(await look(collector, 20)).toEqual([]);
  await heard(collector, till);
  expect(kinds(await look(collector))).toEqual([{ raised: [], ended: ['till.silent'] }]);
});

test('tills get time to report after a collector outage', async () => {
  const collector = await TestCollector.start();
  await collector.enrolled();
  await soldYesterday(collector);
  await look(collector, 5);
  collector.now += 120 * MINUTE;
  expect(await look(collector, 15)).toEqual([]);
  expect(kinds(await look(collector, 3))).toEqual([{ raised: ['till.silent'], ended: [] }]);
});

test('a status alert lasts as long as its cause', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const settings = { revision: 'r', state: 'failed', why: { code: 'settings.range', path: 'counter.maximum' } };
  await heard(collector, till, { skewMs: -200_000, keychain: 'fault', journal: 'full', diskFree: 5e8, settings });
  expect(kinds(await look(collector))).toEqual([
    { raised: ['till.clock', 'till.keychain', 'till.journal', 'till.disk', 'settings.failed'], ended: [] },
  ]);
  await heard(collector, till, { keychain: 'fault' });
  await look(collector);
  await heard(collector, till, { keychain: 'fault', journal: 'fault' });
  await look(collector);
  await heard(collector, till, { keychain: 'fault' });
  const sent = await look(collector, 5);
  expect(kinds(sent)).toEqual([{ raised: [], ended: ['till.clock', 'till.journal', 'till.disk', 'settings.failed'] }]);
  expect(await collector.alerts()).toEqual(['till.keychain']);
});

async function row(collector: TestCollector, table: string, of: Record<string, unknown>): Promise<void> {
  const values = Object.values(of);
  await collector.rows("SELECT chain_partition('sales', $1, 'month'), chain_partition('refunds', $1, 'month')", [
    of['day'] ?? '2026-11-27',
  ]);
  await collector.rows(
    `INSERT INTO ${table} (${Object.keys(of).join(', ')}) VALUES (${values.map((_, n) => `$${n + 1}`).join(', ')})`,
    values,
  );
}

const of = { till: 1, shop: 'shop', environment: 'PROD', seq: 1, origin: 'here' };

test('notifies of an unknown sale after half an hour', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const at = new Date(collector.now);
  const sale = {
    ...of,
    sale_id: 's',
    day: '2026-11-27',
    at,
    terminal: 't',
    reference: 'R',
    amount: 5,
    stage: 'unknown',
    settled: false,
  };
  await row(collector, 'sales', sale);
  expect(await look(collector, 29)).toEqual([]);
  await heard(collector, till);
  const sent = await look(collector, 2);
  expect(sent[0]?.raised).toEqual([
    expect.objectContaining({
      kind: 'sale.unknown',
      about: 's',
      detail: { reference: 'R', amount: 5, stage: 'unknown' },
    }),
  ]);
  await collector.rows("UPDATE sales SET stage = 'paid', settled = true");
  expect(kinds(await look(collector, 5))).toEqual([{ raised: [], ended: ['sale.unknown'] }]);
});

test('the third refund within an hour raises an alert', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const refund = (n: number, by: string) =>
    row(collector, 'refunds', {
      ...{ ...of, refund_key: `k${n}`, sale_id: 's', payment_id: 'p', day: '2026-11-27', at: new Date(collector.now) },
      ...{ amount: 100, stage: 'refunded', by_id: by, by_name: by },
    });
  for (const [n, by] of ['ann', 'bob', 'ann', 'bob'].entries()) await refund(n, by);
  expect(await look(collector)).toEqual([]);
  await refund(5, 'ann');
  const sent = await look(collector, 20);
  expect(kinds(sent)).toEqual([{ raised: ['refund.odd'], ended: [] }]);
  expect(sent[0]?.raised[0]?.detail).toEqual({ by: 'ann', refunds: 3, amount: 300 });
  await heard(collector, till);
});

test('a payout is late six days after the sale', async () => {
  const collector = await TestCollector.start();
  await collector.enrolled();
  await collector.rows("INSERT INTO till_merchants VALUES (1, 'PROD', 'm')");
  const sale = {
    ...of,
    sale_id: 's',
    day: '2026-11-20',
    at: new Date(collector.now - 7 * DAY),
    terminal: 't',
    reference: 'R',
  };
  await row(collector, 'sales', { ...sale, amount: 5, stage: 'paid', settled: true });
  expect(await look(collector)).toEqual([]);
  const payout = (day: string) =>
    row(collector, 'payouts', {
      ...{
        merchant: 'm',
        payout_id: day,
        environment: 'PROD',
        day,
        status: 'SUCCEEDED',
        payment_count: 1,
        payment_cents: 5,
      },
      ...{ refund_count: 0, refund_cents: 0, payout_cents: 5, told_by: 1, told_at: new Date(collector.now) },
    });
  await payout('2026-11-18');
  expect(kinds(await look(collector))).toEqual([{ raised: ['payout.late'], ended: [] }]);
  await payout('2026-11-21');
  expect(kinds(await look(collector, 6))).toEqual([{ raised: [], ended: ['payout.late'] }]);
});

test('a past event is notified once and ends when seen', async () => {
  const collector = await TestCollector.start();
  await collector.enrolled();
  const forged = { kind: 'till.forged', till: 1, detail: { reason: 'x' } } as const;
  await raise(collector.database, forged, collector.now);
  expect(kinds(await look(collector))).toEqual([{ raised: ['till.forged'], ended: [] }]);
  await raise(collector.database, forged, collector.now);
  await collector.rows('UPDATE alerts SET ended_at = now()');
  expect(await look(collector, 7)).toEqual([]);
  expect(await collector.rows("SELECT who, did FROM audit WHERE did = 'till.forged'")).toEqual([
    { who: 'till 1', did: 'till.forged' },
  ]);
});
