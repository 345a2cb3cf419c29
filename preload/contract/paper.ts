import { z } from 'zod';
import { call, everyone, managers, nothing } from './call.ts';
import { language, paperSize } from './counter.ts';
import { counterSettings } from './settings-table.ts';
import { saleView } from './views.ts';

/**
 * Calls about what is printed or saved as PDF. The window draws the sheet, hidden, and main prints what the window holds:
 * so a call says for which paper it is drawn, and how long it is.
 */

/** No roll is longer, and no PDF may be. */
export const MAX_SHEET_MM = 2_000;

const drawn = {
  paper: paperSize,
  /** How long a roll is cut; a page of A4 has its own height. */
  heightMm: z.int().min(1).max(MAX_SHEET_MM),
};

const printed = {
  ...drawn,
  /** Another way than that of the settings, this once. */
  on: counterSettings.members.printing.given.unwrap().pick({ printer: true, silent: true }).optional(),
};

const receiptOf = z.object({ saleId: z.uuid(), refundKey: z.uuid().optional() }).strict();
export type ReceiptOf = z.infer<typeof receiptOf>;

/** How many were printed or saved before, as the sheet says: main refuses it where there are more by now. */
const issued = z.int().nonnegative();

/** Any other sheet. Main does not know what stands on it; the journal keeps which one it was. */
const plainSheet = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shift'), report: z.enum(['X', 'Z']), number: z.int().min(1) }).strict(),
  z.object({ kind: z.literal('sticker'), posId: z.string().max(50) }).strict(),
  z.object({ kind: z.literal('test') }).strict(),
]);
export type PlainSheet = z.infer<typeof plainSheet>;

/** Not printed, and no error: the person closed the system's dialog. */
const printing = z.object({ printed: z.boolean() });
/** The file's name without its folder; null: the person closed the dialog. */
const saving = z.object({ file: z.string().nullable() });

export const paperCalls = {
  /** A payment that no snapshot tells whole, and the language of its customer. */
  'receipt.sale': call(z.object({ saleId: z.uuid() }).strict(), z.object({ sale: saleView, language }), everyone),
  'receipt.issued': call(receiptOf, z.object({ issued, firstAt: z.int().optional() }), everyone),
  'receipt.print': call(receiptOf.extend({ ...printed, issued }), printing, everyone),
  'receipt.save': call(receiptOf.extend({ ...drawn, issued }), saving, everyone),
  'paper.print': call(z.object({ sheet: plainSheet, ...printed }).strict(), printing, managers),
  'paper.save': call(z.object({ sheet: plainSheet, ...drawn }).strict(), saving, managers),
  'paper.printers': call(
    nothing,
    z.object({ printers: z.array(z.object({ name: z.string(), label: z.string() })) }),
    everyone,
  ),
} as const;
