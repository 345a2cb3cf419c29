import { z } from 'zod';
import { call, managers, nothing } from './call.ts';

const file = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('svg'), content: z.string().max(500_000) }),
  z.strictObject({ format: z.literal('png'), content: z.base64().max(4_000_000) }),
]);

export const stickerCalls = {
  /** `code` is absent if the settings have no template. */
  'sticker.read': call(nothing, z.object({ code: z.string().optional() }), managers),
  /** `saved` is absent if the user closed the dialog. */
  'sticker.save': call(file, z.object({ saved: z.string().optional() }), managers),
} as const;
