import { pinField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useKeypadField } from '../form/use-keypad-field.ts';
import dialogStyles from './dialog.module.css';
import { DialogKeypad } from './dialog-keypad.tsx';

interface Props {
  readonly pin: string;
  /** Why main refused the last one. */
  readonly problem: ErrorView | undefined;
  readonly asked: boolean;
  change(pin: string): void;
  /** Enter in the box. */
  end(): void;
}

/** The PIN without which nobody ends a till in kiosk. */
export function LeavePin({ pin, problem, asked, change, end }: Props) {
  const { t } = useWords();
  const keys = useKeypadField(pin, change);
  return (
    <div className={dialogStyles.withKeypad}>
      <div className={dialogStyles.fields}>
        <TextField
          box={keys.box}
          keypad
          first
          label={t('pin.name')}
          secret
          numeric
          value={pin}
          hint={t('kiosk.leave')}
          fault={asked ? faultOf(pinField, pin) : problem}
          change={change}
          enter={end}
        />
      </div>
      <DialogKeypad field={keys} whole />
    </div>
  );
}
