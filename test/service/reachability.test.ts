import { describe, expect, test } from 'vitest';
import { corrected, httpDate } from '../../main/service/clock-skew.ts';
import { Reachability } from '../../main/service/reachability.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const setUp = () => {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.000Z'));
  const reachability = new Reachability('https://service.test', clock);
  const dated = (offsetMs: number, tookMs = 40) => {
    const heard = reachability.sending();
    clock.tick(tookMs);
    heard(new Date(clock.now() + offsetMs).toUTCString());
  };
  return { clock, reachability, dated };
};

describe('the clock difference', () => {
  test('is zero without evidence of a difference', () => {
    const { clock, reachability, dated } = setUp();
    for (const offset of [0, -900, -500]) dated(offset, 0);
    expect(reachability.skewMs).toBe(0);
    expect(reachability.serviceNow()).toBe(clock.now());
  });

  test('is corrected when above two seconds', () => {
    const { clock, reachability, dated } = setUp();
    let changes = 0;
    reachability.onChange(() => {
      changes += 1;
    });
    for (let times = 0; times < 3; times += 1) dated(600_000);
    expect(changes).toBe(1);
    expect(Math.abs(reachability.skewMs - 600_000)).toBeLessThan(1_100);
    expect(reachability.serviceNow()).toBe(clock.now() + reachability.skewMs);
    expect(reachability.clockWrong()).toBe(false);
  });

  test.each([
    [899_500, 900_000],
    [-900_500, -900_000],
  ])('of %d ms, rounded to 15 minutes, is corrected', (offset, skewMs) => {
    const { clock, reachability, dated } = setUp();
    clock.tick(500);
    dated(offset, 0);
    expect([reachability.skewMs, reachability.serviceNow() - clock.now()]).toEqual([skewMs, skewMs]);
    expect([reachability.clockWrong(), reachability.timeKnown()]).toEqual([false, true]);
  });

  test.each([3_600_000, -3_600_000, 902_000, -902_000])('of %d ms marks the clock as wrong', (offset) => {
    const { clock, reachability, dated } = setUp();
    dated(offset);
    expect(Math.abs(reachability.skewMs - offset)).toBeLessThan(1_100);
    expect(reachability.serviceNow()).toBe(clock.now());
    expect([reachability.clockWrong(), reachability.timeKnown()]).toEqual([true, false]);
  });

  test.each([3_600_000, -3_600_000, 902_000])('of %d ms is not reported, even after sleep', (offset) => {
    const { clock, reachability, dated } = setUp();
    expect(reachability.measuredSkewMs()).toBeUndefined();
    dated(60_000);
    expect(reachability.measuredSkewMs()).toBe(reachability.skewMs);
    dated(offset);
    expect([reachability.measuredSkewMs(), reachability.believedSkewMs()]).toEqual([undefined, 0]);
    clock.jump(3_600_000);
    expect([reachability.clockWrong(), reachability.measuredSkewMs()]).toEqual([false, undefined]);
  });

  test('is ignored up to two seconds', () => {
    const { clock, reachability, dated } = setUp();
    dated(1_400);
    expect(reachability.skewMs).toBeGreaterThan(0);
    expect(reachability.serviceNow()).toBe(clock.now());
    expect([-2_001, -2_000, 2_000, 2_001].map((skewMs) => corrected(0, skewMs))).toEqual([-2_001, 0, 0, 2_001]);
  });

  test('keeps a good estimate despite a slow response', () => {
    const { reachability, dated } = setUp();
    dated(10_000);
    const good = reachability.skewMs;
    dated(2_000, 9_000);
    expect(reachability.skewMs).toBe(good);
  });

  test('is not measured across sleep or a clock change', () => {
    const { clock, reachability } = setUp();
    const heard = reachability.sending();
    const answeredAt = new Date(clock.now()).toUTCString();
    clock.tick(30);
    clock.jump(43_000);
    heard(answeredAt);
    expect([reachability.skewMs, reachability.timeKnown()]).toEqual([0, false]);
  });

  test('is measured again after the clock is corrected', () => {
    const { clock, reachability, dated } = setUp();
    dated(3_600_000);
    expect(reachability.clockWrong()).toBe(true);
    clock.jump(3_600_000);
    // Earlier measurements do not apply to the corrected clock.
    expect(reachability.clockWrong()).toBe(false);
    dated(0);
    expect(reachability.skewMs).toBe(0);
  });

  test('stays known until a clock change or sleep', () => {
    const { clock, reachability, dated } = setUp();
    reachability.sending()('yesterday');
    expect(reachability.timeKnown()).toBe(false);
    dated(600_000);
    clock.tick(8 * 3_600_000);
    expect(reachability.timeKnown()).toBe(true);
    clock.jump(-5_000);
    expect(reachability.timeKnown()).toBe(true);
    clock.jump(-1);
    expect(reachability.timeKnown()).toBe(false);
    dated(600_000);
    expect(reachability.timeKnown()).toBe(true);
    clock.jump(6_000);
    expect(reachability.timeKnown()).toBe(false);
  });

  test.each(['', 'yesterday', '2026-03-09', '1234', 'Mon, 99 Mar 2026 10:15:30 GMT'])(
    'is not measured from the date %j',
    (date) => {
      const { reachability } = setUp();
      reachability.sending()(date);
      expect(reachability.skewMs).toBe(0);
    },
  );
});

test('httpDate parses HTTP dates only', () => {
  expect(httpDate('Mon, 09 Mar 2026 10:15:30 GMT')).toBe(Date.parse('2026-03-09T10:15:30Z'));
  expect(httpDate('2026-03-09T10:15:30Z')).toBeUndefined();
  expect(httpDate(undefined)).toBeUndefined();
});

test('notifies once per change of the connection, with its time', () => {
  const { clock, reachability } = setUp();
  const heard: string[] = [];
  const stop = reachability.onChange(() => heard.push(`${reachability.state} ${reachability.since - clock.now()}`));
  expect(reachability).toMatchObject({ state: 'unknown', host: 'service.test' });
  clock.tick(1_000);
  reachability.online();
  clock.tick(1_000);
  reachability.online();
  // `heardAt` is the latest response; `since` stays at the first.
  expect([reachability.heardAt, reachability.since]).toEqual([clock.monotonic(), clock.now() - 1_000]);
  reachability.offline();
  stop();
  reachability.online();
  expect(heard).toEqual(['online 0', 'offline 0']);
});
