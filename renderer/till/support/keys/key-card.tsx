import type { KeyView } from '../../../../preload/contract/keys.ts';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import styles from './key-card.module.css';

export type KeyStep = 'test' | 'use' | 'back' | 'remove';

const steps: Readonly<Record<KeyView['place'], readonly KeyStep[]>> = {
  current: ['test'],
  next: ['test', 'use', 'remove'],
  previous: ['back', 'remove'],
};

interface Props {
  readonly shown: KeyView;
  /** False: no account is set up. The key waits, since no service can test it. */
  readonly hasAccount: boolean;
  begin(step: KeyStep, key: KeyView): void;
}

export function KeyCard({ shown, hasAccount, begin }: Props) {
  const { t, dayAndTime } = useWords();
  const { place, kid, thumbprint, at, forOtherAccount } = shown;
  const waits = !hasAccount || forOtherAccount === true;
  const possible = waits ? steps[place].filter((step) => step === 'remove') : steps[place];
  return (
    <li className={styles.card} data-place={place}>
      <div className={styles.what}>
        <p className={styles.place}>{t(waits ? 'keys.place.waiting' : `keys.place.${place}`)}</p>
        <dl className={`${blocks.facts} ${styles.facts}`}>
          <dt>{t('keys.kid')}</dt>
          <dd>{kid}</dd>
          {thumbprint !== kid && (
            <>
              <dt>{t('keys.thumbprint')}</dt>
              <dd>{thumbprint}</dd>
            </>
          )}
          {at !== undefined && (
            <>
              <dt>{t(`keys.at.${place}`)}</dt>
              <dd>{dayAndTime(at)}</dd>
            </>
          )}
        </dl>
      </div>
      <div className={`${blocks.acts} ${styles.acts}`}>
        {possible.map((step) => (
          <Button key={step} aria-label={t(`keys.${step}.of`, { kid })} onClick={() => begin(step, shown)}>
            {t(`keys.${step}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}

const SHOWN = 24;

/** A long id, such as a thumbprint, is identified by its beginning. */
export function shortKid(kid: string): string {
  return kid.length > SHOWN ? `${kid.slice(0, 10)}…` : kid;
}
