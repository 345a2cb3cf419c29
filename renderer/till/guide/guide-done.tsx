import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { CheckList } from '../support/checks/check-list.tsx';
import { useChecks } from '../support/checks/use-checks.ts';
import { useTill } from '../till-store.ts';
import styles from './guide.module.css';

/** The guide ends with a run of all checks. */
export function GuideDone() {
  const { t, error } = useWords();
  const { mode, shopName, posId } = useTill((till) => till.terminal);
  const { view, problem, begin } = useChecks();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  }, [begin]);
  const running = view?.running ?? [];
  return (
    <section className={styles.question}>
      <h2 className={styles.done} data-tone="green" tabIndex={-1}>
        <IconCircleCheckFilled aria-hidden="true" size={48} />
        {t('guide.done.title')}
      </h2>
      <p className={textStyles.sentence}>
        {mode === 'training' ? t('guide.done.training') : t('guide.done.text', { shopName, posId })}
      </p>
      <p role="status">
        {problem !== undefined
          ? error(problem)
          : running.length > 0
            ? t('checks.running', { left: running.length })
            : t('guide.done.checked')}
      </p>
      {view?.report && <CheckList report={view.report} running={running} again={begin} />}
    </section>
  );
}
