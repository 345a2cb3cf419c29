const SHOWN = 24;

/** A key id as a sentence has it: one that is as long as a fingerprint by its beginning, by which it is told from others. */
export function shortKid(kid: string): string {
  return kid.length > SHOWN ? `${kid.slice(0, 10)}…` : kid;
}
