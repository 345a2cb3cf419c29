import { createInstance, type i18n, type ParseKeys } from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './language/en.json' with { type: 'json' };

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: typeof en };
  }
}

/** A key that the language has; of a text that counts, without its plural. */
export type TextKey = ParseKeys;

/** Keys are flat, dots included: an error's code is part of its key. */
const options = {
  lng: 'en',
  fallbackLng: 'en',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { translation: en } },
  initAsync: false,
} as const;

/** The words of the windows, one file per language; ready at once, nothing is loaded. */
export function createLanguage(): i18n {
  const language = createInstance();
  language.use(initReactI18next).init(options);
  return language;
}
