import { z } from 'zod';
import { call, managers } from './call.ts';
import { dayField } from './fields.ts';

/** Pictures of what a till took: sums that main has made, so that no window holds a year of payments. */

const sum = z.object({ count: z.int().nonnegative(), cents: z.int().nonnegative() });
export type Sum = z.infer<typeof sum>;

/** `from`: when the day began in the shop's time, ms since the epoch. Money that was paid, and that went back. */
const dayFigures = z.object({ day: dayField, from: z.int(), paid: sum, refunded: sum });

/** `open`: it has no end yet. */
const figuresState = z.enum(['paid', 'cancelled', 'expired', 'failed', 'voided', 'unknown', 'open']);
export type FiguresState = z.infer<typeof figuresState>;

export const figures = z.object({
  day: dayField,
  /** The hours of the day as they passed: 23 or 25 where the clock was put forward or back. Times are ms since the epoch. */
  hours: z.array(sum.extend({ from: z.int(), to: z.int() })),
  /** The week that the day is in, from Monday on, and the week before. */
  days: z.array(dayFigures).length(7),
  before: z.array(dayFigures).length(7),
  states: z.array(sum.extend({ state: figuresState })),
  /** Refunds of that week without an outcome. */
  underWay: sum,
});
export type Figures = z.infer<typeof figures>;

export const figuresCalls = {
  /** `newest`: of the newest day with sales up to `day`, which tells the day itself where there is none. */
  'figures.read': call(z.strictObject({ day: dayField, newest: z.literal(true).optional() }), figures, managers),
} as const;
