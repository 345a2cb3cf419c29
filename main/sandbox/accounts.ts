import { iban } from './engine/debtors.ts';
import type { Engine } from './engine/engine.ts';
import { hexId } from './engine/ids.ts';
import type { ApiKey, Profile, PublicJwk } from './engine/records.ts';
import type { Random } from './random.ts';

/** Missing fields are generated. `apiKey` belongs to the profile's merchant, with both authorities. */
export type ProfileDraft = Partial<Profile> & { readonly apiKey?: string };

/** As a provider's portal does. Throws `RangeError` for an unknown profile. */
export function createAccounts({ store, putProfile, putApiKey }: Engine, random: Random) {
  const ownerOf = (profileId: string): Profile => {
    const owner = store.profiles.get(profileId);
    if (owner) return owner;
    throw new RangeError(`There is no profile ${profileId}`);
  };
  const keyOf = (profileId: string) =>
    [...store.apiKeys.values()].find((apiKey) => apiKey.profileId === profileId)?.key;
  const addKey = ({ profileId, merchantId }: Profile, draft: Partial<ApiKey>): string => {
    const key: ApiKey = {
      key: `sandbox_${hexId(random, 40)}`,
      subjectType: 'MERCHANT',
      subjectId: merchantId,
      profileId,
      authorities: ['MERCHANT_PAYMENT', 'MERCHANT_REFUND'],
      ...draft,
    };
    putApiKey(key);
    return key.key;
  };

  return {
    /** Adds a profile, or changes the profile with the same id. Returns the profile with an API key of its merchant. */
    addProfile(draft: ProfileDraft): Profile & { readonly apiKey: string } {
      const known = draft.profileId === undefined ? undefined : store.profiles.get(draft.profileId);
      const profile = newProfile(random, { ...known, ...draft });
      putProfile(profile);
      const { apiKey: given } = draft;
      const apiKey =
        given === undefined ? (keyOf(profile.profileId) ?? addKey(profile, {})) : addKey(profile, { key: given });
      return { ...profile, apiKey };
    },
    addApiKey({ profileId, ...draft }: Partial<ApiKey> & Pick<ApiKey, 'profileId'>): string {
      return addKey(ownerOf(profileId), draft);
    },
    registerKey(profileId: string, publicJwk: PublicJwk): void {
      const owner = ownerOf(profileId);
      putProfile({ ...owner, keys: [...owner.keys.filter((key) => key.kid !== publicJwk.kid), publicJwk] });
    },
  };
}

export function newProfile(random: Random, { apiKey: _, ...draft }: ProfileDraft = {}): Profile {
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
    ...draft,
  };
}
