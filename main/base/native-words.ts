import { createInstance, type TFunction } from 'i18next';
import de from '../../preload/contract/language/native/de.json' with { type: 'json' };
import en from '../../preload/contract/language/native/en.json' with { type: 'json' };
import fr from '../../preload/contract/language/native/fr.json' with { type: 'json' };
import nl from '../../preload/contract/language/native/nl.json' with { type: 'json' };
import type { Language } from '../../preload/contract/setting-values.ts';

export type NativeWords = TFunction<'native'>;

const texts = createInstance();
/** A small catalogue, loaded at the start: native dialogs must work when the windows' texts fail to load. */
void texts.init({
  fallbackLng: 'en',
  defaultNS: 'native',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { native: en }, nl: { native: nl }, fr: { native: fr }, de: { native: de } },
  initAsync: false,
});

export function nativeWords(language: Language): NativeWords {
  return texts.getFixedT(language, 'native');
}

export type EnglishWords = (key: string, values: object) => string | undefined;

/** Texts for the command line and the support pack. Undefined for an unknown key. */
export async function englishWords(): Promise<EnglishWords> {
  if (!texts.hasResourceBundle('en', 'translation')) {
    const { default: windows } = await import('../../preload/contract/language/en.json', { with: { type: 'json' } });
    texts.addResourceBundle('en', 'translation', windows);
  }
  return (key, values) =>
    texts.exists(key, { lng: 'en', ns: 'translation' })
      ? String(texts.t(key as never, { ...values, lng: 'en', ns: 'translation' } as never))
      : undefined;
}
