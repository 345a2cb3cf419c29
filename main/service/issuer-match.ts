/** The issuer of a message that proved genuine in everything else: key, bytes, addressee, path and time. */
export interface IssuerSeen {
  /** Which setting it was held against: `service.issuer`, or `tuning.reconciliationIssuer`. */
  readonly of: 'service' | 'reconciliation';
  readonly expected: string;
  /** The same name, or one that differs from it in the case of its letters only. */
  readonly got: string;
}

/** Whether two names differ in the case of letters at most. A to Z only: other letters have lookalikes among them. */
export function sameButCase(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
