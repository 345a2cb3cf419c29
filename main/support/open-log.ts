import { createLog, type LevelledLog } from './log.ts';
import { consoleSink, fileSink } from './rotating-log-file.ts';

/**
 * Opens the log in `folder`, or a log on the console where that fails: a till must sell even if it cannot log. `unopened`
 * is the folder that failed, for a notice.
 */
export function openLog(folder: string): { readonly log: LevelledLog; readonly unopened?: string } {
  try {
    return { log: createLog(fileSink(folder)) };
  } catch (fault) {
    const log = createLog(consoleSink);
    log.error('The log cannot be opened', { code: 'log.unopened', thrown: fault });
    return { log, unopened: folder };
  }
}
