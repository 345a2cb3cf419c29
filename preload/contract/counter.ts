import { z } from 'zod';
import { refusedAs } from './field-error-codes.ts';
import { httpsUrlField } from './fields.ts';

/** Values that settings of the counter have (`settings-table.ts`), and their limits. */

export const language = z.enum(['en', 'nl', 'fr', 'de']);
export type Language = z.infer<typeof language>;

/** How an amount is typed: as it is written, or its cents from the right as on a card terminal. */
export const amountEntry = z.enum(['decimal', 'cents-first']);
export type AmountEntry = z.infer<typeof amountEntry>;

export const paperSize = z.enum(['58mm', '80mm', 'A4']);
export type PaperSize = z.infer<typeof paperSize>;

/** At most so many quick amounts: there is room for no more beside the keypad. */
export const MAX_QUICK_AMOUNTS = 6;
export const MAX_APPS = 6;
export const MAX_SLIDES = 8;
/** Stands in `receiptUrl` for the reference of the sale. */
export const REFERENCE_MARK = '{reference}';

/** A picture that a person chooses, and the PNG that main keeps of it, have at most so many bytes. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** The longer side of the PNG of a logo or an app, in pixels. */
export const MAX_PICTURE_SIDE = 512;
export const MAX_SLIDE_SIDE = 1_280;

export const pictureToKeep = z
  .object({
    png: z.base64(refusedAs('picture.kind')).max(Math.ceil(MAX_PICTURE_BYTES / 3) * 4, refusedAs('picture.too-large')),
  })
  .strict();

/** The name of a picture that main keeps, without any folder. */
export const pictureField = z.string().regex(/^[\w-]{1,80}\.(png|jpg|webp)$/, refusedAs('picture.name'));

/** Where a customer's phone finds the receipt. The reference may choose the page and never the server. */
export const receiptUrlField = httpsUrlField
  .refine((url) => url.includes(REFERENCE_MARK), refusedAs('receipt-url.reference'))
  .refine((url) => originWith(url, 'a') === originWith(url, 'b'), refusedAs('receipt-url.reference'));

function originWith(url: string, reference: string): string {
  const filled = url.replaceAll(REFERENCE_MARK, reference);
  return URL.canParse(filled) ? new URL(filled).origin : filled;
}

export const timeOfDayField = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, refusedAs('time-of-day.pattern'));

/** By what a screen is known again: no one of these is certain to stay. In device-independent pixels. */
export const screenMark = z
  .object({
    id: z.number(),
    label: z.string().max(200),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
  })
  .strict();
export type ScreenMark = z.infer<typeof screenMark>;

/** By how much the customer's picture is turned, clockwise, in degrees. */
export const rotation = z.union([z.literal(90), z.literal(180), z.literal(270)]);
