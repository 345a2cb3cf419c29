import type { DisplaySnapshot } from '../../preload/views.ts';
import type { SnapshotStore } from '../ui/snapshot-store.ts';
import { useNow } from '../ui/use-now.ts';
import { useSelected } from '../ui/use-selected.ts';
import { useWords } from '../ui/use-words.ts';
import styles from './idle-scene.module.css';

/** Nobody is paying: the name of the shop, and the time. The window's own clock carries main's time forward. */
export function IdleScene({ snapshots }: { readonly snapshots: SnapshotStore<DisplaySnapshot> }) {
  const { t, clockTime } = useWords();
  const shopName = useSelected(snapshots, ({ snapshot }) => snapshot?.shopName);
  const clock = useSelected(snapshots, ({ snapshot, receivedAt }) => ({ at: snapshot?.at ?? 0, receivedAt }));
  const now = useNow(true, 1_000);
  return (
    <main className={styles.idle}>
      <h1 className={styles.shop}>{shopName || t('app.name')}</h1>
      <p className={styles.welcome}>{t('display.welcome')}</p>
      <p className={styles.time}>{clockTime(clock.at + Math.max(0, now - clock.receivedAt))}</p>
    </main>
  );
}
