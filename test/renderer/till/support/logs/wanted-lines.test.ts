import { expect, test } from 'vitest';
import { everyLine, type LogTime, wantedLines } from '../../../../../renderer/till/support/logs/wanted-lines.ts';

const times = (from: LogTime, to: LogTime) => {
  const { from: first, before } = wantedLines({ ...everyLine, from, to });
  return { from: first, before };
};
const none: LogTime = { day: '', time: '' };
const at = (hour: number, minute: number, day = 20) => new Date(2026, 10, day, hour, minute).getTime();

test('selects every line when nothing is chosen', () => {
  expect(wantedLines(everyLine)).toEqual({ text: '', id: '' });
});

test.each([
  ['14:05', at(14, 5)],
  ['1405', at(14, 5)],
  ['9.30', at(9, 30)],
  [' 07:00 ', at(7, 0)],
  ['', at(0, 0)],
  ['14', at(0, 0)],
  ['24:00', at(0, 0)],
  ['12:60', at(0, 0)],
])('reads the start from a day and time "%s"', (time, from) => {
  expect(times({ day: '2026-11-20', time }, none)).toEqual({ from, before: undefined });
});

test('includes the last minute, or the whole last day', () => {
  expect(times(none, { day: '2026-11-20', time: '14:05' }).before).toBe(at(14, 6));
  expect(times(none, { day: '2026-11-20', time: '' }).before).toBe(at(0, 0, 21));
});

test('ignores a time without a day', () => {
  expect(times({ day: '', time: '14:05' }, { day: '', time: '15:00' })).toEqual({ from: undefined, before: undefined });
});

test('trims the search text and includes graver levels', () => {
  expect(wantedLines({ ...everyLine, text: ' refund ', id: ' 7f3 ', level: 'warn' })).toEqual({
    text: 'refund',
    id: '7f3',
    levels: ['warn', 'error', 'broken'],
  });
});
