import { useStore } from 'zustand';
import type { DisplaySnapshot } from '../../preload/views.ts';
import { EnvironmentBand } from '../ui/environment-band.tsx';
import { FaultBoundary } from '../ui/fault-boundary.tsx';
import type { NewestStore } from '../ui/newest.ts';
import { useWords } from '../ui/use-words.ts';
import { Idle } from './idle.tsx';
import { SaleScene } from './sale-scene.tsx';
import './display.css';

/** The customer's window: one scene at a time, of this customer's payment only. */
export function Display({ newest }: { readonly newest: NewestStore<DisplaySnapshot> }) {
  const { t } = useWords();
  const snapshot = useStore(newest, (state) => state.snapshot);
  const receivedAt = useStore(newest, (state) => state.receivedAt);
  if (snapshot === null) return <Welcome />;
  const { scene, environment } = snapshot;
  return (
    <div className="display" data-flood={scene.kind === 'paid' ? 'green' : undefined}>
      <EnvironmentBand environment={environment} />
      <FaultBoundary instead={() => <p className="display__broken">{t('display.broken')}</p>}>
        {scene.kind === 'idle' ? (
          <Idle snapshot={snapshot} receivedAt={receivedAt} />
        ) : (
          <SaleScene scene={scene} receivedAt={receivedAt} />
        )}
      </FaultBoundary>
    </div>
  );
}

function Welcome() {
  const { t } = useWords();
  return (
    <div className="display">
      <p className="display__broken">{t('display.welcome')}</p>
    </div>
  );
}
