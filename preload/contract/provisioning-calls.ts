import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { provisioningAnswer, provisioningMissing, provisioningPassphrase, serviceProfile } from './provisioning.ts';

const handedIn = z.object({
  outcome: z.enum(['asked', 'same', 'cancelled', 'profile']),
  /** Set if the dropped file was a service profile. */
  profile: serviceProfile.optional(),
});
export type HandedIn = z.infer<typeof handedIn>;

export const provisioningCalls = {
  /** Accepting a file needs the manager's PIN if one is set; every role may refuse. */
  'provision.answer': call(provisioningAnswer, nothing, everyone),
  /** Opens an encrypted file. The response to a wrong passphrase is delayed, longer with each attempt. */
  'provision.passphrase': call(provisioningPassphrase, nothing, everyone),
  'provision.missing': call(provisioningMissing, nothing, everyone),
  /** Opens the system's file dialog. For managers and support; for every role if the sealed record is lost. */
  'provision.open': call(nothing, handedIn, everyone),
  'provision.hand-in': call(z.strictObject({ path: z.string().max(32_767) }), handedIn, everyone),
  'provision.profiles': call(nothing, z.object({ profiles: z.array(serviceProfile) }), managers),
  'provision.profile': call(nothing, z.object({ profile: serviceProfile.optional() }), managers),
  'provision.clear-alarm': call(nothing, nothing, managersAlone),
  'provision.shred': call(nothing, nothing, managers),
} as const;
