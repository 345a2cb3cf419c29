import type { AmountEntry } from '../../../preload/contract/setting-values.ts';
import { parseAmount } from '../../ui/form/parse-amount.ts';

/** `parseAmount` can read the text at every step. */
export interface AmountTyping {
  add(text: string, characters: string): string;
  back(text: string): string;
  /** Called when the text is edited in its box. */
  changed(text: string): string;
  /** Called on paste: replaces the text with the pasted amount as written. Absent: a paste is treated as typing. */
  readonly pasted?: (text: string) => string;
}

/** Longer than the largest amount, so further digits are dropped. */
const MOST_DIGITS = 13;

/** `written`: formats cents as a person would write the amount. */
export function amountTyping(entry: AmountEntry, written: (cents: number) => string): AmountTyping {
  if (entry === 'decimal')
    return {
      add: (text, characters) => text + characters,
      back: (text) => text.slice(0, -1),
      changed: (text) => text,
    };
  /** Reads digits as cents from the right and drops other characters. Without digits the text is empty. */
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

/** Adds a quick amount to the typed amount. */
export function withQuickAmount(text: string, cents: number, written: (cents: number) => string): string {
  const read = parseAmount(text);
  return written(read.ok ? read.cents + cents : cents);
}
