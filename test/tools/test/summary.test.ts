import { describe, expect, test } from 'vitest';
import { resultOf, summary } from '../../../tools/test/summary.mjs';

const green = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{}, {}] }],
};

describe('what one run of vitest comes to', () => {
  test('its passed, failed and skipped tests', () => {
    expect(resultOf(green, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
  });

  test('a file that cannot be loaded counts as one failure', () => {
    const report = { ...green, testResults: [...green.testResults, { status: 'failed', assertionResults: [] }] };
    expect(resultOf(report, 1).failed).toBe(1);
  });

  test('a run that fails without a failed test (an unhandled rejection) is not green', () => {
    expect(resultOf(green, 1).failed).toBe(1);
  });

  test('a run that wrote no report is not green', () => {
    expect(resultOf(undefined, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

test('the last line is the count over all steps, lint and types among them', () => {
  const text = summary([
    { name: 'lint', passed: 0, failed: 1, skipped: 0, ms: 400 },
    { name: 'unit tests', passed: 120, failed: 2, skipped: 0, ms: 9_000 },
  ]);
  expect(text.split('\n').at(-1)).toBe('120 passed, 3 failed');
  expect(text).toMatch(/lint .*FAILED/);
});
