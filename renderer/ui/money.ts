/** Money as text: cents in, words of the shop's region out. Never a float on the way. */

/** "€ 12,50" for 1250. `region` is a BCP 47 tag such as nl-NL. */
export function money(cents: number, region: string): string {
  return new Intl.NumberFormat(region, { style: 'currency', currency: 'EUR' }).format(decimal(cents));
}

/** "12,50" for 1250: what a person would type into an amount box. */
export function amountText(cents: number, region: string): string {
  return new Intl.NumberFormat(region, { minimumFractionDigits: 2, useGrouping: false }).format(decimal(cents));
}

/**
 * Width of a figure in em, as the windows' own type sets it (tabular, bold, with the figures' letter spacing) and a
 * hair more: keeps long amounts inside their place without measuring, and no smaller than they must be.
 */
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
