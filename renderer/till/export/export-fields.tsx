import { useId } from 'react';
import { type ExportKind, exportBy, exportFormat } from '../../../preload/contract/export.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { ChoiceBox } from '../../ui/form/choice-box.tsx';
import { DayField } from '../../ui/form/day-box.tsx';
import { SwitchBox } from '../../ui/form/switch-box.tsx';
import { useWords } from '../../ui/use-words.ts';
import { type ExportChoice, type faultOf, hasBy, hasSpan } from './export-choice.ts';
import styles from './export-dialog.module.css';

interface Props {
  readonly choice: ExportChoice;
  readonly kinds: readonly ExportKind[];
  readonly hasListed: boolean;
  readonly fault: ReturnType<typeof faultOf>;
  readonly disabled: boolean;
  change(change: Partial<ExportChoice>): void;
}

export function ExportFields({ choice, kinds, hasListed, fault, disabled, change }: Props) {
  const { t, has } = useWords();
  const hasDays = hasSpan(choice.kind);
  const hintId = useId();
  const key = `error.${fault?.code}`;
  const wrong = has(key) ? t(key) : undefined;
  useAnnounced(wrong);
  return (
    <>
      <div className={styles.pair}>
        <ChoiceBox
          label={t('export.kind')}
          value={choice.kind}
          options={kinds.map((value) => ({ value, label: t(`export.kind.${value}`) }))}
          disabled={disabled}
          choose={(kind) => change({ kind })}
        />
        <ChoiceBox
          label={t('export.format')}
          value={choice.format}
          options={exportFormat.options.map((value) => ({ value, label: t(`export.format.${value}`) }))}
          disabled={disabled}
          choose={(format) => change({ format })}
        />
      </div>
      <div className={hasBy(choice.kind) ? styles.triple : styles.pair}>
        {hasDays &&
          (['first', 'last'] as const).map((field) => (
            <DayField
              key={field}
              label={t(field === 'first' ? 'export.from' : 'export.to')}
              mayBeEmpty
              value={choice[field]}
              disabled={disabled}
              wrong={fault?.field === field}
              describedBy={hintId}
              choose={(day) => change({ [field]: day })}
            />
          ))}
        {hasBy(choice.kind) && (
          <ChoiceBox
            label={t('export.by')}
            value={choice.by}
            options={exportBy.options.map((value) => ({ value, label: t(`export.by.${value}`) }))}
            disabled={disabled}
            choose={(by) => change({ by })}
          />
        )}
      </div>
      <p id={hintId} className={styles.hint} data-wrong={wrong !== undefined}>
        {wrong ?? t(hasDays ? 'export.always' : 'export.fetched')}
      </p>
      {hasListed && choice.kind === 'payments' && (
        <SwitchBox
          label={t('export.only')}
          disabled={disabled}
          checked={choice.onlyListed}
          change={(onlyListed) => change({ onlyListed })}
        />
      )}
      <FileForm choice={choice} disabled={disabled} change={change} />
    </>
  );
}

function FileForm({ choice, disabled, change }: Pick<Props, 'choice' | 'disabled' | 'change'>) {
  const { t } = useWords();
  if (choice.format === 'jsonl') return null;
  return (
    <div className={styles.triple}>
      <ChoiceBox
        label={t('export.names')}
        value={choice.translated ? 'language' : 'stable'}
        options={(['language', 'stable'] as const).map((value) => ({ value, label: t(`export.names.${value}`) }))}
        disabled={disabled}
        choose={(names) => change({ translated: names === 'language' })}
      />
      {choice.format === 'csv' && (
        <>
          <ChoiceBox
            label={t('export.separator')}
            value={choice.separator}
            options={[
              { value: ';', label: t('export.separator.semicolon') },
              { value: ',', label: t('export.separator.comma') },
            ]}
            disabled={disabled}
            choose={(separator) => change({ separator })}
          />
          <ChoiceBox
            label={t('settings.group.amounts')}
            value={choice.decimal}
            options={[
              { value: ',', label: '12,50' },
              { value: '.', label: '12.50' },
            ]}
            disabled={disabled}
            choose={(decimal) => change({ decimal })}
          />
        </>
      )}
    </div>
  );
}
