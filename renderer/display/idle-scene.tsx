import type { DisplaySnapshot } from '../../preload/views.ts';
import { ShopPicture } from '../ui/shop-picture.tsx';
import type { SnapshotStore } from '../ui/snapshot-store.ts';
import { useNow } from '../ui/use-now.ts';
import { useSelected } from '../ui/use-selected.ts';
import { useWords } from '../ui/use-words.ts';
import styles from './idle-scene.module.css';
import { LanguageButtons } from './language-buttons.tsx';

/** Nobody is paying: the shop with its own words, where it has some, and the time. The window's own clock carries main's time forward. */
export function IdleScene({ snapshots }: { readonly snapshots: SnapshotStore<DisplaySnapshot> }) {
  const { t, clockTime } = useWords();
  const shopName = useSelected(snapshots, ({ snapshot }) => snapshot?.shopName);
  const clock = useSelected(snapshots, ({ snapshot, receivedAt }) => ({ at: snapshot?.at ?? 0, receivedAt }));
  const { logo, message } = useSelected(snapshots, ({ snapshot }) => ({
    logo: snapshot?.counter.display.logo,
    message: snapshot?.counter.display.message,
  }));
  const now = useNow(true, 1_000);
  return (
    <main className={styles.idle}>
      <ShopPicture picture={logo} className={styles.logo} />
      <h1 className={styles.shop}>{shopName || t('app.name')}</h1>
      <p className={styles.welcome}>{message || t('display.welcome')}</p>
      <p className={styles.time}>{clockTime(clock.at + Math.max(0, now - clock.receivedAt))}</p>
      <div className={styles.languages}>
        <LanguageButtons snapshots={snapshots} />
      </div>
    </main>
  );
}
