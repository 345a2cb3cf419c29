import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useWords } from '../../../ui/use-words.ts';
import { TextField } from '../../form/text-field.tsx';

/** As many as main takes: it has the last word. */
const SHORTEST = 12;

export interface Typed {
  readonly passphrase: string;
  readonly again: string;
}

/** Whether both may be sent. Both empty: nothing was typed. */
export function isUsable({ passphrase, again }: Typed): boolean {
  return [...passphrase].length >= SHORTEST && passphrase === again;
}

interface Props {
  readonly typed: Typed;
  /** Somebody has asked for it to be sent. */
  readonly asked: boolean;
  readonly hint: string;
  readonly problem: ErrorView | undefined;
  change(typed: Typed): void;
}

/** A new passphrase, twice: nobody can see what was typed, and without it a backup is lost. */
export function PassphraseFields({ typed, asked, hint, problem, change }: Props) {
  const { t } = useWords();
  const { passphrase, again } = typed;
  const isShort = asked && [...passphrase].length < SHORTEST;
  const differs = passphrase !== again && (asked || again.length >= passphrase.length) && again !== '';
  return (
    <>
      <TextField
        label={t('backup.passphrase')}
        first
        secret
        value={passphrase}
        hint={hint}
        fault={isShort ? t('backup.passphrase.short') : problem?.code.startsWith('passphrase.') ? problem : undefined}
        change={(text) => change({ ...typed, passphrase: text })}
      />
      <TextField
        label={t('backup.passphrase.again')}
        secret
        value={again}
        fault={differs || (asked && passphrase !== again) ? t('backup.passphrase.differs') : undefined}
        change={(text) => change({ ...typed, again: text })}
      />
    </>
  );
}
