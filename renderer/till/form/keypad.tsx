import { IconBackspace } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './keypad.module.css';
import type { KeypadField } from './use-keypad-field.ts';

const rows = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '00', '0'] as const;

interface Props {
  press(characters: string): void;
  readonly whole?: boolean;
}

export function Keypad({ press, whole = false }: Props) {
  const { t } = useWords();
  const entry = useTill((till) => till.counter.entry);
  return (
    <div className={styles.keypad}>
      {rows.map((digits) => (
        <Button key={digits} className={styles.key} keepsFocus onClick={() => press(digits)}>
          {digits}
        </Button>
      ))}
      {entry === 'decimal' || whole ? (
        <Button
          className={styles.key}
          aria-label={t('key.decimal')}
          disabled={whole}
          keepsFocus
          onClick={() => press(t('format.decimal'))}
        >
          {t('format.decimal')}
        </Button>
      ) : (
        <p className={styles.mode}>{t('key.cents-first')}</p>
      )}
    </div>
  );
}

export function KeypadCorrections({ back, clear }: { readonly back: () => void; readonly clear: () => void }) {
  const { t } = useWords();
  return (
    <>
      <Button aria-label={t('key.backspace')} keepsFocus onClick={back}>
        <IconBackspace aria-hidden="true" size={30} stroke={1.75} />
      </Button>
      <Button keepsFocus onClick={clear}>
        {t('key.clear')}
      </Button>
    </>
  );
}

export function DialogKeypad({ field, whole = false }: { readonly field: KeypadField; readonly whole?: boolean }) {
  return (
    <div className={styles.beside}>
      <Keypad press={field.press} whole={whole} />
      <div className={styles.corrections}>
        <KeypadCorrections back={field.back} clear={field.clear} />
      </div>
    </div>
  );
}
