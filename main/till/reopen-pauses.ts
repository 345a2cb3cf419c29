import type { TillError } from '../base/till-error.ts';

interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

const SOON: Pauses = { firstMs: 5_000, longestMs: 60_000 };
/** Longer, because each try may open a password dialog in front of the till. */
const SELDOM: Pauses = { firstMs: 30_000, longestMs: 600_000 };

/** Returns the ms until the next try, doubling with each failure; undefined if no error can pass without a person. */
export function pauseMs(errors: readonly (TillError | undefined)[], failures = 0): number | undefined {
  const pauses = errors.map(pausesAfter).find((found) => found !== undefined);
  return pauses && Math.min(pauses.firstMs * 2 ** failures, pauses.longestMs);
}

/** Other programs release the journal, a full disk is cleared, and a keychain may start later than the app. */
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
