import { useId } from 'react';
import textFieldStyles from '../form/text-field.module.css';

interface Props {
  readonly label: string;
  /** A day such as 2026-11-20, or empty. */
  readonly value: string;
  readonly disabled: boolean;
  /** What is wrong with it, in words. */
  readonly fault: string | undefined;
  choose(day: string): void;
}

/** A day, or none, with what is wrong with it below. */
export function DayBox({ label, value, disabled, fault, choose }: Props) {
  const id = useId();
  return (
    <div className={textFieldStyles.field} data-wrong={fault !== undefined}>
      <label className={textFieldStyles.head} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={textFieldStyles.input}
        type="date"
        value={value}
        disabled={disabled}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className={textFieldStyles.message}>
          {fault}
        </p>
      )}
    </div>
  );
}
