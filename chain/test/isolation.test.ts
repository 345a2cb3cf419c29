import { describe, expect, test } from 'vitest';
import type { AlertMessage } from '../alerts/watch.ts';
import { watch } from '../alerts/watch.ts';
import { TestCollector, TIME_ZONE } from './collector.ts';
import { sell } from './sold.ts';
import { ACCOUNT, STATUS, TestJournal, type TestTill } from './till.ts';

/** Each till has its own upload key: no key can change another till's figures or hide its alerts. */

const AT = Date.parse('2026-11-27T09:30:00Z');
const HOUR = 3_600_000;

async function shops(): Promise<{ collector: TestCollector; hostile: TestTill; honest: TestTill }> {
  const collector = await TestCollector.start();
  await collector.rows("INSERT INTO shops VALUES ('other', 'Other')");
  // The older till has the lower number.
  const hostile = await collector.enrolled('other');
  return { collector, hostile, honest: await collector.enrolled() };
}

async function ship(collector: TestCollector, till: TestTill, journal: TestJournal, more: object = {}) {
  const answer = await collector.send(till.batch(journal, 0, journal.last, journal.last, more));
  expect(answer).toMatchObject({ status: 200 });
  await collector.project();
}

function soldBy(...sales: Parameters<typeof sell>[1][]): TestJournal {
  const journal = new TestJournal();
  for (const sale of sales) sell(journal, sale);
  return journal;
}

async function look(collector: TestCollector, minutes = 1): Promise<AlertMessage[]> {
  const messages: AlertMessage[] = [];
  for (let n = 0; n < minutes; n += 1) {
    collector.now += 60_000;
    const onFault = ({ message }: Error) => void collector.faults.push(message);
    const notify = async (message: AlertMessage) => void messages.push(message);
    await watch({ database: collector.database, timeZone: TIME_ZONE, now: () => collector.now, notify, onFault });
  }
  return messages;
}

const sums = (collector: TestCollector, till: TestTill) =>
  collector.rows('SELECT sum(paid_count)::int AS count, sum(paid_sum) AS cents FROM day_hours WHERE till = $1', [
    till.till,
  ]);
const alerts = (collector: TestCollector) =>
  collector.rows('SELECT kind, till, detail FROM alerts WHERE ended_at IS NULL ORDER BY kind, till');

/** Makes PostgreSQL fail on this till's data. */
const fails = (collector: TestCollector, table: string, till: TestTill) =>
  collector.rows(
    `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 / 0; END $$;
     CREATE TRIGGER broken BEFORE INSERT ON ${table} FOR EACH ROW WHEN (NEW.till = ${till.till}) EXECUTE FUNCTION broken()`,
  );

