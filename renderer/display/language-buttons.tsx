import type { DisplaySnapshot } from '../../preload/contract/views.ts';
import { useCall } from '../ui/ask-main.ts';
import { languages } from '../ui/language.ts';
import type { SnapshotStore } from '../ui/snapshot-store.ts';
import { useSelected } from '../ui/use-selected.ts';
import { useWords } from '../ui/use-words.ts';
import styles from './language-buttons.module.css';

export function LanguageButtons({ snapshots }: { readonly snapshots: SnapshotStore<DisplaySnapshot> }) {
  const { t } = useWords();
  const spoken = useSelected(snapshots, ({ snapshot }) => snapshot?.language);
  const speak = useCall('window.speak');
  return (
    <fieldset className={styles.languages} aria-label={t('language.switch')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          className={styles.language}
          lang={language}
          // The accessible name contains the visible text, for users of speech input.
          aria-label={`${t(`language.${language}`)}, ${language.toUpperCase()}`}
          aria-pressed={language === spoken}
          onClick={() => void speak.run({ language })}
        >
          <span className={styles.name}>{t(`language.${language}`)}</span>
          <span className={styles.code}>{language.toUpperCase()}</span>
        </button>
      ))}
    </fieldset>
  );
}
