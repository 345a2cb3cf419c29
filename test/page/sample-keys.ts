import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { KeysView, KeyView } from '../../preload/contract/keys.ts';

const jwk = (kid: string, x: string) => ({
  kty: 'EC',
  use: 'sig',
  crv: 'P-256',
  kid,
  alg: 'ES256',
  x,
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
});
const old = jwk('till-42-2026', 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU');
const made = jwk('oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U', 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0');

export const keyInUse: KeyView = {
  place: 'current',
  kid: old.kid,
  thumbprint: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
  jwk: JSON.stringify(old),
  at: Date.UTC(2026, 0, 12, 9, 30),
};
export const newKey: KeyView = {
  place: 'next',
  kid: made.kid,
  thumbprint: made.kid,
  jwk: JSON.stringify(made),
  at: Date.UTC(2026, 10, 20, 14, 2),
};

export function keysView(change: Partial<KeysView> = {}): KeysView {
  const { keys = [keyInUse] } = change;
  return {
    keys,
    ...omitUndefined({
      jwks:
        keys.length > 0 ? `${JSON.stringify({ keys: keys.map((key) => JSON.parse(key.jwk)) }, null, 2)}\n` : undefined,
    }),
    apiKey: { lastFour: '7f3a' },
    account: { host: 'pay.example', profileId: '6a1c8b2d7e3f4a5b9c0d1e2f' },
    ...change,
  };
}

export const keysAnswers = (change: Partial<KeysView> = {}) => ({
  'keys.read': keysView(change),
  // The view opens with the checks.
  'checks.read': { running: [], report: null },
});
