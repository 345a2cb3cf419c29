import { useId } from 'react';
import textFieldStyles from '../form/text-field.module.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled: boolean;
  choose(value: Value): void;
}

export function ChoiceBox<Value extends string>({ label, value, options, disabled, choose }: Props<Value>) {
  const id = useId();
  return (
    <div className={textFieldStyles.field}>
      <label className={textFieldStyles.head} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={textFieldStyles.input}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen !== undefined) choose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} label={option.label} />
        ))}
      </select>
    </div>
  );
}
