import { fieldErrorCodes } from '../../preload/contract/field-error-codes.ts';
import type { FieldError } from '../base/field-errors.ts';

/** A name in a file may be as long as the file. */
const LONGEST_PLACE = 200;

/** Returns a fault of a file for the command line, in English: place, code and meaning. */
export function faultInWords({ path, code, values }: FieldError): string {
  const means = fieldErrorCodes[code].replaceAll(/`(\w+)`/g, (_mark, name: string) => String(values[name] ?? name));
  const expected = code === 'field.invalid' && values['expected'];
  const allowed = expected ? ` Allowed: ${expected}.` : '';
  return `${printable(path) || 'the whole file'}: ${code}: ${means}${allowed}`;
}

/** Replaces control characters, which a terminal would execute, and shortens long paths. */
export function printable(path: string): string {
  const seen = path.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return seen.length > LONGEST_PLACE ? `${seen.slice(0, LONGEST_PLACE)}…` : seen;
}
