import { useMemo } from 'react';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { type AmountTyping, amountTyping } from './amount-entry.ts';

/** How the terminal's setting has an amount typed. */
export function useAmountTyping(): AmountTyping {
  const { amountText } = useWords();
  const entry = useTill((till) => till.counter.entry);
  return useMemo(() => amountTyping(entry, amountText), [entry, amountText]);
}
