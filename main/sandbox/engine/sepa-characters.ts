import type { EngineContext } from './engine-context.ts';
import { Refusal, type RefusalCode } from './refusal.ts';

/** EPC best practices: Latin, the Romanian letters, Greek, Cyrillic, and their punctuation, as code points. */
const RANGES = [
  ['\u0020', '\u007e'],
  ['\u00a0', '\u017f'],
  ['\u0218', '\u021b'],
  ['\u0386', '\u03ce'],
  ['\u0400', '\u045f'],
  ['\u1e9e', '\u1e9e'],
  ['\u2013', '\u2014'],
  ['\u2018', '\u201e'],
  ['\u2020', '\u2022'],
  ['\u2026', '\u2026'],
  ['\u2030', '\u2030'],
  ['\u2039', '\u203a'],
  ['\u20ac', '\u20ac'],
  ['\u2122', '\u2122'],
] as const;

/** Throws `Refusal` for a character outside the set, unless the choices accept any character. */
export function checkSepa(
  { choices }: Pick<EngineContext, 'choices'>,
  texts: Readonly<Record<string, string | undefined>>,
  code: RefusalCode = 'FIELD_IS_INVALID',
): void {
  if (choices.sepaCharacters === 'accepted') return;
  for (const [field, text = ''] of Object.entries(texts)) {
    if ([...text].every((character) => RANGES.some(([from, to]) => character >= from && character <= to))) continue;
    throw new Refusal(code, `${field} has a character outside the SEPA extended character set`);
  }
}

/** The basic set applies only to the free text of a creation (docs/service.md, What public sources show). */
export function checkFreeText({ choices }: Pick<EngineContext, 'choices'>, description = ''): void {
  if (choices.sepaCharacters !== 'basic' || /^[A-Za-z0-9 /?:().,'+-]*$/.test(description)) return;
  throw new Refusal('FIELD_IS_INVALID', 'description has a character outside the basic SEPA character set');
}
