import { beforeEach, expect, test } from 'vitest';
import { Countdown } from '../../main/sale/countdown.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { AT, fresh, waiting } from './sale-states.ts';

let clock: VirtualClock;
let skewMs: number;
let countdown: Countdown;

beforeEach(async () => {
  clock = new VirtualClock(AT - 10_000);
  await clock.advance(10_000);
  skewMs = 0;
  countdown = new Countdown(clock, () => skewMs);
});

test('the time left is unknown before the payment', () => {
  expect(countdown.left).toBeUndefined();
});

test("a new payment starts with the service's full lifetime", async () => {
  clock.jump(3_600_000);
  countdown.begin(waiting());
  expect(countdown.left).toBe(60_000);
  clock.jump(-7_200_000);
  await clock.advance(61_000);
  expect(countdown.left).toBe(-1_000);
});

test('a payment without expiry has no countdown', () => {
  const { expiresAt: _none, ...sale } = waiting();
  countdown.begin(sale);
  expect(countdown.left).toBeUndefined();
  countdown.correct(fresh());
  expect(countdown.left).toBeUndefined();
});

test("a payment created elsewhere follows the service's clock", () => {
  skewMs = 2_000;
  countdown.correct(waiting());
  expect(countdown.left).toBe(58_000);
});

test.each([
  [-3_000, 60_000],
  [3_000, 60_000],
  [-3_001, 63_001],
  [3_001, 56_999],
])('an answer showing clocks %i ms apart leaves %i ms', (apart, left) => {
  countdown.begin(waiting());
  skewMs = apart;
  countdown.correct(waiting());
  expect(countdown.left).toBe(left);
});

test('an answer without an expiry changes nothing', () => {
  countdown.begin(waiting());
  const { expiresAt: _none, ...sale } = waiting();
  countdown.correct(sale);
  expect(countdown.left).toBe(60_000);
});
