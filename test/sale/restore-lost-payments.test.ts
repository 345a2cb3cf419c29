import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { TransactionQuery } from '../../main/domain/payment-service.ts';
import { counter, givenCounter } from './counter.ts';

givenCounter();

const recovery = () => counter.sales.lostPayments;
const searches = () => counter.service.count('search');
const logged = (code: string) => counter.logged.filter((line) => line.code === code).map(({ facts }) => facts);

test('an undamaged journal needs no search at the service', async () => {
  await counter.recover();
  expect(recovery()).toBeUndefined();
  expect(searches()).toBe(0);
  expect(counter.logged).toEqual([]);
});

describe('after the journal was damaged', () => {
  /** Loses the whole journal; the service still has the payments. */
  beforeEach(async () => {
    await counter.paidSale(500);
    await counter.waiting();
    counter.disk.damage('journal.db');
    counter.crash();
    expect(searches()).toBe(0);
  });

  test('payments reappear and open sales are followed', async () => {
    expect(recovery()).toEqual({ setAside: expect.stringMatching(/^journal-damaged-.*\.db$/) });
    expect(counter.sales.lastPaid()).toEqual([]);
    await counter.recover();
    expect(counter.sales.lastPaid()).toEqual([500]);
    expect(recovery()).toEqual({ setAside: expect.stringMatching(/^journal-damaged-.*\.db$/), found: 2 });
    expect(counter.sales.recent(5).map(({ amount, stage }) => [amount, stage])).toEqual([
      [1250, 'waiting'],
      [500, 'paid'],
    ]);
    expect(counter.sales.parked()).toMatchObject([{ amount: 1250, parked: true }]);
    expect(counter.sales.alarms()).toEqual([]);
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    await counter.clock.advance(62_000);
    expect(counter.sales.recent(1)).toMatchObject([{ amount: 1250, stage: 'paid' }]);
    expect(counter.sales.alarms()).toMatchObject([{ amount: 1250, alarm: { shownAs: 'waiting' } }]);
    expect(counter.parkedEnded).toMatchObject([{ amount: 1250, stage: 'paid' }]);
    expect(logged('journal.refilled')).toEqual([{ count: 2 }]);
  });

  test('a payment looked up before the recovery is followed', async () => {
    const { reference, paymentId } = counter.service.last;
    const found = counter.sales.findElsewhere(reference ?? '');
    await counter.clock.advance(500);
    await found;
    await counter.recover();
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(62_000);
    expect(counter.sales.alarms()).toMatchObject([{ amount: 1250, alarm: { shownAs: 'waiting' } }]);
  });

  test('the service is asked at once and a minute later', async () => {
    const first = counter.recover();
    counter.sales.networkReturned();
    await counter.clock.advance(500);
    await first;
    expect(searches()).toBe(1);
    counter.sales.networkReturned();
    await counter.clock.advance(500);
    await counter.recover();
    expect(searches()).toBe(1);
    expect(logged('journal.refilled')).toEqual([]);
    await counter.clock.advance(60_000);
    counter.sales.networkReturned();
    await counter.clock.advance(500);
    expect(searches()).toBe(2);
    expect(logged('journal.refilled')).toEqual([{ count: 2 }]);
  });

  test('a recent payment is found after the search lag', async () => {
    counter.service.searchLagMs = 30_000;
    await counter.recover();
    expect(recovery()).toMatchObject({ found: 0 });
    await counter.clock.advance(60_000);
    expect(recovery()).toMatchObject({ found: 2 });
    expect(counter.sales.recent(5).map(({ amount, stage }) => [amount, stage])).toEqual([
      [1250, 'waiting'],
      [500, 'paid'],
    ]);
  });

  test('the recovery retries when the network returns', async () => {
    counter.service.offline = true;
    await counter.recover();
    expect(recovery()).toEqual({ setAside: expect.any(String) });
    expect(counter.sales.recent(5)).toEqual([]);
    expect(logged('journal.refill-failed')).toMatchObject([{ code: 'network.refused' }]);
    counter.service.offline = false;
    counter.sales.networkReturned();
    await counter.clock.advance(500);
    expect(recovery()).toMatchObject({ found: 2 });
    expect(counter.sales.recent(5)).toHaveLength(2);
  });

  test('the recovery continues after a restart', async () => {
    counter.service.offline = true;
    await counter.recover();
    await counter.restart();
    expect(recovery()).toEqual({ setAside: expect.any(String) });
    counter.service.offline = false;
    await counter.recover();
    expect(counter.sales.recent(5)).toHaveLength(2);
    await counter.clock.advance(60_000);
    await counter.restart();
    expect(recovery()).toBeUndefined();
  });

  test('a reset clock does not shift the searched days', async () => {
    const lost = -5 * 365 * 24 * 3_600_000;
    const asked: TransactionQuery[] = [];
    counter.service.payoutRefunds = async function* (ask) {
      asked.push(ask);
      yield* [];
    };
    counter.clock.jump(lost);
    // The first response reveals the clock skew.
    counter.service.weather = () => {
      counter.skewMs = -lost;
      return undefined;
    };
    await counter.recover();
    expect(recovery()?.found).toBe(2);
    expect(asked).toEqual([{ startDate: '2026-11-13', endDate: '2026-11-20' }]);
  });
});

