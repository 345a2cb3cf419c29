import { z } from 'zod';
import { call, managersAlone, nothing } from './call.ts';
import { listedState } from './views.ts';

/** `matches`: payouts beside the journal. */
const exportKind = z.enum(['payments', 'refunds', 'shifts', 'payouts', 'matches']);
export type ExportKind = z.infer<typeof exportKind>;

export const exportFormat = z.enum(['csv', 'xlsx', 'jsonl']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Days count by the beginning, or by when the till learned the end. */
export const exportBy = z.enum(['begun', 'ended']);
export type ExportBy = z.infer<typeof exportBy>;

export const separator = z.enum([';', ',']);
const decimalSign = z.enum([',', '.']);

const heading = z.string().min(1).max(60);

/** ms since the epoch; absent: from the beginning, until now. */
const exportDraft = z.strictObject({
  kind: exportKind,
  from: z.int().nonnegative().optional(),
  before: z.int().nonnegative().optional(),
  /** For payments and refunds; absent: `begun`. */
  by: exportBy.optional(),
  text: z.string().max(100).optional(),
  states: z.array(listedState).min(1).optional(),
  format: exportFormat,
  separator,
  decimal: decimalSign,
  /** Headings by the names of their columns; a column without one has its name. */
  headings: z.record(z.string().max(40), heading).optional(),
});
export type ExportDraft = z.infer<typeof exportDraft>;

/** `about`: rows in all, estimated. */
const exportProgress = z.object({ rows: z.int(), about: z.int().optional() });
export type ExportProgress = z.infer<typeof exportProgress>;

/** For managers alone: a file holds every payer's name and message, and leaves the till. */
export const exportCalls = {
  /** Asks for a place by the system's dialog; `saved: false`: the person closed it. Answers once the file is whole. */
  'export.start': call(
    exportDraft,
    z.discriminatedUnion('saved', [
      z.object({ saved: z.literal(true), rows: z.int(), file: z.string() }),
      z.object({ saved: z.literal(false) }),
    ]),
    managersAlone,
  ),
  'export.progress': call(nothing, z.object({ progress: exportProgress.nullable() }), managersAlone),
  'export.cancel': call(nothing, nothing, managersAlone),
} as const;
