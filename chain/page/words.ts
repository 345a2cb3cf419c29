import type { i18n } from 'i18next';
import type { Language } from '../../preload/contract/setting-values.ts';
import { languages, loadLanguage, type TextKey } from '../../renderer/ui/language.ts';
import { useWords, type Words } from '../../renderer/ui/use-words.ts';
import en from './words/en.json' with { type: 'json' };

/** `chain.payments`, not `chain.payments_one`. */
type WithoutForm<Key> = Key extends `${infer Bare}_${'one' | 'other'}` ? Bare : Key;
type ChainKey = WithoutForm<keyof typeof en>;
export type ChainWords = Omit<Words, 't'> & {
  readonly t: (key: ChainKey | TextKey, values?: Readonly<Record<string, unknown>>) => string;
};

/** With the till's texts, so that till and page use the same words. */
export const useText = useWords as () => ChainWords;

const files: Readonly<Record<Language, () => Promise<{ readonly default: object }>>> = {
  en: async () => ({ default: en }),
  nl: () => import('./words/nl.json', { with: { type: 'json' } }),
  fr: () => import('./words/fr.json', { with: { type: 'json' } }),
  de: () => import('./words/de.json', { with: { type: 'json' } }),
};

const KEPT = 'chain.language';

/** As chosen on this machine, or else the browser's first supported language. */
export function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.map((tag) => languages.find((language) => language === tag)).find(Boolean) ?? 'en';
}

export async function speak(texts: i18n, language: Language): Promise<void> {
  const [own] = await Promise.all([files[language](), loadLanguage(texts, language)]);
  texts.addResourceBundle(language, 'translation', own.default, true, true);
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
}
