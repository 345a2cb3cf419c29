import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';
import { basicForms, firstCharacterOutsideSepa } from './sepa-characters.ts';
import { shortPosId } from './short-pos-id.ts';

/** Main makes the references, and the Settings view shows an example. */

export const DEFAULT_REFERENCE_PATTERN = '{posId}-{yyMMdd}-{sequence}';

/** docs/service.md, Limits. */
const MAX_LENGTH = 35;
/** The journal's salt, and a sequence number: up to six digits if restarted daily, up to eight if never restarted. */
const SEQUENCE_A_DAY = 4 + 6;
const SEQUENCE_FOR_EVER = 4 + 8;
const DAY_LENGTH = 6;
/** A longer posId is shortened to the remaining length, but never below. */
const LEAST_POS_ID = 12;

const marks = ['{posId}', '{yyMMdd}', '{sequence}'] as const;

/** The reference must fit 35 characters. Without the sequence, two sales would get the same reference. */
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

/** The sequence may restart daily: the date keeps references unique. */
export function countsByDay(pattern: string): boolean {
  return pattern.includes('{yyMMdd}');
}

/** `at`: ms, read in the till's local time; `sequence`: with the salt in front. */
export function referenceOf(
  pattern: string,
  { posId, at, sequence }: { readonly posId: string; readonly at: number; readonly sequence: string },
): string {
  return filled(pattern, { posId: posIdIn(pattern, posId), day: dayText(at), sequence });
}

/** Matches forms simplified by a service, but no other POS as long as the pattern contains the posId. */
export function referenceForm(pattern: string, posId: string): RegExp {
  const parts = pattern.split(/(\{posId\}|\{yyMMdd\}|\{sequence\})/);
  const fill: Readonly<Record<string, string>> = {
    '{posId}': basicForms(posIdIn(pattern, posId)),
    '{yyMMdd}': String.raw`\d{6}`,
    '{sequence}': String.raw`\d{8,}`,
  };
  return new RegExp(`^${parts.map((part) => fill[part] ?? basicForms(part)).join('')}$`, 'u');
}

/** As shortened for references of this pattern. */
function posIdIn(pattern: string, posId: string): string {
  return shortPosId(posId, MAX_LENGTH - lengthWithoutPosId(pattern));
}

/** Returns `yyMMdd` in local time. */
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
