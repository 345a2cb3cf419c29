import { createInstance, type i18n, type ParseKeys } from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../../preload/contract/language/en.json' with { type: 'json' };
import type native from '../../preload/contract/language/native/en.json';
import type { Language } from '../../preload/contract/setting-values.ts';
import { numberFormat } from './formats.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: typeof en; native: typeof native };
  }
}

/** A text key. Without plural suffixes: `settings.faults`, not `settings.faults_one`. */
export type TextKey = ParseKeys;

/** Languages in the order shown to the user. */
export const languages = ['en', 'nl', 'fr', 'de'] as const satisfies readonly Language[];

/** English is in the bundle as the fallback; the others are loaded on first use. */
const files: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: object }>>> = {
  nl: () => import('../../preload/contract/language/nl.json', { with: { type: 'json' } }),
  fr: () => import('../../preload/contract/language/fr.json', { with: { type: 'json' } }),
  de: () => import('../../preload/contract/language/de.json', { with: { type: 'json' } }),
};

/** Keys are flat and contain dots: an error code is part of its key. */
const options = {
  lng: 'en',
  fallbackLng: 'en',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { translation: en } },
  // A receipt may be rendered before its language is loaded.
  react: { bindI18nStore: 'added' },
  initAsync: false,
} as const;

/** The suffixes of all keys with this prefix. */
export function keysBelow(beginning: string): readonly string[] {
  return Object.keys(en).flatMap((key) => (key.startsWith(beginning) ? [key.slice(beginning.length)] : []));
}

/** In English until `loadLanguage` has loaded another language. */
export function createLanguage(): i18n {
  const language = createInstance();
  language.use(initReactI18next).init(options);
  // Numbers are written like the shop's amounts, in English too.
  language.services.formatter?.add('number', (value: number, spoken = 'en') =>
    numberFormat(language.getFixedT(spoken)('format.figures'), {}).format(value),
  );
  return language;
}

/** Rejects if the file cannot be read; the texts are English then. */
export async function loadLanguage(texts: i18n, language: Language): Promise<void> {
  if (language === 'en' || texts.hasResourceBundle(language, 'translation')) return;
  const { default: file } = await files[language]();
  texts.addResourceBundle(language, 'translation', file);
}
