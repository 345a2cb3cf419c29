import { useEffect, useState } from 'react';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { fault } from '../../ui/form/field-fault.ts';
import { amountFault, type ParsedAmount, parseAmount } from '../../ui/form/parse-amount.ts';
import { useWords } from '../../ui/use-words.ts';
import { useKeypadField } from '../form/keypad.tsx';
import { useAmountTyping } from '../form/use-amount-typing.ts';

export function useRefundAmount(refundable: number, changed: () => void) {
  const { amountText } = useWords();
  const typing = useAmountTyping();
  /** Undefined until the user types: then the refundable sum counts, even if the service changes it meanwhile. */
  const [typed, setTyped] = useState<string>();
  const text = typed ?? amountText(refundable);
  const change = (next: string) => {
    changed();
    setTyped(next);
  };
  const keys = useKeypadField(text, (next) => change(typing.changed(next)));
  const { box } = keys;
  // Selected, so that the first typed digit replaces the whole amount.
  useEffect(() => box.current?.select(), [box]);
  const { pasted } = typing;
  return {
    text,
    read: parseAmount(text),
    keys,
    change: (next: string) => change(typing.changed(next)),
    paste: pasted && ((next: string) => change(pasted(next))),
  };
}

export function refundAmountFault(
  read: ParsedAmount,
  { refundable, asked }: { readonly refundable: number; readonly asked: boolean },
): ErrorView | undefined {
  if (!read.ok) return amountFault(read, { asked });
  return read.cents > refundable ? fault('refund.above-remaining', { remaining: refundable }) : undefined;
}
