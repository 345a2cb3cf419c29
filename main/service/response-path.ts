import { TillError } from '../base/till-error.ts';
import type { Operation } from './operations.ts';

/**
 * The `path` claim of a genuine response that differs from its request's. Ids are replaced by placeholders, such as
 * `/refund/v3/payments/{paymentId}/refunds`, so that the value is the same for every payment.
 */
export interface PathDeviation {
  readonly expected: string;
  readonly got: string;
}

type Ids = Readonly<Partial<Record<'paymentId' | 'refundId', string>>>;

/** Returns the deviation of a genuine response from the verifier's `verify.path`; undefined for every other error. */
export function pathDeviation(thrown: unknown, ids: Ids): PathDeviation | undefined {
  if (!(thrown instanceof TillError) || thrown.code !== 'verify.path' || thrown.values === undefined) return undefined;
  const { expected, got } = thrown.values;
  return { expected: patternOf(String(expected), ids), got: patternOf(String(got), ids) };
}

function patternOf(path: string, { paymentId, refundId }: Ids): string {
  const named = Object.entries({ paymentId, refundId });
  return named.reduce((pattern, [name, id = '']) => (id === '' ? pattern : pattern.replaceAll(id, `{${name}}`)), path);
}

/** Returns an entry of `tuning.responsePaths`: the pattern holds for this operation alone. */
export function acceptedEntry(operation: Operation, pattern: string): string {
  return `${operation} ${pattern}`;
}

export function acceptedPath(
  entries: readonly string[] | undefined,
  operation: Operation,
  { paymentId, refundId }: Ids,
): string | undefined {
  const ids: Readonly<Record<string, string | undefined>> = { paymentId, refundId };
  const [, pattern] = entries?.map((entry) => entry.split(' ')).find(([name]) => name === operation) ?? [];
  return pattern?.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}
