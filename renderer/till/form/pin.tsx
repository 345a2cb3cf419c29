import { useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from './field-fault.ts';
import { type KeypadField, useKeypadField } from './keypad.tsx';
import { useSecretText } from './secret.ts';
import { TextField } from './text-field.tsx';

export interface Pin {
  readonly text: string;
  readonly fault: ErrorView | undefined;
  /** Why main refused, where that is not about the PIN. */
  readonly otherProblem: ErrorView | undefined;
  readonly keys: KeypadField;
  change(text: string): void;
  /** Sends the PIN and forgets it, right or wrong. Undefined: it is no PIN yet, which its box says, and nothing was sent. */
  give<T>(send: (pin: string) => Promise<T>): Promise<T | undefined>;
  /** Nobody asks for it any more: it does not stay in the page. */
  forget(): void;
}

/** A PIN that somebody types to be allowed something. `problem`: why main refused the last one. */
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
