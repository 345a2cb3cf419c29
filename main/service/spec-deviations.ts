import type { Api } from './operations.ts';

/** A difference from the specification in an accepted or refused response. Each is reported once, for support. */
export interface SpecDeviation {
  readonly api: Api | 'callback';
  /**
   * `field`, `value`: not listed in the specification. `missing`: a required field is absent. `accepted`, `refused`:
   * the value is not the till's own, and the response was used or refused.
   */
  readonly kind: 'field' | 'value' | 'missing' | 'accepted' | 'refused';
  readonly where: string;
  /** The unknown or different value; absent for a field, whose content may be personal. */
  readonly value?: string;
  readonly expected?: string;
}

export type ValueDeviation = SpecDeviation & { readonly value: string; readonly expected: string };

export interface SpecDeviations {
  /** Returns the members of `object` that `known` does not have; undefined when there are none. */
  extras(where: string, object: object, known: object): Readonly<Record<string, unknown>> | undefined;
  value(where: string, value: string, known: readonly string[]): void;
  /** Reports a member that the specification requires and the till does not. */
  missing(where: string): void;
  /** Reports the first value at `where` that is not the till's own. */
  differs(kind: 'accepted' | 'refused', where: string, expected: string, value: string): void;
}

/** Limit on the memory: a hostile or broken service could invent fields without end. */
const MOST = 500;

export function createSpecDeviations(
  api: SpecDeviation['api'],
  report: ((deviation: SpecDeviation) => void) | undefined,
): SpecDeviations {
  const reported = new Set<string>();
  const reportOnce = (
    deviation: SpecDeviation,
    id = `${deviation.kind} ${deviation.where} ${deviation.value ?? ''}`,
  ) => {
    if (reported.has(id) || reported.size >= MOST) return;
    reported.add(id);
    report?.(deviation);
  };
  return {
    extras(where, object, known) {
      let extra: Record<string, unknown> | undefined;
      for (const name of Object.keys(object)) {
        if (Object.hasOwn(known, name)) continue;
        extra ??= Object.create(null) as Record<string, unknown>;
        extra[name] = object[name as keyof typeof object];
        reportOnce({ api, kind: 'field', where: `${where}.${name.slice(0, 100)}` });
      }
      return extra;
    },
    missing: (where) => reportOnce({ api, kind: 'missing', where }),
    differs: (kind, where, expected, value) =>
      reportOnce(
        { api, kind, where, expected: expected.slice(0, 100), value: value.slice(0, 100) },
        `${kind} ${where}`,
      ),
    value(where, value, known) {
      if (!known.includes(value)) reportOnce({ api, kind: 'value', where, value: value.slice(0, 100) });
    },
  };
}
