import { z } from 'zod';
import { call, managers } from './call.ts';
import { dayField } from './fields.ts';

/** Main adds the sums up, so no window holds a year of payments. */

const sum = z.object({ count: z.int().nonnegative(), cents: z.int().nonnegative() });
export type Sum = z.infer<typeof sum>;

/** `from`: start of the day in the shop's time, ms since the epoch. `paid` and `refunded` are never set off. */
const dayFigures = z.object({ day: dayField, from: z.int(), paid: sum, refunded: sum });

/** `open`: not ended yet. */
const figuresState = z.enum(['paid', 'cancelled', 'expired', 'failed', 'voided', 'unknown', 'open']);
export type FiguresState = z.infer<typeof figuresState>;

const figures = z.object({
  day: dayField,
  /** Hours of the day, 23 or 25 at a clock change. ms since the epoch. */
  hours: z.array(sum.extend({ from: z.int(), to: z.int() })),
  /** The week that contains the day, from Monday, and the week before. */
  days: z.array(dayFigures).length(7),
  before: z.array(dayFigures).length(7),
  states: z.array(sum.extend({ state: figuresState })),
  underWay: sum,
});
export type Figures = z.infer<typeof figures>;

export const figuresCalls = {
  /** `newest`: reads the newest day with sales up to `day`, or `day` itself if there is none. */
  'figures.read': call(z.strictObject({ day: dayField, newest: z.literal(true).optional() }), figures, managers),
} as const;
