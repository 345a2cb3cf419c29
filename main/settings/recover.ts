import { isDeepStrictEqual } from 'node:util';
import { TillError } from '../base/till-error.ts';
import type { TerminalSettings } from './settings.ts';

type Account = Pick<TerminalSettings, 'service' | 'merchant'>;

export interface GivenToRecover {
  /** Undefined if the input has no settings. */
  readonly account: Account | undefined;
  readonly signingKey: object | undefined;
  readonly managerPin: string | undefined;
}

type RecoveryLack = 'other-account' | 'no-key' | 'no-pin';

/**
 * Returns the missing input for setting up a terminal after the loss of its record. Nothing left shows whether the lost
 * record had a PIN, so deleting the record must not lead to a terminal without a PIN, or with another account.
 */
export function recoveryLack(served: Account | undefined, given: GivenToRecover): RecoveryLack | undefined {
  const { account, signingKey, managerPin } = given;
  const isOther =
    served !== undefined && (account === undefined || !isDeepStrictEqual(accountOf(served), accountOf(account)));
  if (isOther) return 'other-account';
  if (signingKey === undefined) return 'no-key';
  return managerPin ? undefined : 'no-pin';
}

/** Throws `TillError` `recover.other-account` or `recover.incomplete` if `recoveryLack` finds missing input. */
export function requireRecovery(served: Account | undefined, given: GivenToRecover): void {
  const lack = recoveryLack(served, given);
  if (lack === undefined) return;
  if (lack === 'other-account' && served !== undefined)
    throw new TillError('recover.other-account', 'Lost keys belong to another account', {
      values: { environment: served.service.environment, profile: served.merchant.profileId.slice(-6) },
    });
  throw new TillError('recover.incomplete', 'New set-up of a lost record requires a signing key and a PIN');
}

function accountOf({ service, merchant }: Account): object {
  const { environment, baseUrl, jwksUrl } = service;
  const { merchantId, profileId } = merchant;
  return { environment, baseUrl, jwksUrl, merchantId, profileId };
}
