import type { DisplaySnapshot } from '../../preload/views.ts';
import { useNow } from '../ui/use-now.ts';
import { useWords } from '../ui/use-words.ts';
import styles from './idle-scene.module.css';

/** Nobody is paying: whose shop it is, and the time (main's clock, carried on by the window's own). */
export function IdleScene({
  snapshot,
  receivedAt,
}: {
  readonly snapshot: DisplaySnapshot;
  readonly receivedAt: number;
}) {
  const { t, clockTime } = useWords();
  const now = useNow(true, 1_000);
  return (
    <main className={styles.idle}>
      <h1 className={styles.shop}>{snapshot.shopName || t('app.name')}</h1>
      <p className={styles.welcome}>{t('display.welcome')}</p>
      <p className={styles.time}>{clockTime(snapshot.at + Math.max(0, now - receivedAt))}</p>
    </main>
  );
}
