import type { CompletedRestore } from '../backup/staged-restore.ts';
import type { Notices } from './notices.ts';

/** What went wrong at the start of the app without keeping it from starting. */
export interface StartProblems {
  /** Where a settings file went that could not be read. */
  readonly settingsSetAside: string | undefined;
  /** There are none, though payments were taken here: whoever deletes them makes everybody a manager. */
  readonly settingsGone: boolean;
  /** Folder of a log that cannot be written. */
  readonly unopenedLog: string | undefined;
  /** Folder in which an earlier Tillmate left its data. */
  readonly earlierData: string | undefined;
  /** A backup was brought back by this start, and this is where what it replaced is kept. */
  readonly restored?: CompletedRestore | undefined;
}

export function putStartNotices(notices: Notices, problems: StartProblems): void {
  const { settingsSetAside, settingsGone, unopenedLog, earlierData, restored } = problems;
  if (restored !== undefined)
    notices.put({
      id: 'backup.restored',
      code: 'backup.restored',
      severity: 'warning',
      values: { file: restored.file, atMs: restored.madeAt, folder: restored.kept },
      action: 'dismiss',
    });
  if (settingsSetAside !== undefined)
    notices.put({
      id: 'settings.set-aside',
      code: 'settings.set-aside',
      severity: 'alarm',
      values: { file: settingsSetAside },
    });
  if (settingsGone) notices.put({ id: 'settings.gone', code: 'settings.gone', severity: 'alarm' });
  if (unopenedLog !== undefined)
    notices.put({
      id: 'log.unopened',
      code: 'log.unopened',
      severity: 'warning',
      values: { folder: unopenedLog },
      action: 'dismiss',
    });
  if (earlierData !== undefined)
    notices.put({
      id: 'folder.earlier',
      code: 'folder.earlier',
      severity: 'warning',
      values: { folder: earlierData },
      action: 'dismiss',
    });
}

/** An error that nothing caught: the till goes on, and somebody should start it again when there is time. */
export function putUncaughtErrorNotice(notices: Notices): void {
  notices.put({ id: 'app.fault', code: 'app.fault', severity: 'warning', action: 'dismiss' });
}
