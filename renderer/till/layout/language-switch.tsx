import { IconLanguage } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import type { Language } from '../../../preload/contract/setting-values.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { languages } from '../../ui/language.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './language-switch.module.css';

/** Until a manager changes the setting or the app ends. */
export function LanguageSwitch() {
  const { t } = useWords();
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const spoken = useTill((till) => till.language);
  const speak = useCall('window.speak');
  const choose = (language: Language) => {
    list.current?.hidePopover();
    // The focus returned to the button of the list; Enter must charge the amount, not open the list again.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void speak.run({ language });
  };
  return (
    <>
      <Button className={styles.open} kind="plain" popoverTarget={id} aria-label={t('language.switch')}>
        <IconLanguage aria-hidden="true" size={28} stroke={1.75} />
      </Button>
      <fieldset ref={list} id={id} className={styles.list} popover="auto" aria-label={t('language.switch')}>
        {languages.map((language) => (
          <Button
            key={language}
            className={styles.language}
            lang={language}
            aria-pressed={language === spoken}
            onClick={() => choose(language)}
          >
            {t(`language.${language}`)}
          </Button>
        ))}
      </fieldset>
    </>
  );
}
