import { join } from 'node:path';
import { JOURNAL_FILE, journalFolder } from '../journal/account-folders.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { Till } from './switchable-till.ts';

/** The file of the journal that the till has open, or would open if it could; undefined where there is no account yet. */
export function journalAtHand(
  { opened, mode }: Pick<Till, 'opened' | 'mode'>,
  dataFolder: string,
  settings: TerminalSettings | undefined,
): string | undefined {
  if (opened !== undefined) return opened.journal.file;
  if (mode === 'training') return join(dataFolder, 'training', JOURNAL_FILE);
  if (settings === undefined) return undefined;
  const { service, merchant } = settings;
  return join(journalFolder(dataFolder, { environment: service.environment, ...merchant }), JOURNAL_FILE);
}
