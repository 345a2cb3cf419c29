import type { CheckReport, CheckResult, CheckState } from '../../../preload/contract/checks.ts';
import { explained } from '../../base/error-codes.ts';
import type { EnglishWords } from '../../base/native-words.ts';

interface CheckInWords {
  readonly name: string;
  readonly means: string;
  readonly advice: string | undefined;
}

export function inWords({ id, state, finding, values }: CheckResult, words: EnglishWords): CheckInWords {
  const family = `${finding.split('.')[0]}.*`;
  const textOf = (part: 'say' | 'do') =>
    words(`checks.${part}.${finding}`, values) ?? words(`checks.${part}.${family}`, values);
  return {
    name: words(`checks.name.${id}`, {}) ?? id,
    means: textOf('say') ?? explained(finding) ?? finding,
    advice: state === 'failed' || state === 'warning' ? textOf('do') : undefined,
  };
}

const MARKS: Readonly<Record<CheckState, string>> = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' };
const NAME_WIDTH = 34;

/** Uses plain characters for any console. */
export function reportText({ at, version, checks }: CheckReport, words: EnglishWords): string {
  const lines = checks.flatMap((result) => {
    const { name, means, advice: toDo } = inWords(result, words);
    const line = `${MARKS[result.state].padEnd(5)}${name.padEnd(NAME_WIDTH)}${`${result.ms} ms`.padStart(8)}  ${means}`;
    return toDo === undefined ? [line] : [line, `${' '.repeat(5)}-> ${toDo}`];
  });
  return [`Tillmate ${version}, ${new Date(at).toISOString()}`, ...lines, worstWords(checks)].join('\n');
}

/** Skipped checks do not count. */
export function worstOf(checks: readonly Pick<CheckResult, 'state'>[]): 'ok' | 'warning' | 'failed' {
  const states = new Set(checks.map(({ state }) => state));
  if (states.has('failed')) return 'failed';
  return states.has('warning') ? 'warning' : 'ok';
}

function worstWords(checks: CheckReport['checks']): string {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  return `${count('failed')} failed, ${count('warning')} to review, ${count('ok')} ok, ${count('skipped')} skipped`;
}
