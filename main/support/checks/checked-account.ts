import type { TillError } from '../../base/till-error.ts';
import type { SigningKey } from '../../service/signing-key.ts';
import type { TerminalSettings } from '../../settings/settings.ts';

/** The account that a terminal calls the service with, as far as it can be had. */
export type CheckedAccount =
  /** The terminal is not set up. */
  | { readonly kind: 'none' }
  /** It is, and its keys cannot be had. */
  | { readonly kind: 'no-keys'; readonly settings: TerminalSettings; readonly error: TillError }
  | HeldAccount;

export interface HeldAccount {
  readonly kind: 'held';
  readonly settings: TerminalSettings;
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  /** The account of the embedded service. */
  readonly training: boolean;
}
