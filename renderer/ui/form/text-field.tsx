import { type Ref, useId } from 'react';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../announce.ts';
import { useWords } from '../use-words.ts';
import { useSecretBox } from './secret.ts';
import styles from './text-field.module.css';

/** Marks a box for an amount: a held key does not fill it. */
export const AMOUNT_BOX = { 'data-amount': true } as const;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly fault: ErrorView | string | undefined;
  readonly box?: Ref<HTMLInputElement> | undefined;
  readonly placeholder?: string;
  readonly max?: number | undefined;
  readonly hint?: string | undefined;
  /** A PIN or a key: never shown, and removed from the page's memory with the field. */
  readonly secret?: boolean | undefined;
  readonly numeric?: boolean;
  readonly readOnly?: boolean | undefined;
  /** A keypad writes into the field: the system's on-screen keyboard stays closed. */
  readonly keypad?: boolean;
  readonly first?: boolean;
  /** An amount: a held key types only one digit. */
  readonly amount?: boolean;
  change(value: string): void;
  focused?(): void;
  /** Called on Enter, in place of confirming the form. */
  enter?(): void;
  /** Called on paste to replace the whole text. Absent: a paste is treated as typing. */
  readonly paste?: ((text: string) => void) | undefined;
}

/** A text field with its fault shown while typing, in reserved room. Never changes the text itself. */
export function TextField(props: Props) {
  const { t, error } = useWords();
  const id = useId();
  const { value, fault, max } = props;
  const wrong = fault === undefined || typeof fault === 'string' ? fault : error(fault);
  useAnnounced(wrong);
  const secretBox = useSecretBox(props.secret ? value : '', props.box);
  return (
    <div className={styles.field} data-wrong={fault !== undefined}>
      <div className={styles.head}>
        <label htmlFor={id}>{props.label}</label>
        {max !== undefined && value.length > 0 && (
          <span className={styles.count}>{t('field.count', { length: value.length, max })}</span>
        )}
      </div>
      <input
        id={id}
        {...(props.secret ? { ref: secretBox, type: 'password' } : { ref: props.box, type: 'text', value })}
        className={styles.input}
        inputMode={props.keypad ? 'none' : props.numeric ? 'numeric' : undefined}
        data-autofocus={props.first || undefined}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-message`}
        {...(props.amount ? AMOUNT_BOX : {})}
        onChange={(event) => props.change(event.currentTarget.value)}
        onFocus={props.focused}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || props.enter === undefined) return;
          event.preventDefault();
          props.enter();
        }}
        onPaste={(event) => {
          if (props.paste === undefined) return;
          event.preventDefault();
          props.paste(event.clipboardData.getData('text'));
        }}
      />
      <p className={styles.message} id={`${id}-message`}>
        {wrong ?? props.hint}
      </p>
    </div>
  );
}
