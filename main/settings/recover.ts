import { isDeepStrictEqual } from 'node:util';
import { TillError } from '../base/till-error.ts';
import type { TerminalSettings } from './settings.ts';

type Account = Pick<TerminalSettings, 'service' | 'merchant'>;

export interface GivenToRecover {
  /** Undefined where settings are not among it. */
  readonly account: Account | undefined;
  readonly signingKey: object | undefined;
  readonly managerPin: string | undefined;
}

export type RecoveryLack = 'other-account' | 'no-key' | 'no-pin';

/**
 * Undefined where a terminal that has lost its record may be set up with this: for the account that it served, with a
 * signing key and a PIN. Nothing that is left tells whether the lost record had a PIN, and whoever deletes it must not get a
 * terminal without one, or turn it into one of their own.
 */
export function recoveryLack(served: Account | undefined, given: GivenToRecover): RecoveryLack | undefined {
  const { account, signingKey, managerPin } = given;
  const isOther =
    served !== undefined && (account === undefined || !isDeepStrictEqual(accountOf(served), accountOf(account)));
  if (isOther) return 'other-account';
  if (signingKey === undefined) return 'no-key';
  return managerPin ? undefined : 'no-pin';
}

/** Refuses what `recoveryLack` names. Throws TillError `recover.other-account`, `recover.incomplete`. */
export function requireRecovery(served: Account | undefined, given: GivenToRecover): void {
  const lack = recoveryLack(served, given);
  if (lack === undefined) return;
  if (lack === 'other-account' && served !== undefined)
    throw new TillError('recover.other-account', 'The lost keys were those of another account', {
      values: { environment: served.service.environment, profile: served.merchant.profileId.slice(-6) },
    });
  throw new TillError('recover.incomplete', 'A lost record is made again with a signing key and a PIN');
}

function accountOf({ service, merchant }: Account): object {
  const { environment, baseUrl, jwksUrl } = service;
  const { merchantId, profileId } = merchant;
  return { environment, baseUrl, jwksUrl, merchantId, profileId };
}
