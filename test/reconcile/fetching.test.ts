import { rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { PayoutStore } from '../../main/reconcile/payout-store.ts';
import { id, listed } from './scripted-lists.ts';
import { tillWithPayouts } from './till-with-payouts.ts';

test('a list changed during reading is read again', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.lists.payments = ['a', 'b', 'c', 'd', 'e'].map((name) => listed(name, 100, day));
  till.sale({ paymentId: 'a', amount: 100, at: day });
  let inserted = false;
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 1 && !inserted) {
      inserted = true;
      const added = ['newest', 'newer', 'new'].map((name) => listed(name, 100, day));
      till.lists.payments.splice(0, 2, ...added);
    }
    return undefined;
  };
  const { notListed } = await till.fetched('2026-03-10');
  expect(notListed).toBe(0);
  expect(
    till
      .states()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['a', 'c', 'd', 'e', 'new', 'newer', 'newest']);
  expect(till.summed('missing-at-service')).toEqual([1, 100]);
});

test('a list shortened during reading is read again', async () => {
  const till = tillWithPayouts();
  till.lists.payments = ['a', 'b', 'c', 'd', 'e'].map((name) => listed(name, 100, '2026-03-10T09:00:00Z'));
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 1 && till.lists.payments.length === 5) till.lists.payments.shift();
    return undefined;
  };
  await till.fetched('2026-03-10');
  expect(till.states().map(([name]) => name)).toEqual(['b', 'c', 'd', 'e']);
});

test('a growing list is begun three times at most', async () => {
  const till = tillWithPayouts();
  till.lists.payments = ['a', 'b', 'c', 'd'].map((name) => listed(name, 100, '2026-03-10T09:00:00Z'));
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 1)
      till.lists.payments.push(listed(`p${till.lists.asked.length}`, 100, '2026-03-10T09:00:00Z'));
    return undefined;
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete' });
  expect(till.lists.asked.filter(({ list, page }) => list === 'payments' && page === 0)).toHaveLength(3);
});

test('an ever-changing list is reported with its unseen count', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.lists.payments = ['a', 'b', 'c', 'd', 'e'].map((name) => listed(name, 100, day));
  till.lists.before = ({ list, page }) => {
    // Before each second page the last entry moves to the front: a duplicate, and the moved entry unseen.
    if (list === 'payments' && page === 1) till.lists.payments.unshift(...till.lists.payments.splice(4, 1));
    return undefined;
  };
  // A list with more entries than its total does not compensate.
  till.lists.refunds = [listed('a', 10, day, { refundId: id('r') })];
  const { refundsPage } = till.lists.service;
  till.lists.service.refundsPage = async (...asked) => ({ ...(await refundsPage(...asked)), totalElements: 0 });
  till.sale({ paymentId: 'c', amount: 100, at: day });
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete', notListed: 1 });
  // The last reading misses the payment, seen by the two readings before.
  expect(till.states()).toContainEqual(['c', 'matched', 100]);
});

test('an unverified list proves nothing missing', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.sale({ paymentId: 'gone', amount: 100, at: day });
  till.lists.payments = ['a', 'b', 'c', 'd', 'e'].map((name) => listed(name, 100, day));
  till.lists.before = ({ list }) => (list === 'payments' ? 'verify.no-signature' : undefined);
  const { paymentsPage } = till.lists.service;
  till.lists.service.paymentsPage = async (...asked) => ({ ...(await paymentsPage(...asked)), totalElements: 9 });
  expect(await till.fetched('2026-03-10')).toMatchObject({ notListed: 0, unverifiedAnswers: 2 });
  // Each page is read a second time, since a fault in transit may pass.
  expect(till.lists.asked.filter(({ list }) => list === 'payments').map(({ page }) => page)).toEqual([0, 0, 1, 1]);
  expect(till.states()).toContainEqual(['gone', 'not-listed-yet', 100]);
});

test('an unverified page counts although the next verifies', async () => {
  const till = tillWithPayouts();
  till.lists.payments = ['a', 'b', 'c', 'd'].map((name) => listed(name, 100, '2026-03-10T09:00:00Z'));
  till.lists.before = ({ list, page }) => (list === 'payments' && page === 0 ? 'verify.no-signature' : undefined);
  expect(await till.fetched('2026-03-10')).toMatchObject({ unverifiedAnswers: 1 });
});

