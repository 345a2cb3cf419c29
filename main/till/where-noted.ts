import { isDeepStrictEqual } from 'node:util';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';

/**
 * Where a save is noted besides the journal that is open: one that gives the terminal another account is also in the
 * journal of that account, where somebody will look for who set it up.
 */
export function whereNoted(before: TerminalFile, after: TerminalFile): 'and-next-account' | undefined {
  return isDeepStrictEqual(accountOf(before), accountOf(after)) ? undefined : 'and-next-account';
}

/** Whose journal the terminal writes. */
function accountOf({ settings }: TerminalFile): unknown {
  return settings && { environment: settings.service.environment, ...settings.merchant };
}
