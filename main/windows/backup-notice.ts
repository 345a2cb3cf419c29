import type { TillError } from '../base/till-error.ts';
import type { Notices } from './notices.ts';

const FAILED = 'backup.failed';

/** Tells that the daily backup was not made, and takes that away once one is. */
export function backupNotice(notices: Pick<Notices, 'put' | 'clear'>): (error: TillError | undefined) => void {
  return (error) => {
    if (error === undefined) return notices.clear(FAILED);
    const { code, values } = error;
    return notices.put({
      id: FAILED,
      code: noticeOf(code),
      severity: 'warning',
      values: { ...values, fault: code },
      action: 'dismiss',
    });
  };
}

/** What a person can do something about has words of its own. */
function noticeOf(code: string): string {
  switch (code) {
    case 'backup.no-folder':
    case 'file.no-folder':
      return 'backup.failed.folder';
    case 'file.full':
      return 'backup.failed.full';
    case 'file.read-only':
      return 'backup.failed.read-only';
    default:
      return FAILED;
  }
}