test('an empty page is the last, despite the total', async () => {
  const till = tillWithPayouts();
  const { refundsPage } = till.lists.service;
  till.lists.service.refundsPage = async (...asked) => ({ ...(await refundsPage(...asked)), totalPages: 9 });
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete' });
  expect(till.lists.asked.filter(({ list }) => list === 'refunds')).toHaveLength(1);
});

test('the till numbers the pages by itself', async () => {
  const till = tillWithPayouts();
  till.lists.payments = ['a', 'b', 'c', 'd'].map((name) => listed(name, 100, '2026-03-10T09:00:00Z'));
  const { paymentsPage } = till.lists.service;
  till.lists.service.paymentsPage = async (...asked) => ({ ...(await paymentsPage(...asked)), number: 0 });
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete', notListed: 0 });
  expect(till.lists.asked.filter(({ list }) => list === 'payments').map(({ page }) => page)).toEqual([0, 1]);
});

test('a page broken in the middle is discarded and fetched later', async () => {
  const till = tillWithPayouts();
  const day = '2026-03-10T09:00:00Z';
  till.lists.payments = ['a', 'b'].map((name) => listed(name, 100, day));
  const { paymentsPage } = till.lists.service;
  till.lists.service.paymentsPage = async (...asked) => {
    const page = await paymentsPage(...asked);
    function* breaking() {
      yield* page.items;
      throw new TillError('answer.schema', 'broken');
    }
    return { ...page, items: breaking() };
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'stopped', problem: { code: 'answer.schema' } });
  expect(till.states()).toEqual([]);
  till.lists.service.paymentsPage = paymentsPage;
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete' });
  expect(till.summed('till-unknown')).toEqual([2, 200]);
});

test('a range beyond 31 days is split without gaps', async () => {
  const till = tillWithPayouts();
  till.setNow('2026-12-31T12:00:00Z');
  await till.fetched('2026-01-01', '2026-12-31');
  const asked = till.lists.asked.filter(({ list }) => list === 'payments').map(({ query }) => query.split('/'));
  expect(asked[0]).toEqual(['2026-01-01', '2026-01-31']);
  expect(asked.at(-1)?.[1]).toBe('2026-12-31');
  for (const [index, [from = '', to = '']] of asked.entries()) {
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBeLessThanOrEqual(30);
    const before = asked[index - 1]?.[1];
    if (before !== undefined) expect(Date.parse(from) - Date.parse(before)).toBe(86_400_000);
  }
  expect(till.lists.asked.filter(({ list }) => list === 'payouts')).toHaveLength(365);
});

test.each([
  ['tomorrow', '2026-03-20', '2026-03-21', 'to'],
  ['next week', '2026-03-27', '2026-03-28', 'from'],
])('%s is refused at its field, keeping the fetched data', async (_row, from, to, field) => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z')];
  await till.fetched('2026-03-10');
  await expect(till.reconciliation.load({ from, to })).rejects.toMatchObject({ code: 'invalid.range.future', field });
  expect(till.summed('till-unknown')).toEqual([1, 100]);
});

test("today is the service's day, even with a different clock", async () => {
  const till = tillWithPayouts({ skewMs: () => 24 * 3_600_000 });
  const fetched = await till.fetched('2026-03-21');
  expect(fetched).toMatchObject({ stage: 'complete', today: '2026-03-21', at: till.clock.now() });
  // The service's clock also decides when a payment should be listed.
  till.lists.payments = [listed('a', 100, '2026-03-20T09:00:00Z')];
  till.sale({ paymentId: 'gone', amount: 100, at: '2026-03-20T20:00:00Z' });
  await till.fetched('2026-03-20');
  expect(till.summed('missing-at-service')).toEqual([1, 100]);
});

