import { z } from 'zod';
import { refusedAs } from './field-error-codes.ts';
import { httpsUrlField, serviceUrlField } from './fields.ts';

export const language = z.enum(['en', 'nl', 'fr', 'de']);
export type Language = z.infer<typeof language>;

/** `decimal`: as written. `cents-first`: from the right, as on a card terminal. */
export const amountEntry = z.enum(['decimal', 'cents-first']);
export type AmountEntry = z.infer<typeof amountEntry>;

export const paperSize = z.enum(['58mm', '80mm', 'A4']);
export type PaperSize = z.infer<typeof paperSize>;

/** Replaced by the reference of the sale in `receiptUrl`. */
export const REFERENCE_MARK = '{reference}';

/** Of the chosen file and of the stored PNG. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** Longer side, in pixels. */
export const MAX_PICTURE_SIDE = 512;
export const MAX_SLIDE_SIDE = 1_280;

export const pictureToKeep = z.strictObject({
  png: z.base64(refusedAs('picture.kind')).max(Math.ceil(MAX_PICTURE_BYTES / 3) * 4, refusedAs('picture.too-large')),
});

export const pictureField = z.string().regex(/^[\w-]{1,80}\.(png|jpg|webp)$/, refusedAs('picture.name'));

/** The reference may choose the page but never the server. */
export const receiptUrlField = httpsUrlField
  .refine((url) => url.includes(REFERENCE_MARK), refusedAs('receipt-url.reference'))
  .refine(
    (url) => originOf(url.replaceAll(REFERENCE_MARK, 'a')) === originOf(url.replaceAll(REFERENCE_MARK, 'b')),
    refusedAs('receipt-url.reference'),
  );

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

const COUNTER_CODE_MARKS = ['{profileId}', '{posId}'] as const;

/** Profile and POS may choose the page but never the server. */
export const counterCodeField = serviceUrlField
  .refine((url) => COUNTER_CODE_MARKS.every((mark) => url.includes(mark)), refusedAs('counter-code.marks'))
  .refine(
    (url) => originOf(counterCode(url, 'a', 'a')) === originOf(counterCode(url, 'b', 'b')),
    refusedAs('counter-code.marks'),
  );

export function counterCode(template: string, profileId: string, posId: string): string {
  return template
    .replaceAll('{profileId}', () => encodeURIComponent(profileId))
    .replaceAll('{posId}', () => encodeURIComponent(posId));
}

export const timeOfDayField = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, refusedAs('time-of-day.pattern'));

/** No property is certain to stay the same. Device-independent pixels. */
export const screenMark = z.strictObject({
  id: z.number(),
  label: z.string().max(200),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type ScreenMark = z.infer<typeof screenMark>;

/** Degrees, clockwise. */
export const rotation = z.union([z.literal(90), z.literal(180), z.literal(270)]);
