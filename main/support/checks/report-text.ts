import type { CheckReport, CheckResult, CheckState } from '../../../preload/contract/checks.ts';
import { errorCodes } from '../../base/error-codes.ts';
import { serviceErrorCodes } from '../../base/service-error-codes.ts';
import { advice, checkNames, findings } from './check-words.ts';

/** A result in English words, for a person who reads a job's log, and for the support pack. */
export interface CheckInWords {
  readonly name: string;
  readonly means: string;
  /** What to do; absent where nothing is to be done. */
  readonly advice?: string;
}

export function inWords({ id, state, finding, values }: CheckResult): CheckInWords {
  const means = filled(familyText(findings, finding) ?? errorWords(finding), values);
  const toDo = state === 'failed' || state === 'warning' ? familyText(advice, finding) : undefined;
  return { name: checkNames[id], means, ...(toDo === undefined ? {} : { advice: filled(toDo, values) }) };
}

const MARKS: Readonly<Record<CheckState, string>> = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' };
const NAME_WIDTH = 34;

/** The whole report, a check a line, with what to do below it; plain characters, for any console. */
export function reportText({ at, version, checks }: CheckReport): string {
  const lines = checks.flatMap((result) => {
    const { name, means, advice: toDo } = inWords(result);
    const line = `${MARKS[result.state].padEnd(5)}${name.padEnd(NAME_WIDTH)}${`${result.ms} ms`.padStart(8)}  ${means}`;
    return toDo === undefined ? [line] : [line, `${' '.repeat(5)}-> ${toDo}`];
  });
  return [`Tillmate ${version}, ${new Date(at).toISOString()}`, ...lines, worstWords(checks)].join('\n');
}

/** The worst that was found; a check that had nothing to look at is none. */
export function worstOf(checks: readonly Pick<CheckResult, 'state'>[]): 'ok' | 'warning' | 'failed' {
  const states = new Set(checks.map(({ state }) => state));
  if (states.has('failed')) return 'failed';
  return states.has('warning') ? 'warning' : 'ok';
}

function worstWords(checks: CheckReport['checks']): string {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  return `${count('failed')} failed, ${count('warning')} to see to, ${count('ok')} well, ${count('skipped')} not checked`;
}

function familyText(table: Readonly<Record<string, string>>, finding: string): string | undefined {
  return table[finding] ?? table[`${finding.split('.')[0]}.*`];
}

/** What the error codes' own tables say of a finding that has no words here. */
function errorWords(code: string): string {
  if (code in serviceErrorCodes) return serviceErrorCodes[code as keyof typeof serviceErrorCodes].support;
  return code in errorCodes ? errorCodes[code as keyof typeof errorCodes] : code;
}

function filled(text: string, values: CheckResult['values']): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '?'));
}
