import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { provisioningAnswer, provisioningMissing, provisioningPassphrase, serviceProfile } from './provisioning.ts';

const handedIn = z.object({
  outcome: z.enum(['asked', 'same', 'cancelled', 'profile']),
  /** The file was no provisioning file, but this. */
  profile: serviceProfile.optional(),
});
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
  /** They came with the app. */
  'provision.profiles': call(nothing, z.object({ profiles: z.array(serviceProfile) }), managers),
  /** Asks for a file with the system's dialog. */
  'provision.profile': call(nothing, z.object({ profile: serviceProfile.optional() }), managers),
  'provision.clear-alarm': call(nothing, nothing, managersAlone),
  'provision.shred': call(nothing, nothing, managers),
} as const;
