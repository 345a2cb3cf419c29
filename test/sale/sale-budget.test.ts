import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { SaleBudget, SaleBudgets } from '../../main/sale/sale-budget.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

let clock: VirtualClock;
let budget: SaleBudget;

beforeEach(async () => {
  clock = new VirtualClock();
  // The monotonic clock is well past zero when a till starts.
  await clock.advance(1_000_000);
  budget = new SaleBudget(clock);
});

const retryAfter = (retryAfterMs?: number) => new TillError('service.busy', 'wait', { status: 429, retryAfterMs });
const spend = (times: number) => {
  for (let time = 0; time < times; time += 1) budget.spend();
};

describe('a budget of twelve requests', () => {
  test('reserves the last three for writes and clicks', () => {
    spend(8);
    expect(budget.waitFor('paced')).toBe(0);
    spend(1);
    expect(budget.waitFor('paced')).toBeCloseTo(1_250);
    expect(budget.waitFor('urgent')).toBe(0);
    expect(budget.waitFor('write')).toBe(0);
    spend(3);
    expect(budget.waitFor('urgent')).toBeCloseTo(1_250);
    expect(budget.waitFor('write')).toBeCloseTo(1_250);
    expect(budget.waitFor('paced')).toBeCloseTo(5_000);
  });

  test('refills every 1.25 s up to twelve', async () => {
    spend(12);
    await clock.advance(625);
    expect(budget.waitFor('urgent')).toBeCloseTo(625);
    await clock.advance(625);
    expect(budget.waitFor('urgent')).toBeCloseTo(0);
    spend(1);
    await clock.advance(600_000);
    spend(12);
    expect(budget.waitFor('urgent')).toBeCloseTo(1_250);
  });
});

describe('Retry-After', () => {
  test('of a read delays all requests despite clock changes', async () => {
    budget.obeyRetryAfter(retryAfter(9_000), 'screen');
    clock.jump(-3_600_000);
    expect(budget.heldForMs).toBe(9_000);
    for (const kind of ['paced', 'urgent', 'write'] as const) expect(budget.waitFor(kind)).toBe(9_000);
    await clock.advance(8_999);
    expect(budget.waitFor('urgent')).toBe(1);
    await clock.advance(1);
    expect([budget.heldForMs, budget.writesHeldForMs, budget.waitFor('write')]).toEqual([0, 0, 0]);
    await clock.advance(5_000);
    expect([budget.heldForMs, budget.writesHeldForMs]).toEqual([0, 0]);
  });

  test('of a write delays writes only', () => {
    budget.obeyRetryAfterOfWrite(retryAfter(9_000), 'screen');
    expect(budget.heldForMs).toBe(0);
    expect(budget.writesHeldForMs).toBe(9_000);
    expect(budget.waitFor('write')).toBe(9_000);
    expect(budget.waitFor('urgent')).toBe(0);
  });

  test.each([
    ['screen', 60_000],
    ['superseded', 60_000],
    ['background', 3_600_000],
  ] as const)('of an hour delays %s reads and cancels by %i ms', (urgency, heldMs) => {
    budget.obeyRetryAfter(retryAfter(3_600_000), urgency);
    expect([budget.heldForMs, budget.writesHeldForMs]).toEqual([heldMs, heldMs]);
  });

  test('never delays the read of a click', () => {
    budget.obeyRetryAfter(retryAfter(9_000), 'screen');
    expect(budget.waitFor('asked')).toBe(0);
  });

  test('is not shortened by a later shorter value', () => {
    budget.obeyRetryAfter(retryAfter(9_000), 'screen');
    budget.obeyRetryAfter(retryAfter(2_000), 'screen');
    budget.obeyRetryAfter(retryAfter(), 'screen');
    expect(budget.heldForMs).toBe(9_000);
    budget.obeyRetryAfterOfWrite(retryAfter(20_000), 'screen');
    budget.obeyRetryAfterOfWrite(retryAfter(1_000), 'screen');
    expect(budget.writesHeldForMs).toBe(20_000);
    budget.obeyRetryAfter(retryAfter(30_000), 'screen');
    expect(budget.writesHeldForMs).toBe(30_000);
  });
});

test('a fully refilled budget is idle', async () => {
  expect(budget.isIdle).toBe(true);
  budget.spend();
  expect(budget.isIdle).toBe(false);
  await clock.advance(1_250);
  expect(budget.isIdle).toBe(true);
  budget.obeyRetryAfterOfWrite(retryAfter(1_000), 'screen');
  expect(budget.isIdle).toBe(false);
});

describe('the budgets of all sales', () => {
  test('outlive the follower of a sale', () => {
    const all = new SaleBudgets(clock);
    const first = all.of('a');
    first.spend();
    expect(all.of('a')).toBe(first);
    expect(all.of('b')).not.toBe(first);
  });

  test('are dropped when idle, beyond 64', () => {
    const all = new SaleBudgets(clock);
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
