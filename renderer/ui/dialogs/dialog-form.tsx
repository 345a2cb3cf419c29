import type { FormEvent, ReactNode } from 'react';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../announce.ts';
import { Button } from '../button.tsx';
import { useWords } from '../use-words.ts';
import styles from './dialog.module.css';

interface ShownCall {
  readonly pending: boolean;
  readonly problem: ErrorView | string | undefined;
}

interface Props {
  readonly children: ReactNode;
  /** Absent: nothing to confirm. */
  readonly confirm?: string;
  readonly kind?: 'main' | 'danger';
  readonly blocked?: boolean;
  readonly leaveText?: string | undefined;
  /** The initially focused button, unless a field has the focus (`first`). */
  readonly first?: 'leave' | 'confirm';
  /** The confirmed call: while pending, the main button is blocked; a refusal is shown in the error line. */
  readonly call?: ShownCall;
  /** Shown in the error line while there is no refusal. Not announced by this component. */
  readonly message?: string;
  readonly keypad?: ReactNode;
  submit?(): void;
  leave(): void;
}

export function DialogForm(props: Props) {
  const { t } = useWords();
  const { confirm, first = 'leave', keypad, call } = props;
  const content = (
    <>
      {props.children}
      {(call !== undefined || props.message !== undefined) && <ErrorLine call={call} message={props.message} />}
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes events of a dialog to its parents, and the settings are a form too.
    event.stopPropagation();
    if (props.blocked !== true && call?.pending !== true) props.submit?.();
  };
  return (
    <form className={keypad === undefined ? styles.dialog : styles.withKeypad} onSubmit={submit} noValidate>
      {keypad === undefined ? content : <div className={styles.fields}>{content}</div>}
      {keypad}
      <div className={styles.actions}>
        <Button data-autofocus={first === 'leave' || undefined} onClick={props.leave}>
          {props.leaveText ?? t('dialog.not-now')}
        </Button>
        {confirm !== undefined && (
          <Button
            type="submit"
            kind={props.kind ?? 'main'}
            data-autofocus={first === 'confirm' || undefined}
            aria-disabled={call?.pending || props.blocked}
          >
            {confirm}
          </Button>
        )}
      </div>
    </form>
  );
}

function ErrorLine({
  call,
  message = '',
}: {
  readonly call: ShownCall | undefined;
  readonly message: string | undefined;
}) {
  const { error } = useWords();
  const problem = typeof call?.problem === 'object' ? error(call.problem) : call?.problem;
  useAnnounced(problem);
  return (
    <p className={styles.message} data-tone={problem === undefined ? undefined : 'red'}>
      {problem ?? message}
    </p>
  );
}
