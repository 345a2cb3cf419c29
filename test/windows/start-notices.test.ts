import { expect, test } from 'vitest';
import { createNotices } from '../../main/windows/notices.ts';
import { putStartNotices, type StartProblems } from '../../main/windows/start-notices.ts';
import english from '../../renderer/ui/language/en.json' with { type: 'json' };

const none: StartProblems = {
  settingsSetAside: undefined,
  settingsGone: false,
  unopenedLog: undefined,
  earlierData: undefined,
};

function told(problems: Partial<StartProblems>) {
  const notices = createNotices(() => undefined);
  putStartNotices(notices, { ...none, ...problems });
  return notices.list().map(({ code, severity, action }) => [code, severity, action]);
}

test('a start without a fault tells nothing', () => {
  expect(told({})).toEqual([]);
});

test.each<readonly [string, Partial<StartProblems>]>([
  ['settings.set-aside', { settingsSetAside: '/data/terminal.json.broken' }],
  ['settings.gone', { settingsGone: true }],
])('%s is an alarm that nobody can click away', (code, problems) => {
  expect(told(problems)).toEqual([[code, 'alarm', undefined]]);
  expect(english).toHaveProperty([`notice.${code}`]);
});

test.each<readonly [string, Partial<StartProblems>]>([
  ['log.unopened', { unopenedLog: '/data/logs' }],
  ['folder.earlier', { earlierData: '/old' }],
])('%s goes when somebody has read it', (code, problems) => {
  expect(told(problems)).toEqual([[code, 'warning', 'dismiss']]);
  expect(english).toHaveProperty([`notice.${code}`]);
});
