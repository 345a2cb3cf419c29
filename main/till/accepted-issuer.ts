import { Listeners } from '../base/listeners.ts';
import { TillError } from '../base/till-error.ts';
import { type IssuerSeen, sameButCase } from '../service/signature-verifier.ts';
import type { TerminalSettings } from '../settings/settings.ts';

export type IssuerWatch = ReturnType<typeof createIssuerWatch>;

/** Remembers the names under which the service signs, while they differ from the names that the till expects. */
export function createIssuerWatch() {
  const renamed = new Map<IssuerSeen['of'], IssuerSeen>();
  const listeners = new Listeners();
  return {
    /** For the verifier: told of genuine messages only. */
    seen(seen: IssuerSeen): void {
      const right = seen.got === seen.expected;
      if (right ? !renamed.has(seen.of) : renamed.get(seen.of)?.got === seen.got) return;
      if (right) renamed.delete(seen.of);
      else renamed.set(seen.of, seen);
      listeners.tell();
    },
    /** The names that differ now, at most one for each setting. */
    renamed: (): readonly IssuerSeen[] => [...renamed.values()],
    onChange: listeners.add,
  };
}

/**
 * The settings with the issuer that a manager accepted. `seen` is what the till shows: the name of a genuine message. The
 * name must be that one, or a window could choose whose signatures the till trusts, and differ from the present one in the
 * case of its letters only. Errors: `issuer.not-told`.
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
