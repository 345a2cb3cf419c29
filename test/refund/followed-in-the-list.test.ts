import { describe, expect, test } from 'vitest';
import { answered } from '../journal/sale-events.ts';
import { reset } from '../sale/scripted-service.ts';
import { DAY_MS, Follow, MINUTE_MS } from './followed-refund.ts';
import { REFUND } from './refund-record.ts';

const OLD = { ageMs: 2 * DAY_MS, how: 'taken-up' } as const;
const OTHER = 'S'.padStart(24, '0');

test('a listed refund has an id, but no status until read', async () => {
  const follow = await Follow.played({ ...OLD, list: [{ refundId: REFUND }], always: { read: reset() } }, 1_100);
  expect(follow.refund).toMatchObject({ stage: 'pending', refundId: REFUND });
  expect(follow.refund).not.toHaveProperty('status');
  expect(follow.kept).toMatchObject([{ type: 'refund.answered', via: 'list' }]);
  expect(follow.steps).toEqual(['list', 'read']);
});

test("a manager's decision counts at once", async () => {
  const follow = await Follow.played(OLD, 90_000);
  follow.follower.networkReturned();
  await follow.counter.clock.advance(100);
  follow.counter.journal.record({ type: 'refund.settled', refundKey: 'key-1', decision: 'send-again' });
  follow.follower.decided();
  await follow.counter.clock.advance(100);
  expect(follow.steps).toEqual(['list', 'list', 'send']);
});

describe('a refund closed by a manager as not made', () => {
  /** Closed before the first look-up, whose list `ids` arrives after ten seconds. */
  async function closed(...ids: readonly string[]): Promise<Follow> {
    const follow = await Follow.begun(OLD);
    const { journal, clock } = follow.counter;
    journal.record({ type: 'refund.unsettled', refundKey: 'key-1', why: 'absent' });
    journal.record({ type: 'refund.settled', refundKey: 'key-1', decision: 'not-made' });
    follow.list = () =>
      new Promise((resolve) => clock.after(10_000, () => resolve(ids.map((refundId) => ({ refundId })))));
    return follow;
  }

  /** Journals a further refund of the payment. */
  function further({ counter, refund: { saleId, paymentId, amount, body } }: Follow, refundKey: string): void {
    counter.journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount, body });
  }

  test.each<readonly [string, (follow: Follow) => void, string]>([
    [
      'its own later answer',
      ({ counter }) =>
        void counter.journal.record(answered('key-1', 'refunded', { refundId: REFUND, status: 'REFUNDED' })),
      'refunded',
    ],
    [
      'the same id for another refund',
      (follow) => {
        further(follow, 'key-2');
        follow.counter.journal.record(answered('key-2', 'pending', { refundId: REFUND }));
      },
      'not-made',
    ],
    [
      'another refund that may fit',
      (follow) => {
        for (const key of ['key-0', 'key-2']) further(follow, key);
        follow.counter.journal.record(answered('key-0', 'refunded'));
      },
      'not-made',
    ],
  ])('is not matched by a list older than %s', async (_what, happens, state) => {
    const follow = await closed(REFUND);
    follow.run('taken-up');
    await follow.counter.clock.advance(5_000);
    happens(follow);
    await follow.counter.clock.advance(3 * MINUTE_MS);
    expect([follow.state, follow.madeAfterAll]).toEqual([state, []]);
  });

  test.each([
    [10 * MINUTE_MS, 'pending'],
    [10 * MINUTE_MS + 1, 'not-made'],
  ])('and made %i ms later is %s', async (ms, state) => {
    const follow = await closed();
    const date = follow.counter.clock.now() + ms;
    follow.list = () => [{ refundId: REFUND, date }];
    follow.run('taken-up');
    await follow.counter.clock.advance(100);
    expect(follow.state).toBe(state);
  });

  test.each<readonly [string, readonly string[], string]>([
    ['a match is made after all', [REFUND], 'pending'],
    ['nothing stays closed', [], 'not-made'],
    ['two matches stays closed', [REFUND, OTHER], 'not-made'],
  ])('during a look-up with %s', async (_what, ids, state) => {
    const follow = await Follow.played(OLD, MINUTE_MS);
    const { clock, journal } = follow.counter;
    const nextList = new Promise<void>((resolve) => clock.after(10_000, resolve));
    follow.list = () => nextList.then(() => ids.map((refundId) => ({ refundId })));
    await clock.advance(5_000);
    expect(follow.steps).toEqual(['list', 'list']);
    journal.record({ type: 'refund.settled', refundKey: 'key-1', decision: 'not-made' });
    await clock.advance(10_000);
    expect([follow.state, follow.madeAfterAll]).toEqual([state, state === 'pending' ? ['key-1'] : []]);
  });
});
