import { expect, test } from 'vitest';
import { englishWords } from '../../../main/base/native-words.ts';
import { inWords, reportText, worstOf } from '../../../main/support/checks/report-text.ts';
import { checkIds } from '../../../preload/contract/checks.ts';
import { wellChecks, wrongChecks } from '../../page/sample-checks.ts';

const words = await englishWords();

test('every check has a name', () => {
  for (const id of checkIds) expect(words(`checks.name.${id}`, {}), id).toMatch(/./);
});

test('has a line per check, with advice below faults', () => {
  const lines = reportText(wrongChecks, words).split('\n');
  expect(lines[0]).toBe('Tillmate 1.4.0, 2026-11-20T13:02:31.000Z');
  expect(lines.find((line) => line.includes('Right to refunds'))).toMatch(
    /^FAIL .* 104 ms {2}The service knows this till/,
  );
  expect(lines[lines.findIndex((line) => line.includes('Right to refunds')) + 1]).toMatch(/^ +-> Ask the provider/);
  expect(lines.at(-1)).toBe('3 failed, 2 to review, 11 ok, 2 skipped');
});

test('the worst state counts; skipped checks are no fault', () => {
  expect(worstOf(wellChecks.checks)).toBe('ok');
  expect(worstOf(wrongChecks.checks)).toBe('failed');
  expect(worstOf([{ state: 'warning' }, { state: 'skipped' }])).toBe('warning');
});

test('falls back to texts of the family, error or code', () => {
  const result = { id: 'service', state: 'failed', ms: 1, values: { host: 'pay.example' } } as const;
  expect(inWords({ ...result, finding: 'network.headers-timeout' }, words).means).toBe(
    'pay.example does not answer in time, or breaks the connection.',
  );
  expect(inWords({ ...result, finding: 'payout.not-found' }, words).means).toBe('Payout id unknown.');
  expect(inWords({ ...result, finding: 'internal' }, words).means).toMatch(/^Internal error of the till/);
  expect(inWords({ ...result, finding: 'no.such' }, words).means).toBe('no.such');
});
