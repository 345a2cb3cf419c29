import { iban } from './engine/debtors.ts';
import { hexId } from './engine/ids.ts';
import type { ApiKey, Profile } from './engine/records.ts';
import type { ProfileDraft } from './options.ts';
import type { Random } from './random.ts';

/** A profile from a draft. Ids, account and the rest are made up where the draft leaves them out. */
export function newProfile(random: Random, draft: ProfileDraft = {}): Profile {
  const { apiKey: _, ...given } = draft;
  return {
    profileId: hexId(random),
    merchantId: hexId(random),
    name: 'Training shop',
    iban: iban(random),
    bulking: false,
    synchronousCallback: false,
    acknowledgement: false,
    authorities: ['MERCHANT_PAYMENT', 'MERCHANT_REFUND'],
    keys: [],
    ...given,
  };
}

/** An API key with both authorities, of the profile's own merchant, where the draft does not say otherwise. */
export function newApiKey(random: Random, profile: Profile, draft: Partial<ApiKey> = {}): ApiKey {
  return {
    key: `sandbox_${hexId(random, 40)}`,
    subjectType: 'MERCHANT',
    subjectId: profile.merchantId,
    profileId: profile.profileId,
    authorities: ['MERCHANT_PAYMENT', 'MERCHANT_REFUND'],
    ...draft,
  };
}
