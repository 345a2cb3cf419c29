import { z } from 'zod';
import type { FieldErrorCode } from './field-error-codes.ts';
import { MOST_SEARCHED_DAYS } from './limits.ts';
import { listedState } from './views.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `by: reference`: the list of payments with exactly this reference. */
export const servicePlace = z.strictObject({ page: z.int().min(0).max(100_000), by: z.enum(['reference', 'time']) });
export type ServicePlace = z.infer<typeof servicePlace>;

/** Times are ms since the epoch; `before` is exclusive. */
export const serviceWanted = z
  .strictObject({
    text: z.string().max(100),
    states: z.array(listedState).min(1).optional(),
    from: z.int(),
    before: z.int(),
    place: servicePlace.optional(),
  })
  .superRefine(({ from, before }, context) => {
    const days = Math.round((before - from) / DAY_MS);
    const issue = (message: FieldErrorCode, params = {}) =>
      context.addIssue({ code: 'custom', path: ['from'], message, params });
    if (days < 1) return issue('range.order');
    if (days > MOST_SEARCHED_DAYS) return issue('range.too-long', { max: MOST_SEARCHED_DAYS, days });
  });
export type ServiceWanted = Omit<z.infer<typeof serviceWanted>, 'place'>;
