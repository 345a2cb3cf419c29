import { z } from 'zod';
import { call, everyone, managers, nothing } from './call.ts';
import { MAX_SHEET_MM } from './limits.ts';
import { language, paperSize } from './setting-values.ts';
import { counterSettings } from './settings-table.ts';
import { saleView } from './views.ts';

/** The window draws the sheet off-screen and main prints the window. A call gives the paper size and the length. */

const drawn = {
  paper: paperSize,
  /** Of the cut roll; an A4 page has its fixed height. */
  heightMm: z.int().min(1).max(MAX_SHEET_MM),
};

const printed = {
  ...drawn,
  /** Overrides the printer in the settings once. */
  on: counterSettings.members.printing.given.unwrap().pick({ printer: true, silent: true }).optional(),
};

const receiptOf = z.strictObject({ saleId: z.uuid(), refundKey: z.uuid().optional() });
export type ReceiptOf = z.infer<typeof receiptOf>;

/** Earlier copies shown on the sheet: main refuses if more were issued meanwhile. */
const issued = z.int().nonnegative();

/** Main does not know the content; the journal logs the kind and number of the sheet. */
const plainSheet = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shift'), report: z.enum(['X', 'Z']), number: z.int().min(1) }),
  z.strictObject({ kind: z.literal('sticker'), posId: z.string().max(50) }),
  z.strictObject({ kind: z.literal('test') }),
]);
export type PlainSheet = z.infer<typeof plainSheet>;

/** `printed: false` without an error: the user closed the system's dialog. */
const printing = z.object({ printed: z.boolean() });
/** Without the folder; null: the user closed the dialog. */
const saving = z.object({ file: z.string().nullable() });

export const paperCalls = {
  /** For a payment missing or incomplete in the snapshot; `language`: its customer's. */
  'receipt.sale': call(z.strictObject({ saleId: z.uuid() }), z.object({ sale: saleView, language }), everyone),
  'receipt.issued': call(receiptOf, z.object({ issued, firstAt: z.int().optional() }), everyone),
  'receipt.print': call(receiptOf.extend({ ...printed, issued }), printing, everyone),
  'receipt.save': call(receiptOf.extend({ ...drawn, issued }), saving, everyone),
  'paper.print': call(z.strictObject({ sheet: plainSheet, ...printed }), printing, managers),
  'paper.save': call(z.strictObject({ sheet: plainSheet, ...drawn }), saving, managers),
  'paper.printers': call(
    nothing,
    z.object({ printers: z.array(z.object({ name: z.string(), label: z.string() })) }),
    everyone,
  ),
} as const;
