import type { WindowName } from '../../preload/contract.ts';
import type { Log } from '../support/log.ts';
import type { Notices } from './notices.ts';

/** Code of the notice that tells why the customer display is closed. */
const CLOSED = {
  closed: { code: 'display.closed' },
  unplugged: { code: 'display.unplugged' },
  'gave-way': { code: 'display.gave-way' },
  'over-till': { code: 'display.over-till' },
} as const;

/** What the shell tells about its windows. */
export interface WindowEvents {
  /**
   * The customer display opened, or is gone: closed by somebody, its screen unplugged, the only screen left to the till,
   * or closed because it came up over the till.
   */
  onDisplay(state: 'open' | 'closed', why?: keyof typeof CLOSED): void;
  /** The customer display is not on the screen that it was put on; or is no longer elsewhere. */
  onElsewhere(elsewhere: boolean): void;
  /** A window's process ended or hung. `reloads`: its page is loaded again. */
  onCrash(window: WindowName, what: 'crashed' | 'hung', why: string, reloads: boolean): void;
  /** A call that was refused or failed through a defect, and what a window tried that none may. */
  report(what: { readonly code: string; readonly call: string; readonly cause?: unknown }): void;
}

/** Makes notices and log lines of what happens to the windows. */
export function windowNotices(notices: Notices, log: Log): WindowEvents {
  return {
    onDisplay(state, why = 'closed') {
      log.info(`The customer display is ${state}`, {
        window: 'display',
        ...(state === 'open' ? {} : { reason: why }),
      });
      notices.clear('display.closed');
      if (state === 'open') return;
      const { code } = CLOSED[why];
      notices.put({ id: 'display.closed', code, severity: 'warning', action: 'open-display' });
    },
    onElsewhere(elsewhere) {
      const code = 'display.elsewhere';
      notices.clear(code);
      if (!elsewhere) return;
      log.warn('The customer display is not on its screen', { window: 'display' });
      notices.put({ id: code, code, severity: 'warning', action: 'dismiss' });
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
