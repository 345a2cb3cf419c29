import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';
import { basicForms, firstCharacterOutsideSepa } from './sepa-characters.ts';
import { shortPosId } from './short-pos-id.ts';

/** The pattern of references that nobody typed: main makes them, and the Settings view shows an example. */

export const DEFAULT_REFERENCE_PATTERN = '{posId}-{yyMMdd}-{sequence}';

/** The longest reference that the service takes (docs/service.md, Limits). */
const MAX_LENGTH = 35;
/** The journal's salt and a number of up to six digits a day, or of up to eight that never begins anew. */
const SEQUENCE_A_DAY = 4 + 6;
const SEQUENCE_FOR_EVER = 4 + 8;
const DAY_LENGTH = 6;
/** A longer posId is shortened to what is left, but never below this. */
const LEAST_POS_ID = 12;

const marks = ['{posId}', '{yyMMdd}', '{sequence}'] as const;

/** At most 35 characters in the end; without the sequence two sales would have one reference. */
export const referencePatternField = z.string().superRefine((pattern, context) => {
  const refuse = (message: FieldErrorCode, params: Record<string, string | number> = {}) =>
    context.addIssue({ code: 'custom', message, params });
  const outside = firstCharacterOutsideSepa(pattern);
  if (outside !== undefined) refuse('reference.character', { character: outside });
  const unknown = /\{[^{}]*\}?|\}/.exec(marks.reduce((rest, mark) => rest.replaceAll(mark, ''), pattern))?.[0];
  if (unknown !== undefined) refuse('reference-pattern.mark', { mark: unknown });
  const twice = marks.find((mark) => pattern.split(mark).length > 2);
  if (twice !== undefined) refuse('reference-pattern.twice', { mark: twice });
  if (!pattern.includes('{sequence}')) refuse('reference-pattern.sequence');
  const length = lengthWithoutPosId(pattern) + (pattern.includes('{posId}') ? LEAST_POS_ID : 0);
  if (length > MAX_LENGTH) refuse('reference-pattern.too-long', { max: MAX_LENGTH, length });
});

export const bulkIdSetting = z
  .string()
  .max(MAX_LENGTH, refusedAs('bulk-id.too-long'))
  .superRefine((text, context) => {
    const character = firstCharacterOutsideSepa(text);
    if (character !== undefined)
      context.addIssue({
        code: 'custom',
        message: 'bulk-id.character' satisfies FieldErrorCode,
        params: { character },
      });
  });

/** Numbers that begin anew each day: the day keeps two of them apart. */
export function countsByDay(pattern: string): boolean {
  return pattern.includes('{yyMMdd}');
}

/** A reference of this pattern. `at`: ms, whose day is the till's own (local time); `sequence`: with the salt in front. */
export function referenceOf(
  pattern: string,
  { posId, at, sequence }: { readonly posId: string; readonly at: number; readonly sequence: string },
): string {
  return filled(pattern, { posId: posIdIn(pattern, posId), day: dayText(at), sequence });
}

/** No reference of another POS matches, as long as the pattern has the posId. Other forms of a service match. */
export function referenceForm(pattern: string, posId: string): RegExp {
  const parts = pattern.split(/(\{posId\}|\{yyMMdd\}|\{sequence\})/);
  const fill: Readonly<Record<string, string>> = {
    '{posId}': basicForms(posIdIn(pattern, posId)),
    '{yyMMdd}': String.raw`\d{6}`,
    '{sequence}': String.raw`\d{8,}`,
  };
  return new RegExp(`^${parts.map((part) => fill[part] ?? basicForms(part)).join('')}$`, 'u');
}

/** The posId as the references of this pattern have it. */
export function posIdIn(pattern: string, posId: string): string {
  return shortPosId(posId, MAX_LENGTH - lengthWithoutPosId(pattern));
}

/** `yyMMdd` on the clock on the wall. */
export function dayText(at: number): string {
  const date = new Date(at);
  const part = (value: number) => String(value % 100).padStart(2, '0');
  return part(date.getFullYear()) + part(date.getMonth() + 1) + part(date.getDate());
}

function lengthWithoutPosId(pattern: string): number {
  const sequence = 'n'.repeat(countsByDay(pattern) ? SEQUENCE_A_DAY : SEQUENCE_FOR_EVER);
  return filled(pattern, { posId: '', day: 'd'.repeat(DAY_LENGTH), sequence }).length;
}

function filled(pattern: string, by: { readonly posId: string; readonly day: string; readonly sequence: string }) {
  const values: Readonly<Record<string, string>> = {
    '{posId}': by.posId,
    '{yyMMdd}': by.day,
    '{sequence}': by.sequence,
  };
  return pattern.replaceAll(/\{posId\}|\{yyMMdd\}|\{sequence\}/g, (mark) => values[mark] ?? mark);
}
