import { isDeepStrictEqual } from 'node:util';
import { TillError } from '../base/till-error.ts';
import type { SigningKey } from '../service/signing-key.ts';
import type { KeysFor, KeysOfState, State } from './sealed-record.ts';

/** The merchant and the service addresses for which the terminal's keys were given. */
export interface Account {
  readonly service: {
    readonly environment: KeysFor['environment'];
    readonly baseUrl: string;
    readonly jwksUrl: string;
  };
  readonly merchant: { readonly merchantId: string; readonly profileId: string };
}

export function keysForAccount({ service, merchant }: Account): KeysFor {
  const origins = [service.baseUrl, service.jwksUrl].map(originOf);
  return { environment: service.environment, origins: [...new Set(origins)].sort(), ...merchant };
}

export function areKeysFor(state: Pick<State, 'keysFor'>, account: Account): boolean {
  return isDeepStrictEqual(state.keysFor, keysForAccount(account));
}

/** Throws `TillError` `keys.elsewhere` if the keys were given for another account. */
export function requireKeysFor(state: Pick<State, 'keysFor'>, account: Account): void {
  if (areKeysFor(state, account)) return;
  throw new TillError('keys.elsewhere', 'Keys entered for another address, environment, merchant or profile');
}

interface GivenKeys {
  readonly signingKey: SigningKey | undefined;
  readonly apiKey: string | undefined;
  readonly elsewhere?: 'ask' | 'none';
}

/**
 * Returns the keys after a save of these settings. Present keys stay with their own account, so that no secret is sent
 * elsewhere; only a key made for the next account moves with the save. A different signing key ends a rotation. Throws
 * `TillError` `signing-key.required`, `keys.elsewhere` with the field of the key to enter again.
 */
export function keysAfter(
  before: KeysOfState,
  { signingKey, apiKey, elsewhere = 'ask' }: GivenKeys,
  account: Account,
): KeysOfState {
  const kept = areKeysFor(before, account) ? before : undefined;
  const waiting = kept === undefined ? keyForNextAccount(before) : undefined;
  const signsWith = signingKey ?? kept?.signingKey ?? waiting;
  if (signsWith === undefined) {
    if (before.signingKey !== undefined) throw enterAgain('keys.signingKey');
    throw new TillError('signing-key.required', 'Signing key required', { field: 'keys.signingKey' });
  }
  const isMissing = kept === undefined && before.apiKey !== undefined && apiKey === undefined;
  if (isMissing && elsewhere === 'ask') throw enterAgain('keys.apiKey');
  const isAnother = signingKey !== undefined && !isDeepStrictEqual(signingKey, kept?.signingKey);
  const rotation = isAnother ? undefined : kept;
  return {
    signingKey: signsWith,
    apiKey: apiKey ?? kept?.apiKey,
    keysFor: keysForAccount(account),
    keySince: rotation?.keySince,
    keyRenewal: rotation?.keyRenewal,
    nextKey: rotation?.nextKey,
    previousKey: rotation?.previousKey,
  };
}

export function keyForNextAccount({
  signingKey,
  nextKey,
}: Pick<State, 'signingKey' | 'nextKey'>): SigningKey | undefined {
  return signingKey === undefined || nextKey?.forOtherAccount ? nextKey?.key : undefined;
}

function enterAgain(field: 'keys.signingKey' | 'keys.apiKey'): TillError {
  return new TillError('keys.elsewhere', 'Key entered for another account or address: enter it again', { field });
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
