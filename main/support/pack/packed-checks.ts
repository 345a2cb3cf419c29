import type { CheckReport, CheckResult } from '../../../preload/contract/checks.ts';
import { inWords } from '../checks/report-text.ts';
import { maskedId, maskedText, maskedToken } from '../masks.ts';

/**
 * Facts of a check that name a machine, a key, a version or a day: support and the provider compare them, so they stay
 * whole. Names that people give, such as a printer's, are not among them.
 */
const IDS: ReadonlySet<string> = new Set(
  (
    'kid thumbprint host name addresses proxy port issuer protocol until from screens free command ' +
    'version newest electron chromium node system'
  ).split(' '),
);
/** As the service gives them: a text in their place is none. */
const TOKENS: ReadonlySet<string> = new Set(['traceId']);

const LONGEST = 400;

/** What the checks found, each with its words in English; its facts are masked by their names, as the log's are. */
export function packedChecks({ at, version, checks }: CheckReport): object {
  return { at, version: maskedId(version, LONGEST), checks: checks.map(packedCheck) };
}

function packedCheck({ id, state, finding, ms, values, mend }: CheckResult): object {
  const facts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, masked(name, value)]));
  const { name, means, advice } = inWords({ id, state, finding, ms, values: facts });
  return { id, name, state, finding, means, ...(advice && { advice }), ms, values: facts, ...(mend && { mend }) };
}

function masked(name: string, value: string | number): string | number {
  if (typeof value === 'number') return value;
  if (TOKENS.has(name)) return maskedToken(value, LONGEST);
  return IDS.has(name) ? maskedId(value, LONGEST) : maskedText(value, LONGEST);
}
