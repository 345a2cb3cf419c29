import { expect, test } from 'vitest';
import { createNotices } from '../../main/windows/notices.ts';
import { putStartedVersionNotices, updateNotices } from '../../main/windows/update-notices.ts';
import type { UpdatesView } from '../../preload/contract/views.ts';

const idle: UpdatesView = { version: '1.0.0', state: 'idle' };
const failed = (code: string): UpdatesView => ({
  ...idle,
  state: 'failed',
  problem: { code, message: 'why', retryable: false, values: { until: '2026-11-20' } },
});

test.each<[string, UpdatesView, readonly (readonly [string, string])[]]>([
  ['nothing new', idle, []],
  ['one that installs itself', { ...idle, state: 'ready', newest: '1.1.0' }, [['update.ready', 'info']]],
  ['one that waits for a sale', { ...idle, state: 'ready', waitsFor: 'sale' }, [['update.ready', 'info']]],
  ['one that waits for a person', { ...idle, state: 'ready', waitsFor: 'person' }, [['update.ready.person', 'info']]],
  ['one without a way back', { ...idle, state: 'ready', waitsFor: 'way-back' }, [['update.ready.person', 'info']]],
  ['a forged one', failed('update.signature'), [['update.signature', 'warning']]],
  ['an old document', failed('update.expired'), [['update.expired', 'warning']]],
  ['a server that does not answer, which is nothing for the counter', failed('update.unreachable'), []],
])('%s', (_name, view, told) => {
  expect(updateNotices(view).map(({ code, severity }) => [code, severity])).toEqual(told);
});

test('the values of a failure go along, for its words', () => {
  expect(updateNotices(failed('update.expired'))[0]?.values).toEqual({ message: 'why', until: '2026-11-20' });
});

test('a till that went back, or could not, says so until somebody has read it', () => {
  const notices = createNotices(() => undefined);
  const state = { version: 1, failed: [], wentBack: { from: '1.1.0', to: '1.0.0' }, stuck: true } as const;
  putStartedVersionNotices(notices, { ...state, failed: [] }, '1.0.0');
  expect(notices.list()).toMatchObject([
    { code: 'update.went-back', values: { from: '1.1.0', to: '1.0.0' }, action: 'dismiss' },
    { code: 'update.stuck', values: { version: '1.0.0' }, action: 'dismiss' },
  ]);
  const none = createNotices(() => undefined);
  putStartedVersionNotices(none, { version: 1, failed: [] }, '1.0.0');
  expect(none.list()).toEqual([]);
});
