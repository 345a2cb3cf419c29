import type { Engine } from './engine/engine.ts';
import type { Profile } from './engine/records.ts';
import type { Sandbox } from './options.ts';
import { newApiKey, newProfile } from './profiles.ts';
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
