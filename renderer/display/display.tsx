import { useEffect } from 'react';
import type { DisplaySnapshot } from '../../preload/contract/views.ts';
import { EnvironmentBand } from '../ui/environment-band.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ShopPicture } from '../ui/shop-picture.tsx';
import type { SnapshotStore } from '../ui/snapshot-store.ts';
import { useNow } from '../ui/use-now.ts';
import { useSelected } from '../ui/use-selected.ts';
import { useWords } from '../ui/use-words.ts';
import styles from './display.module.css';
import { LanguageButtons } from './language-buttons.tsx';
import { SaleScene } from './sale-scene.tsx';

export function Display({ snapshots }: { readonly snapshots: SnapshotStore<DisplaySnapshot> }) {
  const { t } = useWords();
  const scene = useSelected(snapshots, ({ snapshot }) => snapshot?.scene);
  const environment = useSelected(snapshots, ({ snapshot }) => snapshot?.environment);
  const rotation = useSelected(snapshots, ({ snapshot }) => snapshot?.counter.display.rotation);
  const title = t('display.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (scene === undefined) return <Start />;
  return (
    <div className={styles.frame} data-rotation={rotation}>
      <div className={styles.display} data-flood={scene.kind === 'paid' ? 'green' : undefined}>
        <EnvironmentBand environment={environment} />
        <ErrorBoundary instead={() => <p className={styles.message}>{t('display.broken')}</p>}>
          {scene.kind === 'idle' ? (
            <IdleScene snapshots={snapshots} />
          ) : (
            <SaleScene scene={scene} snapshots={snapshots} />
          )}
        </ErrorBoundary>
      </div>
    </div>
  );
}

function Start() {
  const { t } = useWords();
  return (
    <div className={styles.frame}>
      <div className={styles.display}>
        <p className={styles.message}>{t('app.name')}</p>
      </div>
    </div>
  );
}

/** The window's own clock advances main's time. */
function IdleScene({ snapshots }: { readonly snapshots: SnapshotStore<DisplaySnapshot> }) {
  const { t, clockTime } = useWords();
  const shopName = useSelected(snapshots, ({ snapshot }) => snapshot?.shopName) || t('app.name');
  const clock = useSelected(snapshots, ({ snapshot, receivedAt }) => ({ at: snapshot?.at ?? 0, receivedAt }));
  const { logo, message, idle } = useSelected(snapshots, ({ snapshot }) => ({
    logo: snapshot?.counter.display.logo,
    message: snapshot?.counter.display.message,
    idle: snapshot?.counter.display.idle,
  }));
  const now = useNow(true, 1_000);
  const time = clock.at + Math.max(0, now - clock.receivedAt);
  if (idle === undefined) return null;
  const slide = shownSlide(idle, time);
  return (
    <main className={styles.idle} data-slide={slide !== undefined}>
      {slide === undefined ? (
        <>
          {idle.logo && <ShopPicture picture={logo} className={styles.logo} />}
          <h1 className={styles.shop} data-hidden={!idle.name}>
            {shopName}
          </h1>
          {idle.message && <p className={styles.welcome}>{message || t('display.welcome')}</p>}
        </>
      ) : (
        <>
          <h1 className={styles.shop} data-hidden>
            {shopName}
          </h1>
          <ShopPicture key={slide} picture={slide} className={styles.slide} />
        </>
      )}
      <p className={styles.time}>{clockTime(time)}</p>
      <div className={styles.languages}>
        <LanguageButtons snapshots={snapshots} />
      </div>
    </main>
  );
}

type Idle = DisplaySnapshot['counter']['display']['idle'];

/** Undefined for the words, which follow the last picture if any are enabled. */
function shownSlide(idle: Idle, time: number): string | undefined {
  if (!idle.pictures || idle.slides.length === 0) return undefined;
  const turns = idle.name || idle.logo || idle.message ? [...idle.slides, undefined] : idle.slides;
  return turns[Math.floor(time / (idle.slideSeconds * 1_000)) % turns.length];
}
