import type { Notice } from '../../preload/views.ts';
import { TillError } from '../base/till-error.ts';
import { type IssuerSeen, sameButCase } from '../service/issuer-match.ts';
import type { TerminalSettings } from '../terminal/settings.ts';

/**
 * The settings with the issuer that a manager accepted: a name that a genuine message carried, that stands on the till
 * at this moment, and that differs from the present one in the case of its letters only.
 * Errors: `issuer.not-told`.
 */
export function withAcceptedIssuer(
  settings: TerminalSettings,
  notices: readonly Notice[],
  accepted: { readonly id: string; readonly issuer: string },
): TerminalSettings {
  const { id, issuer } = accepted;
  const told = notices.find((notice) => notice.action === 'accept-issuer' && notice.id === id);
  const of: IssuerSeen['of'] = id === 'issuer.reconciliation' ? 'reconciliation' : 'service';
  const present = of === 'service' ? settings.service.issuer : settings.tuning.reconciliationIssuer;
  if (told?.values?.['got'] !== issuer || present === undefined || !sameButCase(present, issuer))
    throw new TillError('issuer.not-told', 'The payment service does not sign under that name');
  return of === 'service'
    ? { ...settings, service: { ...settings.service, issuer } }
    : { ...settings, tuning: { ...settings.tuning, reconciliationIssuer: issuer } };
}
