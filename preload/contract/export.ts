import { z } from 'zod';
import { call, managersAlone, nothing } from './call.ts';
import { listedState } from './views.ts';

/** `matches`: payouts compared with the journal. */
const exportKind = z.enum(['payments', 'refunds', 'shifts', 'payouts', 'matches']);
export type ExportKind = z.infer<typeof exportKind>;

export const exportFormat = z.enum(['csv', 'xlsx', 'jsonl']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** By the start of a payment, or the time at which the till learned its end. */
export const exportBy = z.enum(['begun', 'ended']);
export type ExportBy = z.infer<typeof exportBy>;

const separator = z.enum([';', ',']);
const decimalSign = z.enum([',', '.']);

const heading = z.string().min(1).max(60);

/** ms since the epoch. Absent `from`: from the beginning; absent `before`: until now. */
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
  /** Headings by column name; a column without a heading shows its name. */
  headings: z.record(z.string().max(40), heading).optional(),
});
export type ExportDraft = z.infer<typeof exportDraft>;

/** `about`: estimated total of rows. */
const exportProgress = z.object({ rows: z.int(), about: z.int().optional() });
export type ExportProgress = z.infer<typeof exportProgress>;

/** An export holds every payer's name and message, and leaves the till. */
export const exportCalls = {
  /** `saved: false`: the user closed the save dialog. Resolves once the file is complete. */
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
