import type { Notice, UpdatesView } from '../../preload/contract/views.ts';
import type { UpdateState } from '../updates/start-count.ts';
import type { Notices } from './notices.ts';

/** What the person at the till should know of updates at this moment. */
export function updateNotices({ newest = '', problem, state, waitsFor }: UpdatesView): readonly Notice[] {
  if (state === 'ready') {
    const byPerson = waitsFor === 'person' || waitsFor === 'way-back';
    const code = byPerson ? 'update.ready.person' : 'update.ready';
    return [{ id: 'update.ready', code, severity: 'info', values: { version: newest } }];
  }
  // A server that does not answer is in the settings: the counter has nothing to do about it.
  if (state !== 'failed' || problem === undefined || problem.code === 'update.unreachable') return [];
  const { code, message, values } = problem;
  return [{ id: 'update.failed', code, severity: 'warning', values: { message, ...values } }];
}

/** What became of an earlier start, until somebody has read it. */
export function putStartedVersionNotices(notices: Notices, { wentBack, stuck }: UpdateState, running: string): void {
  if (wentBack !== undefined)
    notices.put({
      id: 'update.went-back',
      code: 'update.went-back',
      severity: 'warning',
      values: wentBack,
      action: 'dismiss',
    });
  if (stuck === true)
    notices.put({
      id: 'update.stuck',
      code: 'update.stuck',
      severity: 'warning',
      values: { version: running },
      action: 'dismiss',
    });
}
