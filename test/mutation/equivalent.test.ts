import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './areas.ts';
import { equivalents, sortOut } from './equivalent.ts';
import type { Fate, Planted } from './planted-fault.ts';

const planted = (becomes: string, fate: Fate, file = 'main/sale/countdown.ts'): Planted => ({
  file,
  line: 1,
  column: 1,
  kind: 'ConditionalExpression',
  was: 'if (a) b();',
  becomes,
  source: '',
  fate,
});
const entry = (becomes: string) => ({
  file: 'main/sale/countdown.ts',
  was: 'if (a) b();',
  becomes,
  reason: 'nobody could tell the two apart',
});

test('where a fault is listed as changing nothing, its line still stands', () => {
  for (const { file, was } of equivalents())
    expect.soft(readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' '), file).toContain(was);
});

describe('a fault that is listed as changing nothing', () => {
  test('is not counted', () => {
    const all = [planted('if (true) b();', 'survived'), planted('if (false) b();', 'killed')];
    const { counted, excused, wrong } = sortOut(all, [entry('if (true) b();')]);
    expect([counted, excused, wrong]).toEqual([[all[1]], [all[0]], []]);
  });

  test('and that a test finds is counted, and the list is wrong', () => {
    const all = [planted('if (true) b();', 'killed')];
    expect(sortOut(all, [entry('if (true) b();')])).toMatchObject({
      counted: all,
      wrong: [{ why: 'a test finds it' }],
    });
  });

  test('and that was not planted makes the list wrong, but only where faults were planted in that file', () => {
    const [here, elsewhere] = ['main/sale/countdown.ts', 'main/sale/sales.ts'].map((file) => [
      planted('if (false) b();', 'killed', file),
    ]);
    expect(sortOut(here ?? [], [entry('if (true) b();')]).wrong).toMatchObject([{ why: /^no such fault/ }]);
    expect(sortOut(elsewhere ?? [], [entry('if (true) b();')]).wrong).toEqual([]);
  });
});
