import type { LogRow } from '../../../../preload/contract/logs.ts';
import { useWords } from '../../../ui/use-words.ts';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { toneOf } from './level-tone.ts';
import styles from './log-table.module.css';

/** So many rows before the end the next page is asked for. */
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
    <div className={styles.scroll} data-scrolls>
      <VirtualTable
        name={t('logs.lines')}
        className={styles.lines}
        heads={[t('logs.when'), t('logs.level'), t('logs.message'), t('logs.trace')]}
        areHeadsRead
        rowHeight={56}
        gap={0}
        rows={{
          total: rows.length,
          row: (index) => rows[index],
          see: (_first, last) => {
            if (last >= rows.length - AHEAD) atEnd();
          },
        }}
        keyOf={({ id }) => id}
        tone={({ level }) => toneOf(level)}
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
