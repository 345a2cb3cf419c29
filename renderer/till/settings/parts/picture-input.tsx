import { type ChangeEvent, use, useRef, useState } from 'react';
import { MAX_PICTURE_SIDE } from '../../../../preload/contract/counter.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { Button } from '../../../ui/button.tsx';
import { ShopPicture } from '../../../ui/shop-picture.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { ComingPicturesContext } from '../coming-pictures.ts';
import styles from './picture-input.module.css';
import { PICTURE_TYPES, readPicture } from './read-picture.ts';

interface Props {
  /** Whose picture it is. */
  readonly of: string;
  /** The name that main gave it; empty: none. */
  readonly picture: string;
  /** The longer side of what is kept, in pixels; absent: that of a logo. */
  readonly maxSide?: number;
  change(picture: string): void;
}

/** A picture for the customer display: chosen from a file, made small in this window, and kept by main under a name. */
export function PictureInput({ of, picture, maxSide = MAX_PICTURE_SIDE, change }: Props) {
  const { t, error } = useWords();
  const file = useRef<HTMLInputElement>(null);
  const keep = useCall('settings.picture.keep');
  const coming = use(ComingPicturesContext);
  const [refused, setRefused] = useState<ErrorView>();
  const problem = refused ?? keep.problem;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    if (chosen !== undefined) coming.add(take(chosen));
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
