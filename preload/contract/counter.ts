import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';
import { amountField, httpsUrlField, MAX_AMOUNT, serviceUrlField } from './fields.ts';
import { paperSize, printingDraft } from './printing.ts';

/** How people at this counter work: limits, typing, languages, sound, and what the customer display shows. */

/** The languages that the windows speak. */
export const language = z.enum(['en', 'nl', 'fr', 'de']);
export type Language = z.infer<typeof language>;

/** How an amount is typed: as it is written, or its cents from the right as on a card terminal. */
export const amountEntry = z.enum(['decimal', 'cents-first']);
export type AmountEntry = z.infer<typeof amountEntry>;

/** At most so many quick amounts: there is room for no more beside the keypad. */
export const MAX_QUICK_AMOUNTS = 6;
/** At most so many apps are named on the customer display. */
export const MAX_APPS = 6;
/** At most so many pictures follow each other while nobody pays. */
export const MAX_SLIDES = 8;
/** Stands in `receiptUrl` for the reference of the sale. */
export const REFERENCE_MARK = '{reference}';

const whole = (code: FieldErrorCode, least: number, most: number) =>
  z.int(refusedAs(code)).min(least, refusedAs(code)).max(most, refusedAs(code));

const text = (code: FieldErrorCode, most: number) => z.string().max(most, refusedAs(code));

/** A picture that a person chooses, and the PNG that main keeps of it, have at most so many bytes. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** The longer side of the PNG of a logo or an app, in pixels. */
export const MAX_PICTURE_SIDE = 512;
/** That of one which the customer display shows alone. */
export const MAX_SLIDE_SIDE = 1_280;

/** A picture as it comes to main: base64 of a PNG. */
export const pictureToKeep = z
  .object({
    png: z.base64(refusedAs('picture.kind')).max(Math.ceil(MAX_PICTURE_BYTES / 3) * 4, refusedAs('picture.too-large')),
  })
  .strict();

/** The name of a picture that main keeps, without any folder. */
const pictureField = z.string().regex(/^[\w-]{1,80}\.(png|jpg|webp)$/, refusedAs('picture.name'));

/** Where a customer's phone finds the receipt. The reference may choose the page and never the server. */
const receiptUrlField = httpsUrlField
  .refine((url) => url.includes(REFERENCE_MARK), refusedAs('receipt-url.reference'))
  .refine((url) => originWith(url, 'a') === originWith(url, 'b'), refusedAs('receipt-url.reference'));

function originWith(url: string, reference: string): string {
  const filled = url.replaceAll(REFERENCE_MARK, reference);
  return URL.canParse(filled) ? new URL(filled).origin : filled;
}

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, refusedAs('time-of-day.pattern'));

/** When this till takes updates, and from where. */
export const updatesDraft = z
  .object({
    on: z.boolean(),
    /** A folder on a server; empty: none. */
    server: z.union([z.literal(''), serviceUrlField], refusedAs('url.https-or-loopback')),
    /** The opening hours by the clock on the wall; the same time twice means always. */
    opens: timeOfDay,
    closes: timeOfDay,
    /** Updates are installed by themselves in opening hours too. */
    whenOpen: z.boolean(),
  })
  .strict();
export type UpdateSettings = z.infer<typeof updatesDraft>;

/** What holds until somebody sets it. */
export const firstUpdates: UpdateSettings = { on: true, server: '', opens: '07:00', closes: '23:00', whenOpen: false };

/** What the customer display shows while nobody pays. What is switched off is kept. */
export const idleDraft = z
  .object({
    name: z.boolean(),
    logo: z.boolean(),
    message: z.boolean(),
    pictures: z.boolean(),
    /** They follow each other, and the words follow them. */
    slides: z.array(pictureField).max(MAX_SLIDES, refusedAs('slides.too-many')),
    slideSeconds: whole('slide-seconds.range', 3, 120),
  })
  .strict();
export type IdleSettings = z.infer<typeof idleDraft>;

/** What holds until somebody sets it. */
export const firstIdle: IdleSettings = {
  name: true,
  logo: true,
  message: true,
  pictures: false,
  slides: [],
  slideSeconds: 8,
};

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

/** Which screen each window belongs on. */
const screensDraft = z.object({ till: screenMark.optional(), display: screenMark.optional() }).strict();

