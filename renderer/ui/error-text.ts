import type { ErrorView } from '../../preload/views.ts';

type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/**
 * An error in the person's words: the text of its code, else of the code's family (`service.*`), else main's message.
 * Values whose name ends in `Cents` are money.
 */
export function errorText(
  error: ErrorView,
  t: Translate,
  exists: (key: string) => boolean,
  money: (cents: number) => string,
): string {
  const values: Record<string, unknown> = { message: error.message };
  for (const [name, value] of Object.entries(error.values ?? {})) {
    values[name] = name.endsWith('Cents') && typeof value === 'number' ? money(value) : value;
  }
  const key = [error.code, family(error.code)].map((code) => `error.${code}`).find(exists);
  return key === undefined ? t('error.other', values) : t(key, values);
}

function family(code: string): string {
  return `${code.split('.')[0]}.*`;
}
