import { z } from 'zod';
import { call, managersAlone, nothing } from './call.ts';
import { listedState } from './views.ts';

/** What can be written into a file for an accountant, or for a program. `matches`: payouts beside the journal. */
const exportKind = z.enum(['payments', 'refunds', 'shifts', 'payouts', 'matches']);
export type ExportKind = z.infer<typeof exportKind>;

/** `csv` for any spreadsheet, `xlsx` for Excel, `jsonl` (one JSON object a line) for programs. */
export const exportFormat = z.enum(['csv', 'xlsx', 'jsonl']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Which days count: that of the beginning, or that in which the till learned the end. */
export const exportBy = z.enum(['begun', 'ended']);
export type ExportBy = z.infer<typeof exportBy>;

export const separator = z.enum([';', ',']);
const decimalSign = z.enum([',', '.']);

const heading = z.string().min(1).max(60);

/** What a manager chose. `from` and `before` in ms since the epoch; absent: from the beginning, until now. */
const exportDraft = z
  .object({
    kind: exportKind,
    from: z.int().nonnegative().optional(),
    before: z.int().nonnegative().optional(),
    /** For payments and refunds; absent: `begun`. */
    by: exportBy.optional(),
    /** Of payments only those that hold this text, or are in one of these states, as in the list of payments. */
    text: z.string().max(100).optional(),
    states: z.array(listedState).min(1).optional(),
    format: exportFormat,
    separator,
    decimal: decimalSign,
    /** What stands over the columns, by their names, in the till's language; absent: the names themselves. */
    headings: z.record(z.string().max(40), heading).optional(),
  })
  .strict();
export type ExportDraft = z.infer<typeof exportDraft>;

/** How far an export is. `about`: rows in all, as far as that can be told. */
const exportProgress = z.object({ rows: z.int(), about: z.int().optional() });
export type ExportProgress = z.infer<typeof exportProgress>;

/** For managers alone: a file holds every payer's name and message, and leaves the till. */
export const exportCalls = {
  /**
   * Asks where to, by the system's dialog, and writes the file there: `saved` tells its name. Not saved, and no error: the
   * person closed the dialog. Answers once the file is whole; `export.progress` tells how far it is meanwhile.
   */
  'export.start': call(
    exportDraft,
    z.discriminatedUnion('saved', [
      z.object({ saved: z.literal(true), rows: z.int(), file: z.string() }),
      z.object({ saved: z.literal(false) }),
    ]),
    managersAlone,
  ),
  /** None is under way: null. */
  'export.progress': call(nothing, z.object({ progress: exportProgress.nullable() }), managersAlone),
  'export.cancel': call(nothing, nothing, managersAlone),
} as const;
