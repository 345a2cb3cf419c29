import type { LogPlace, LogRow } from '../../../../preload/contract/logs.ts';

interface Rows {
  readonly rows: readonly LogRow[];
  readonly next: LogPlace | null;
}

/**
 * The rows of a list with those that came since in front. `newest` is the list's first page as it is now: where it does not
 * reach back to the rows that are held, more came than it has, and the list begins anew with it.
 */
export function withNewer<Held extends Rows>(held: Held, newest: readonly LogRow[], next: LogPlace | null): Held {
  const first = held.rows[0];
  const known = first === undefined ? -1 : newest.findIndex(({ id }) => id === first.id);
  if (known === 0) return held;
  if (known > 0) return { ...held, rows: [...newest.slice(0, known), ...held.rows] };
  return newest.length === 0 && held.rows.length === 0 ? held : { ...held, rows: newest, next };
}
