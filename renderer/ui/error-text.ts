import type { ErrorView } from '../../preload/contract/views.ts';
import type { TextKey } from './language.ts';

type Translate = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string;

/** Names of values in cents. */
const AMOUNTS = new Set(['amount', 'amountCents', 'asked', 'remaining', 'maximum']);

/** The key of the code, else of a rule common to fields (`*.too-long`), else of the code's family (`service.*`). */
function errorKey(code: string, has: (key: string) => key is TextKey): TextKey | undefined {
  const [family, ...rest] = code.split('.');
  return [`error.${code}`, `error.*.${rest.join('.')}`, `error.${family}.*`].find(has);
}

/** Falls back to main's message. The prefix `invalid.` of a field's code is dropped. */
export function errorText(
  error: ErrorView,
  t: Translate,
  has: (key: string) => key is TextKey,
  money: (cents: number) => string,
): string {
  const code = error.code.replace(/^invalid\./, '');
  return t(errorKey(code, has) ?? 'error.other', { message: error.message, ...shownValues(error.values, money) });
}

/** Shows cents as money. */
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
