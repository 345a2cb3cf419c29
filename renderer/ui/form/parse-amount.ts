import { type Cents, MAX_AMOUNT } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { fault } from './field-fault.ts';

/** A typed or pasted amount in whole cents, read without floating point. */
export type ParsedAmount =
  | { readonly ok: true; readonly cents: Cents }
  | { readonly ok: false; readonly code: AmountFault; readonly character?: string };

type AmountFault =
  | 'amount.required'
  | 'amount.zero'
  | 'amount.negative'
  | 'amount.decimals'
  | 'amount.separators'
  | 'amount.characters'
  | 'amount.too-large';

const MAX_EURO_DIGITS = 10;

/**
 * Reads "12,5", "12.50", "1.234,56", "1,234.56", "€ 12,50", "EUR 12.50". A single separator followed by three digits
 * ("1.234") is refused: asking again is better than charging a thousand times too much or too little.
 */
export function parseAmount(text: string): ParsedAmount {
  const bare = withoutCurrency(text);
  if (bare === '') return refused('amount.required');
  if (/^[-\u2212\u2013]/.test(bare) || /[-\u2212]$/.test(bare)) return refused('amount.negative');
  const odd = [...bare].find((character) => !/[\d.,\s]/.test(character));
  if (odd !== undefined) return { ok: false, code: 'amount.characters', character: odd };
  if (!/\d/.test(bare)) return refused('amount.required');
  const parts = split(bare);
  if (typeof parts === 'string') return refused(parts);
  const euros = parts.euros.replace(/^0+/, '');
  if (euros.length > MAX_EURO_DIGITS) return refused('amount.too-large');
  const cents = Number(`${euros}${parts.decimals.padEnd(2, '0')}`);
  if (cents === 0) return refused('amount.zero');
  if (cents > MAX_AMOUNT) return refused('amount.too-large');
  return { ok: true, cents: cents as Cents };
}

/** An unfinished amount is only a fault once `asked`. */
export function amountFault(read: ParsedAmount, { asked }: { readonly asked: boolean }): ErrorView | undefined {
  if (read.ok || (!asked && (read.code === 'amount.required' || read.code === 'amount.zero'))) return undefined;
  return fault(read.code, read.character === undefined ? {} : { character: read.character });
}

function refused(code: AmountFault): ParsedAmount {
  return { ok: false, code };
}

function withoutCurrency(text: string): string {
  return text
    .trim()
    .replace(/^(€|EUR)\s*/i, '')
    .replace(/\s*(€|EUR)$/i, '')
    .replace(/^([-\u2212])\s*(€|EUR)\s*/i, '$1')
    .trim();
}

interface Parts {
  readonly euros: string;
  readonly decimals: string;
}

function split(bare: string): Parts | 'amount.decimals' | 'amount.separators' {
  const separators = [...bare].filter((character) => character === '.' || character === ',');
  const last = separators.at(-1);
  if (last === undefined) return grouped(bare, '', '');
  const others = separators.filter((character) => character !== last);
  const repeats = separators.length - others.length;
  // A repeated separator can only separate thousands: "1.234.567".
  if (repeats > 1) return others.length === 0 ? grouped(bare, last, '') : 'amount.separators';
  const at = bare.lastIndexOf(last);
  const decimals = bare.slice(at + 1);
  if (/\D/.test(decimals)) return 'amount.separators';
  if (decimals.length > 2) return 'amount.decimals';
  return grouped(bare.slice(0, at), others[0] ?? '', decimals);
}

/** Whole euros. Thousands are separated by `separator` or by spaces, not by both, and in groups of three. */
function grouped(text: string, separator: string, decimals: string): Parts | 'amount.separators' {
  const spaced = /\s/.test(text);
  if (spaced && separator !== '') return 'amount.separators';
  const groups = spaced ? text.split(/\s/) : separator === '' ? [text] : text.split(separator);
  if (groups.length === 1) return { euros: text, decimals };
  const [first = '', ...rest] = groups;
  const inThrees = /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
  return inThrees ? { euros: groups.join(''), decimals } : 'amount.separators';
}
