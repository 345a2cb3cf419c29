/** The issuer of a message whose key, bytes, addressee, path and time are proven right. */
export interface IssuerSeen {
  /** The setting that it was compared with: `service.issuer`, or `tuning.reconciliationIssuer`. */
  readonly of: 'service' | 'reconciliation';
  readonly expected: string;
  /** Equal to `expected`, or different from it in upper and lower case only. */
  readonly got: string;
}

/** Folds A to Z only: in other alphabets different letters fold to one. */
export function sameButCase(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
