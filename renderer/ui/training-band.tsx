import { useWords } from './use-words.ts';

/** Over both windows as long as no real money moves (look: Principles, 6). */
export function TrainingBand() {
  const { t } = useWords();
  return <div className="training-band">{t('training.band')}</div>;
}
