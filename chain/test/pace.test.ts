import { describe, expect, test } from 'vitest';
import { Pace } from '../ingest/pace.ts';
import { Refusal } from '../ingest/refusal.ts';

const MB = 1 << 20;

describe('the pace of a till', () => {
  test('does not delay an hour of sales at once', () => {
    const pace = new Pace();
    expect(Array.from({ length: 3 }, () => pace.waitOf(1, 100_000, 0))).toEqual([0, 0, 0]);
  });

  test('limits a continuous upload to 300 bytes per millisecond', () => {
    const pace = new Pace();
    let now = 0;
    for (let n = 0; n < 100; n += 1) now += pace.waitOf(1, MB, now);
    expect((100 * MB) / now).toBeGreaterThan(290);
    expect((100 * MB) / now).toBeLessThan(310);
  });

  test('does not delay other tills', () => {
    const pace = new Pace();
    for (let n = 0; n < 5; n += 1) pace.waitOf(1, MB, 0);
    expect(pace.waitOf(2, MB, 0)).toBe(0);
  });

  test("refuses a wait longer than a till's timeout", () => {
    const pace = new Pace();
    const flood = () => Array.from({ length: 20 }, () => pace.waitOf(1, MB, 0));
    expect(flood).toThrow(Refusal);
    expect(pace.waitOf(1, MB, 10_000)).toBeLessThan(30_000);
  });
});
