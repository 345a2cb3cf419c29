import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../preload/contract/counter.ts';
import { loadLanguage } from '../../ui/language.ts';

/** This language once its texts are there; English until then, and where they cannot be read. */
export function useLoadedLanguage(wanted: Language): Language {
  const { i18n } = useTranslation();
  const [loaded, setLoaded] = useState<Language>('en');
  useEffect(() => {
    let gone = false;
    const use = () => {
      if (!gone) setLoaded(wanted);
    };
    void loadLanguage(i18n, wanted).then(use, () => undefined);
    return () => {
      gone = true;
    };
  }, [i18n, wanted]);
  return loaded;
}
