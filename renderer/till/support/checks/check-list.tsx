import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassEmpty,
  IconMinus,
  IconRefresh,
} from '@tabler/icons-react';
import {
  type CheckId,
  type CheckReport,
  type CheckResult,
  type CheckState,
  checkIds,
} from '../../../../preload/contract/checks.ts';
import { Button } from '../../../ui/button.tsx';
import type { Tone } from '../../../ui/sale-stage.tsx';
import textStyles from '../../../ui/text.module.css';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { useTill, useUi } from '../../till-store.ts';
import styles from './check-list.module.css';

interface Props {
  readonly report: CheckReport;
  readonly running?: readonly CheckId[];
  again?(id: CheckId): void;
}

export function CheckList({ report, running = [], again }: Props) {
  const { t } = useWords();
  const found = new Map(report.checks.map((result) => [result.id, result]));
  const shown = checkIds.filter((id) => found.has(id) || running.includes(id));
  return (
    <ul className={styles.list} aria-label={t('checks.list')}>
      {shown.map((id) => (
        <CheckLine key={id} id={id} result={running.includes(id) ? undefined : found.get(id)} again={again} />
      ))}
    </ul>
  );
}

interface LineProps {
  readonly id: CheckId;
  /** Absent while the check runs. */
  readonly result: CheckResult | undefined;
  readonly again: Props['again'] | undefined;
}

function CheckLine({ id, result, again }: LineProps) {
  const { t } = useWords();
  const name = t(`checks.name.${id}`);
  const look = result === undefined ? running : looks[result.state];
  return (
    <li className={styles.check} data-state={result?.state ?? 'running'} data-tone={look.tone}>
      <span className={styles.sign}>
        <look.Shape aria-hidden="true" size={28} stroke={1.75} />
      </span>
      <div className={styles.text}>
        <span className={styles.name}>
          {name}
          <span className={textStyles.unseen}>: {t(`checks.state.${result?.state ?? 'running'}`)}</span>
        </span>
        {result === undefined ? (
          <span className={styles.means}>{t('checks.state.running')}</span>
        ) : (
          <Finding result={result} />
        )}
      </div>
      <span className={styles.ms}>{result !== undefined && `${result.ms} ms`}</span>
      <div className={`${blocks.acts} ${styles.acts}`}>
        {result?.mend !== undefined && <MendButton name={name} mend={result.mend} />}
        {again !== undefined && (
          <Button
            className={styles.again}
            aria-label={`${t('checks.again')}: ${name}`}
            title={t('checks.again')}
            aria-disabled={result === undefined}
            onClick={() => result !== undefined && again(id)}
          >
            <IconRefresh aria-hidden="true" size={24} stroke={1.75} />
          </Button>
        )}
      </div>
    </li>
  );
}

function Finding({ result: { finding, state, values } }: { readonly result: CheckResult }) {
  const { t, has, error } = useWords();
  const textOf = (...keys: readonly string[]): string | undefined => {
    const key = keys.find(has);
    return key === undefined ? undefined : t(key, values);
  };
  const family = finding.split('.')[0];
  const isWrong = state === 'failed' || state === 'warning';
  const means =
    textOf(`checks.say.${finding}`, `checks.say.${family}.*`) ??
    error({ code: finding, message: finding, retryable: false, values });
  // The advice depends on the system's keychain.
  const advice =
    isWrong && textOf(`keys.${finding}.${values['platform']}`, `checks.do.${finding}`, `checks.do.${family}.*`);
  const { traceId } = values;
  return (
    <>
      <span className={styles.means}>{means}</span>
      {advice && <span className={styles.advice}>{advice}</span>}
      {traceId !== undefined && <span className={styles.trace}>{t('checks.trace', { traceId })}</span>}
    </>
  );
}

function MendButton({ name, mend }: { readonly name: string; readonly mend: NonNullable<CheckResult['mend']> }) {
  const { t } = useWords();
  const lead = useUi((ui) => ui.navigation.lead);
  const mayGo = useTill((till) => till.role !== 'cashier');
  if (!mayGo) return null;
  return (
    <Button aria-label={`${t('checks.mend')}: ${name}`} onClick={() => lead(mend)}>
      {t('checks.mend')}
    </Button>
  );
}

interface Look {
  readonly tone: Tone;
  readonly Shape: typeof IconMinus;
}

const running: Look = { tone: 'blue', Shape: IconHourglassEmpty };
const looks: Readonly<Record<CheckState, Look>> = {
  ok: { tone: 'green', Shape: IconCircleCheckFilled },
  warning: { tone: 'amber', Shape: IconAlertTriangleFilled },
  failed: { tone: 'red', Shape: IconCircleXFilled },
  skipped: { tone: 'grey', Shape: IconMinus },
};
