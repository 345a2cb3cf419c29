import { z } from 'zod';
import { call, everyone, managers, nothing } from './call.ts';

const packPart = z.object({
  name: z.string(),
  /** 0: not in the pack; `lacks` gives the reason. */
  bytes: z.int(),
  /** The part is incomplete: older content did not fit, there is no content, or reading failed with `code`. */
  lacks: z.object({ why: z.enum(['older', 'nothing', 'failed']), code: z.string().optional() }).optional(),
});
export type PackPartView = z.infer<typeof packPart>;

const supportKey = z.object({ kid: z.string(), alg: z.string(), thumbprint: z.string() });
export type SupportKeyView = z.infer<typeof supportKey>;

const packId = z.string().max(64);

export const packCalls = {
  /** Replaces the previous pack. The pack stays on this machine until `pack.drop`. */
  'pack.prepare': call(nothing, z.object({ id: packId, parts: z.array(packPart) }), managers),
  /** A piece from this byte offset, as it goes into the zip; `next`: offset of the following piece. */
  'pack.look': call(
    z.strictObject({ id: packId, name: z.string().max(100), offset: z.int().min(0) }),
    z.object({ text: z.string(), next: z.int().nullable() }),
    managers,
  ),
  /** Encrypted if a support key is set. `file` is absent if the user closed the save dialog. */
  'pack.save': call(z.strictObject({ id: packId }), z.object({ file: z.string().optional() }), managers),
  /** Open to every role: a manager's session may end, after five minutes, before the dialog closes. */
  'pack.drop': call(nothing, nothing, everyone),
  'pack.key': call(nothing, z.object({ key: supportKey.nullable() }), managers),
  /** A pasted public JWK; an empty text removes the key. */
  'pack.key.save': call(
    z.strictObject({ key: z.string().max(16_384) }),
    z.object({ key: supportKey.nullable() }),
    managers,
  ),
} as const;
