import { TillError } from '../base/till-error.ts';
import { requireKeysFor } from '../identity/keys-of-account.ts';
import { keyFor } from '../identity/sealed-record.ts';
import type { JournalSeal } from '../journal/sealing.ts';
import type { JwksSeal } from '../service/jwks-file.ts';
import type { SigningKey } from '../service/signing-key.ts';
import type { Trust } from './read-trust.ts';
import type { TerminalSettings } from './settings.ts';

export interface Secrets {
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  /** Seals the journals of all accounts of this terminal. */
  readonly seal: JournalSeal;
  /** Seals the service's public keys stored between runs. */
  readonly keysSeal: JwksSeal;
  /** Seals the service's payout lists stored between runs. */
  readonly payoutsKey: Buffer;
}

/**
 * Returns no key with a damaged record, or after a change outside Tillmate. Throws `TillError` `settings.required`,
 * `keychain.empty`, `keychain.damaged`, `terminal.tampered`, `signing-key.required`, `keys.elsewhere`.
 */
export function secretsFor(trust: Trust, settings: TerminalSettings): Secrets {
  if (trust.kind === 'none') throw new TillError('settings.required', 'Terminal not set up yet');
  if (trust.kind === 'lost') throw trust.error;
  const tamper = tampering(trust);
  if (tamper !== undefined) throw tamper;
  const { record, state, tally } = trust;
  const { signingKey, apiKey } = state;
  if (signingKey === undefined) throw new TillError('signing-key.required', 'Terminal without a signing key');
  requireKeysFor(state, settings);
  const { anchor, keepAnchor } = tally;
  return {
    signingKey,
    apiKey,
    seal: { key: keyFor('journal', record), anchor, keepAnchor },
    keysSeal: { key: keyFor('service-keys', record), terminalId: record.terminalId },
    payoutsKey: keyFor('payouts', record),
  };
}

/** Throws `TillError` `api-key.needed` if payment calls use only the API key and none is set. */
export function requireApiKey(apiKey: string | undefined, { tuning }: Pick<TerminalSettings, 'tuning'>): void {
  if (apiKey !== undefined || tuning.paymentAuthentication !== 'key') return;
  throw new TillError('api-key.needed', 'API key required for payment calls', { field: 'keys.apiKey' });
}

/** Returns `TillError` `terminal.tampered` with the `fields` changed outside Tillmate; undefined if none were. */
export function tampering(trust: Trust): TillError | undefined {
  if (trust.kind !== 'held' || trust.changed.length === 0) return undefined;
  const fields = trust.changed.join(' ');
  return new TillError('terminal.tampered', `terminal.json was changed outside Tillmate: ${fields}`, {
    values: { fields },
  });
}
