import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../preload/contract/counter.ts';
import { loadLanguage } from '../../ui/language.ts';
import { useTill } from '../till-store.ts';

/**
 * What the customer of a sale reads: as they chose at the display, else as the display is set. Its texts are brought
 * before anybody prints.
 */
export function useReceiptLanguage(saleId: string | undefined): Language {
  const { i18n } = useTranslation();
  const chosen = useTill((till) => (saleId === undefined ? undefined : till.receiptLanguages[saleId]));
  const set = useTill((till) => till.counter.languages.display);
  const language = chosen ?? set;
  useEffect(() => {
    loadLanguage(i18n, language).catch((fault: unknown) =>
      console.error('The texts of a receipt cannot be read', language, fault),
    );
  }, [i18n, language]);
  return language;
}
