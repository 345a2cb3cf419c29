import { z } from 'zod';
import { call, managers, nothing } from './call.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'broken'] as const;
const level = z.enum(logLevels);
export type LineLevel = z.infer<typeof level>;

/** `end`: the bytes before are still to be searched. */
const place = z.strictObject({ file: z.string().max(64), end: z.int().min(0) });
export type LogPlace = z.infer<typeof place>;

const logRow = z.object({
  id: z.string(),
  level,
  /** ms since the epoch; absent for a line without a time. */
  at: z.int().optional(),
  message: z.string(),
  /** Masked by main. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type LogRow = z.infer<typeof logRow>;

const raised = z.object({
  /** End of the raised level, ms since the epoch; null at the usual level. */
  until: z.int().nullable(),
});

export const logsCalls = {
  /** Newest first. A page may be short or empty although `next` is set. */
  'logs.find': call(
    z.strictObject({
      levels: z.array(level).min(1).optional(),
      text: z.string().max(100),
      /** A trace id or another id, or a part of it. */
      id: z.string().max(100),
      /** Times of the lines, ms since the epoch; `before` is exclusive. */
      from: z.int().optional(),
      before: z.int().optional(),
      after: place.optional(),
      limit: z.int().min(1).max(200),
    }),
    z.object({ rows: z.array(logRow), next: place.nullable() }),
    managers,
  ),
  'logs.level': call(nothing, raised, managers),
  'logs.raise': call(z.strictObject({ raised: z.boolean() }), raised, managers),
} as const;
