import { expect, test } from 'vitest';
import { TestCollector } from './collector.ts';
import { TestJournal, type TestTill } from './till.ts';

const AT = Date.parse('2026-11-27T09:30:00Z');

async function ship(collector: TestCollector, till: TestTill, journal: TestJournal, after = 0): Promise<void> {
  const answer = await collector.send(till.batch(journal, after, journal.last, journal.last));
  expect(answer).toMatchObject({ status: 200 });
}

function intent(saleId: string, amount: number) {
  const by = { role: 'cashier', id: 'c1', name: 'Ann' } as const;
  return {
    type: 'sale.intent',
    saleId,
    reference: `R-${saleId}`,
    amount,
    operation: 'static-qr',
    body: '{}',
    by,
    skewMs: 2_000,
  } as const;
}

function sell(journal: TestJournal, saleId: string, amount: number, at: number): void {
  journal.add(intent(saleId, amount), at);
  journal.add(
    { type: 'sale.created', saleId, paymentId: `p-${saleId}`, createdAt: at + 2_500, via: 'create' },
    at + 300,
  );
  journal.add(
    { type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid', succeededAt: at + 9_000 },
    at + 7_000,
  );
}

test('events become sales, refunds, shifts and hourly sums', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const journal = new TestJournal();
  journal.add({ type: 'journal.begun', journalId: 'j', salt: 1 }, AT);
  sell(journal, 'a', 1_000, AT);
  sell(journal, 'b', 500, AT + 60_000);
  journal.add(
    { type: 'sale.moved', saleId: 'a', via: 'read', status: 'SUCCEEDED', stage: 'paid', bulkId: 'bulk' },
    AT + 90_000,
  );
  journal.add(
    { type: 'refund.intent', refundKey: 'k', saleId: 'a', paymentId: 'p-a', amount: 300, body: '{}', skewMs: 2_000 },
    AT + 3_600_000,
  );
  journal.add({ type: 'refund.answered', refundKey: 'k', refundId: 'r', stage: 'refunded' }, AT + 3_601_000);
  const of = { role: 'manager', name: 'Mia' } as const;
  journal.add(
    {
      type: 'shift.closed',
      number: 1,
      fromSeq: 1,
      toSeq: 9,
      from: AT,
      to: AT + 7_200_000,
      by: of,
      report: '{"net":1200}',
    },
    AT + 7_200_000,
  );
  await ship(collector, till, journal);
  await collector.project();
  expect(
    await collector.rows(
      'SELECT sale_id, day, at, amount, stage, payment_id, bulk_id, ended_at, succeeded_at, settled, counted, by_name, terminal, pos FROM sales ORDER BY sale_id',
    ),
  ).toEqual([
    {
      ...{ sale_id: 'a', day: '2026-11-27', at: new Date(AT + 2_500), amount: 1_000, stage: 'paid', payment_id: 'p-a' },
      ...{
        bulk_id: 'bulk',
        ended_at: new Date(AT + 9_000),
        succeeded_at: new Date(AT + 9_000),
        settled: true,
        counted: true,
      },
      ...{ by_name: 'Ann', terminal: 'terminal', pos: 'pos' },
    },
    expect.objectContaining({ sale_id: 'b', stage: 'paid', bulk_id: null }),
  ]);
  expect(await collector.rows('SELECT refund_key, at, stage, refund_id, shop, counted FROM refunds')).toEqual([
    { refund_key: 'k', at: new Date(AT + 3_602_000), stage: 'refunded', refund_id: 'r', shop: 'shop', counted: true },
  ]);
  expect(await collector.rows('SELECT number, by_name, report FROM shifts')).toEqual([
    { number: 1, by_name: 'Mia', report: { net: 1_200 } },
  ]);
  expect(
    await collector.rows(
      'SELECT day, hour, paid_count, paid_sum, refund_count, refund_sum FROM day_hours ORDER BY hour',
    ),
  ).toEqual([
    { day: '2026-11-27', hour: 10, paid_count: 2, paid_sum: 1_500, refund_count: 0, refund_sum: 0 },
    { day: '2026-11-27', hour: 11, paid_count: 0, paid_sum: 0, refund_count: 1, refund_sum: 300 },
  ]);
});

test('a sale continued in later batches stays a single row', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const journal = new TestJournal();
  journal.add(intent('a', 700), AT);
  await ship(collector, till, journal);
  await collector.project();
  expect(await collector.rows('SELECT stage, settled, day FROM sales')).toEqual([
    { stage: 'creating', settled: false, day: '2026-11-27' },
  ]);
  expect(await collector.rows('SELECT open, paid_count FROM day_hours')).toEqual([{ open: 1, paid_count: 0 }]);
  journal.add({ type: 'sale.created', saleId: 'a', paymentId: 'p', createdAt: AT + 300, via: 'create' }, AT + 300);
  journal.add({ type: 'sale.moved', saleId: 'a', via: 'read', status: 'CANCELLED', stage: 'cancelled' }, AT + 400);
  await ship(collector, till, journal, 1);
  await collector.project();
  collector.now += 365 * 86_400_000;
  await collector.rows("SELECT chain_partition('events', '2027-11-27', 'day')");
  journal.add(
    { type: 'sale.moved', saleId: 'a', via: 'read', status: 'SUCCEEDED', stage: 'paid', alarmOver: 'cancelled' },
    collector.now,
  );
  await ship(collector, till, journal, 3);
  await collector.project();
  expect(await collector.rows('SELECT stage, alarm, alarm_seen, settled, day, seq FROM sales')).toEqual([
    { stage: 'paid', alarm: 'cancelled', alarm_seen: false, settled: true, day: '2026-11-27', seq: 4 },
  ]);
  expect(await collector.rows('SELECT open, paid_count, paid_sum, cancelled FROM day_hours')).toEqual([
    { open: 0, paid_count: 1, paid_sum: 700, cancelled: 0 },
  ]);
});

