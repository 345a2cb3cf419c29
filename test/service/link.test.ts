import { describe, expect, test } from 'vitest';
import { createServiceLink, httpDate } from '../../main/service/link.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const setUp = () => {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.000Z'));
  const feed = createServiceLink('service.test', clock);
  const dated = (offsetMs: number, tookMs = 40) => feed.dated(new Date(clock.now() + offsetMs).toUTCString(), tookMs);
  return { clock, feed, dated };
};

describe('the clocks', () => {
  test('agree while no answer shows otherwise', () => {
    const { clock, feed, dated } = setUp();
    for (const offset of [0, -900, -500]) dated(offset);
    expect(feed.link.skewMs).toBe(0);
    expect(feed.serviceNow()).toBe(clock.now());
  });

  test('that differ by more than two seconds are corrected for', () => {
    const { clock, feed, dated } = setUp();
    dated(3_600_000);
    expect(Math.abs(feed.link.skewMs - 3_600_000)).toBeLessThan(1_100);
    expect(feed.serviceNow()).toBe(clock.now() + feed.link.skewMs);
  });

  test('that differ by less are left alone', () => {
    const { clock, feed, dated } = setUp();
    dated(1_400);
    expect(feed.link.skewMs).toBeGreaterThan(0);
    expect(feed.serviceNow()).toBe(clock.now());
  });

  test('keep a good estimate through one slow answer', () => {
    const { feed, dated } = setUp();
    dated(10_000);
    const good = feed.link.skewMs;
    dated(2_000, 9_000);
    expect(feed.link.skewMs).toBe(good);
  });

  test('are judged anew when somebody sets this one right', () => {
    const { clock, feed, dated } = setUp();
    dated(3_600_000);
    clock.jump(3_600_000);
    dated(0);
    expect(feed.link.skewMs).toBe(0);
  });

  test.each(['', 'yesterday', '2026-03-09', '1234', 'Mon, 99 Mar 2026 10:15:30 GMT'])(
    'are not judged by %j',
    (date) => {
      const { feed } = setUp();
      feed.dated(date, 10);
      expect(feed.link.skewMs).toBe(0);
    },
  );
});

test('an HTTP date is one and nothing else is', () => {
  expect(httpDate('Mon, 09 Mar 2026 10:15:30 GMT')).toBe(Date.parse('2026-03-09T10:15:30Z'));
  expect(httpDate('2026-03-09T10:15:30Z')).toBeUndefined();
  expect(httpDate(undefined)).toBeUndefined();
});

test('the till hears of each change of the connection once, with the time of it', () => {
  const { clock, feed } = setUp();
  const heard: string[] = [];
  const stop = feed.link.onChange(() => heard.push(`${feed.link.state} ${feed.link.since - clock.now()}`));
  expect(feed.link).toMatchObject({ state: 'unknown', host: 'service.test' });
  clock.tick(1_000);
  feed.online();
  feed.online();
  feed.offline();
  stop();
  feed.online();
  expect(heard).toEqual(['online 0', 'offline 0']);
});
