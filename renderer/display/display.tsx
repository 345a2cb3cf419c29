import { useStore } from 'zustand';
import type { DisplaySnapshot } from '../../preload/views.ts';
import { EnvironmentBand } from '../ui/environment-band.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { SnapshotStore } from '../ui/snapshot-store.ts';
import { useWords } from '../ui/use-words.ts';
import styles from './display.module.css';
import { IdleScene } from './idle-scene.tsx';
import { SaleScene } from './sale-scene.tsx';

/** The customer's window: one scene at a time, of this customer's payment only. */
export function Display({ snapshots }: { readonly snapshots: SnapshotStore<DisplaySnapshot> }) {
  const { t } = useWords();
  const snapshot = useStore(snapshots, (state) => state.snapshot);
  const receivedAt = useStore(snapshots, (state) => state.receivedAt);
  if (snapshot === null) return <Welcome />;
  const { scene, environment } = snapshot;
  return (
    <div className={styles.display} data-flood={scene.kind === 'paid' ? 'green' : undefined}>
      <EnvironmentBand environment={environment} />
      <ErrorBoundary instead={() => <p className={styles.message}>{t('display.broken')}</p>}>
        {scene.kind === 'idle' ? (
          <IdleScene snapshot={snapshot} receivedAt={receivedAt} />
        ) : (
          <SaleScene scene={scene} receivedAt={receivedAt} />
        )}
      </ErrorBoundary>
    </div>
  );
}

function Welcome() {
  const { t } = useWords();
  return (
    <div className={styles.display}>
      <p className={styles.message}>{t('display.welcome')}</p>
    </div>
  );
}
