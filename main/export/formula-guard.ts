/**
 * Signs that make a spreadsheet run a text as a formula, also in full width as Asian keyboards type them. Spaces, tabs,
 * ends of lines and characters that nobody sees may stand before one.
 */
const SIGN = /[=+\-@＝＋－＠﹢﹣−]/;
const AT_START = /^[\p{Z}\p{C}]*[=+\-@＝＋－＠﹢﹣−]/u;
const SEPARATOR = /[;,\t\r\n]/;
const AFTER_SEPARATOR = /([;,\t\r\n])(?=(?:"|(?![\t\r\n])[\p{Z}\p{C}])*[=+\-@＝＋－＠﹢﹣−])/gu;

/**
 * A text that no spreadsheet runs: an apostrophe stands before what would be a formula. Payers write these texts. Within a
 * text the same goes after each separator: a spreadsheet that is set to semicolons splits at those of a file with commas,
 * quoted or not. For texts alone: an amount below zero is a number, and stays one.
 */
export function defused(text: string): string {
  // Most texts have none of the signs, and looking closely takes time.
  if (!SIGN.test(text)) return text;
  const rest = SEPARATOR.test(text) ? text.replace(AFTER_SEPARATOR, "$1'") : text;
  return AT_START.test(text) ? `'${rest}` : rest;
}
