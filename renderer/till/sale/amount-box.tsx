import { useRef } from 'react';
import fittedAmountStyles from '../../ui/fitted-amount.module.css';
import { fittedWidth } from '../../ui/fitted-amount.tsx';
import { useWords } from '../../ui/use-words.ts';
import { AMOUNT_BOX } from '../form/text-field.tsx';
import styles from './amount-box.module.css';
import { useFocusOnArrival } from './sale-state.tsx';

interface Props {
  readonly text: string;
  readonly wrong: boolean;
  change(text: string): void;
  readonly paste: ((text: string) => void) | undefined;
}

export function AmountBox({ text, wrong, change, paste }: Props) {
  const { t, money } = useWords();
  const shown = text === '' ? t('amount.empty') : text;
  const signFirst = money(0).startsWith('€');
  const box = useRef<HTMLInputElement>(null);
  useFocusOnArrival(box);
  return (
    <label className={`${fittedAmountStyles.amount} ${styles.amountBox}`} style={fittedWidth(`€ ${shown}`)}>
      {signFirst && (
        <span className={styles.sign} aria-hidden="true">
          {'€\u00a0'}
        </span>
      )}
      <input
        {...AMOUNT_BOX}
        ref={box}
        className={signFirst ? styles.input : `${styles.input} ${styles.beforeSign}`}
        aria-label={t('sale.amount')}
        aria-invalid={wrong}
        aria-describedby="amount-message"
        // The keys are on the screen already: the system's own would cover them each time the field has the focus.
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('amount.empty')}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={(event) => {
          if (paste === undefined) return;
          event.preventDefault();
          paste(event.clipboardData.getData('text'));
        }}
      />
      {!signFirst && (
        <span className={styles.sign} aria-hidden="true">
          {'\u00a0€'}
        </span>
      )}
    </label>
  );
}
