import type { TillError } from '../base/till-error.ts';

interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

const SOON: Pauses = { firstMs: 5_000, longestMs: 60_000 };
/** Each try may ask a person for a password, in a window before the till's. */
const SELDOM: Pauses = { firstMs: 30_000, longestMs: 600_000 };

/**
 * Each pause is twice the one before, up to the longest, ms; undefined where none of the errors may pass by itself, and
 * only a person can help.
 */
export function pauseMs(errors: readonly (TillError | undefined)[], failures = 0): number | undefined {
  const pauses = errors.map(pausesAfter).find((found) => found !== undefined);
  return pauses && Math.min(pauses.firstMs * 2 ** failures, pauses.longestMs);
}

/** A program lets go of the journal, a full disk is cleared; a keychain may start later than the app does. */
function pausesAfter(error: TillError | undefined): Pauses | undefined {
  switch (error?.code) {
    case 'journal.in-use':
    case 'journal.read-only':
    case 'journal.full':
    case 'journal.failed':
    case 'keychain.missing':
      return SOON;
    case 'keychain.locked':
      return SELDOM;
    default:
      return undefined;
  }
}
