import { isDeepStrictEqual } from 'node:util';
import { TillError } from '../base/till-error.ts';
import type { TerminalSettings } from './settings.ts';

/** What is given to a terminal whose record is lost. */
interface Given {
  readonly draft: Pick<TerminalSettings, 'service' | 'merchant'> & { readonly managerPin?: string | undefined };
  readonly signingKey: object | undefined;
}

/**
 * Whether a terminal that has lost its record may be set up with this: for the account that it served, with its keys and
 * a PIN. Whoever deletes the record must not turn the terminal into one of their own.
 * Throws TillError `recover.other-account`, `recover.incomplete`.
 */
export function requireRecovery(served: TerminalSettings | undefined, { draft, signingKey }: Given): void {
  if (served !== undefined && !isDeepStrictEqual(accountOf(served), accountOf(draft)))
    throw new TillError('recover.other-account', 'The lost keys were those of another account', {
      values: { environment: served.service.environment, profile: served.merchant.profileId.slice(-6) },
    });
  if (signingKey === undefined || !draft.managerPin)
    throw new TillError('recover.incomplete', 'A lost record is made again with a signing key and a PIN');
}

function accountOf({ service, merchant }: Pick<TerminalSettings, 'service' | 'merchant'>): object {
  const { environment, baseUrl, jwksUrl } = service;
  const { merchantId, profileId } = merchant;
  return { environment, baseUrl, jwksUrl, merchantId, profileId };
}
