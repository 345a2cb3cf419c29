import { z } from 'zod';

const text = z.string();

/** By what a screen is known again: no one of these is certain to stay. In device-independent pixels. */
const screenMark = z.object({
  id: z.number(),
  label: text,
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
const language = z.enum(['en', 'nl', 'fr', 'de']);

/**
 * The counter's settings as `terminal.json` has them: their shape and no limits (`terminal-file-versions.ts` says why).
 * They belong to the terminal and not to an account, so a terminal that only trains has them too.
 */
export const storedCounter = z.object({
  /** Cents. */
  maximum: z.int(),
  unusualFactor: z.number(),
  entry: z.enum(['decimal', 'cents-first']),
  /** Cents. */
  quickAmounts: z.array(z.int()),
  returnAfterSeconds: z.number(),
  /** Cents. */
  refundPinAbove: z.int().optional(),
  /** Fewest digits of a PIN that is set from now on. */
  shortestPin: z.int(),
  languages: z.object({ till: language, display: language }),
  /** Per cent. */
  sound: z.object({ volume: z.number(), muted: z.boolean() }),
  display: z.object({
    message: text,
    thanksSeconds: z.number(),
    logo: text.optional(),
    apps: z.array(z.object({ name: text, picture: text.optional() })),
    receiptUrl: text.optional(),
    /** By how much the picture is turned, clockwise, where the system does not turn it; absent: not at all. */
    rotation: z.union([z.literal(90), z.literal(180), z.literal(270)]).optional(),
    /** Absent in the file of a terminal where nobody has set it. */
    idle: z
      .object({
        name: z.boolean(),
        logo: z.boolean(),
        message: z.boolean(),
        pictures: z.boolean(),
        slides: z.array(text),
        slideSeconds: z.number(),
      })
      .optional(),
  }),
  /** Which screen each window belongs on; absent: the till's is the primary one, the customer's another. */
  screens: z.object({ till: screenMark.optional(), display: screenMark.optional() }).optional(),
  /** `on`: the till fills its screen, and nobody leaves it without a PIN. `atStart`: it starts with the computer. */
  kiosk: z.object({ on: z.boolean(), atStart: z.boolean() }).optional(),
  /** Absent in the file of a terminal where nobody has set it. */
  updates: z.object({ on: z.boolean(), server: text, opens: text, closes: text, whenOpen: z.boolean() }).optional(),
  /** Absent in the file of a terminal where nobody has set it. */
  printing: z
    .object({ printer: text, paper: z.enum(['58mm', '80mm', 'A4']), silent: z.boolean(), automatic: z.boolean() })
    .optional(),
});
export type CounterSettings = z.infer<typeof storedCounter>;

/** What a new terminal begins with. */
export const firstCounter: CounterSettings = {
  maximum: 250_000,
  unusualFactor: 10,
  entry: 'decimal',
  quickAmounts: [],
  returnAfterSeconds: 0,
  shortestPin: 6,
  languages: { till: 'en', display: 'en' },
  sound: { volume: 100, muted: false },
  display: { message: '', thanksSeconds: 10, apps: [] },
};