describe('alerts', () => {
  test('refunds dated hours ahead do not stop the checks', async () => {
    const { collector, hostile, honest } = await shops();
    const journal = new TestJournal();
    for (const refundKey of ['a', 'b', 'c'])
      journal.add(
        {
          ...{ type: 'refund.intent', refundKey, saleId: 's', paymentId: 'p', amount: 1, body: '{}' },
          by: { role: 'cashier', id: 'x', name: 'X' },
        },
        collector.now + 9.5 * HOUR,
      );
    await ship(collector, hostile, journal);
    await look(collector, 90);
    await collector.send(honest.call('status', { sentAt: collector.now, status: { ...STATUS, keychain: 'fault' } }));
    await look(collector);
    expect(collector.faults).toEqual([]);
    expect(await alerts(collector)).toEqual([
      { kind: 'till.keychain', till: honest.till, detail: null },
      { kind: 'till.values', till: hostile.till, detail: expect.objectContaining({ events: 3 }) },
    ]);
  });

  test('data that fails a query affects no other till', async () => {
    const { collector, hostile, honest } = await shops();
    await fails(collector, 'alerts', hostile);
    await collector.rows('ALTER TABLE alerts DISABLE TRIGGER broken');
    for (const till of [hostile, honest])
      await collector.send(till.call('status', { sentAt: collector.now, status: { ...STATUS, keychain: 'fault' } }));
    await collector.rows(`CREATE OR REPLACE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.kind = 'till.keychain' THEN PERFORM 1 / 0; END IF; RETURN NEW; END $$;
      ALTER TABLE alerts ENABLE TRIGGER broken`);
    await look(collector, 2);
    expect(collector.faults).toEqual(['division by zero']);
    expect(await alerts(collector)).toEqual([
      { kind: 'till.fault', till: hostile.till, detail: { reason: 'division by zero' } },
      { kind: 'till.keychain', till: honest.till, detail: null },
    ]);
  });

  test("many unknown sales hide no other till's sales", async () => {
    const { collector, hostile, honest } = await shops();
    await collector.rows(
      `INSERT INTO sales (till, day, sale_id, shop, environment, terminal, at, reference, amount, stage, settled, origin, seq)
         SELECT $1, '2026-11-27', n, 'other', 'PROD', 't', $2::timestamptz + n * interval '1 ms', 'R', 1, 'unknown', false, 'here', 1
           FROM generate_series(1, 1200) AS n`,
      [hostile.till, new Date(AT - 5 * HOUR)],
    );
    await ship(collector, honest, soldBy({ saleId: 's', amount: 1, at: AT - HOUR, stage: 'unknown' }));
    await look(collector, 61);
    expect(
      await collector.rows(
        "SELECT till, count(*)::int AS count FROM alerts WHERE kind = 'sale.unknown' GROUP BY 1 ORDER BY 1",
      ),
    ).toEqual([
      { till: hostile.till, count: 20 },
      { till: honest.till, count: 1 },
    ]);
  });
});

describe('projector', () => {
  test('sets aside a till with failing data until retried', async () => {
    const { collector, hostile, honest } = await shops();
    await fails(collector, 'sales', hostile);
    await collector.send(hostile.batch(soldBy({ saleId: 'a', amount: 500, at: AT }), 0, 3, 1));
    await ship(collector, honest, soldBy({ saleId: 'b', amount: 700, at: AT }));
    expect(await sums(collector, honest)).toEqual([{ count: 1, cents: 700 }]);
    expect(await alerts(collector)).toEqual([
      { kind: 'till.fault', till: hostile.till, detail: { reason: 'division by zero' } },
    ]);
    expect(collector.faults).toEqual(['division by zero']);
    await collector.rows('DROP TRIGGER broken ON sales; UPDATE branches SET aside = NULL');
    await collector.project();
    expect(await sums(collector, hostile)).toEqual([{ count: 1, cents: 500 }]);
  });

  test('sums of an hour exceed 64 bits', async () => {
    const { collector, hostile, honest } = await shops();
    const most = 999_999_999_999;
    await ship(collector, hostile, soldBy({ saleId: 'a', amount: most, at: AT }));
    await collector.rows('UPDATE day_hours SET paid_sum = 9223372036854775807');
    const journal = soldBy({ saleId: 'a', amount: most, at: AT }, { saleId: 'c', amount: most, at: AT });
    await collector.send(hostile.batch(journal, 3, 6, 4));
    await ship(collector, honest, soldBy({ saleId: 'b', amount: 700, at: AT }));
    expect(await sums(collector, honest)).toEqual([{ count: 1, cents: 700 }]);
    expect(await collector.rows('SELECT paid_sum::text AS sum FROM day_hours WHERE till = $1', [hostile.till])).toEqual(
      [{ sum: String(9223372036854775807n + BigInt(most)) }],
    );
  });

  test.each([
    ['an amount above the bound', { amount: 1_000_000_000_000, at: AT }, 0],
    ['a time 16 minutes ahead', { amount: 1, at: AT + HOUR / 2 + 16 * 60_000 }, 1],
    ['a time 14 minutes ahead', { amount: 1, at: AT + HOUR / 2 + 14 * 60_000 }, 1, 'no alert'],
  ])('flags %s', async (_name, of, rows, flagged = 'alert') => {
    const { collector, hostile } = await shops();
    await ship(collector, hostile, soldBy({ saleId: 'a', ...of }));
    expect(await collector.alerts()).toEqual(flagged === 'alert' ? ['till.values'] : []);
    expect((await collector.rows('SELECT FROM sales')).length).toBe(rows);
  });
});

