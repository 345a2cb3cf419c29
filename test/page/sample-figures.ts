import type { Figures } from '../../preload/contract/figures.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Friday 20 November 2026, midnight in the zone of the pages. */
const friday = Date.parse('2026-11-20T00:00:00+01:00');
const monday = friday - 4 * DAY_MS;

const takings = [41_280, 38_015, 44_990, 52_130, 61_245, 88_920, 0];
const takingsBefore = [39_900, 40_120, 37_400, 55_000, 58_010, 91_335, 12_050];
const byHour = [0, 0, 0, 0, 0, 0, 0, 1_890, 9_450, 12_335, 7_820, 4_990, 11_240, 6_180, 0, 3_340, 2_750, 1_250];

const sumOf = (cents: number) => ({ count: Math.ceil(cents / 1_115), cents });
const week = (from: number, paid: readonly number[], refunded: readonly number[]) =>
  paid.map((cents, index) => {
    const at = from + index * DAY_MS;
    const day = new Date(at + HOUR_MS * 12).toISOString().slice(0, 10);
    return { day, from: at, paid: sumOf(cents), refunded: sumOf(refunded[index] ?? 0) };
  });

export const sampleFigures: Figures = {
  day: '2026-11-20',
  hours: Array.from({ length: 24 }, (_, hour) => ({
    from: friday + hour * HOUR_MS,
    to: friday + (hour + 1) * HOUR_MS,
    ...sumOf(byHour[hour] ?? 0),
  })),
  days: week(monday, takings, [0, 420, 0, 0, 1_420]),
  before: week(monday - 7 * DAY_MS, takingsBefore, [380, 0, 0, 2_500]),
  states: [
    { state: 'paid', count: 293, cents: 326_580 },
    { state: 'cancelled', count: 17, cents: 20_140 },
    { state: 'expired', count: 4, cents: 6_300 },
    { state: 'failed', count: 6, cents: 7_015 },
    { state: 'voided', count: 0, cents: 0 },
    { state: 'unknown', count: 1, cents: 1_250 },
    { state: 'open', count: 0, cents: 0 },
  ],
  underWay: { count: 1, cents: 600 },
};

export const noFigures: Figures = {
  ...sampleFigures,
  hours: sampleFigures.hours.map((hour) => ({ ...hour, ...sumOf(0) })),
  days: week(monday, [0, 0, 0, 0, 0, 0, 0], []),
  before: week(monday - 7 * DAY_MS, [0, 0, 0, 0, 0, 0, 0], []),
  states: sampleFigures.states.map(({ state }) => ({ state, ...sumOf(0) })),
  underWay: sumOf(0),
};
