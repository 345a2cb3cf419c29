import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { LogRow } from '../../../../preload/contract/logs.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useElapsed } from '../../../ui/use-now.ts';
import { useWords } from '../../../ui/use-words.ts';
import { DiagnosisDialog } from '../../diagnosis/diagnosis.tsx';
import blocks from '../../layout/blocks.module.css';
import { LineDetails } from './line-details.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogTable } from './log-table.tsx';
import styles from './logs-tab.module.css';
import { useLogLines } from './use-log-lines.ts';
import { everyLine, type LogFilter, wantedLines } from './wanted-lines.ts';

export function LogsTab() {
  const { t, error } = useWords();
  const [filter, setFilter] = useState<LogFilter>(everyLine);
  const [sought] = useDebouncedValue(filter, 200);
  const wanted = useMemo(() => wantedLines(sought), [sought]);
  const found = useLogLines(wanted);
  const [diagnosed, diagnose] = useState<string>();
  const [chosen, choose] = useState<LogRow>();
  const looking = found.state === 'looking';
  const waited = useElapsed(looking);
  const nothing = !looking && found.rows.length === 0 && found.problem === undefined;
  const none = t(sought === everyLine ? 'logs.none' : 'logs.none-found');
  useAnnounced(nothing ? none : undefined);
  return (
    <div className={styles.logs} data-fill>
      <LogFilters filter={filter} choose={setFilter} diagnose={diagnose} />
      {found.problem !== undefined && <Note tone="red">{error(found.problem)}</Note>}
      {found.state === 'stopped' && <Button onClick={found.goOn}>{t('payouts.go-on')}</Button>}
      <div className={styles.lists} data-open={chosen !== undefined}>
        <div className={styles.list}>
          {nothing ? (
            <p className={blocks.none}>{none}</p>
          ) : (
            <LogTable rows={found.rows} chosen={chosen?.id} choose={choose} atEnd={found.atEnd} />
          )}
          {waited > 300 && <p className={styles.reading}>{t('logs.reading')}</p>}
        </div>
        {chosen !== undefined && <LineDetails row={chosen} close={() => choose(undefined)} diagnose={diagnose} />}
      </div>
      <DiagnosisDialog id={diagnosed} close={() => diagnose(undefined)} />
    </div>
  );
}
