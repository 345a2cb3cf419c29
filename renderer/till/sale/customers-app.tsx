import type { TrainingAct } from '../../../preload/contract/contract.ts';
import { Button } from '../../ui/button.tsx';
import type { RunningStage } from '../../ui/sale-stage.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './customers-app.module.css';

interface Props {
  readonly saleId: string;
  readonly stage: RunningStage;
}

/** The stages in which each act is possible. All buttons stay, so that nobody looks for the next one. */
const acts: readonly (readonly [TrainingAct, readonly RunningStage[]])[] = [
  ['scan', ['waiting']],
  ['confirm', ['scanned']],
  ['refuse', ['waiting', 'scanned']],
  ['bank-refuses', ['scanned']],
  ['expire', ['waiting', 'scanned']],
];

export function CustomersApp({ saleId, stage }: Props) {
  const { t, error } = useWords();
  const act = useCall('training.act');
  const page = useCall('training.open-payer');
  // Main refuses it as well: a browser leads out of the kiosk.
  const staysHere = useTill((till) => till.counter.kiosk?.on === true && till.role === 'cashier');
  const problem = act.problem ?? page.problem;
  return (
    <section className={styles.app} aria-label={t('training.app')}>
      <p className={styles.title}>{problem === undefined ? t('training.app') : error(problem)}</p>
      <div className={styles.acts}>
        {acts.map(([name, stages]) => {
          const possible = stages.includes(stage) && !act.pending;
          return (
            <Button
              key={name}
              aria-disabled={!possible}
              keepsFocus
              onClick={() => possible && void act.run({ saleId, act: name })}
            >
              {t(`training.${name}`)}
            </Button>
          );
        })}
        {!staysHere && (
          <Button aria-disabled={page.pending} keepsFocus onClick={() => void page.run({ saleId })}>
            {t('training.page')}
          </Button>
        )}
      </div>
    </section>
  );
}
