import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { FilterDay } from '../../form/day-box.tsx';
import textFieldStyles from '../../form/text-field.module.css';
import styles from './logs-tab.module.css';
import { type LevelFilter, type LogFilter, levelFilters } from './wanted-lines.ts';

interface Props {
  readonly filter: LogFilter;
  choose(filter: LogFilter): void;
  diagnose(id: string): void;
}

export function LogFilters({ filter, choose, diagnose }: Props) {
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
