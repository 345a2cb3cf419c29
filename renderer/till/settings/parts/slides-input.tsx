import { useController } from 'react-hook-form';
import { MAX_SLIDE_SIDE, MAX_SLIDES } from '../../../../preload/contract/counter.ts';
import { useWords } from '../../../ui/use-words.ts';
import type { SettingsTexts } from '../settings-draft.ts';
import { PictureInput } from './picture-input.tsx';
import styles from './slides-input.module.css';

/** The pictures that follow each other on the customer display while nobody pays, in their order. */
export function SlidesInput() {
  const { t } = useWords();
  const { field } = useController<SettingsTexts, 'counter.display.idle.slides'>({
    name: 'counter.display.idle.slides',
  });
  const slides = field.value;
  const replaced = (index: number, picture: string) =>
    picture === ''
      ? slides.filter((_slide, at) => at !== index)
      : slides.map((slide, at) => (at === index ? picture : slide));
  return (
    <div className={styles.slides}>
      {slides.map((slide, index) => {
        const of = t('settings.slide.number', { number: index + 1 });
        return (
          // The places are told apart: the same picture may be shown twice.
          <div key={of}>
            <div className={styles.name}>{of}</div>
            <PictureInput
              of={of}
              picture={slide}
              maxSide={MAX_SLIDE_SIDE}
              change={(picture) => field.onChange(replaced(index, picture))}
            />
          </div>
        );
      })}
      {slides.length < MAX_SLIDES && (
        <div>
          <div className={styles.name}>{t('settings.slide.next')}</div>
          <PictureInput
            of={t('settings.slide.next')}
            picture=""
            maxSide={MAX_SLIDE_SIDE}
            change={(picture) => field.onChange([...slides, picture])}
          />
        </div>
      )}
    </div>
  );
}
