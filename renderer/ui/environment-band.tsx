import type { TerminalView } from '../../preload/contract/views.ts';
import styles from './environment-band.module.css';
import { useWords } from './use-words.ts';

/** The band at the top of both windows while payments are not real: in training and at PREPROD. */
export function EnvironmentBand({ environment }: { readonly environment: TerminalView['environment'] }) {
  const { t } = useWords();
  if (!isMarked(environment)) return null;
  return (
    <aside className={styles.band} data-environment={environment}>
      {t(`band.${environment}`)}
    </aside>
  );
}

export function isMarked(environment: TerminalView['environment']): environment is 'TRAINING' | 'PREPROD' {
  return environment === 'TRAINING' || environment === 'PREPROD';
}
