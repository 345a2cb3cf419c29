/**
 * What makes a spreadsheet run a text as a formula, also in full width as Asian keyboards type it; and what may stand
 * before it without changing that: spaces, tabs, ends of lines, characters that nobody sees.
 */
const SIGN = /[=+\-@＝＋－＠﹢﹣−]/;
const AT_START = /^[\p{Z}\p{C}]*[=+\-@＝＋－＠﹢﹣−]/u;
const SEPARATOR = /[;,\t\r\n]/;
const AFTER_SEPARATOR = /([;,\t\r\n])(?=(?:"|(?![\t\r\n])[\p{Z}\p{C}])*[=+\-@＝＋－＠﹢﹣−])/gu;

/**
 * A text that no spreadsheet runs: an apostrophe stands before what would be a formula. Payers write what reaches these
 * texts. Within a text the same goes after each separator that a spreadsheet may split it at: one that is set to semicolons
 * takes a file with commas apart at the semicolons of its texts, quoted or not, and takes the quotes there for its own. For texts alone: an amount below zero is a
 * number, and stays one.
 */
export function defused(text: string): string {
  // Most texts have none of the signs, and looking closely takes time.
  if (!SIGN.test(text)) return text;
  const rest = SEPARATOR.test(text) ? text.replace(AFTER_SEPARATOR, "$1'") : text;
  return AT_START.test(text) ? `'${rest}` : rest;
}
