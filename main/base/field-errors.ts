import type { z } from 'zod';
import { type FieldErrorCode, fieldErrorCodes, issueValues } from '../../preload/contract/field-error-codes.ts';

/** An error in user input or in a file, with the values for its text. */
export interface FieldError {
  /** Path of the field, such as `shop.shopName` or `keys.signingKey.d`; empty for the whole. */
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
}

export function fieldErrorsOf(error: z.ZodError): readonly FieldError[] {
  return error.issues.flatMap((issue) => errorsOfIssue(issue, []));
}

type Issue = z.core.$ZodIssue;

/** The message of the app's own checks is a code; the message of a zod check is a sentence. */
function isFieldErrorCode(message: string): message is FieldErrorCode {
  return Object.hasOwn(fieldErrorCodes, message);
}

function errorsOfIssue(issue: Issue, before: readonly PropertyKey[]): readonly FieldError[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathText([...path, key]), code: 'field.unknown', values: {} }));
  if (issue.code === 'invalid_union') {
    // The branch with a code of the app describes the error most precisely.
    const branch =
      issue.errors.find((issues) => issues.some((inner) => isFieldErrorCode(inner.message))) ?? issue.errors[0];
    if (branch !== undefined && branch.length > 0) return branch.flatMap((inner) => errorsOfIssue(inner, path));
  }
  return [{ path: pathText(path), code: codeOf(issue), values: issueValues(issue) }];
}

function codeOf(issue: Issue): FieldErrorCode {
  if (isFieldErrorCode(issue.message)) return issue.message;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'field.required';
  // A missing `input` property does not mean that the field is missing.
  if (issue.code === 'invalid_value' && 'input' in issue && issue.input === undefined) return 'field.required';
  if (issue.code === 'invalid_type') return 'field.type';
  return 'field.invalid';
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
