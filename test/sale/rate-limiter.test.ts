import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { Allowance, Allowances } from '../../main/sale/rate-limiter.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

let clock: VirtualClock;
let allowance: Allowance;

beforeEach(async () => {
  clock = new VirtualClock();
  // A machine has been on for a while when the till starts.
  await clock.advance(1_000_000);
  allowance = new Allowance(clock);
});

const wish = (retryAfterMs?: number) => new TillError('service.busy', 'wait', { status: 429, retryAfterMs });
const spend = (times: number) => {
  for (let time = 0; time < times; time += 1) allowance.spend();
};

describe('of the twelve that a sale may ask in a row', () => {
  test('the last three are kept for writes and presses', () => {
    spend(8);
    expect(allowance.waitFor('paced')).toBe(0);
    spend(1);
    expect(allowance.waitFor('paced')).toBeCloseTo(1_250);
    expect(allowance.waitFor('asked')).toBe(0);
    expect(allowance.waitFor('write')).toBe(0);
    spend(3);
    expect(allowance.waitFor('asked')).toBeCloseTo(1_250);
    expect(allowance.waitFor('write')).toBeCloseTo(1_250);
    expect(allowance.waitFor('paced')).toBeCloseTo(5_000);
  });

  test('one comes back every 1.25 s, and never more than twelve are there', async () => {
    spend(12);
    await clock.advance(625);
    expect(allowance.waitFor('asked')).toBeCloseTo(625);
    await clock.advance(625);
    expect(allowance.waitFor('asked')).toBeCloseTo(0);
    spend(1);
    await clock.advance(600_000);
    spend(12);
    expect(allowance.waitFor('asked')).toBeCloseTo(1_250);
  });
});

describe('a wish to wait', () => {
  test('that comes with a question holds up everything until its time', async () => {
    allowance.obey(wish(9_000));
    expect(allowance.heldFor).toBe(9_000);
    for (const kind of ['paced', 'asked', 'write'] as const) expect(allowance.waitFor(kind)).toBe(9_000);
    await clock.advance(8_999);
    expect(allowance.waitFor('asked')).toBe(1);
    await clock.advance(1);
    expect([allowance.heldFor, allowance.writesHeldFor, allowance.waitFor('write')]).toEqual([0, 0, 0]);
    await clock.advance(5_000);
    expect([allowance.heldFor, allowance.writesHeldFor]).toEqual([0, 0]);
  });

  test('that comes with a write holds up writes only', () => {
    allowance.obeyForWrites(wish(9_000));
    expect(allowance.heldFor).toBe(0);
    expect(allowance.writesHeldFor).toBe(9_000);
    expect(allowance.waitFor('write')).toBe(9_000);
    expect(allowance.waitFor('asked')).toBe(0);
  });

  test('is not cut short by a shorter one, nor by an answer without one', () => {
    allowance.obey(wish(9_000));
    allowance.obey(wish(2_000));
    allowance.obey(wish());
    expect(allowance.heldFor).toBe(9_000);
    allowance.obeyForWrites(wish(20_000));
    allowance.obeyForWrites(wish(1_000));
    expect(allowance.writesHeldFor).toBe(20_000);
    allowance.obey(wish(30_000));
    expect(allowance.writesHeldFor).toBe(30_000);
  });
});

test('one that says no more than a new one is idle', async () => {
  expect(allowance.isIdle).toBe(true);
  allowance.spend();
  expect(allowance.isIdle).toBe(false);
  await clock.advance(1_250);
  expect(allowance.isIdle).toBe(true);
  allowance.obeyForWrites(wish(1_000));
  expect(allowance.isIdle).toBe(false);
});

describe('the allowances of all sales', () => {
  test('outlive those who follow the sale', () => {
    const all = new Allowances(clock);
    const first = all.of('a');
    first.spend();
    expect(all.of('a')).toBe(first);
    expect(all.of('b')).not.toBe(first);
  });

  test('are let go beyond 64, those that say nothing any more', () => {
    const all = new Allowances(clock);
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
