import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { errorText } from './error-text.ts';
import type { TextKey } from './language.ts';
import { amountText, money } from './money.ts';
import { timesIn } from './time-text.ts';

export type Translate = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string;

export interface Words extends ReturnType<typeof timesIn> {
  readonly t: Translate;
  /** For keys with a code from main, unknown to the types. */
  has(key: string): key is TextKey;
  /** For codes from main that may have no text. */
  firstOf(keys: readonly string[], otherwise: TextKey): TextKey;
  money(cents: number): string;
  amountText(cents: number): string;
  refundedOf(payment: { readonly refunded: number; readonly amount: number }): string;
  error(error: ErrorView): string;
}

/** In the window's language, or in another loaded language. */
export function useWords(language?: Language): Words {
  const { t: translate, i18n } = useTranslation(undefined, language === undefined ? {} : { lng: language });
  return useMemo(() => {
    const t: Translate = (key, values) => translate(key, { ...values });
    const has = (key: string): key is TextKey => i18n.exists(key);
    const figures = t('format.figures');
    return {
      t,
      has,
      firstOf: (keys, otherwise) => keys.find(has) ?? otherwise,
      money: (cents) => money(cents, figures),
      amountText: (cents) => amountText(cents, figures),
      ...timesIn(t('format.times')),
      refundedOf: ({ refunded, amount }) =>
        t('payments.refunded', { refunded: money(refunded, figures), amount: money(amount, figures) }),
      error: (error) => errorText(error, t, has, (cents) => money(cents, figures)),
    };
  }, [translate, i18n]);
}
