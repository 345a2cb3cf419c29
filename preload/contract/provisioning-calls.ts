import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { provisioningAnswer, provisioningMissing, provisioningPassphrase } from './provisioning.ts';

const handedIn = z.object({ outcome: z.enum(['asked', 'same', 'cancelled']) });
export type HandedIn = z.infer<typeof handedIn>;

export const provisioningCalls = {
  /** Taking a file in needs the manager's PIN where there is one; everybody may refuse. */
  'provision.answer': call(provisioningAnswer, nothing, everyone),
  /** Opens an encrypted file. A wrong one is answered late, the later the more there were. */
  'provision.passphrase': call(provisioningPassphrase, nothing, everyone),
  'provision.missing': call(provisioningMissing, nothing, everyone),
  /** Asks for a file with the system's dialog. For managers and support; for everybody where the record is lost. */
  'provision.open': call(nothing, handedIn, everyone),
  'provision.hand-in': call(z.strictObject({ path: z.string().max(32_767) }), handedIn, everyone),
  'provision.clear-alarm': call(nothing, nothing, managersAlone),
  'provision.shred': call(nothing, nothing, managers),
} as const;
