import type { ErrorView } from '../../preload/views.ts';
import type { TextKey } from './language.ts';

type Translate = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string;

/** Values that are cents, by the names main gives them. */
const AMOUNTS = new Set(['amount', 'amountCents', 'asked', 'remaining']);

/**
 * An error in the person's words: the text of its code, else of the code's family (`service.*`), else main's message.
 * A code of the service's client, `invalid.X`, is told as X is: the same limit, found one step later.
 */
export function errorText(
  error: ErrorView,
  t: Translate,
  has: (key: string) => key is TextKey,
  money: (cents: number) => string,
): string {
  const code = error.code.replace(/^invalid\./, '');
  const key = [`error.${code}`, `error.${code.split('.')[0]}.*`].find(has) ?? 'error.other';
  return t(key, { message: error.message, ...shownValues(error.values, money) });
}

/** Values as they stand in a text: cents as money, the rest as they are. */
export function shownValues(
  values: Readonly<Record<string, string | number>> | undefined,
  money: (cents: number) => string,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      AMOUNTS.has(name) && typeof value === 'number' ? money(value) : value,
    ]),
  );
}
