import { useId } from 'react';
import { DayBox } from '../form/day-box.tsx';
import textFieldStyles from '../form/text-field.module.css';

interface Props {
  readonly label: string;
  /** A day such as 2026-11-20, or empty. */
  readonly value: string;
  readonly disabled: boolean;
  readonly wrong: boolean;
  /** The element that says what is wrong with it. */
  readonly describedBy: string;
  choose(day: string): void;
}

/** A day, or none. */
export function ExportDay({ label, value, disabled, wrong, describedBy, choose }: Props) {
  const id = useId();
  return (
    <div className={textFieldStyles.field} data-wrong={wrong}>
      <label className={textFieldStyles.head} htmlFor={id}>
        {label}
      </label>
      <DayBox
        id={id}
        name={label}
        mayBeEmpty
        value={value}
        disabled={disabled}
        wrong={wrong}
        describedBy={describedBy}
        choose={choose}
      />
    </div>
  );
}
