import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import textFieldStyles from '../../../ui/form/text-field.module.css';
import type { SettingsTexts } from '../../../ui/setting-texts.ts';
import { useWords } from '../../../ui/use-words.ts';
import styles from './printer-input.module.css';

/** A chosen printer missing in the list stays chosen, marked as missing. */
export function PrinterInput() {
  const { t } = useWords();
  const id = useId();
  const { field } = useController<SettingsTexts, 'counter.printing.printer'>({ name: 'counter.printing.printer' });
  const { value, read } = useRead('paper.printers', {});
  const printers = value?.printers;
  const isGone = field.value !== '' && printers !== undefined && !printers.some(({ name }) => name === field.value);
  return (
    <div className={styles.printer}>
      <label htmlFor={id}>{t('settings.counter.printing.printer')}</label>
      <div className={styles.line}>
        <select
          id={id}
          ref={field.ref}
          className={textFieldStyles.input}
          aria-describedby={`${id}-hint`}
          value={field.value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
        >
          <option value="" label={t('paper.printer.system')} />
          {printers?.map(({ name, label }) => (
            <option key={name} value={name} label={label} />
          ))}
          {(isGone || (printers === undefined && field.value !== '')) && (
            <option
              value={field.value}
              label={isGone ? t('paper.printer.gone', { printer: field.value }) : field.value}
            />
          )}
        </select>
        <Button onClick={() => void read()}>{t('paper.printers.refresh')}</Button>
      </div>
      <p id={`${id}-hint`} className={styles.hint} role="status">
        {printers !== undefined && t('paper.printers.found', { count: printers.length })}
      </p>
    </div>
  );
}
