import { z } from 'zod';
import { call, managers, nothing } from './call.ts';
import { refusedAs } from './field-error-codes.ts';

const MOST_CHARACTERS = 300;

/** A link as the service writes it, short enough to be scanned from paper. */
export const stickerCodeField = z
  .string()
  .min(1, refusedAs('sticker-code.required'))
  .max(MOST_CHARACTERS, refusedAs('sticker-code.too-long'))
  .regex(/^[\x21-\x7e]*$/, refusedAs('sticker-code.character'))
  .regex(/^[A-Za-z][A-Za-z0-9+.-]*:/, refusedAs('sticker-code.link'));

const posCodeView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('known'), text: z.string() }),
  z.object({ kind: z.enum(['once', 'differs', 'none']) }),
]);
export type PosCodeView = z.infer<typeof posCodeView>;

const file = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('svg'), content: z.string().max(500_000) }),
  z.strictObject({ format: z.literal('png'), content: z.base64().max(4_000_000) }),
]);

export const stickerCalls = {
  'sticker.read': call(nothing, posCodeView, managers),
  /** `saved` is absent where the person chose nothing. */
  'sticker.save': call(file, z.object({ saved: z.string().optional() }), managers),
} as const;
