import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Bridge } from '../../../../preload/contract/contract.ts';
import type { LineLevel, LogPlace, LogRow } from '../../../../preload/contract/logs.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { callMain, useCall, useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterDay } from '../../../ui/form/day-box.tsx';
import textFieldStyles from '../../../ui/form/text-field.module.css';
import { Note } from '../../../ui/note.tsx';
import type { Tone } from '../../../ui/sale-stage.tsx';
import { useElapsed } from '../../../ui/use-now.ts';
import { useSearch } from '../../../ui/use-search.ts';
import { useWords } from '../../../ui/use-words.ts';
import { type TableRows, VirtualTable } from '../../../ui/virtual-table.tsx';
import { DiagnosisDialog } from '../../diagnosis/diagnosis.tsx';
import blocks from '../../layout/blocks.module.css';
import logTableStyles from './log-table.module.css';
import styles from './logs-tab.module.css';
import {
  everyLine,
  type LevelFilter,
  type LogFilter,
  levelFilters,
  type WantedLines,
  wantedLines,
} from './wanted-lines.ts';

const PAGE = 100;
/** Most lines in the window: older lines are found by time. */
const MOST = 20_000;
const askLog = (bridge: Bridge, wanted: WantedLines, after: LogPlace | undefined) =>
  callMain(bridge, 'logs.find', { ...wanted, limit: PAGE, after });

export function LogsTab() {
  const { t, error } = useWords();
  const [filter, setFilter] = useState<LogFilter>(everyLine);
  const [sought] = useDebouncedValue(filter, 200);
  const wanted = wantedLines(sought);
  const found = useSearch({ wanted, ask: askLog, key: 'id', enough: PAGE, watchEveryMs: 3_000, most: MOST });
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
            <LogTable rows={found.table} chosen={chosen?.id} choose={choose} />
          )}
          {waited > 300 && <p className={styles.reading}>{t('logs.reading')}</p>}
        </div>
        {chosen !== undefined && <LineDetails row={chosen} close={() => choose(undefined)} diagnose={diagnose} />}
      </div>
      <DiagnosisDialog id={diagnosed} close={() => diagnose(undefined)} />
    </div>
  );
}

interface Props {
  readonly row: LogRow;
  close(): void;
  diagnose(id: string): void;
}

/** Field names are the log's own, untranslated. */
function LineDetails({ row, close, diagnose }: Props) {
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

const toneOfLevel: Readonly<Record<LineLevel, Tone>> = {
  debug: 'grey',
  info: 'blue',
  warn: 'amber',
  error: 'red',
  broken: 'red',
};

interface LogTableProps {
  readonly rows: TableRows<LogRow>;
  readonly chosen: string | undefined;
  choose(row: LogRow): void;
}

function LogTable({ rows, chosen, choose }: LogTableProps) {
  const { t, dayAndTime } = useWords();
  return (
    <div className={blocks.scroll} data-scrolls>
      <VirtualTable
        name={t('logs.lines')}
        className={logTableStyles.lines}
        heads={[t('record.when'), t('logs.level'), t('details.history'), t('logs.trace')]}
        areHeadsRead
        rows={rows}
        keyOf={({ id }) => id}
        tone={({ level }) => toneOfLevel[level]}
        isOpen={({ id }) => id === chosen}
        open={choose}
        cells={({ at, level, message, fields }) => (
          <>
            <td className={logTableStyles.when}>{at !== undefined && dayAndTime(at)}</td>
            <td className={logTableStyles.level}>{t(`logs.level.of.${level}`)}</td>
            <td>{message}</td>
            <td>{String(fields['traceId'] ?? '')}</td>
          </>
        )}
      />
    </div>
  );
}

/** The level may also change in another window, or after an hour. */
const LOOK_EVERY_MS = 10_000;

export function LogLevelSwitch() {
  const { t, clockTime, error } = useWords();
  const level = useRead('logs.level', {}, LOOK_EVERY_MS);
  const raise = useCall('logs.raise');
  // The result of the click counts until the level is read again.
  const [latest, setLatest] = useState<{ readonly until: number | null }>();
  useEffect(() => setLatest(level.value), [level.value]);
  const until = latest?.until ?? null;
  const toggle = async () => {
    const outcome = await raise.run({ raised: until === null });
    if (outcome?.ok) setLatest(outcome.value);
  };
  return (
    <>
      <Button aria-disabled={raise.pending} onClick={() => void toggle()}>
        {t(until === null ? 'logs.raise' : 'logs.lower')}
      </Button>
      {until !== null && <p>{t('logs.raised', { time: clockTime(until) })}</p>}
      {raise.problem !== undefined && <Note tone="red">{error(raise.problem)}</Note>}
    </>
  );
}

interface LogFiltersProps {
  readonly filter: LogFilter;
  choose(filter: LogFilter): void;
  diagnose(id: string): void;
}

function LogFilters({ filter, choose, diagnose }: LogFiltersProps) {
  const { t } = useWords();
  return (
    <div className={styles.filters}>
      <select
        className={textFieldStyles.input}
        aria-label={t('logs.level')}
        value={filter.level}
        onChange={(event) => {
          const level = levelFilters.find((name) => name === event.currentTarget.value);
          choose({ ...filter, level: level ?? 'all' });
        }}
      >
        {levelFilters.map((name: LevelFilter) => (
          <option key={name} value={name} label={t(`logs.level.${name}`)} />
        ))}
      </select>
      <input
        type="search"
        className={textFieldStyles.input}
        aria-label={t('logs.find')}
        placeholder={t('logs.find')}
        maxLength={100}
        value={filter.text}
        onChange={(event) => choose({ ...filter, text: event.currentTarget.value })}
      />
      <input
        type="search"
        className={textFieldStyles.input}
        aria-label={t('logs.id')}
        placeholder={t('logs.trace')}
        maxLength={100}
        spellCheck={false}
        value={filter.id}
        onChange={(event) => choose({ ...filter, id: event.currentTarget.value })}
      />
      {filter.id.trim() !== '' && <Button onClick={() => diagnose(filter.id.trim())}>{t('diagnosis.open')}</Button>}
      {(['from', 'to'] as const).map((field) => (
        <div key={field} className={styles.time}>
          <FilterDay
            name={t(`logs.${field}`)}
            value={filter[field].day}
            wrong={false}
            mayBeEmpty
            choose={(day) => choose({ ...filter, [field]: { ...filter[field], day } })}
          />
          <input
            type="text"
            inputMode="numeric"
            className={textFieldStyles.input}
            aria-label={t(`logs.${field}.time`)}
            placeholder={field === 'from' ? '00:00' : '23:59'}
            maxLength={5}
            autoComplete="off"
            value={filter[field].time}
            onChange={(event) => choose({ ...filter, [field]: { ...filter[field], time: event.currentTarget.value } })}
          />
        </div>
      ))}
    </div>
  );
}
