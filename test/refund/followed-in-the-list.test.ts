import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { RefundId } from '../../main/domain/payment-service.ts';
import { answered } from '../journal/sale-events.ts';
import { reset } from '../sale/scripted-service.ts';
import { always, DAY_MS, Follow, MINUTE_MS, refusal } from './followed-refund.ts';
import { REFUND } from './refund-record.ts';

describe('the list', () => {
  test('provides the id, without a status until read', async () => {
    const follow = await Follow.begun(2 * DAY_MS);
    follow.list = () => [{ refundId: REFUND }];
    always(follow, 'read-refund', reset());
    follow.run('taken-up');
    await follow.counter.clock.advance(100);
    expect(follow.refund).toMatchObject({ stage: 'pending', refundId: REFUND });
    expect(follow.refund).not.toHaveProperty('status');
    expect(follow.kept).toMatchObject([{ type: 'refund.answered', via: 'list' }]);
    await follow.counter.clock.advance(1_000);
    expect(follow.steps).toEqual(['list', 'read']);
  });

  test('provides the id for later reads', async () => {
    const follow = await Follow.begun(0, { stage: 'unconfirmed', refundId: REFUND });
    const errors = { 'read-refund': refusal(404), 'create-refund': refusal(422) } as const;
    follow.counter.service.weather = (asked) =>
      asked === 'read-refund' || asked === 'create-refund' ? { error: errors[asked], acts: false } : undefined;
    follow.list = () => [{ refundId: 'S'.padStart(24, '0') }];
    follow.run('taken-up');
    await follow.counter.clock.advance(8_000);
    expect(follow.steps.slice(0, 5)).toEqual(['read', 'send', 'list', 'read', 'read']);
  });

  test.each([
    [0, 60_000],
    [59_999, 60_000],
    [90_000, 90_000],
  ])('with Retry-After %d ms is requested again after %d', async (retryAfterMs, after) => {
    const follow = await Follow.begun(2 * DAY_MS);
    const error = new TillError('service.busy', 'busy', { retryable: true, status: 429, retryAfterMs });
    follow.list = () => Promise.reject(error);
    follow.run('taken-up');
    await follow.counter.clock.advance(after);
    expect(follow.asked).toEqual(['list 0', `list ${after}`]);
  });

  test('leads to a manager, whose decision counts at once', async () => {
    const follow = await Follow.begun(2 * DAY_MS);
    const { clock, journal } = follow.counter;
    follow.run('taken-up');
    await clock.advance(90_000);
    expect(follow.refund.unsettled).toBe('absent');
    follow.follower.networkReturned();
    await clock.advance(100);
    journal.record({ type: 'refund.settled', refundKey: 'key-1', decision: 'send-again' });
    follow.follower.decided();
    await clock.advance(100);
    expect(follow.steps).toEqual(['list', 'list', 'send']);
  });

  /** Closed by a manager as not made, before the first look-up. */
  async function closed() {
    const follow = await Follow.begun(2 * DAY_MS);
    const { journal } = follow.counter;
    journal.record({ type: 'refund.unsettled', refundKey: 'key-1', why: 'absent' });
    journal.record({ type: 'refund.settled', refundKey: 'key-1', decision: 'not-made' });
    return { follow, journal, clock: follow.counter.clock };
  }

  test('does not undo a later answer of the service', async () => {
    const { follow, journal, clock } = await closed();
    follow.list = () => new Promise((resolve) => clock.after(10_000, () => resolve([{ refundId: REFUND }])));
    follow.run('taken-up');
    await clock.advance(5_000);
    const answered = { refundKey: 'key-1', refundId: REFUND, status: 'REFUNDED', stage: 'refunded' } as const;
    journal.record({ type: 'refund.answered', ...answered });
    await clock.advance(10_000);
    expect(follow.refund).toMatchObject({ stage: 'refunded', status: 'REFUNDED' });
  });

  test.each([
    [10 * MINUTE_MS, 'pending'],
    [10 * MINUTE_MS + 1, 'not-made'],
  ])('gives a refund made %i ms after closing the state %s', async (ms, stage) => {
    const { follow, clock } = await closed();
    const date = clock.now() + ms;
    follow.list = () => [{ refundId: REFUND, date }];
    follow.run('taken-up');
    await clock.advance(100);
    expect(follow.refund).toMatchObject({ stage });
  });

  test('does not match an id taken by a different refund', async () => {
    const { follow, journal, clock } = await closed();
    follow.list = () => new Promise((resolve) => clock.after(10_000, () => resolve([{ refundId: REFUND }])));
    follow.run('taken-up');
    await clock.advance(5_000);
    const { saleId, paymentId, amount, body } = follow.refund;
    journal.record({ type: 'refund.intent', refundKey: 'key-2', saleId, paymentId, amount, body });
    journal.record(answered('key-2', 'pending', { refundId: REFUND }));
    await clock.advance(10_000);
    expect(follow.refund.stage).toBe('not-made');
    expect(follow.madeAfterAll).toEqual([]);
  });

  test('does not match if a different refund may fit', async () => {
    const { follow, journal, clock } = await closed();
    follow.run('taken-up');
    const { saleId, paymentId, amount, body } = follow.refund;
    for (const refundKey of ['key-0', 'key-2'])
      journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount, body });
    journal.record(answered('key-0', 'refunded'));
    follow.list = () => [{ refundId: REFUND }];
    await clock.advance(2 * MINUTE_MS);
    expect(follow.steps.length).toBeGreaterThan(1);
    expect(follow.refund.stage).toBe('not-made');
  });

  test.each<readonly [string, readonly RefundId[], string]>([
    ['shows it after a manager has closed it: it was made after all', [REFUND], 'pending'],
    ['does not show it after a manager has closed it: it stays closed', [], 'not-made'],
    [
      'shows two that fit after a manager has closed it: it stays closed',
      [REFUND, 'S'.padStart(24, '0') as RefundId],
      'not-made',
    ],
  ])('%s', async (_what, ids, stage) => {
    const follow = await Follow.begun(2 * DAY_MS);
    const { clock, journal } = follow.counter;
    follow.run('taken-up');
    await clock.advance(MINUTE_MS);
    const nextList = new Promise<void>((resolve) => clock.after(10_000, resolve));
    follow.list = () => nextList.then(() => ids.map((refundId) => ({ refundId })));
    await clock.advance(5_000);
    expect(follow.steps).toEqual(['list', 'list']);
    journal.record({ type: 'refund.settled', refundKey: 'key-1', decision: 'not-made' });
    await clock.advance(10_000);
    expect(follow.madeAfterAll).toEqual(stage === 'pending' ? ['key-1'] : []);
    expect(follow.refund).toMatchObject({ stage });
    expect(follow.refund).not.toHaveProperty('unsettled');
  });
});
