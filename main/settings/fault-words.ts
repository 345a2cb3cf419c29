import { fieldErrorCodes } from '../../preload/contract/field-error-codes.ts';
import type { FieldError } from '../base/field-errors.ts';

/** A name in a file may be as long as the file. */
const LONGEST_PLACE = 200;

/** A fault of a file for the command line: its place, its code, and what it means, in English as everything there. */
export function faultInWords({ path, code, values }: FieldError): string {
  const means = fieldErrorCodes[code].replaceAll(/`(\w+)`/g, (_mark, name: string) => String(values[name] ?? name));
  const expected = code === 'field.invalid' && values['expected'];
  const allowed = expected ? ` It may be: ${expected}.` : '';
  return `${printable(path) || 'the whole file'}: ${code}: ${means}${allowed}`;
}

/** Takes out the signs that a terminal obeys, and cuts a path that is too long for a line. */
export function printable(path: string): string {
  const seen = path.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return seen.length > LONGEST_PLACE ? `${seen.slice(0, LONGEST_PLACE)}…` : seen;
}
