/** From whole cents, in the format of the shop's region, without floating point arithmetic. */

import { numberFormat } from './formats.ts';

/** "€ 12,50" for 1250, and "− € 12,50" for -1250. `region` is a BCP 47 tag such as nl-NL. */
export function money(cents: number, region: string): string {
  if (cents < 0) return `−\u00a0${money(-cents, region)}`;
  return numberFormat(region, { style: 'currency', currency: 'EUR' }).format(decimal(cents));
}

/** "12,50" for 1250, in the form people type. */
export function amountText(cents: number, region: string): string {
  return numberFormat(region, { minimumFractionDigits: 2, useGrouping: false }).format(decimal(cents));
}

/** In em, in the windows' bold tabular font, slightly rounded up: a style sheet can fit an amount unmeasured. */
export function widthInEms(text: string): number {
  let ems = 0.05;
  for (const character of text) ems += /\d/.test(character) ? 0.637 : character === '€' ? 0.675 : narrow(character);
  return Math.max(ems, 1);
}

function narrow(character: string): number {
  return /[.,\s]/.test(character) ? 0.26 : 0.8;
}

function decimal(cents: number): Intl.StringNumericLiteral {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral;
}
