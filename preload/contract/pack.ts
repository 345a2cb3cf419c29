import { z } from 'zod';
import { call, everyone, managers, nothing } from './call.ts';

const packPart = z.object({
  name: z.string(),
  /** 0: it is not in the pack, and `lacks` says why. */
  bytes: z.int(),
  /** It has less than there is: what is oldest did not fit, there is nothing, or it failed with this code. */
  lacks: z.object({ why: z.enum(['older', 'nothing', 'failed']), code: z.string().optional() }).optional(),
});
export type PackPartView = z.infer<typeof packPart>;

const supportKey = z.object({ kid: z.string(), alg: z.string(), thumbprint: z.string() });
export type SupportKeyView = z.infer<typeof supportKey>;

const packId = z.string().max(64);

export const packCalls = {
  /** Puts a pack together, in place of the one before; it lies on this machine until it is let go of. */
  'pack.prepare': call(nothing, z.object({ id: packId, parts: z.array(packPart) }), managers),
  /** A piece of a part from this byte on, as it goes into the zip; `next` is where the one after it begins. */
  'pack.look': call(
    z.strictObject({ id: packId, name: z.string().max(100), offset: z.int().min(0) }),
    z.object({ text: z.string(), next: z.int().nullable() }),
    managers,
  ),
  /** Asks where to, and saves it there; encrypted where there is a key. Without `file` somebody closed the dialog. */
  'pack.save': call(z.strictObject({ id: packId }), z.object({ file: z.string().optional() }), managers),
  /** It only lets go, so whoever is there may: the five minutes of a manager may be over as the dialog closes. */
  'pack.drop': call(nothing, nothing, everyone),
  'pack.key': call(nothing, z.object({ key: supportKey.nullable() }), managers),
  /** A public JWK as somebody pasted it; an empty text takes the key away. */
  'pack.key.save': call(
    z.strictObject({ key: z.string().max(16_384) }),
    z.object({ key: supportKey.nullable() }),
    managers,
  ),
} as const;
