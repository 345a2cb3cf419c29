import { beforeEach, describe, expect, test } from 'vitest';
import type { Random } from '../../main/base/clock.ts';
import { Backoff, type Steps } from '../../main/following/backoff.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const STEPS: Steps = [1_000, 2_000, 4_000];
let clock: VirtualClock;

beforeEach(async () => {
  clock = new VirtualClock();
  await clock.advance(1_000_000);
});

const drawing = (next: number): Random => ({ next: () => next, uuid: () => '' });

describe('after a failure', () => {
  test('the wait grows by its steps and stays at the last', async () => {
    const backoff = new Backoff(clock, drawing(0.5));
    const waits = [];
    for (let time = 0; time < 5; time += 1) {
      waits.push(backoff.waitFor(STEPS));
      backoff.failed();
      await clock.advance(0);
    }
    waits.push(backoff.waitFor(STEPS));
    expect(waits).toEqual([0, 1_000, 2_000, 4_000, 4_000, 4_000]);
    expect(backoff.failures).toBe(5);
  });

  test.each([
    [0, 900],
    [0.5, 1_000],
    [1, 1_100],
  ])('the wait is spread by a tenth either way (%f: %i ms)', (drawn, ms) => {
    const backoff = new Backoff(clock, drawing(drawn));
    backoff.failed();
    expect(backoff.waitFor(STEPS)).toBeCloseTo(ms);
  });

  test('the wait shrinks as time passes, never below zero', async () => {
    const backoff = new Backoff(clock, drawing(0.5));
    backoff.failed();
    await clock.advance(400);
    expect(backoff.waitFor(STEPS)).toBe(600);
    await clock.advance(5_000);
    expect(backoff.waitFor(STEPS)).toBe(0);
  });

  test('a success resets the wait', () => {
    const backoff = new Backoff(clock, drawing(0.5));
    backoff.failed();
    backoff.failed();
    backoff.succeeded();
    expect([backoff.failures, backoff.waitFor(STEPS)]).toEqual([0, 0]);
    backoff.failed();
    expect(backoff.waitFor(STEPS)).toBe(1_000);
  });
});

describe('a returning network', () => {
  test('resets the wait only after a failure', () => {
    const backoff = new Backoff(clock, drawing(0.5));
    expect(backoff.forgive()).toBe(false);
    backoff.failed();
    expect(backoff.forgive()).toBe(true);
    expect([backoff.failures, backoff.waitFor(STEPS)]).toEqual([0, 0]);
  });

  test('is accepted once in 15 seconds', async () => {
    const backoff = new Backoff(clock, drawing(0.5));
    backoff.failed();
    backoff.forgive();
    backoff.failed();
    await clock.advance(14_999);
    expect(backoff.forgive()).toBe(false);
    expect(backoff.failures).toBe(1);
    await clock.advance(1);
    expect(backoff.forgive()).toBe(true);
  });
});
