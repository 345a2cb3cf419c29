import { TillError } from '../base/till-error.ts';
import { type IssuerSeen, sameButCase } from '../service/issuer-match.ts';
import type { TerminalSettings } from '../settings/settings.ts';

/**
 * The settings with the issuer that a manager accepted. `seen` is what the till shows at this moment: the name of a
 * genuine message. Anything else would let a window choose whose signatures the till trusts, so the name must be that
 * one, and differ from the present one in the case of its letters only.
 * Errors: `issuer.not-told`.
 */
export function withAcceptedIssuer(
  settings: TerminalSettings,
  seen: IssuerSeen | undefined,
  issuer: string,
): TerminalSettings {
  const present = seen?.of === 'service' ? settings.service.issuer : settings.tuning.reconciliationIssuer;
  if (seen?.got !== issuer || present === undefined || !sameButCase(present, issuer))
    throw new TillError('issuer.not-told', 'The payment service does not sign under that name');
  return seen.of === 'service'
    ? { ...settings, service: { ...settings.service, issuer } }
    : { ...settings, tuning: { ...settings.tuning, reconciliationIssuer: issuer } };
}