describe('journals of a till', () => {
  test.each([
    ['a lost journal', {}],
    ['an earlier environment', { account: { ...ACCOUNT, environment: 'PREPROD' } }],
  ])('the sale ids of %s are separate', async (_name, more) => {
    const { collector, honest } = await shops();
    await collector.rows("INSERT INTO till_merchants VALUES (2, 'PREPROD', 'merchant')");
    await ship(collector, honest, soldBy({ saleId: 'a', amount: 42_000, at: AT }), more);
    const journal = new TestJournal();
    journal.add({ type: 'journal.begun', journalId: 'j2', salt: 2 }, AT + 1);
    sell(journal, { saleId: 'a', amount: 100, at: AT, paymentId: 'another' });
    await ship(collector, honest, journal);
    expect(await sums(collector, honest)).toEqual([{ count: 2, cents: 42_100 }]);
    expect(await collector.rows('SELECT journal, amount, stage FROM sales ORDER BY journal')).toEqual([
      { journal: 1, amount: 42_000, stage: 'paid' },
      { journal: 2, amount: 100, stage: 'paid' },
    ]);
  });

  test("a restored journal continues the previous journal's sales", async () => {
    const { collector, honest } = await shops();
    const journal = soldBy({ saleId: 'a', amount: 500, at: AT });
    await ship(collector, honest, journal);
    const restored = journal.upTo(2);
    restored.add({ type: 'sale.moved', saleId: 'a', via: 'read', status: 'SUCCEEDED', stage: 'paid' }, AT + 9_999);
    await collector.send(honest.batch(restored, 2, 3, 9));
    await collector.project();
    expect(await collector.rows('SELECT journal, stage, seq FROM sales')).toEqual([
      { journal: 1, stage: 'paid', seq: 3 },
    ]);
  });
});

