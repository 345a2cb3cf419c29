import type { KeypadField } from '../form/use-keypad-field.ts';
import { Keypad, KeypadCorrections } from '../sale/keypad.tsx';
import styles from './dialog-keypad.module.css';

/** The keypad of the sale beside the fields of a dialog. `whole`: digits only. */
export function DialogKeypad({ field, whole = false }: { readonly field: KeypadField; readonly whole?: boolean }) {
  return (
    <div className={styles.keys}>
      <Keypad press={field.press} whole={whole} />
      <div className={styles.corrections}>
        <KeypadCorrections back={field.back} clear={field.clear} />
      </div>
    </div>
  );
}
