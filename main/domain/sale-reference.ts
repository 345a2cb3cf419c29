import {
  countsByDay,
  DEFAULT_REFERENCE_PATTERN,
  dayText,
  referenceForm,
  referenceOf,
  referencePatternField,
} from '../../preload/contract/reference-pattern.ts';

/** The counter of this POS's sales of a day by the till's local time; one for all days where the pattern has no day. */
export function counterName(posId: string, at: number, pattern = DEFAULT_REFERENCE_PATTERN): string {
  return `${posId}/${countsByDay(pattern) ? dayText(at) : 'running'}`;
}

/**
 * A reference of this pattern, at most 35 characters. The journal's salt is in the sequence: two tills on one posId, or
 * a journal that was replaced at noon, must not give two payments one reference.
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
 * The till of a reference, as far as it shows it. `pattern`: this till's. Without the posId in it the shop's tills make
 * the same form, and with one of its own a till cannot tell another's from what it charged before.
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

/** docs/service.md, Limits. */
const LONGEST_POS_ID = 36;

export interface OwnPos {
  readonly posId: string;
  /** The pattern of its references; the default where it is absent. */
  readonly referencePattern?: string | undefined;
}

export type ChargedWhere = 'here' | 'elsewhere' | 'unknown';

/** The specification lists no such member, but a service may tell the POS under the name that a charge has for it. */
export function toldPosId(extra: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const told = extra?.['posId'];
  return typeof told === 'string' && told !== '' && told.length <= LONGEST_POS_ID ? told : undefined;
}

/** A told POS is believed first, then the reference. One that a cashier typed tells nothing: `unknown`. */
export function chargedWhere(
  told: { readonly posId: string | undefined; readonly reference?: string | undefined },
  own: OwnPos,
): ChargedWhere {
  if (told.posId !== undefined) return told.posId === own.posId ? 'here' : 'elsewhere';
  return madeAt(told.reference, own.posId, own.referencePattern);
}