describe('claims of two tills', () => {
  const PAID = { saleId: 'a', amount: 75_000, at: AT, paymentId: 'p' } as const;
  const imported = {
    type: 'sale.imported',
    saleId: 'x',
    paymentId: 'p',
    reference: 'R-a',
    createdAt: AT + 300,
  } as const;

  test('the first charge counts until a decision', async () => {
    const { collector, hostile, honest } = await shops();
    await ship(collector, honest, soldBy(PAID));
    await ship(collector, hostile, soldBy({ ...PAID, saleId: 'b', stage: 'cancelled' }));
    expect(await sums(collector, honest)).toEqual([{ count: 1, cents: 75_000 }]);
    expect(await alerts(collector)).toEqual([
      { kind: 'payment.claimed', till: honest.till, detail: { other: hostile.till, ids: ['p'] } },
    ]);
    await collector.rows('UPDATE claims SET winner = $1, decided_at = now(), due = true', [hostile.till]);
    await collector.project();
    expect(await sums(collector, honest)).toEqual([{ count: 0, cents: 0 }]);
    expect(await collector.rows('SELECT till FROM sales WHERE counted')).toEqual([{ till: hostile.till }]);
    expect(await collector.alerts()).toEqual(['payment.claimed']);
  });

  test.each([
    ['found as it was charged', { amount: 75_000, status: 'SUCCEEDED', stage: 'paid', follow: false }, []],
    ['recovered as it was charged', { amount: 75_000, status: 'SUCCEEDED', stage: 'paid', follow: true }, []],
    ['still open elsewhere', { amount: 75_000, status: 'PENDING', stage: 'waiting', follow: true }, []],
    ['of another amount', { amount: 1, status: 'SUCCEEDED', stage: 'paid', follow: false }, ['payment.claimed']],
    [
      'with another end',
      { amount: 75_000, status: 'CANCELLED', stage: 'cancelled', follow: true },
      ['payment.claimed'],
    ],
  ] as const)('an import %s', async (_name, more, raised) => {
    const { collector, hostile, honest } = await shops();
    await ship(collector, honest, soldBy(PAID));
    const journal = new TestJournal();
    journal.add({ ...imported, ...more }, AT + 9_000);
    await ship(collector, hostile, journal);
    expect(await sums(collector, honest)).toEqual([{ count: 1, cents: 75_000 }]);
    expect(await collector.alerts()).toEqual(raised);
  });

  test("a charge replaces other tills' recovered rows, with an alert", async () => {
    const { collector, hostile, honest } = await shops();
    const [first, second] = [new TestJournal(), new TestJournal()];
    const recovered = { ...imported, amount: 75_000, status: 'SUCCEEDED', stage: 'paid', follow: true } as const;
    first.add(recovered, AT);
    second.add({ ...recovered, saleId: 'y' }, AT);
    await ship(collector, honest, first);
    await ship(collector, hostile, second);
    expect(await sums(collector, honest)).toEqual([{ count: 1, cents: 75_000 }]);
    expect(await collector.alerts()).toEqual([]);
    await ship(collector, await collector.enrolled(), soldBy(PAID));
    expect(await collector.rows('SELECT till FROM sales WHERE counted')).toEqual([{ till: 3 }]);
    expect(await alerts(collector)).toEqual([
      { kind: 'payment.claimed', till: 3, detail: { other: honest.till, ids: ['p'] } },
    ]);
  });
});

describe('merchants', () => {
  test('sets aside the data of an unknown merchant', async () => {
    const { collector, hostile } = await shops();
    const account = { ...ACCOUNT, merchantId: 'foreign' };
    await ship(collector, hostile, soldBy({ saleId: 'a', amount: 500, at: AT }), { account });
    const own = soldBy({ saleId: 'b', amount: 700, at: AT });
    await collector.send(hostile.batch(own, 0, own.last, 9));
    await collector.project();
    expect(await sums(collector, hostile)).toEqual([{ count: 1, cents: 700 }]);
    expect(await collector.rows('SELECT count(*)::int AS count FROM events')).toEqual([{ count: 6 }]);
    expect(await collector.rows('SELECT kind, about FROM alerts')).toEqual([
      { kind: 'till.merchant', about: 'PROD foreign' },
    ]);
    await collector.rows("INSERT INTO till_merchants VALUES (1, 'PROD', 'foreign'); UPDATE branches SET aside = NULL");
    await collector.project();
    expect(await sums(collector, hostile)).toEqual([{ count: 2, cents: 1_200 }]);
  });
});

