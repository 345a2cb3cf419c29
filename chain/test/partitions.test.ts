import { expect, test } from 'vitest';
import { dropOld, makePartitions } from '../database/partitions.ts';
import { keepUp } from '../project/project-loop.ts';
import { reproject } from '../project/reproject.ts';
import { TestCollector, TIME_ZONE } from './collector.ts';
import { TestJournal } from './till.ts';

const DAY = 86_400_000;
const AT = Date.parse('2026-11-27T09:30:00Z');

function sell(journal: TestJournal, saleId: string, at: number): void {
  const intent = { saleId, reference: saleId, amount: 100, operation: 'static-qr', body: '{}', skewMs: 0 } as const;
  journal.add({ type: 'sale.intent', ...intent }, at);
  journal.add({ type: 'sale.created', saleId, paymentId: `p-${saleId}`, createdAt: at, via: 'create' }, at);
  journal.add({ type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid' }, at);
}

const tables = (collector: TestCollector) =>
  collector.rows(`SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON oid = inhparent
    WHERE relkind = 'p' ORDER BY 1`);

test('partitions are created in advance and dropped after retention', async () => {
  const collector = await TestCollector.start(Date.parse('2026-11-30T10:00:00Z'));
  const names = async () => (await tables(collector)).map(({ name }) => name);
  const months = ['day_hours', 'refunds', 'sales', 'shifts'].flatMap((table) => [`${table}_202611`, `${table}_202612`]);
  const days = ['events_20261130', 'events_20261201', 'events_20261202'];
  expect(await names()).toEqual([...months, ...days].sort());
  await makePartitions(collector.database, collector.now + DAY);
  const retention = { eventsDays: 7, salesDays: 31 };
  expect(await dropOld(collector.database, retention, Date.parse('2026-12-09T00:00:00Z'))).toEqual([
    'events_20261130',
    'events_20261201',
  ]);
  expect(await dropOld(collector.database, retention, Date.parse('2026-12-31T23:00:00Z'))).toHaveLength(2);
  expect(await dropOld(collector.database, retention, Date.parse('2027-01-01T00:00:00Z'))).toHaveLength(4);
  expect(await names()).toEqual(['day_hours_202612', 'refunds_202612', 'sales_202612', 'shifts_202612']);
});

test('dropping skips a partition in use without blocking', async () => {
  const collector = await TestCollector.start();
  const reader = await collector.database.connect();
  await reader.query('BEGIN; SELECT FROM events_20261127');
  const old = { eventsDays: 7, salesDays: 3_650 };
  const later = collector.now + 9 * DAY;
  expect(await dropOld(collector.database, old, later)).toEqual(['events_20261128']);
  await reader.query('ROLLBACK');
  reader.release();
  expect(await dropOld(collector.database, old, later)).toEqual(['events_20261127']);
});

test('reprojecting keeps the rows of dropped events', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const journal = new TestJournal();
  const rows = () =>
    collector.rows('SELECT sale_id, stage, (SELECT sum(paid_count) FROM day_hours)::int AS paid FROM sales ORDER BY 1');
  sell(journal, 'a', AT);
  await collector.send(till.batch(journal, 0, 3, 1));
  await collector.project();
  await collector.rows("UPDATE sales SET stage = 'wrong'");
  expect(await reproject(collector.database)).toBe(3);
  await collector.project();
  expect(await rows()).toEqual([{ sale_id: 'a', stage: 'paid', paid: 1 }]);

  collector.now += 20 * DAY;
  await makePartitions(collector.database, collector.now);
  sell(journal, 'b', collector.now);
  await collector.send(till.batch(journal, 3, 6, 2));
  await collector.project();
  await dropOld(collector.database, { eventsDays: 7, salesDays: 3_650 }, collector.now);
  await collector.rows("UPDATE sales SET stage = 'kept' WHERE sale_id = 'a'");
  expect(await reproject(collector.database)).toBe(3);
  await collector.project();
  expect(await rows()).toEqual([
    { sale_id: 'a', stage: 'kept', paid: 2 },
    { sale_id: 'b', stage: 'paid', paid: 2 },
  ]);
  // The cursor finds the till's place although its first events are dropped.
  const points = [
    [6, journal.hashOf(6)],
    [3, journal.hashOf(3)],
  ];
  const account = { environment: 'PROD', merchantId: 'merchant', profileId: 'profile' };
  expect((await collector.send(till.call('cursor', { sentAt: 3, account, points }))).body).toMatchObject({ after: 6 });
});

test('only a single collector projects at a time', async () => {
  const collector = await TestCollector.start();
  const till = await collector.enrolled();
  const journal = new TestJournal();
  sell(journal, 'a', AT);
  await collector.send(till.batch(journal, 0, 3, 1));
  const options = {
    database: collector.database,
    timeZone: TIME_ZONE,
    now: () => collector.now,
    onFault: (fault: Error) => {
      throw fault;
    },
  };
  const projectors = [keepUp(options), keepUp(options)];
  const count = async () => (await collector.rows('SELECT count(*) FROM sales'))[0]?.['count'];
  await expect.poll(count).toBe(1);
  sell(journal, 'b', AT);
  await collector.send(till.batch(journal, 3, 6, 2));
  await expect.poll(count).toBe(2);
  await Promise.all(projectors.map((projector) => projector.stop()));
});