test('open sales are read during the recovery', async () => {
  const saleId = await counter.waiting();
  counter.journal.keep({ type: 'journal.begun', journalId: 'restored', salt: 7, replaces: 'aside.db' });
  await counter.restart();
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  counter.service.turn = new Promise(() => undefined);
  void counter.sales.recover();
  await counter.clock.advance(500);
  expect([searches(), counter.view(saleId).stage]).toEqual([0, 'paid']);
});

test('the recovery retries after a failure while online', async () => {
  counter.journal.keep({ type: 'journal.begun', journalId: 'restored', salt: 7, replaces: 'aside.db' });
  await counter.restart();
  await counter.clock.advance(61_000);
  const busy = new TillError('service.busy', 'busy', { retryable: true, retryAfterMs: 90_000 });
  counter.service.fail('search', { error: busy, acts: false });
  await counter.recover();
  await counter.clock.advance(89_000);
  expect(searches()).toBe(1);
  await counter.clock.advance(2_000);
  expect([searches(), recovery()?.found]).toEqual([2, 0]);
});

describe('refunds lost with the journal', () => {
  beforeEach(async () => {
    await counter.paidSale(2_000);
    counter.service.listed = [counter.listed({ amount: 500 })];
    counter.disk.damage('journal.db');
    counter.crash();
  });

  const restored = () => counter.sales.recent(1)[0]?.saleId ?? '';
  const refunds = () => counter.view(restored()).refunds.map(({ amount }) => amount);

  test('are recovered with their payments', async () => {
    await counter.recover();
    expect(refunds()).toEqual([500]);
    expect(recovery()).toMatchObject({ found: 1 });
  });

  test("are searched over a week by the service's clock", async () => {
    const asked: TransactionQuery[] = [];
    counter.service.payoutRefunds = async function* (ask) {
      asked.push(ask);
      yield* [];
    };
    counter.skewMs = 24 * 3_600_000;
    await counter.recover();
    expect(asked).toEqual([{ startDate: '2026-11-14', endDate: '2026-11-21' }]);
  });

  test.each(['service.unavailable', 'auth.key'] as const)('are requested again later after %s', async (code) => {
    counter.service.listFault = new TillError(code, 'no');
    await counter.recover();
    expect(recovery()?.found).toBeUndefined();
    expect(logged('journal.refill-failed')).toMatchObject([{ code }]);
    counter.service.listFault = undefined;
    await counter.recover();
    expect(recovery()).toMatchObject({ found: 1 });
    expect(refunds()).toEqual([500]);
  });

  test('are requested each minute while the service refuses', async () => {
    counter.service.listFault = new TillError('auth.clock-wrong', 'no');
    await counter.recover();
    await counter.clock.advance(150_000);
    counter.service.listFault = undefined;
    await counter.clock.advance(60_000);
    expect(refunds()).toEqual([500]);
    expect(logged('journal.refilled')).toHaveLength(1);
  });

  test('are requested after a restart following a failure', async () => {
    counter.service.listFault = new TillError('service.unavailable', 'busy', { retryable: true });
    await counter.recover();
    await counter.restart();
    counter.service.listFault = undefined;
    await counter.recover();
    expect(refunds()).toEqual([500]);
  });

  test('are shown as unknown when the service never lists refunds', async () => {
    counter.service.listFault = new TillError('auth.authority', 'no');
    await counter.recover();
    expect(recovery()).toMatchObject({ found: 1, refundsUnknown: true });
    expect(refunds()).toEqual([]);
    // If only a gateway refused the list once, the next refund still finds the earlier refund instead of paying twice.
    counter.service.listFault = undefined;
    await expect(counter.refund({ saleId: restored(), amount: 500 })).rejects.toMatchObject({
      code: 'refund.found',
      values: { amount: 500 },
    });
    expect(counter.service.refunds.size).toBe(0);
  });
});
