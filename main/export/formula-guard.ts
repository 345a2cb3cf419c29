/**
 * Signs with which a spreadsheet runs a text as a formula, also in full width as typed on Asian keyboards. Spaces,
 * tabs, line breaks and invisible characters may precede the sign.
 */
const SIGN = /[=+\-@＝＋－＠﹢﹣−]/;
const AT_START = /^[\p{Z}\p{C}]*[=+\-@＝＋－＠﹢﹣−]/u;
const SEPARATOR = /[;,\t\r\n]/;
const AFTER_SEPARATOR = /([;,\t\r\n])(?=(?:"|(?![\t\r\n])[\p{Z}\p{C}])*[=+\-@＝＋－＠﹢﹣−])/gu;

/**
 * Returns a text that no spreadsheet runs, with an apostrophe before each possible formula: payers write some of these
 * texts. A sign after a separator gets an apostrophe too: a spreadsheet set to semicolons splits a comma file there,
 * quoted or not. For texts only: a negative amount must stay a number.
 */
export function defused(text: string): string {
  // Most texts have no sign, and the closer check takes time.
  if (!SIGN.test(text)) return text;
  const rest = SEPARATOR.test(text) ? text.replace(AFTER_SEPARATOR, "$1'") : text;
  return AT_START.test(text) ? `'${rest}` : rest;
}
