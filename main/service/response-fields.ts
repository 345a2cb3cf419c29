import { z } from 'zod';
import { isId24 } from '../../preload/contract/fields.ts';

/** The schemas accept more than the specification where the difference is harmless. */

/** Absent or null: many services write null for absent. */
export const optionalText = z.string().nullish();

/** Identifiers of the service: exactly 24 characters (docs/service.md, What the service does). */
export const id24 = z.string().refine(isId24, { error: 'not 24 characters' });

/** A date-time as ms since the epoch. A date-time without a zone is UTC. */
export const instant = z.string().transform((text, context) => {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  context.addIssue({ code: 'custom', message: 'not a date-time' });
  return z.NEVER;
});

/** Cents. Only safe integers of JavaScript: a greater number would be rounded to another amount. */
export const cents = z.int();

/** The only currency (docs/service.md, What the service does). A response in any other currency is refused. */
export const euro = z.literal('EUR');

export function omitAbsent<T extends object>(object: T): OmitAbsent<T> {
  const present: Record<string, unknown> = {};
  // A page has 10,000 items, so no list of members is allocated for each.
  for (const name of Object.keys(object)) {
    const value = object[name as keyof T];
    if (value !== undefined && value !== null) present[name] = value;
  }
  return present as OmitAbsent<T>;
}

type OmitAbsent<T> = { [K in keyof T as Absent<T[K]> extends never ? K : never]: T[K] } & {
  [K in keyof T as Absent<T[K]> extends never ? never : K]?: NonNullable<T[K]>;
};
type Absent<V> = Extract<V, undefined | null>;
