import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useWords } from '../../../ui/use-words.ts';
import { useSecretText } from '../../form/secret.ts';
import { TextField } from '../../form/text-field.tsx';

/** Main's own limit: it has the last word. */
const SHORTEST = 12;

export function useNewPassphrase() {
  const [text, setText] = useSecretText();
  const [again, setAgain] = useSecretText();
  return {
    text,
    again,
    isEmpty: text === '' && again === '',
    isUsable: [...text].length >= SHORTEST && text === again,
    setText,
    setAgain,
    forget() {
      setText('');
      setAgain('');
    },
  };
}

/** Refusals of a passphrase stand at its field, others in the dialog's error line. */
export function isOfPassphrase(problem: ErrorView | undefined): boolean {
  return problem?.code.startsWith('passphrase.') ?? false;
}

interface Props {
  readonly passphrase: ReturnType<typeof useNewPassphrase>;
  readonly asked: boolean;
  readonly hint: string;
  readonly problem: ErrorView | undefined;
  changed(): void;
}

/** A new passphrase, twice: nobody can see what was typed, and without it a backup is lost. */
export function PassphraseFields({ passphrase, asked, hint, problem, changed }: Props) {
  const { t } = useWords();
  const { text, again } = passphrase;
  const isShort = asked && [...text].length < SHORTEST;
  const differs = text !== again && (asked || again.length >= text.length) && again !== '';
  const refusal = isOfPassphrase(problem) ? problem : undefined;
  return (
    <>
      <TextField
        label={t('provision.passphrase')}
        first
        secret
        value={text}
        hint={hint}
        fault={isShort ? t('backup.passphrase.short') : refusal}
        change={(typed) => {
          changed();
          passphrase.setText(typed);
        }}
      />
      <TextField
        label={t('backup.passphrase.again')}
        secret
        value={again}
        fault={differs || (asked && text !== again) ? t('backup.passphrase.differs') : undefined}
        change={(typed) => {
          changed();
          passphrase.setAgain(typed);
        }}
      />
    </>
  );
}
