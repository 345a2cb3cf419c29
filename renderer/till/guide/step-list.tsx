import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import styles from './guide.module.css';
import { type GuideStep, guideSteps } from './guide-steps.ts';

interface Props {
  readonly step: GuideStep;
  readonly done: boolean;
  show(step: GuideStep): void;
}

export function StepList({ step, done, show }: Props) {
  const { t } = useWords();
  const now = guideSteps.indexOf(step);
  const [furthest, setFurthest] = useState(now);
  if (now > furthest) setFurthest(now);
  return (
    <ol className={styles.steps} aria-label={t('guide.steps')}>
      {guideSteps.map((name, index) => {
        const answered = done || index < furthest;
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.step}
              disabled={done || index > furthest}
              aria-current={name === step && !done ? 'step' : undefined}
              onClick={() => show(name)}
            >
              <span className={styles.sign} aria-hidden="true">
                {answered && (done || name !== step) ? <IconCheck size={20} stroke={2.5} /> : index + 1}
              </span>
              {t(`guide.step.${name}`)}
              {answered && <span className={textStyles.unseen}> ({t('guide.answered')})</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
