import type { TerminalView } from '../../preload/views.ts';
import styles from './environment-band.module.css';
import { useWords } from './use-words.ts';

/** Over both windows wherever payments are not real ones, in training and at PREPROD (look: Principles, 6). */
export function EnvironmentBand({ environment }: { readonly environment: TerminalView['environment'] }) {
  const { t } = useWords();
  if (!isMarked(environment)) return null;
  return (
    <div className={styles.band} data-environment={environment}>
      {t(`band.${environment}`)}
    </div>
  );
}

/** Whether windows, receipts and details must say which environment it is. */
export function isMarked(environment: TerminalView['environment']): environment is 'TRAINING' | 'PREPROD' {
  return environment === 'TRAINING' || environment === 'PREPROD';
}
