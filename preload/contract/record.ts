import { z } from 'zod';
import { call, managers } from './call.ts';
import { role } from './views.ts';

export const recordKind = z.enum([
  'people',
  'access',
  'sales',
  'refunds',
  'settings',
  'shifts',
  'payouts',
  'prints',
  'exports',
  'till',
]);
export type RecordKind = z.infer<typeof recordKind>;

const place = z.strictObject({ act: z.int(), refund: z.int() });
export type RecordPlace = z.infer<typeof place>;

const recordRow = z.object({
  id: z.string(),
  /** ms since the epoch. */
  at: z.int(),
  /** The journal's name of the act; an open list. */
  act: z.string(),
  /** `till`: no person was involved. */
  by: z.object({ role: z.enum([...role.options, 'till']), id: z.string().optional(), name: z.string().optional() }),
  about: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type RecordRow = z.infer<typeof recordRow>;

export const recordCalls = {
  /** Newest first. A page may be short or empty although `next` is set. */
  'record.find': call(
    z.strictObject({
      kind: recordKind.optional(),
      /** By this person or concerning this person. */
      person: z.string().max(100).optional(),
      text: z.string().max(100),
      after: place.optional(),
      limit: z.int().min(1).max(200),
    }),
    z.object({ rows: z.array(recordRow), next: place.nullable() }),
    managers,
  ),
} as const;