test('the fault of a fetch is shown until resumed', async () => {
  const till = tillWithPayouts();
  till.lists.before = () => {
    throw new TillError('network.reset', 'broke');
  };
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'stopped', problem: { code: 'network.reset' } });
  expect(till.reconciliation.fetches).toBe(0);
  till.lists.before = () => undefined;
  till.lists.asked.length = 0;
  // A second request starts no second fetch.
  for (let times = 0; times < 2; times += 1) till.reconciliation.resume();
  const done = await till.ended();
  expect([done.stage, done.problem]).toEqual(['complete', undefined]);
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete' });
  expect(till.reconciliation.fetches).toBe(1);
  expect(till.lists.asked.map(({ list }) => list)).toEqual(['payouts', 'payments', 'refunds']);
});

test('a stopped fetch resumes at its page after a restart', async () => {
  const till = tillWithPayouts();
  const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
  till.lists.payments = names.map((name) => listed(name, 100, '2026-03-10T09:00:00Z'));
  let stopping: Promise<void> | undefined;
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 2) stopping = till.reconciliation.cancel();
    return undefined;
  };
  await till.reconciliation.load({ from: '2026-03-10', to: '2026-03-10' });
  const stopped = await till.ended();
  await stopping;
  expect(stopped).toMatchObject({ stage: 'stopped', range: { from: '2026-03-10', to: '2026-03-10' } });
  expect(stopped).not.toHaveProperty('problem');
  const before = till.lists.asked.length;
  till.lists.before = () => undefined;
  await till.restart();
  expect(till.reconciliation.overview()).toMatchObject({ stage: 'stopped' });
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete', notListed: 0 });
  expect(till.lists.asked.slice(before).filter(({ list }) => list === 'payments')[0]?.page).toBeGreaterThanOrEqual(2);
  expect(till.summed('till-unknown')).toEqual([12, 1_200]);
});

test('a fetch stopped within a page discards the page', async () => {
  let stopping: Promise<void> | undefined;
  let due: unknown = 'not asked';
  const till = tillWithPayouts({
    pause: async () => {
      // A long fetch is not due again while running.
      till.setNow('2026-03-21T01:00:00Z');
      ({ due } = till.reconciliation.overview());
      stopping ??= till.reconciliation.cancel();
    },
  });
  till.lists.pageSize = 500;
  till.lists.payments = Array.from({ length: 300 }, (_, index) => listed(`p${index}`, 100, '2026-03-10T09:00:00Z'));
  expect(await till.fetched('2026-03-14', '2026-03-20')).toMatchObject({ stage: 'complete' });
  till.setNow('2026-03-20T12:00:00Z');
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'stopped' });
  await stopping;
  expect([due, till.states()]).toEqual([undefined, []]);
});

test('a partly saved plan cannot be resumed', async () => {
  const till = tillWithPayouts();
  const { run } = PayoutStore.prototype;
  const full = vi.spyOn(PayoutStore.prototype, 'run').mockImplementation(function (this: PayoutStore, sql, ...values) {
    if (values.includes('fill')) throw new TillError('payouts.disk-full', 'full');
    run.call(this, sql, ...values);
  });
  const days = { from: '2026-03-10', to: '2026-03-10' };
  await expect(till.reconciliation.load(days)).rejects.toMatchObject({ code: 'payouts.disk-full' });
  full.mockRestore();
  expect(till.reconciliation.overview()).toMatchObject({ stage: 'none', range: null });
  expect(() => till.reconciliation.resume()).toThrow(expect.objectContaining({ code: 'payouts.nothing' }));
});

test('sums changed from outside are right in the end', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z')];
  till.lists.before = ({ list }) => {
    if (list !== 'refunds') return undefined;
    const beside = new DatabaseSync(till.file);
    beside.exec('UPDATE sums SET cents = cents + 600');
    beside.close();
    return undefined;
  };
  await till.fetched('2026-03-10');
  expect(till.summed('till-unknown')).toEqual([1, 100]);
});

