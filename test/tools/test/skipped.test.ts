import { expect, test } from 'vitest';
import { leftOut, leftOutInWords } from '../../../tools/test/skipped.mjs';

const host = (why: string) => ({ onlyWhere: { where: 'on the Chromium host', why } });
const report = {
  testResults: [
    {
      assertionResults: [
        { status: 'passed', fullName: ' a display is unplugged', meta: host('it is unplugged') },
        { status: 'skipped', fullName: ' the machine sleeps', meta: host('it is sent to sleep') },
        { status: 'skipped', fullName: ' the machine wakes', meta: host('it is sent to sleep') },
        { status: 'skipped', fullName: ' left out by a filter', meta: {} },
      ],
    },
    {
      assertionResults: [
        { status: 'skipped', fullName: ' a signal', meta: { onlyWhere: { where: 'on Linux', why: 'signals' } } },
      ],
    },
  ],
};

test('what was skipped and says why is listed, by place and by reason', () => {
  expect(leftOutInWords(leftOut(report))).toEqual([
    '',
    '2 tests are played only on the Chromium host:',
    '  because it is sent to sleep',
    '    - the machine sleeps',
    '    - the machine wakes',
    '',
    '1 test is played only on Linux:',
    '  because signals',
    '    - a signal',
  ]);
});

test('a run without a report, or with nothing left out, says nothing', () => {
  expect(leftOutInWords(leftOut(undefined))).toEqual([]);
  expect(leftOutInWords(leftOut({ testResults: [] }))).toEqual([]);
});