test('a payment of several tills counts where charged', async () => {
  const collector = await TestCollector.start();
  await collector.rows("INSERT INTO shops VALUES ('other', 'Other')");
  const [finder, charger] = [await collector.enrolled('other'), await collector.enrolled()];
  const [found, charged] = [new TestJournal(), new TestJournal()];
  const payment = {
    paymentId: 'p-a',
    reference: 'R-a',
    amount: 1_000,
    status: 'SUCCEEDED',
    stage: 'paid',
    createdAt: AT + 2_500,
  } as const;
  found.add({ type: 'sale.imported', saleId: 'x', ...payment, follow: false }, AT + 60_000);
  found.add(
    {
      type: 'refund.imported',
      refundKey: 'y',
      saleId: 'x',
      paymentId: 'p-a',
      refundId: 'r',
      amount: 300,
      createdAt: AT + 50_000,
    },
    AT + 60_000,
  );
  await ship(collector, finder, found);
  await collector.project();
  const sums = 'SELECT till, paid_count, paid_sum, refund_count, refund_sum FROM day_hours ORDER BY till';
  expect(await collector.rows(sums)).toEqual([
    { till: 1, paid_count: 1, paid_sum: 1_000, refund_count: 0, refund_sum: 0 },
  ]);
  sell(charged, 'a', 1_000, AT);
  charged.add(
    { type: 'refund.intent', refundKey: 'k', saleId: 'a', paymentId: 'p-a', amount: 300, body: '{}' },
    AT + 50_000,
  );
  charged.add({ type: 'refund.answered', refundKey: 'k', refundId: 'r', stage: 'refunded' }, AT + 51_000);
  await ship(collector, charger, charged);
  await collector.project();
  expect(await collector.rows(sums)).toEqual([
    { till: 1, paid_count: 0, paid_sum: 0, refund_count: 0, refund_sum: 0 },
    { till: 2, paid_count: 1, paid_sum: 1_000, refund_count: 1, refund_sum: 300 },
  ]);
  expect(await collector.rows('SELECT till, origin, counted FROM sales ORDER BY till')).toEqual([
    { till: 1, origin: 'found', counted: false },
    { till: 2, origin: 'here', counted: true },
  ]);
});

test('unreadable events are skipped and counted', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const journal = new TestJournal();
  const long = 'x'.repeat(20_000);
  const odd: [string, string][] = [
    ['sale.flown', '{"saleId":"f"}'],
    ['sale.intent', 'no JSON'],
    ['sale.intent', '{"saleId":"u","reference":"\\u0000","amount":1}'],
    ['sale.intent', '['.repeat(50_000)],
    ['sale.intent', '7'],
    ['sale.intent', '{"saleId":"n"}'],
    ['sale.intent', '{"saleId":"m","reference":"R","amount":1e999}'],
    ['sale.intent', '{"saleId":"o","reference":"R","amount":9e14}'],
    [
      'sale.intent',
      `{"saleId":"${long}","reference":"${long}","amount":5,"skewMs":1e14,"by":[],"description":{"a":1}}`,
    ],
    ['sale.created', '{"saleId":"nobody","paymentId":"p"}'],
    ['sale.moved', `{"saleId":"${long}","stage":"paid"}`],
    ['sale.created', `{"saleId":"${long}","paymentId":"${long}","createdAt":-8e14}`],
    ['sale.moved', `{"saleId":"${long}","stage":["paid"],"succeededAt":9e14,"alarmOver":{}}`],
    ['refund.answered', '{"refundKey":"k"}'],
    ['refund.intent', '{"refundKey":"k","saleId":"s","paymentId":"p","amount":"4"}'],
    ['shift.closed', '{"number":1e12,"from":1,"to":2}'],
    ['shift.closed', '{"number":"1","from":null}'],
    ['shift.closed', '{"number":2,"from":1,"to":2,"report":"{","by":"x"}'],
  ];
  for (const [type, payload] of odd) journal.addAny(type, payload, 9e15);
  sell(journal, 'good', 100, AT);
  await ship(collector, till, journal);
  await collector.project();
  expect(
    await collector.rows(
      'SELECT length(sale_id) AS id, length(reference) AS reference, amount, day FROM sales ORDER BY amount',
    ),
  ).toEqual([
    { id: 100, reference: 200, amount: 5, day: '2025-10-23' },
    { id: 4, reference: 6, amount: 100, day: '2026-11-27' },
  ]);
  expect(await collector.rows('SELECT number, report FROM shifts')).toEqual([{ number: 2, report: null }]);
  expect(await collector.rows('SELECT value FROM facts')).toEqual([{ value: { events: 4, type: 'sale.intent' } }]);
});
