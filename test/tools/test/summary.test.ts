import { describe, expect, test } from 'vitest';
import { resultOf, summary } from '../../../tools/test/summary.mjs';

const green = {
  numPassedTests: 5,
  numPendingTests: 1,
  testResults: [{ name: 'test/a.test.ts', status: 'passed', assertionResults: [] }],
};
const withFailed = (...assertionResults: readonly { status: string; fullName: string }[]) => ({
  ...green,
  testResults: [...green.testResults, { name: 'test/b.test.ts', status: 'failed', assertionResults }],
});

describe('the result of a vitest run', () => {
  test('counts passed, failed and skipped tests', () => {
    expect(resultOf(green, 0)).toEqual({ passed: 5, failed: 0, skipped: 1, failures: [] });
    const failed = { status: 'failed', fullName: ' a sale is paid' };
    const report = withFailed({ status: 'passed', fullName: ' one' }, failed, { ...failed, fullName: ' another' });
    expect(resultOf(report, 1)).toMatchObject({
      failed: 2,
      failures: ['test/b.test.ts: a sale is paid', 'test/b.test.ts: another'],
    });
  });

  test('counts a failed file without failed tests as a failure', () => {
    expect(resultOf(withFailed(), 1)).toMatchObject({ failed: 1, failures: ['test/b.test.ts'] });
    expect(resultOf(withFailed({ status: 'skipped', fullName: ' one' }), 1)).toMatchObject({ failed: 1 });
  });

  test('counts a failed run without failed tests as failure', () => {
    expect(resultOf(green, 1)).toMatchObject({ passed: 5, failed: 1, failures: ['no test: the run ended with 1'] });
  });

  test('counts a run without a report as failure', () => {
    expect(resultOf(undefined, 137)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });
});

test('the last lines list failures and the total count', () => {
  const text = summary([
    { name: 'lint', passed: 0, failed: 1, skipped: 0, ms: 400 },
    {
      name: 'unit tests',
      passed: 120,
      failed: 2,
      skipped: 0,
      ms: 9_000,
      failures: ['test/a.test.ts: one', 'test/b.test.ts'],
    },
  ]);
  expect(text.split('\n').slice(-4)).toEqual([
    'FAILED lint',
    'FAILED test/a.test.ts: one',
    'FAILED test/b.test.ts',
    '120 passed, 3 failed',
  ]);
  expect(text).toMatch(/lint .*FAILED/);
});
