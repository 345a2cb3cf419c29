import { afterEach, expect, test } from 'vitest';
import { minutesAndSeconds, timesIn } from '../../../renderer/ui/time-text.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

// Athens agrees with Johannesburg in winter and with Nairobi in summer, so on every day of the year a pair agrees.
test('uses the current time zone, even with an equal offset', () => {
  const shown = (name: string, at: string) => {
    process.env['TZ'] = name;
    return timesIn('nl-NL').clockTime(Date.parse(at));
  };
  const [winter, summer] = ['2026-01-20T12:00:00Z', '2026-07-20T12:00:00Z'];
  expect(shown('Europe/Athens', winter)).toBe('14:00');
  expect(shown('Africa/Johannesburg', summer)).toBe('14:00');
  expect(shown('Europe/Athens', summer)).toBe('15:00');
  expect(shown('Africa/Nairobi', winter)).toBe('15:00');
});

test('shows zero only when no time is left', () => {
  expect([0, 1, 1_000, 59_001, 60_001].map(minutesAndSeconds)).toEqual(['0:00', '0:01', '0:01', '1:00', '1:01']);
});
