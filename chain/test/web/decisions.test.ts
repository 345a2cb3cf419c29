import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPage } from './open-page.ts';

const ADMIN = 'admin@example.org';
const MANAGER = 'manager@example.org';
const OTHER = 'other@example.org';

/** Opens the page with pending decisions (`conflicts.sql`). */
async function openConflicts() {
  const page = await openPage();
  await page.database.query(readFileSync(join(import.meta.dirname, 'conflicts.sql'), 'utf8'));
  const alertOf = async (kind: string, till: number) => {
    const { rows } = await page.ask(ADMIN, 'alerts', {});
    const found = rows.find((row) => row.kind === kind && row.till === till);
    if (found === undefined) throw new Error(`There is no ${kind}`);
    return found;
  };
  return {
    ...page,
    alertOf,
    async decide(email: string, kind: string, till: number, accept: boolean) {
      const { alert } = await alertOf(kind, till);
      return page.refusal(email, 'alert.decide', { alert, accept });
    },
    rows: async (sql: string) => (await page.database.query(sql)).rows,
    isOpen: async (kind: string) => (await page.ask(ADMIN, 'alerts', {})).rows.some((row) => row.kind === kind),
  };
}

test('an alert to decide names its subject', async () => {
  const { alertOf, refusal } = await openConflicts();
  expect(await alertOf('payment.claimed', 1)).toMatchObject({
    ...{ toDecide: true, mayEnd: false, tillName: 'Counter', otherName: 'Bar', ids: ['payment00000000000000012'] },
  });
  expect(await alertOf('till.merchant', 3)).toMatchObject({ about: 'PROD foreign', counts: false });
  const known = await alertOf('till.merchant', 1);
  expect(known).toMatchObject({ about: 'PROD m', counts: true });
  expect(await refusal(ADMIN, 'alert.seen', { alert: known.alert })).toMatchObject({ status: 404 });
});

test('a merchant counts after confirmation', async () => {
  const { decide, rows, isOpen } = await openConflicts();
  const aside = 'SELECT till, branch, aside FROM branches WHERE aside IS NOT NULL ORDER BY till, branch';
  expect(await decide(MANAGER, 'till.merchant', 3, true)).toMatchObject({ status: 404 });
  expect(await decide(MANAGER, 'till.merchant', 1, false)).toMatchObject({ status: 200 });
  expect(await rows(aside)).toMatchObject([{ till: 1, branch: 1, aside: 'merchant' }, { till: 3 }, { till: 3 }]);
  await decide(MANAGER, 'till.merchant', 1, true);
  await decide(OTHER, 'till.merchant', 3, true);
  expect(await rows(aside)).toEqual([{ till: 3, branch: 3, aside: 'fault' }]);
  expect(await isOpen('till.merchant')).toBe(false);
  expect(await rows("SELECT till FROM till_merchants WHERE merchant = 'foreign'")).toEqual([{ till: 3 }]);
  expect(await rows("SELECT who, did, detail->'accept' AS accept FROM audit ORDER BY entry")).toEqual([
    { who: MANAGER, did: 'alert.decided', accept: false },
    { who: MANAGER, did: 'alert.decided', accept: true },
    { who: OTHER, did: 'alert.decided', accept: true },
  ]);
});

test('a till set aside is tried again', async () => {
  const { decide, rows, isOpen } = await openConflicts();
  await decide(OTHER, 'till.fault', 3, true);
  expect(await rows("SELECT FROM branches WHERE aside = 'fault'")).toEqual([]);
  expect(await isOpen('till.fault')).toBe(false);
});

test.each([
  [true, { winner: 3, due: true }],
  [false, { winner: 1, due: false }],
])('members with both tills decide who charged: %s', async (accept, claim) => {
  const { decide, rows, isOpen } = await openConflicts();
  const claims = 'SELECT winner, due, decided_at IS NOT NULL AS decided FROM claims';
  expect(await decide(MANAGER, 'payment.claimed', 1, true)).toMatchObject({ status: 404 });
  expect(await rows(claims)).toEqual([{ winner: 1, due: false, decided: false }]);
  expect(await decide(ADMIN, 'payment.claimed', 1, accept)).toMatchObject({ status: 200 });
  expect(await rows(claims)).toEqual([{ ...claim, decided: true }]);
  expect(await isOpen('payment.claimed')).toBe(false);
});

test.each([true, false])('members with every shop decide the payout report shown: %s', async (accept) => {
  const { decide, rows, ask } = await openConflicts();
  expect(await decide(OTHER, 'payout.differs', 3, accept)).toMatchObject({ code: 'payouts.all-shops' });
  expect(await decide(ADMIN, 'payout.differs', 3, accept)).toMatchObject({ status: 200 });
  expect(await rows("SELECT told_by FROM payouts WHERE shown AND payout_id = 'payout-1'")).toEqual([
    { told_by: accept ? 3 : 1 },
  ]);
  const { payout, reports } = await ask(ADMIN, 'payout', { merchant: 'm', payoutId: 'payout-1', show: 'all' });
  expect(payout.payoutCents).toBe(accept ? 1 : 3_694);
  expect(reports.map(({ tillName, shown }) => [tillName, shown])).toEqual([
    ['Counter', !accept],
    ['Bar', accept],
  ]);
});
