import type { CSSProperties } from 'react';
import type { DisplaySnapshot } from '../../preload/contract/views.ts';
import { ShopPicture } from '../ui/shop-picture.tsx';
import { useWords } from '../ui/use-words.ts';
import styles from './payment-apps.module.css';

interface Props {
  readonly apps: DisplaySnapshot['counter']['display']['apps'];
  /** While there is something to scan. At other times the apps keep their room, so that nothing moves. */
  readonly shown: boolean;
}

export function PaymentApps({ apps, shown }: Props) {
  const { t } = useWords();
  const columns = { '--apps': apps.length, '--columns': apps.length > 3 ? Math.ceil(apps.length / 2) : apps.length };
  return (
    <ul
      className={styles.apps}
      aria-label={t('display.apps')}
      data-place="apps"
      data-hidden={!shown}
      style={columns as CSSProperties}
    >
      {apps.map(({ name, picture }) => (
        <li key={`${name} ${picture}`} className={styles.app}>
          <ShopPicture picture={picture} className={styles.picture} />
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ul>
  );
}
