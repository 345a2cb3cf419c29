import { useEffect } from 'react';
import type { DisplaySnapshot } from '../../preload/contract/views.ts';
import { EnvironmentBand } from '../ui/environment-band.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { SnapshotStore } from '../ui/snapshot-store.ts';
import { useSelected } from '../ui/use-selected.ts';
import { useWords } from '../ui/use-words.ts';
import styles from './display.module.css';
import { IdleScene } from './idle-scene.tsx';
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
