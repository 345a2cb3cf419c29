import { type ChangeEvent, createContext, use, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { MAX_PICTURE_SIDE, MAX_SLIDE_SIDE } from '../../../../preload/contract/setting-values.ts';
import { MAX_SLIDES } from '../../../../preload/contract/settings-table.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import textFieldStyles from '../../../ui/form/text-field.module.css';
import type { SettingsTexts } from '../../../ui/setting-texts.ts';
import { ShopPicture } from '../../../ui/shop-picture.tsx';
import { useWords } from '../../../ui/use-words.ts';
import styles from './picture-input.module.css';
import { PICTURE_TYPES, readPicture } from './read-picture.ts';

/** Pictures chosen, but not in the form yet. */
export class ComingPictures {
  readonly #coming = new Set<Promise<boolean>>();

  /** `picture` never rejects; false: refused. */
  add(picture: Promise<boolean>): void {
    this.#coming.add(picture);
    void picture.then(() => this.#coming.delete(picture));
  }

  /** An earlier save would omit some pictures. False if any was refused. */
  async allCame(): Promise<boolean> {
    return (await Promise.all(this.#coming)).every((came) => came);
  }
}

export const ComingPicturesContext = createContext(new ComingPictures());

interface Props {
  readonly of: string;
  /** Main's name of the picture; empty: none. */
  readonly picture: string;
  /** Longer side of the stored picture, in pixels; absent: a logo's. */
  readonly maxSide?: number;
  change(picture: string): void;
}

export function PictureInput({ of, picture, maxSide = MAX_PICTURE_SIDE, change }: Props) {
  const { t, error } = useWords();
  const file = useRef<HTMLInputElement>(null);
  const keep = useCall('settings.picture.keep');
  const coming = use(ComingPicturesContext);
  const [refused, setRefused] = useState<ErrorView>();
  const taken = useRef(Promise.resolve(true));
  const problem = refused ?? keep.problem;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0];
    // Allows choosing the same file again.
    event.currentTarget.value = '';
    if (chosen === undefined) return;
    // Processed in order, so that the last chosen picture is shown.
    taken.current = taken.current.then(() => take(chosen));
    coming.add(taken.current);
  };
  const take = async (chosen: File) => {
    keep.clear();
    const read = await readPicture(chosen, maxSide);
    setRefused('refused' in read ? { code: read.refused, message: read.refused, retryable: false } : undefined);
    if ('refused' in read) return false;
    const kept = await keep.run({ png: read.png });
    if (kept?.ok) change(kept.value.name);
    return kept?.ok === true;
  };
  return (
    <div className={styles.input}>
      <div className={styles.row}>
        <div className={styles.place}>
          <ShopPicture picture={picture || undefined} className={styles.picture} />
        </div>
        <Button
          aria-label={t('settings.picture.choose.of', { of })}
          aria-disabled={keep.pending}
          onClick={() => file.current?.click()}
        >
          {t('settings.picture.choose')}
        </Button>
        {picture !== '' && (
          <Button kind="plain" aria-label={t('settings.picture.remove.of', { of })} onClick={() => change('')}>
            {t('settings.picture.remove')}
          </Button>
        )}
        <input ref={file} type="file" accept={PICTURE_TYPES} hidden onChange={choose} />
      </div>
      <p className={styles.message} role={problem === undefined ? undefined : 'alert'}>
        {problem && error(problem)}
      </p>
    </div>
  );
}

export function LogoInput() {
  const { t } = useWords();
  const { field } = useController<SettingsTexts, 'counter.display.logo'>({ name: 'counter.display.logo' });
  const name = t('settings.counter.display.logo');
  return (
    <div>
      <div className={textFieldStyles.head}>{name}</div>
      <PictureInput of={name} picture={field.value} change={field.onChange} />
    </div>
  );
}

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
          // Keyed by position: the same picture may be shown twice.
          <div key={of}>
            <div className={textFieldStyles.head}>{of}</div>
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
          <div className={textFieldStyles.head}>{t('settings.slide.next')}</div>
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
