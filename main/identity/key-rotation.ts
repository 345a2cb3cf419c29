import { TillError } from '../base/till-error.ts';
import type { SigningKey } from '../service/signing-key.ts';
import { type Account, areKeysFor, keysAfter, keysForAccount } from './keys-of-account.ts';
import type { KeyRenewal, KeysOfState } from './sealed-record.ts';

type KeyPlace = 'current' | 'next' | 'previous';

/**
 * Key rotation: a next key is added, then taken into use, and the previous key stays for a way back until removed.
 * `kid` is the key id shown at the user's click: throws `keys.stale` if the key has changed since.
 */

export function keyAt(state: KeysOfState, place: KeyPlace): SigningKey | undefined {
  if (place === 'current') return state.signingKey;
  return (place === 'next' ? state.nextKey : state.previousKey)?.key;
}

/** The current key goes on signing. Throws `keys.rotation-open` for a third key, `keys.same`, `keys.kid-taken`. */
export function withNextKey(
  before: KeysOfState,
  { key, at, forOtherAccount }: { readonly key: SigningKey; readonly at: number; readonly forOtherAccount?: boolean },
): KeysOfState {
  requireAlone(before);
  const current = before.signingKey;
  if (current !== undefined && isSamePair(current, key))
    throw new TillError('keys.same', 'Key already in use for signing', { values: { kid: current.kid } });
  if (current?.kid === key.kid)
    throw new TillError('keys.kid-taken', 'Key id already used by the current key', {
      field: 'kid',
      values: { kid: key.kid },
    });
  return { ...before, nextKey: { key, at, forOtherAccount: forOtherAccount || undefined } };
}

/** Sets the first key of an account without keys, e.g. after a restore without keys. Throws `keys.rotation-open`. */
export function withFirstKey(before: KeysOfState, key: SigningKey, at: number, account: Account): KeysOfState {
  requireAlone(before);
  const keys = keysAfter(before, { signingKey: key, apiKey: undefined, elsewhere: 'none' }, account);
  return { ...keys, keySince: at };
}

/** Makes the next key sign from now on. Throws `keys.for-other-account`; `settings.required` without an account. */
export function withNextKeyInUse(before: KeysOfState, kid: string, at: number): KeysOfState {
  const { nextKey, signingKey, keySince, keyRenewal, ...rest } = before;
  const next = named(nextKey, kid);
  if (next.forOtherAccount) throw new TillError('keys.for-other-account', 'Key of the account saved next');
  if (signingKey === undefined) throw new TillError('settings.required', 'Terminal not set up yet');
  const previousKey = { key: signingKey, replacedAt: at, since: keySince, renewal: keyRenewal };
  return { ...rest, ...none, signingKey: next.key, keySince: at, previousKey };
}

/** Makes the previous key sign again, and the current key the next key. */
export function withPreviousKeyBack(before: KeysOfState, kid: string): KeysOfState {
  const { previousKey, signingKey, ...rest } = before;
  const { key, replacedAt, since, renewal } = named(previousKey, kid);
  return {
    ...rest,
    ...none,
    signingKey: key,
    keySince: since,
    keyRenewal: renewal,
    nextKey: signingKey && { key: signingKey, at: replacedAt },
  };
}

export function withoutKey(before: KeysOfState, place: Exclude<KeyPlace, 'current'>, kid: string): KeysOfState {
  named(place === 'next' ? before.nextKey : before.previousKey, kid);
  return place === 'next' ? { ...before, nextKey: undefined } : { ...before, previousKey: undefined };
}

/** Sets the day of the next key renewal; undefined for no reminder. */
export function withRenewal(before: KeysOfState, keyRenewal: KeyRenewal | undefined): KeysOfState {
  if (before.signingKey === undefined) throw new TillError('signing-key.required', 'Terminal without a signing key');
  return { ...before, keyRenewal };
}

/** Sets the API key. Before the first signing key, it belongs to the configured account. Throws `settings.required`. */
export function withApiKey(before: KeysOfState, apiKey: string | undefined, account: Account | undefined): KeysOfState {
  if (account === undefined) throw new TillError('settings.required', 'Terminal not set up yet');
  const isFirst = before.signingKey === undefined && !areKeysFor(before, account);
  return { ...before, keysFor: isFirst ? keysForAccount(account) : before.keysFor, apiKey };
}

/** Explicit undefined: a save merges the new state over the old. */
const none = { keySince: undefined, keyRenewal: undefined, nextKey: undefined, previousKey: undefined } as const;

function named<Held extends { readonly key: SigningKey }>(held: Held | undefined, kid: string): Held {
  if (held?.key.kid === kid) return held;
  throw new TillError('keys.stale', 'Keys changed since the window showed them', { retryable: true });
}

function requireAlone({ nextKey, previousKey }: KeysOfState): void {
  if (nextKey !== undefined || previousKey !== undefined)
    throw new TillError('keys.rotation-open', 'A second key already exists');
}

export function isSamePair(one: SigningKey, other: SigningKey): boolean {
  return one.x === other.x && one.y === other.y;
}
