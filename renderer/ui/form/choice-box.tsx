import { type Ref, useId } from 'react';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../announce.ts';
import { useWords } from '../use-words.ts';
import styles from './text-field.module.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled?: boolean;
  readonly box?: Ref<HTMLSelectElement>;
  readonly fault?: ErrorView | undefined;
  /** Shown below the box while there is no fault. */
  readonly hint?: string;
  choose(value: Value): void;
}

export function ChoiceBox<Value extends string>(props: Props<Value>) {
  const { error } = useWords();
  const id = useId();
  const { options, fault, hint } = props;
  const wrong = fault && error(fault);
  useAnnounced(wrong);
  const message = wrong ?? hint;
  return (
    <div className={styles.field} data-wrong={wrong !== undefined}>
      <label className={styles.head} htmlFor={id}>
        {props.label}
      </label>
      <select
        id={id}
        ref={props.box}
        className={styles.input}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen !== undefined) props.choose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} label={option.label} />
        ))}
      </select>
      {message !== undefined && (
        <p className={styles.message} id={`${id}-message`}>
          {message}
        </p>
      )}
    </div>
  );
}
