import { IconBackspace } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './keypad.module.css';

const rows = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '00', '0'] as const;

interface Props {
  typeIn(characters: string): void;
  readonly whole?: boolean;
}

export function Keypad({ typeIn, whole = false }: Props) {
  const { t } = useWords();
  const entry = useTill((till) => till.counter.entry);
  return (
    <div className={styles.keypad}>
      {rows.map((digits) => (
        <Button key={digits} className={styles.key} keepsFocus onClick={() => typeIn(digits)}>
          {digits}
        </Button>
      ))}
      {entry === 'decimal' || whole ? (
        <Button
          className={styles.key}
          aria-label={t('key.decimal')}
          disabled={whole}
          keepsFocus
          onClick={() => typeIn(t('format.decimal'))}
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
    <div className={styles.pad}>
      <Keypad typeIn={field.typeIn} whole={whole} />
      <div className={styles.corrections}>
        <KeypadCorrections back={field.back} clear={field.clear} />
      </div>
    </div>
  );
}

/** Keypad keys for a text field: they write at the cursor and replace the selection. */
export interface KeypadField {
  readonly box: RefObject<HTMLInputElement | null>;
  typeIn(characters: string): void;
  back(): void;
  clear(): void;
}

export function useKeypadField(text: string, change: (text: string) => void): KeypadField {
  const box = useRef<HTMLInputElement>(null);
  const replace = (from: number, to: number, characters: string) => {
    change(text.slice(0, from) + characters + text.slice(to));
    // Counted from the end: cents-first entry rewrites the digits before the cursor.
    const fromEnd = text.length - to;
    // Runs after the field has its new text, which would otherwise move the cursor to the end.
    requestAnimationFrame(() => {
      const at = Math.max(0, (box.current?.value.length ?? 0) - fromEnd);
      box.current?.setSelectionRange(at, at);
    });
  };
  const selected = () => {
    const { selectionStart, selectionEnd } = box.current ?? {};
    return { from: selectionStart ?? text.length, to: selectionEnd ?? text.length };
  };
  return {
    box,
    typeIn(characters) {
      const { from, to } = selected();
      replace(from, to, characters);
    },
    back() {
      const { from, to } = selected();
      replace(from === to ? Math.max(0, from - 1) : from, to, '');
    },
    clear: () => replace(0, text.length, ''),
  };
}
