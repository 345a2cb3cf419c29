import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { reset } from '../sale/scripted-service.ts';
import { always, DAY_MS, Follow, MINUTE_MS } from './followed-refund.ts';

test('a failed read shows until the next answer', async () => {
  const follow = await Follow.begun();
  const { clock, service } = follow.counter;
  service.fail('read-refund', { error: reset(), acts: false });
  follow.run();
  await clock.advance(1_500);
  expect([follow.steps, follow.follower.live.trouble?.code]).toEqual([['send', 'read'], 'network.reset']);
  await clock.advance(2_000);
  expect([follow.steps.at(-1), follow.refund.stage, follow.follower.live]).toEqual(['read', 'pending', {}]);
});

describe('a returning network', () => {
  test('triggers a request once, and again after an answer', async () => {
    const follow = await Follow.begun();
    always(follow, 'create-refund', reset());
    follow.run();
    const { clock, service } = follow.counter;
    await clock.advance(7_500);
    expect(follow.steps).toHaveLength(4);
    follow.follower.networkReturned();
    await clock.advance(100);
    expect(follow.steps).toHaveLength(5);
    follow.follower.networkReturned();
    await clock.advance(100);
    expect(follow.steps).toHaveLength(5);
    service.weather = () => undefined;
    await clock.advance(1_000);
    expect(follow.refund.stage).toBe('pending');
    const before = follow.steps.length;
    follow.follower.networkReturned();
    await clock.advance(100);
    expect(follow.steps).toHaveLength(before + 1);
  });

  test('triggers a request again after a list answer', async () => {
    const follow = await Follow.begun();
    always(follow, 'create-refund', reset());
    follow.run();
    const { clock } = follow.counter;
    follow.follower.networkReturned();
    await clock.advance(20_000);
    expect(follow.steps.at(-1)).toBe('list');
    expect(follow.follower.live).toEqual({});
    follow.follower.networkReturned();
    await clock.advance(100);
    expect(follow.steps.slice(-2)).toEqual(['list', 'send']);
  });

  test('does not reset the count of empty lists', async () => {
    const follow = await Follow.begun(2 * DAY_MS);
    follow.run('taken-up');
    const { clock } = follow.counter;
    await clock.advance(1_000);
    follow.follower.networkReturned();
    await clock.advance(10_000);
    expect([follow.steps, follow.refund.unsettled]).toEqual([['list'], undefined]);
    await clock.advance(MINUTE_MS);
    expect([follow.steps, follow.refund.unsettled]).toEqual([['list', 'list'], 'absent']);
  });

  test('does not shorten Retry-After of reads', async () => {
    const follow = await Follow.begun();
    const { clock, service } = follow.counter;
    const retryAfterMs = 2 * MINUTE_MS;
    const busy = new TillError('service.busy', 'busy', { retryable: true, status: 429, retryAfterMs });
    service.fail('read-refund', { error: busy, acts: false });
    follow.run();
    await clock.advance(2_000);
    follow.follower.networkReturned();
    await clock.advance(MINUTE_MS);
    expect(follow.steps).toEqual(['send', 'read']);
    await clock.advance(MINUTE_MS);
    expect(follow.steps.slice(0, 3)).toEqual(['send', 'read', 'read']);
  });

  test('does not disturb a running request', async () => {
    const follow = await Follow.begun();
    follow.counter.service.latencyMs = 500;
    follow.run();
    await follow.counter.clock.advance(100);
    follow.follower.networkReturned();
    await follow.counter.clock.advance(1_000);
    expect(follow.steps).toEqual(['send']);
    expect(follow.refund.stage).toBe('pending');
  });
});
