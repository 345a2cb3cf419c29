import { z } from 'zod';

/** On which printer and paper this counter prints. */

/** Rolls by their width, and the sheet. */
export const paperSize = z.enum(['58mm', '80mm', 'A4']);
export type PaperSize = z.infer<typeof paperSize>;

export const printingDraft = z
  .object({
    /** As the system names it, which is not what a person reads; empty: the system's own choice. */
    printer: z.string().max(300),
    paper: paperSize,
    /** Without the system's dialog. */
    silent: z.boolean(),
    /** A receipt comes out by itself after each paid sale; only where nothing asks first. */
    automatic: z.boolean(),
  })
  .strict();
export type PrintingSettings = z.infer<typeof printingDraft>;

/** What holds until somebody sets it. */
export const firstPrinting: PrintingSettings = { printer: '', paper: '80mm', silent: false, automatic: false };
