import { z } from 'zod';
import { isId24 } from '../../preload/fields.ts';

/** The types that the specification's tables use, as they come in answers: tolerant where it costs nothing. */

/** Absent, or null as many services write absent. */
export const optionalText = z.string().nullish();

/** Identifiers of the service: exactly 24 characters (spec: General conventions). */
export const id24 = z.string().refine(isId24, { error: 'not 24 characters' });

/** A date-time in UTC; without a zone it is UTC too. Becomes ms since the epoch. */
export const instant = z.string().transform((text, context) => {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  context.addIssue({ code: 'custom', message: 'not a date-time' });
  return z.NEVER;
});

/** Cents. Beyond the safe integers of JavaScript an amount would be another amount. */
export const cents = z.int();

/** The only currency (spec: General conventions). An amount in any other is not believed. */
export const euro = z.literal('EUR');

/** Drops members that are undefined or null, so that optional members are absent. */
export function present<T extends object>(object: T): Present<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<T>;
}

/** T with every member that may be undefined or null made optional and never either. */
export type Present<T> = { [K in keyof T as Absent<T[K]> extends never ? K : never]: T[K] } & {
  [K in keyof T as Absent<T[K]> extends never ? never : K]?: NonNullable<T[K]>;
};
type Absent<V> = Extract<V, undefined | null>;
