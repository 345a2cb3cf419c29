import type { ShellParts } from '../shell/shell.ts';
import type { Log } from '../support/log.ts';
import type { Notices } from './notices.ts';

/** What happens to the windows, told on the till and kept in the log. */
export function windowNotices(notices: Notices, log: Log): Pick<ShellParts, 'onDisplay' | 'onCrash' | 'report'> {
  return {
    onDisplay(state, why) {
      log.info(`The customer display is ${state}`, {
        window: 'display',
        ...(why === undefined ? {} : { reason: why }),
      });
      notices.clear('display.closed');
      if (state === 'open') return;
      const code = why === 'unplugged' ? 'display.unplugged' : 'display.closed';
      notices.put({ id: 'display.closed', code, severity: 'warning', action: 'open-display' });
    },
    onCrash(window, what, why, reloads) {
      log.error(`The ${window} window ${what}`, {
        window,
        reason: why,
        code: reloads ? 'window.reloaded' : 'window.lost',
      });
      if (window === 'till') return;
      const code = reloads ? 'display.reloaded' : 'display.lost';
      notices.put({ id: 'display.crashed', code, severity: reloads ? 'info' : 'warning', action: 'dismiss' });
    },
    report({ code, call, cause }) {
      const reason = cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
      log.warn('Refused or failed at the border', { code, call, ...(reason === undefined ? {} : { reason }) });
    },
  };
}
