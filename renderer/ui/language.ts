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

/** A key of the language. Plural forms are left out: `settings.faults`, not `settings.faults_one`. */
export type TextKey = ParseKeys;

/** Keys are flat and contain dots, because the code of an error is part of its key. */
const options = {
  lng: 'en',
  fallbackLng: 'en',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: { en: { translation: en } },
  initAsync: false,
} as const;

/** The texts of the windows, one file per language. They are in the bundle, so nothing has to be loaded. */
export function createLanguage(): i18n {
  const language = createInstance();
  language.use(initReactI18next).init(options);
  return language;
}
