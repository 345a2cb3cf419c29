import {
  countsByDay,
  DEFAULT_REFERENCE_PATTERN,
  dayText,
  posIdIn,
  referenceOf,
  referencePatternField,
} from '../../preload/reference-pattern.ts';

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

/** The posId as it stands in each reference of the default pattern. */
export function shortenedPosId(posId: string): string {
  return posIdIn(DEFAULT_REFERENCE_PATTERN, posId);
}
