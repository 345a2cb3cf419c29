import { useMemo } from 'react';
import type { AmountEntry } from '../../../preload/contract/setting-values.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { parseAmount } from './parse-amount.ts';

/** The text of an amount after each key. `parseAmount` reads it at every step. */
interface AmountTyping {
  add(text: string, characters: string): string;
  back(text: string): string;
  /** A person changed the text in its box: typed into it, or deleted there. */
  changed(text: string): string;
  /** A text was pasted: it is read as it is written, in place of what was there. Absent where a paste is typed. */
  readonly pasted?: (text: string) => string;
}

/** Longer than the largest amount; more digits change nothing. */
const MOST_DIGITS = 13;

/** `written`: an amount in cents as a person would write it. */
export function amountTyping(entry: AmountEntry, written: (cents: number) => string): AmountTyping {
  if (entry === 'decimal')
    return {
      add: (text, characters) => text + characters,
      back: (text) => text.slice(0, -1),
      changed: (text) => text,
    };
  /** The digits are cents from the right; nothing else counts, and nothing at all is an empty text. */
  const shown = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
    return digits === '' ? '' : written(Number(digits.slice(0, MOST_DIGITS)));
  };
  return {
    add: (text, characters) => shown(`${shown(text)}${characters}`),
    back: (text) => shown(shown(text).slice(0, -1)),
    changed: shown,
    pasted(text) {
      const read = parseAmount(text);
      return read.ok ? written(read.cents) : text;
    },
  };
}

/** The text after a press of a quick amount: it is added to an amount, and stands alone where there is none. */
export function withQuickAmount(text: string, cents: number, written: (cents: number) => string): string {
  const read = parseAmount(text);
  return written(read.ok ? read.cents + cents : cents);
}

export function useAmountTyping(): AmountTyping {
  const { amountText } = useWords();
  const entry = useTill((till) => till.counter.entry);
  return useMemo(() => amountTyping(entry, amountText), [entry, amountText]);
}
