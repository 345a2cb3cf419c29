import {
  countsByDay,
  DEFAULT_REFERENCE_PATTERN,
  dayText,
  referenceForm,
  referenceOf,
  referencePatternField,
} from '../../preload/contract/reference-pattern.ts';

/** Returns the counter's name for a POS and a day (till's local time). Patterns without a day have a single counter. */
export function counterName(posId: string, at: number, pattern = DEFAULT_REFERENCE_PATTERN): string {
  return `${posId}/${countsByDay(pattern) ? dayText(at) : 'running'}`;
}

/**
 * Returns a reference of at most 35 characters by the pattern. The sequence includes the journal's salt: two tills on
 * the same posId, or a journal that was replaced during the day, must not give two payments the same reference.
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

/** Returns the stored pattern, or the default if the pattern breaks the rules: every sale needs its own reference. */
export function usablePattern(stored: string | undefined): string {
  return referencePatternField.safeParse(stored).data ?? DEFAULT_REFERENCE_PATTERN;
}

/** Form of a reference by the default pattern: POS, day, salt and number. */
const DEFAULT_FORM = /^.+-\d{6}-\d{8,}$/u;

/** Most recent forms: a till checks up to a million payments against the same form. */
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
 * Returns where a reference was made, as far as its form shows. `pattern`: the pattern of this till. Without a posId in
 * the pattern, all tills of the shop make references of the same form. With a pattern of its own, a till cannot
 * distinguish the references of other tills from its own earlier references.
 */
function madeAt(
  reference: string | undefined,
  posId: string,
  pattern = DEFAULT_REFERENCE_PATTERN,
): 'here' | 'elsewhere' | 'unknown' {
  if (reference === undefined) return 'unknown';
  if (formOf(pattern, posId).test(reference)) return pattern.includes('{posId}') ? 'here' : 'unknown';
  if (pattern !== DEFAULT_REFERENCE_PATTERN && formOf(DEFAULT_REFERENCE_PATTERN, posId).test(reference)) return 'here';
  return pattern === DEFAULT_REFERENCE_PATTERN && DEFAULT_FORM.test(reference) ? 'elsewhere' : 'unknown';
}

/** Limit from docs/service.md, Limits. */
const LONGEST_POS_ID = 36;

export interface OwnPos {
  readonly posId: string;
  /** Pattern of the till's references; absent: the default. */
  readonly referencePattern?: string | undefined;
}

export type ChargedWhere = 'here' | 'elsewhere' | 'unknown';

/** Returns the POS in a response: not in the specification, but a service may use the member of the charge request. */
export function statedPosId(extra: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const posId = extra?.['posId'];
  return typeof posId === 'string' && posId !== '' && posId.length <= LONGEST_POS_ID ? posId : undefined;
}

/** Returns where a payment was charged: by its POS, or else by its reference. A typed reference gives `unknown`. */
export function chargedWhere(
  payment: { readonly posId: string | undefined; readonly reference?: string | undefined },
  own: OwnPos,
): ChargedWhere {
  if (payment.posId !== undefined) return payment.posId === own.posId ? 'here' : 'elsewhere';
  return madeAt(payment.reference, own.posId, own.referencePattern);
}
