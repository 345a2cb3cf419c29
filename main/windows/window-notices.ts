import type { CallName, WindowName } from '../../preload/contract/contract.ts';
import type { Log, LogFields } from '../base/log.ts';
import { type Notices, notice } from './notices.ts';
import type { PrintOutcome } from './paper.ts';

type DisplayEnd = 'closed' | 'unplugged' | 'gave-way' | 'over-till';

export interface WindowEvents {
  onDisplay(state: 'open' | 'closed', why?: DisplayEnd): void;
  onElsewhere(elsewhere: boolean): void;
  onEnd(window: WindowName, end: WindowEnd, pauseMs: number): void;
  onBack(window: WindowName): void;
  /** Reports the end of a process without a page, e.g. for graphics; the system restarts the process. */
  onChildEnd(name: string, reason: string): void;
  onPrint(outcome: PrintOutcome): void;
  /** Reports success, or the error that prevents the start with the computer. */
  onStartWithComputer(fault?: unknown): void;
  /** Reports a refused call, a call failed by a defect, or a forbidden action of a window. */
  report(what: { readonly code: string; readonly call?: CallName | undefined; readonly cause?: unknown }): void;
  /** Called only while the log level is raised. */
  called(what: { readonly call: CallName | undefined; readonly code?: string; readonly ms: number }): void;
}

const USUAL_CALLS: ReadonlySet<string> = new Set(['till.snapshot', 'display.snapshot', 'window.alive', 'session.keep']);

/** Chromium's process names, as words of the log. */
const PROCESSES: ReadonlyMap<string, string> = new Map([
  ['GPU', 'gpu'],
  ['Network Service', 'network'],
  ['Audio Service', 'audio'],
  ['Storage Service', 'storage'],
  ['Utility', 'utility'],
]);

/** A page missing for so long is noticed by the customer. */
const LONG_MS = 5_000;

export function windowNotices(notices: Notices, log: Required<Log>): WindowEvents {
  return {
    onDisplay(state, why = 'closed') {
      if (state === 'open') log.info('Customer display open');
      else log.info('Customer display closed', { reason: why });
      notices.clear('display.closed');
      if (state === 'open') return;
      notices.clear('display.elsewhere');
      notices.put(notice(`display.${why}`, { id: 'display.closed' }));
    },
    onElsewhere(elsewhere) {
      notices.clear('display.elsewhere');
      if (!elsewhere) return;
      log.warn('Customer display not on its screen', { window: 'display' });
      notices.put(notice('display.elsewhere'));
    },
    onEnd(window, { trouble, reason }, pauseMs) {
      const soon = pauseMs < LONG_MS;
      const code = soon ? 'window.reloaded' : 'window.lost';
      log.error('Window gone', { window, reason: trouble, ...ended(reason), code, waitMs: pauseMs });
      if (trouble === 'memory' || trouble === 'blocked')
        notices.put(notice(`window.${trouble}`, { values: { window, reason } }));
      if (window === 'till' || soon) return;
      notices.put(notice('display.lost', { id: 'display.crashed', values: { reason } }));
    },
    onBack(window) {
      if (window === 'display') notices.put(notice('display.reloaded', { id: 'display.crashed' }));
    },
    onChildEnd(name, reason) {
      const process = PROCESSES.get(name);
      const which = process === undefined ? { name } : { process };
      log.warn('Child process gone', { ...which, ...ended(reason) });
    },
    onPrint(outcome) {
      if ('reason' in outcome)
        log.warn('Print failed or not confirmed', { code: `receipt.${outcome.kind}`, thrown: outcome.reason });
    },
    onStartWithComputer(thrown) {
      notices.clear('kiosk.start');
      if (thrown === undefined) return;
      log.warn('Start at log-in not set up', { thrown });
      notices.put(notice('kiosk.start'));
    },
    report({ code, call, cause }) {
      log.warn('Window call refused or failed', { code, call, thrown: cause });
    },
    called({ call, code, ms }) {
      // Reading the log must not add lines to the log.
      if (call !== undefined && (USUAL_CALLS.has(call) || call.startsWith('logs.'))) return;
      log.debug('Window call', { call, ms, code });
    },
  };
}

function ended(reason: string): LogFields {
  const [, word = reason, exit] = /^(\S+) \((-?\d{1,10})\)$/.exec(reason) ?? [];
  return { ended: word, exit: exit === undefined ? undefined : Number(exit) };
}

export interface PageEnd {
  readonly reason:
    | 'clean-exit'
    | 'abnormal-exit'
    | 'killed'
    | 'crashed'
    | 'oom'
    | 'launch-failed'
    | 'integrity-failure'
    | 'memory-eviction';
  readonly exitCode: number;
}

/** `hung`: ended by the till; `ended`: by another program. `blocked`: not started, or changed by another program. */
export type WindowTrouble = 'crashed' | 'hung' | 'ended' | 'memory' | 'blocked';

export interface WindowEnd {
  readonly trouble: WindowTrouble;
  readonly reason: string;
}

/** `hung`: ended by the till, for which every system reports a different reason. */
export function windowEnd({ reason, exitCode, hung }: PageEnd & { readonly hung: boolean }): WindowEnd {
  return { trouble: hung ? 'hung' : troubleOf(reason), reason: `${reason} (${exitCode})` };
}

function troubleOf(reason: PageEnd['reason']): WindowTrouble {
  switch (reason) {
    case 'abnormal-exit':
    case 'crashed':
      return 'crashed';
    case 'clean-exit':
    case 'killed':
      return 'ended';
    case 'oom':
    case 'memory-eviction':
      return 'memory';
    case 'launch-failed':
    case 'integrity-failure':
      return 'blocked';
  }
}
