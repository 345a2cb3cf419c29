import { useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { faultOf } from '../../ui/form/field-fault.ts';
import { useSecretText } from '../../ui/form/secret.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../ui/use-words.ts';
import { type KeypadField, useKeypadField } from './keypad.tsx';

interface Pin {
  readonly text: string;
  readonly fault: ErrorView | undefined;
  readonly otherProblem: ErrorView | undefined;
  readonly keys: KeypadField;
  change(text: string): void;
  /** Clears the PIN, right or wrong. Undefined if the PIN is incomplete: then nothing was sent. */
  give<T>(send: (pin: string) => Promise<T>): Promise<T | undefined>;
  /** A PIN no longer needed must not stay in the page. */
  forget(): void;
}

/** `problem`: main's refusal of the last call. */
export function usePin(problem?: ErrorView): Pin {
  const [text, change] = useSecretText();
  const [asked, setAsked] = useState(false);
  const keys = useKeypadField(text, change);
  const refused = problem?.code.startsWith('pin.') ? problem : undefined;
  const forget = () => {
    change('');
    setAsked(false);
  };
  return {
    text,
    fault: asked ? faultOf(pinField, text) : refused,
    otherProblem: refused === undefined ? problem : undefined,
    keys,
    change,
    async give(send) {
      setAsked(true);
      if (faultOf(pinField, text) !== undefined) return undefined;
      const answer = await send(text);
      forget();
      return answer;
    },
    forget,
  };
}

interface BoxProps {
  readonly pin: Pin;
  readonly label?: string | undefined;
  readonly hint: string;
  readonly first?: boolean;
  readonly keypad?: boolean;
  focused?(): void;
  enter?(): void;
}

export function PinBox({ pin, label, hint, ...more }: BoxProps) {
  const { t } = useWords();
  return (
    <TextField
      {...more}
      label={label ?? t('settings.managerPin')}
      secret
      numeric
      box={pin.keys.box}
      value={pin.text}
      hint={hint}
      fault={pin.fault}
      change={pin.change}
    />
  );
}