test('the view fetches the last days when due', async () => {
  const till = tillWithPayouts();
  const lastDays = { from: '2026-03-14', to: '2026-03-20' };
  expect(till.reconciliation.overview().due).toEqual(lastDays);
  expect((await till.fetched(lastDays.from, lastDays.to)).due).toBeUndefined();
  till.setNow('2026-03-20T12:10:00Z');
  expect(till.reconciliation.overview().due).toBeUndefined();
  till.setNow('2026-03-20T12:10:01Z');
  expect(till.reconciliation.overview().due).toEqual(lastDays);
  till.setNow('2026-03-20T23:50:00Z');
  await till.fetched(lastDays.from, lastDays.to);
  till.setNow('2026-03-21T00:05:00Z');
  expect(till.reconciliation.overview().due).toEqual({ from: '2026-03-15', to: '2026-03-21' });
  till.setNow('2026-03-20T12:10:01Z');
  // The same number of days as the last days, but different days.
  await till.fetched('2026-03-04', '2026-03-10');
  till.setNow('2026-03-20T23:00:00Z');
  expect(till.reconciliation.overview().due).toBeUndefined();
  till.setNow('2026-03-21T01:00:00Z');
  expect(till.reconciliation.overview().due).toEqual({ from: '2026-03-15', to: '2026-03-21' });
});

test("the last days follow the service's calendar", async () => {
  const till = tillWithPayouts({ skewMs: () => 13 * 60 * 60_000 });
  const lastDays = { from: '2026-03-15', to: '2026-03-21' };
  expect((await till.fetched(lastDays.from, lastDays.to)).due).toBeUndefined();
  till.setNow('2026-03-20T12:10:01Z');
  expect(till.reconciliation.overview().due).toEqual(lastDays);
});

test('a damaged or outdated file is discarded and fetched again', async () => {
  const till = tillWithPayouts();
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z')];
  await till.fetched('2026-03-10');
  await till.restart();
  const file = new DatabaseSync(till.file);
  file.exec('PRAGMA user_version = 99');
  file.close();
  expect(till.reconciliation.overview()).toMatchObject({ range: null, stage: 'none' });
  await till.restart();
  writeFileSync(till.file, 'this is no database, but a text that is long enough to be taken for the head of one');
  expect(till.reconciliation.overview()).toMatchObject({ range: null, stage: 'none' });
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete' });
});

test.each<[string, (file: string) => void]>([
  [
    'a row edited by hand',
    (file) => {
      const database = new DatabaseSync(file);
      database.exec("UPDATE transactions SET state = 'matched', cents = 1");
      database.close();
    },
  ],
  ['a log that SQLite would play into it', (file) => writeFileSync(`${file}-wal`, 'x')],
  ['a journal that SQLite would roll back', (file) => writeFileSync(`${file}-journal`, 'x')],
  ['the seal taken away', (file) => rmSync(`${file}.seal`)],
])('fetched data are discarded with %s', async (_what, change) => {
  const till = tillWithPayouts({ sealKey: Buffer.alloc(32, 7) });
  till.lists.payments = [listed('a', 100, '2026-03-10T09:00:00Z')];
  await till.fetched('2026-03-10');
  await till.restart();
  expect(till.reconciliation.overview()).toMatchObject({ stage: 'complete' });
  await till.restart();
  change(till.file);
  // Without opening the store, a till does not seal again.
  await till.restart();
  expect(till.reconciliation.overview()).toMatchObject({ range: null, stage: 'none' });
  expect(await till.fetched('2026-03-10')).toMatchObject({ stage: 'complete' });
});

test('of two fetches requested during a third, the last remains', async () => {
  const till = tillWithPayouts();
  const days = ['2026-03-08', '2026-03-09', '2026-03-10'];
  till.lists.payments = days.flatMap((day) =>
    Array.from({ length: 7 }, (_, index) => listed(`${day}-${index}`, 100, `${day}T09:00:00Z`)),
  );
  await Promise.all(days.map((day) => till.reconciliation.load({ from: day, to: day })));
  const { range } = await till.ended();
  // Gives a superseded fetch the time to write, if any request is still running.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(range).toEqual({ from: '2026-03-10', to: '2026-03-10' });
  expect(till.summed('till-unknown')).toEqual([7, 700]);
  expect(till.lists.asked.filter(({ query }) => query.startsWith('2026-03-09') && !query.includes('/'))).toHaveLength(
    1,
  );
  expect(till.lists.asked.filter(({ list, query }) => list === 'refunds' && query.startsWith('2026-03-09'))).toEqual(
    [],
  );
});
