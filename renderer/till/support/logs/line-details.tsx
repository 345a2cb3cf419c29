import type { LogRow } from '../../../../preload/contract/logs.ts';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import styles from './line-details.module.css';
import { toneOfLevel } from './log-table.tsx';

interface Props {
  readonly row: LogRow;
  close(): void;
  diagnose(id: string): void;
}

/** Names are the log's own, in every language. */
export function LineDetails({ row, close, diagnose }: Props) {
  const { t, dayAndTime } = useWords();
  const about = [row.fields['saleId'], row.fields['paymentId'], row.fields['refundKey'], row.fields['reference']].find(
    (id) => typeof id === 'string',
  );
  return (
    <section className={styles.details} aria-label={t('logs.details')} data-tone={toneOfLevel[row.level]}>
      <p className={styles.level}>{t(`logs.level.of.${row.level}`)}</p>
      <p className={styles.message}>{row.level === 'broken' ? t('logs.broken') : row.message}</p>
      <dl className={styles.fields}>
        {row.at !== undefined && (
          <div>
            <dt>{t('record.when')}</dt>
            <dd>{dayAndTime(row.at)}</dd>
          </div>
        )}
        {row.level === 'broken' && (
          <div>
            <dt>{t('logs.line')}</dt>
            <dd>{row.message}</dd>
          </div>
        )}
        {Object.entries(row.fields).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        {typeof about === 'string' && <Button onClick={() => diagnose(about)}>{t('diagnosis.open')}</Button>}
        <Button onClick={close}>{t('dialog.close')}</Button>
      </div>
    </section>
  );
}
