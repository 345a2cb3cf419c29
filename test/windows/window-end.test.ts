import { expect, test } from 'vitest';
import { windowEnd } from '../../main/windows/window-notices.ts';

test.each([
  ['crashed', 'crashed'],
  ['abnormal-exit', 'crashed'],
  ['killed', 'ended'],
  ['clean-exit', 'ended'],
  ['oom', 'memory'],
  ['memory-eviction', 'memory'],
  ['launch-failed', 'blocked'],
  ['integrity-failure', 'blocked'],
] as const)('a page that is gone as %s is told as %s, with reason and exit code', (reason, trouble) => {
  expect(windowEnd({ reason, exitCode: 9 }, false)).toEqual({ trouble, reason: `${reason} (9)` });
});

test('a page that the till ended because it stood still is told as hung, whatever the system says', () => {
  for (const reason of ['killed', 'crashed', 'abnormal-exit'] as const)
    expect(windowEnd({ reason, exitCode: 1 }, true)).toEqual({ trouble: 'hung', reason: `${reason} (1)` });
});
