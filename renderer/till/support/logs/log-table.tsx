import type { LineLevel, LogRow } from '../../../../preload/contract/logs.ts';
import type { Tone } from '../../../ui/sale-stage.ts';
import { useWords } from '../../../ui/use-words.ts';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import blocks from '../../layout/blocks.module.css';
import styles from './log-table.module.css';

export const toneOfLevel: Readonly<Record<LineLevel, Tone>> = {
  debug: 'grey',
  info: 'blue',
  warn: 'amber',
  error: 'red',
  broken: 'red',
};

/** The next page is asked for this many rows before the end. */
const AHEAD = 20;

interface Props {
  readonly rows: readonly LogRow[];
  readonly chosen: string | undefined;
  choose(row: LogRow): void;
  atEnd(): void;
}

export function LogTable({ rows, chosen, choose, atEnd }: Props) {
  const { t, dayAndTime } = useWords();
  return (
    <div className={blocks.scroll} data-scrolls>
      <VirtualTable
        name={t('logs.lines')}
        className={styles.lines}
        heads={[t('record.when'), t('logs.level'), t('details.history'), t('logs.trace')]}
        areHeadsRead
        rows={{
          total: rows.length,
          row: (index) => rows[index],
          see: (_first, last) => {
            if (last >= rows.length - AHEAD) atEnd();
          },
        }}
        keyOf={({ id }) => id}
        tone={({ level }) => toneOfLevel[level]}
        isOpen={({ id }) => id === chosen}
        open={choose}
        cells={({ at, level, message, fields }) => (
          <>
            <td className={styles.when}>{at !== undefined && dayAndTime(at)}</td>
            <td className={styles.level}>{t(`logs.level.of.${level}`)}</td>
            <td>{message}</td>
            <td>{String(fields['traceId'] ?? '')}</td>
          </>
        )}
      />
    </div>
  );
}
