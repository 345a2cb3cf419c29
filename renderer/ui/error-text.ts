import type { ErrorView } from '../../preload/contract/views.ts';
import type { TextKey } from './language.ts';

type Translate = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string;

/** Names of the values that are cents. */
const AMOUNTS = new Set(['amount', 'amountCents', 'asked', 'remaining', 'maximum']);

/** Text of the code, else of its family (`service.*`), else main's message; `invalid.` before a field's code is dropped. */
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

/** Values to insert into a text: cents as money, the others as they are. */
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
