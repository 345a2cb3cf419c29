import type { CheckReport, CheckResult } from '../../../preload/contract/checks.ts';
import type { EnglishWords } from '../../base/native-words.ts';
import { hasAccountNumber } from '../account-numbers.ts';
import { inWords } from '../checks/report-text.ts';
import { hashed, shown } from '../shown.ts';

/**
 * Facts of a check that name a machine, a key, a version or a day: support and the provider compare them, so they stay
 * whole. Names that people give, such as a printer's, are not among them.
 */
const COMPARED: ReadonlySet<string> = new Set(
  (
    'kid thumbprint host name addresses port issuer protocol until from screens free command ' +
    'version newest electron chromium node system'
  ).split(' '),
);

/** The findings of the checks with their English words; facts are shown by their names, as in the log. */
export function packedChecks({ at, version, checks }: CheckReport, words: EnglishWords): object {
  return { at, version: version, checks: checks.map((check) => packedCheck(check, words)) };
}

function packedCheck({ id, state, finding, ms, values, mend }: CheckResult, words: EnglishWords): object {
  const facts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownFact(name, value)]));
  const { name, means, advice } = inWords({ id, state, finding, ms, values: facts }, words);
  return { id, name, state, finding, means, advice, ms, values: facts, ...(mend && { mend }) };
}

function shownFact(name: string, value: string | number): string | number {
  if (typeof value === 'number') return value;
  if (name === 'traceId') return shown('id', value);
  if (name === 'proxy') return shown('address', value);
  if (COMPARED.has(name)) return hasAccountNumber(value) ? hashed(value) : value;
  return shown(/^[A-Z]/.test(value) ? 'mark' : 'word', value);
}
