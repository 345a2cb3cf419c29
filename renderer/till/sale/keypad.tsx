import { IconBackspace } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useWords } from '../../ui/use-words.ts';
import './keypad.css';

const rows = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '00', '0'] as const;

interface Props {
  press(characters: string): void;
}

/** Digits and the decimal key. A finger or a mouse never takes the focus along: Enter goes on meaning Charge. */
export function Keypad({ press }: Props) {
  const { t } = useWords();
  return (
    <div className="keypad">
      {rows.map((digits) => (
        <button
          key={digits}
          type="button"
          className="button keypad__key"
          onMouseDown={keepFocus}
          onClick={() => press(digits)}
        >
          {digits}
        </button>
      ))}
      <button
        type="button"
        className="button keypad__key"
        aria-label={t('key.decimal')}
        onMouseDown={keepFocus}
        onClick={() => press(t('format.decimal'))}
      >
        {t('format.decimal')}
      </button>
    </div>
  );
}

/** Below the digits: take one back, or all. */
export function KeypadCorrections({ back, clear }: { readonly back: () => void; readonly clear: () => void }) {
  const { t } = useWords();
  return (
    <>
      <button type="button" className="button" aria-label={t('key.backspace')} onMouseDown={keepFocus} onClick={back}>
        <IconBackspace aria-hidden="true" size={30} stroke={1.75} />
      </button>
      <button type="button" className="button" onMouseDown={keepFocus} onClick={clear}>
        {t('key.clear')}
      </button>
    </>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
