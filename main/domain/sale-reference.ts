import {
  countsByDay,
  DEFAULT_REFERENCE_PATTERN,
  dayText,
  referenceForm,
  referenceOf,
  referencePatternField,
} from '../../preload/contract/reference-pattern.ts';

/**
 * The name of the counter that numbers this POS's sales of this day. Days are the till's own (local time): that is what
 * a cashier compares with the clock on the wall. With a pattern that does not have the day, one counter numbers them all.
 */
export function counterName(posId: string, at: number, pattern = DEFAULT_REFERENCE_PATTERN): string {
  return `${posId}/${countsByDay(pattern) ? dayText(at) : 'running'}`;
}

/**
 * A reference of this pattern, `{posId}-{yyMMdd}-{sequence}` by default, at most 35 characters. The sequence is the
 * journal's salt and the number of the sale on this POS and day. Two tills that were given the same posId by mistake, or
 * a till whose journal was replaced at noon, would otherwise give two payments one reference, and a payment is found
 * again by its reference. People read the last four digits.
 */
export function saleReference(
  posId: string,
  at: number,
  salt: number,
  sequence: number,
  pattern = DEFAULT_REFERENCE_PATTERN,
): string {
  const digits = `${String(salt).padStart(4, '0')}${String(sequence).padStart(4, '0')}`;
  return referenceOf(pattern, { posId, at, sequence: digits });
}

/** The pattern as it is stored, or the default where it is none by the rules of today: each sale must have its own. */
export function usablePattern(stored: string | undefined): string {
  return referencePatternField.safeParse(stored).data ?? DEFAULT_REFERENCE_PATTERN;
}

/** The form that a till gives its references where no manager set another one: POS, day, salt and number. */
const DEFAULT_FORM = /^.+-\d{6}-\d{8,}$/u;

/** The forms that were made last: one till asks about each of a million payments. */
const forms = new Map<string, RegExp>();
const MOST_FORMS = 8;

function formOf(pattern: string, posId: string): RegExp {
  const key = `${pattern} ${posId}`;
  const known = forms.get(key);
  if (known !== undefined) return known;
  const form = referenceForm(pattern, posId);
  if (forms.size >= MOST_FORMS) forms.clear();
  forms.set(key, form);
  return form;
}

/**
 * At which till a payment of this reference was charged, as far as the reference shows it. `pattern`: this till's. Without
 * the posId in it, all tills with that pattern make references of the same form; and a till with a pattern of its own
 * cannot tell another till's from what it charged before, or from what somebody typed.
 */
export function madeAt(
  reference: string | undefined,
  posId: string,
  pattern = DEFAULT_REFERENCE_PATTERN,
): 'here' | 'elsewhere' | 'unknown' {
  if (reference === undefined) return 'unknown';
  if (formOf(pattern, posId).test(reference)) return pattern.includes('{posId}') ? 'here' : 'unknown';
  if (pattern !== DEFAULT_REFERENCE_PATTERN && formOf(DEFAULT_REFERENCE_PATTERN, posId).test(reference)) return 'here';
  return pattern === DEFAULT_REFERENCE_PATTERN && DEFAULT_FORM.test(reference) ? 'elsewhere' : 'unknown';
}
