import { iban } from './engine/debtors.ts';
import type { Engine } from './engine/engine.ts';
import { hexId } from './engine/ids.ts';
import type { ApiKey, Profile } from './engine/records.ts';
import type { ProfileDraft, Sandbox } from './options.ts';
import type { Random } from './random.ts';

/** Profiles, API keys and tills' keys: a provider's portal manages them. Throws `RangeError` for an unknown profile. */
export type Accounts = Pick<Sandbox, 'addProfile' | 'addApiKey' | 'registerKey'>;

export function createAccounts(engine: Engine, random: Random): Accounts {
  const { profiles, apiKeys } = engine.store;
  const ownerOf = (profileId: string): Profile => {
    const owner = profiles.get(profileId);
    if (owner) return owner;
    throw new RangeError(`There is no profile ${profileId}`);
  };
  const keyOf = (profileId: string) => [...apiKeys.values()].find((apiKey) => apiKey.profileId === profileId);

  return {
    addProfile(draft) {
      const known = draft.profileId === undefined ? undefined : profiles.get(draft.profileId);
      const profile = newProfile(random, { ...known, ...draft });
      engine.putProfile(profile);
      const apiKey =
        (draft.apiKey === undefined && keyOf(profile.profileId)) || newApiKey(random, profile, given(draft.apiKey));
      engine.putApiKey(apiKey);
      return { ...profile, apiKey: apiKey.key };
    },
    addApiKey({ profileId, ...draft }) {
      const apiKey = newApiKey(random, ownerOf(profileId), draft);
      engine.putApiKey(apiKey);
      return apiKey.key;
    },
    registerKey(profileId, publicJwk) {
      const owner = ownerOf(profileId);
      engine.putProfile({ ...owner, keys: [...owner.keys.filter((key) => key.kid !== publicJwk.kid), publicJwk] });
    },
  };
}

function given(key: string | undefined): { readonly key?: string } {
  return key === undefined ? {} : { key };
}

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
function newApiKey(random: Random, profile: Profile, draft: Partial<ApiKey> = {}): ApiKey {
  return {
    key: `sandbox_${hexId(random, 40)}`,
    subjectType: 'MERCHANT',
    subjectId: profile.merchantId,
    profileId: profile.profileId,
    authorities: ['MERCHANT_PAYMENT', 'MERCHANT_REFUND'],
    ...draft,
  };
}
