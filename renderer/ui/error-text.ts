import type { ErrorView } from '../../preload/contract/views.ts';
import type { TextKey } from './language.ts';

type Translate = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string;

/** Names of the values that are cents. */
const AMOUNTS = new Set(['amount', 'amountCents', 'asked', 'remaining', 'maximum']);

/** Key of the code, else of what fields have in common (`*.too-long`), else of the code's family (`service.*`). */
export function errorKey(code: string, has: (key: string) => key is TextKey): TextKey | undefined {
  const [family, ...rest] = code.split('.');
  return [`error.${code}`, `error.*.${rest.join('.')}`, `error.${family}.*`].find(has);
}

/** Text of the code, else main's message; `invalid.` before a field's code is dropped. */
export function errorText(
  error: ErrorView,
  t: Translate,
  has: (key: string) => key is TextKey,
  money: (cents: number) => string,
): string {
  const code = error.code.replace(/^invalid\./, '');
  return t(errorKey(code, has) ?? 'error.other', { message: error.message, ...shownValues(error.values, money) });
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
