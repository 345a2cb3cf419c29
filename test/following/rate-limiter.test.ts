import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { RateLimiter, RateLimiters } from '../../main/following/rate-limiter.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

let clock: VirtualClock;
let limiter: RateLimiter;

beforeEach(async () => {
  clock = new VirtualClock();
  // A machine has been on for a while when the till starts.
  await clock.advance(1_000_000);
  limiter = new RateLimiter(clock);
});

const wish = (retryAfterMs?: number) => new TillError('service.busy', 'wait', { status: 429, retryAfterMs });
const spend = (times: number) => {
  for (let time = 0; time < times; time += 1) limiter.spend();
};

describe('of the twelve that a sale may ask in a row', () => {
  test('the last three are kept for writes and presses', () => {
    spend(8);
    expect(limiter.waitFor('paced')).toBe(0);
    spend(1);
    expect(limiter.waitFor('paced')).toBeCloseTo(1_250);
    expect(limiter.waitFor('urgent')).toBe(0);
    expect(limiter.waitFor('write')).toBe(0);
    spend(3);
    expect(limiter.waitFor('urgent')).toBeCloseTo(1_250);
    expect(limiter.waitFor('write')).toBeCloseTo(1_250);
    expect(limiter.waitFor('paced')).toBeCloseTo(5_000);
  });

  test('one comes back every 1.25 s, and never more than twelve are there', async () => {
    spend(12);
    await clock.advance(625);
    expect(limiter.waitFor('urgent')).toBeCloseTo(625);
    await clock.advance(625);
    expect(limiter.waitFor('urgent')).toBeCloseTo(0);
    spend(1);
    await clock.advance(600_000);
    spend(12);
    expect(limiter.waitFor('urgent')).toBeCloseTo(1_250);
  });
});

describe('a wish to wait', () => {
  test('that comes with a question holds up everything until its time', async () => {
    limiter.obeyRetryAfter(wish(9_000));
    expect(limiter.heldForMs).toBe(9_000);
    for (const kind of ['paced', 'urgent', 'write'] as const) expect(limiter.waitFor(kind)).toBe(9_000);
    await clock.advance(8_999);
    expect(limiter.waitFor('urgent')).toBe(1);
    await clock.advance(1);
    expect([limiter.heldForMs, limiter.writesHeldForMs, limiter.waitFor('write')]).toEqual([0, 0, 0]);
    await clock.advance(5_000);
    expect([limiter.heldForMs, limiter.writesHeldForMs]).toEqual([0, 0]);
  });

  test('that comes with a write holds up writes only', () => {
    limiter.obeyRetryAfterOfWrite(wish(9_000));
    expect(limiter.heldForMs).toBe(0);
    expect(limiter.writesHeldForMs).toBe(9_000);
    expect(limiter.waitFor('write')).toBe(9_000);
    expect(limiter.waitFor('urgent')).toBe(0);
  });

  test('is not cut short by a shorter one, nor by an answer without one', () => {
    limiter.obeyRetryAfter(wish(9_000));
    limiter.obeyRetryAfter(wish(2_000));
    limiter.obeyRetryAfter(wish());
    expect(limiter.heldForMs).toBe(9_000);
    limiter.obeyRetryAfterOfWrite(wish(20_000));
    limiter.obeyRetryAfterOfWrite(wish(1_000));
    expect(limiter.writesHeldForMs).toBe(20_000);
    limiter.obeyRetryAfter(wish(30_000));
    expect(limiter.writesHeldForMs).toBe(30_000);
  });
});

test('one that says no more than a new one is idle', async () => {
  expect(limiter.isIdle).toBe(true);
  limiter.spend();
  expect(limiter.isIdle).toBe(false);
  await clock.advance(1_250);
  expect(limiter.isIdle).toBe(true);
  limiter.obeyRetryAfterOfWrite(wish(1_000));
  expect(limiter.isIdle).toBe(false);
});

describe('the allowances of all sales', () => {
  test('outlive those who follow the sale', () => {
    const all = new RateLimiters(clock);
    const first = all.of('a');
    first.spend();
    expect(all.of('a')).toBe(first);
    expect(all.of('b')).not.toBe(first);
  });

  test('are let go beyond 64, those that say nothing any more', () => {
    const all = new RateLimiters(clock);
    const busy = all.of('busy');
    busy.spend();
    const idle = all.of('idle');
    for (let sale = 0; sale < 62; sale += 1) all.of(`sale-${sale}`);
    expect(all.of('idle')).toBe(idle);
    const newest = all.of('one too many');
    expect(all.of('one too many')).toBe(newest);
    expect(all.of('busy')).toBe(busy);
    expect(all.of('idle')).not.toBe(idle);
  });
});