describe('payouts of two tills', () => {
  const PAYOUT = { payoutId: 'p', date: AT, status: 'FAILED', paymentCount: 1, paymentCents: 5_000 } as const;
  const MORE = { refundCount: 0, refundCents: 0, payoutCents: 5_000, ibanEnd: '1234' } as const;
  const LINE = { id: 'x', kind: 'payment', cents: 5_000, date: AT } as const;
  let sentAt = 0;

  async function report(collector: TestCollector, till: TestTill, change: object = {}, merchantId = 'merchant') {
    sentAt += 1;
    const payouts = [{ ...PAYOUT, ...MORE, transactions: [LINE], ...change }];
    const ask = { sentAt, account: { ...ACCOUNT, merchantId }, payouts };
    expect(await collector.send(till.call('payouts', ask))).toMatchObject({ status: 200 });
  }
  const shown = (collector: TestCollector) =>
    collector.rows(
      `SELECT payout_cents, status, told_by, (SELECT sum(cents) FROM payout_transactions x WHERE x.told_by = p.told_by) AS lines
         FROM payouts p WHERE shown`,
    );

  test.each([
    ['another amount', { payoutCents: 1, paymentCents: 1 }],
    ['another count', { paymentCount: 2 }],
    ['another day', { date: AT + 48 * HOUR }],
    ['another IBAN', { ibanEnd: '9999' }],
    ['another amount of a transaction', { transactions: [{ ...LINE, cents: 1 }] }],
    ['a transaction too many', { transactions: [{ ...LINE, id: 'y', cents: 9_000_000 }] }],
  ])('stores %s next to the first report', async (_name, change) => {
    const { collector, hostile, honest } = await shops();
    await report(collector, honest);
    await report(collector, hostile, change);
    await report(collector, hostile, change);
    expect(await shown(collector)).toEqual([
      { payout_cents: 5_000, status: 'FAILED', told_by: honest.till, lines: 5_000 },
    ]);
    expect(await collector.rows('SELECT told_by FROM payouts ORDER BY 1')).toEqual([
      { told_by: hostile.till },
      { told_by: honest.till },
    ]);
    expect(await alerts(collector)).toEqual([
      { kind: 'payout.differs', till: hostile.till, detail: { other: honest.till, ids: ['p'] } },
    ]);
  });

  const CHANGED = { payoutCents: 1, paymentCents: 1, transactions: [{ ...LINE, cents: 1 }] };

  test("a till's newest report replaces its previous report", async () => {
    const { collector, honest } = await shops();
    await report(collector, honest);
    await report(collector, honest, CHANGED);
    await report(collector, honest, CHANGED);
    expect(await shown(collector)).toEqual([{ payout_cents: 1, status: 'FAILED', told_by: honest.till, lines: 1 }]);
    expect(await collector.rows('SELECT told_by FROM payouts')).toEqual([{ told_by: honest.till }]);
    expect(await alerts(collector)).toEqual([
      { kind: 'payout.changed', till: honest.till, detail: { other: honest.till, ids: ['p'] } },
    ]);
  });

  test('a report that agrees later replaces the difference', async () => {
    const { collector, hostile, honest } = await shops();
    await report(collector, honest);
    await report(collector, hostile, CHANGED);
    await report(collector, hostile, { ...CHANGED, ibanEnd: '9999' });
    expect(await collector.rows('SELECT iban_end FROM payouts ORDER BY told_by')).toEqual([
      { iban_end: '9999' },
      { iban_end: '1234' },
    ]);
    await report(collector, hostile);
    expect(await collector.rows('SELECT told_by FROM payouts')).toEqual([{ told_by: honest.till }]);
    expect(await collector.rows('SELECT told_by, cents FROM payout_transactions')).toEqual([
      { told_by: honest.till, cents: 5_000 },
    ]);
  });

  test.each([
    ['a payout that succeeds after all', { status: 'SUCCEEDED' }, 'SUCCEEDED'],
    ['a report without an IBAN', { ibanEnd: undefined }, 'FAILED'],
  ])('%s is the same payout', async (_name, change, status) => {
    const { collector, hostile, honest } = await shops();
    await report(collector, honest);
    await report(collector, hostile, change);
    await report(collector, honest);
    expect(await shown(collector)).toEqual([{ payout_cents: 5_000, status, told_by: honest.till, lines: 5_000 }]);
    expect(await alerts(collector)).toEqual([]);
  });

  test('a report for an unknown merchant is not shown', async () => {
    const { collector, hostile } = await shops();
    await report(collector, hostile, {}, 'foreign');
    expect(await shown(collector)).toEqual([]);
    expect(await collector.alerts()).toEqual(['till.merchant']);
    await collector.rows("INSERT INTO till_merchants VALUES (1, 'PROD', 'foreign')");
    await report(collector, hostile, {}, 'foreign');
    expect((await shown(collector)).length).toBe(1);
  });
});
