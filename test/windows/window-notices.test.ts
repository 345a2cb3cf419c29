import { expect, test } from 'vitest';
import { createLog } from '../../main/support/log.ts';
import { createNotices } from '../../main/windows/notices.ts';
import { windowEnd, windowNotices } from '../../main/windows/window-notices.ts';

function told() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line)), close: () => undefined });
  const notices = createNotices(() => undefined);
  return {
    ...windowNotices(notices, log),
    lines,
    codes: () => notices.list().map(({ code }) => code),
    offered: () => notices.list().map(({ code, action }) => [code, action]),
    dismiss: (id: string) => notices.dismiss(id),
  };
}

const end = (trouble: 'crashed' | 'hung' | 'ended' | 'memory' | 'blocked') => ({ trouble, reason: 'killed (9)' });

test('reports a lost display at once, short losses afterwards', () => {
  const { onEnd, onBack, codes, lines } = told();
  onEnd('display', end('ended'), 4_999);
  expect(codes()).toEqual([]);
  onBack('display');
  expect(codes()).toEqual(['display.reloaded']);
  onEnd('display', end('ended'), 5_000);
  expect(codes()).toEqual(['display.lost']);
  onBack('display');
  expect(codes()).toEqual(['display.reloaded']);
  expect(lines).toMatchObject([
    { window: 'display', reason: 'ended', ended: 'killed', exit: 9, code: 'window.reloaded', waitMs: 4_999 },
    { code: 'window.lost', waitMs: 5_000 },
  ]);
});

test('warns until the system opens the app at log-in', () => {
  const { onStartWithComputer, codes, lines } = told();
  onStartWithComputer(new Error('Start at log-in not enabled by the system'));
  expect(codes()).toEqual(['kiosk.start']);
  expect(lines).toMatchObject([{ level: 40 }]);
  onStartWithComputer(undefined);
  expect(codes()).toEqual([]);
});

test('reports a recovered till window only for fixable causes', () => {
  const { onEnd, onBack, codes } = told();
  onEnd('till', end('crashed'), 30_000);
  onBack('till');
  expect(codes()).toEqual([]);
  onEnd('till', end('memory'), 0);
  onEnd('till', end('blocked'), 1_000);
  expect(codes().sort()).toEqual(['window.blocked', 'window.memory']);
});

test('logs system process ends and failed prints', () => {
  const { onChildEnd, onPrint, lines } = told();
  onChildEnd('GPU', 'crashed (11)');
  onChildEnd('Somebody’s Service', 'killed (9)');
  onPrint({ kind: 'printed' });
  onPrint({ kind: 'failed', reason: 'Invalid printer settings' });
  expect(lines).toMatchObject([
    { msg: 'Child process gone', process: 'gpu', ended: 'crashed', exit: 11 },
    { name: expect.stringMatching(/^#[0-9a-f]{8}[+]18$/), ended: 'killed', exit: 9 },
    { code: 'receipt.failed', thrown: expect.stringMatching(/^#[0-9a-f]{8}[+]24$/) },
  ]);
});

test.each([
  ['closed', 'display.closed'],
  ['unplugged', 'display.unplugged'],
  ['gave-way', 'display.gave-way'],
  ['over-till', 'display.over-till'],
] as const)('a closed customer display (%s) can be opened again', (why, code) => {
  const { onDisplay, onElsewhere, offered, lines } = told();
  onElsewhere(true);
  onDisplay('closed', why);
  expect(offered()).toEqual([[code, 'open-display']]);
  expect(lines.slice(1)).toMatchObject([{ msg: 'Customer display closed', reason: why }]);
  onDisplay('open');
  expect(offered()).toEqual([]);
});

test('shows the latest reason for a closed display', () => {
  const { onDisplay, offered } = told();
  onDisplay('closed', 'unplugged');
  onDisplay('closed');
  expect(offered()).toEqual([['display.closed', 'open-display']]);
});

test('shows a misplaced display until in place or dismissed', () => {
  const { onElsewhere, offered, dismiss } = told();
  onElsewhere(true);
  onElsewhere(true);
  expect(offered()).toEqual([['display.elsewhere', 'dismiss']]);
  expect(dismiss('display.elsewhere')).toBe(true);
  onElsewhere(true);
  onElsewhere(false);
  expect(offered()).toEqual([]);
});

test.each([
  ['crashed', 'crashed'],
  ['abnormal-exit', 'crashed'],
  ['killed', 'ended'],
  ['clean-exit', 'ended'],
  ['oom', 'memory'],
  ['memory-eviction', 'memory'],
  ['launch-failed', 'blocked'],
  ['integrity-failure', 'blocked'],
] as const)('classifies an end by %s as %s', (reason, trouble) => {
  expect(windowEnd({ reason, exitCode: 9, hung: false })).toEqual({ trouble, reason: `${reason} (9)` });
});

test('classifies a page ended for freezing as hung', () => {
  for (const reason of ['killed', 'crashed', 'abnormal-exit'] as const)
    expect(windowEnd({ reason, exitCode: 1, hung: true })).toEqual({ trouble: 'hung', reason: `${reason} (1)` });
});
