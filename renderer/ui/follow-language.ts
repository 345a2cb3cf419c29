import type { i18n } from 'i18next';
import type { Language } from '../../preload/contract/setting-values.ts';
import { loadLanguage } from './language.ts';

interface Spoken {
  readonly language: Language;
}

/**
 * Hands snapshots on, and makes the window speak their language. Only the first waits for the texts, so that a window does
 * not open in English and turn; a later one is never held up.
 */
export function inTheirLanguage<Snapshot extends Spoken>(
  texts: i18n,
  accept: (snapshot: Snapshot) => void,
  closed: AbortSignal,
): (snapshot: Snapshot) => void {
  let opened = false;
  let wanted: Language = 'en';

  async function speak(language: Language): Promise<void> {
    wanted = language;
    try {
      await loadLanguage(texts, language);
    } catch (fault) {
      console.error('The texts of a language cannot be read', language, fault);
    }
    // Somebody may have chosen once more by now.
    if (closed.aborted || wanted !== language) return;
    await texts.changeLanguage(language);
    document.documentElement.lang = language;
  }

  return (snapshot) => {
    const spoken = wanted === snapshot.language ? undefined : speak(snapshot.language);
    if (opened || spoken === undefined) {
      opened = true;
      accept(snapshot);
    } else
      void spoken.finally(() => {
        opened = true;
        accept(snapshot);
      });
  };
}