/** `on`: the till fills its screen, and nobody leaves it without a PIN. `atStart`: it starts with the computer. */
const kioskDraft = z.object({ on: z.boolean(), atStart: z.boolean() }).strict();

/** The counter's settings as a person may give them. They hold in training and live alike. */
export const counterDraft = z
  .object({
    /** Cents of one sale; a larger one asks for a manager. */
    maximum: amountField,
    /** A sale of more than so many times the usual one is asked about; 0: none is. */
    unusualFactor: z.union([z.literal(0), whole('unusual-factor.range', 2, 1_000)], refusedAs('unusual-factor.range')),
    entry: amountEntry,
    /** Cents, each on a button of the sale screen. */
    quickAmounts: z
      .array(amountField)
      .max(MAX_QUICK_AMOUNTS, refusedAs('quick-amounts.too-many'))
      .refine((amounts) => new Set(amounts).size === amounts.length, refusedAs('quick-amounts.twice')),
    /** From the end of a sale back to an empty keypad; 0: it stays. */
    returnAfterSeconds: z.union([z.literal(0), whole('return-after.range', 3, 300)], refusedAs('return-after.range')),
    /** Cents; refunds of one payment above it ask for a manager. Absent: none does. */
    refundPinAbove: whole('refund-limit.range', 0, MAX_AMOUNT).optional(),
    /** Fewest digits of a PIN that is set from now on. */
    shortestPin: whole('shortest-pin.range', 4, 8),
    languages: z.object({ till: language, display: language }).strict(),
    /** Per cent. */
    sound: z.object({ volume: whole('volume.range', 0, 100), muted: z.boolean() }).strict(),
    display: z
      .object({
        message: text('message.too-long', 60),
        thanksSeconds: whole('thanks.range', 3, 60),
        logo: pictureField.optional(),
        apps: z
          .array(
            z
              .object({
                name: text('app-name.too-long', 30).min(1, refusedAs('app-name.required')),
                picture: pictureField.optional(),
              })
              .strict(),
          )
          .max(MAX_APPS, refusedAs('apps.too-many')),
        receiptUrl: receiptUrlField.optional(),
        /** Absent: as the system has it. */
        rotation: rotation.optional(),
        /** Absent: `firstIdle`. */
        idle: idleDraft.optional(),
      })
      .strict(),
    /** Absent: `firstUpdates`. */
    updates: updatesDraft.optional(),
    /** Absent: the till is on the primary screen, the customer display on another. */
    screens: screensDraft.optional(),
    /** Absent: neither. */
    kiosk: kioskDraft.optional(),
    /** Absent: `firstPrinting`. */
    printing: printingDraft.optional(),
  })
  .strict();
export type CounterDraft = z.infer<typeof counterDraft>;

const stored = z.string();

/** The same as stored, under whatever rules a field had then; the windows show it. */
export const counterView = z.object({
  maximum: z.int(),
  unusualFactor: z.number(),
  entry: amountEntry,
  quickAmounts: z.array(z.int()),
  returnAfterSeconds: z.number(),
  refundPinAbove: z.int().optional(),
  shortestPin: z.int(),
  languages: z.object({ till: language, display: language }),
  sound: z.object({ volume: z.number(), muted: z.boolean() }),
  display: z.object({
    message: stored,
    thanksSeconds: z.number(),
    logo: stored.optional(),
    apps: z.array(z.object({ name: stored, picture: stored.optional() })),
    receiptUrl: stored.optional(),
    rotation: rotation.optional(),
    idle: z
      .object({
        name: z.boolean(),
        logo: z.boolean(),
        message: z.boolean(),
        pictures: z.boolean(),
        slides: z.array(stored),
        slideSeconds: z.number(),
      })
      .optional(),
  }),
  updates: z
    .object({ on: z.boolean(), server: stored, opens: stored, closes: stored, whenOpen: z.boolean() })
    .optional(),
  screens: screensDraft.optional(),
  kiosk: kioskDraft.optional(),
  printing: z.object({ printer: stored, paper: paperSize, silent: z.boolean(), automatic: z.boolean() }).optional(),
});
export type CounterView = z.infer<typeof counterView>;

/** What of it the customer display needs. */
export const displayCounterView = counterView.pick({ languages: true, display: true });
