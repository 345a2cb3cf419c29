import type { z } from 'zod';
import { type FieldErrorCode, fieldErrorCodes, issueValues } from '../../preload/contract/field-error-codes.ts';

/** One thing that is wrong with what a person typed or a file says, and the values that its words need. */
export interface FieldError {
  /** Path of the field, such as `shop.shopName` or `keys.signingKey.d`; empty for the whole. */
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
}

/** In the order of the fields. */
export function fieldErrorsOf(error: z.ZodError): readonly FieldError[] {
  return error.issues.flatMap((issue) => errorsOfIssue(issue, []));
}

type Issue = z.core.$ZodIssue;

/** A check of ours has one of the codes for its message; a check of zod's own has a sentence. */
function isFieldErrorCode(message: string): message is FieldErrorCode {
  return Object.hasOwn(fieldErrorCodes, message);
}

function errorsOfIssue(issue: Issue, before: readonly PropertyKey[]): readonly FieldError[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathText([...path, key]), code: 'field.unknown', values: {} }));
  if (issue.code === 'invalid_union') {
    // The branch with a code of ours says most precisely what is wrong.
    const branch =
      issue.errors.find((issues) => issues.some((inner) => isFieldErrorCode(inner.message))) ?? issue.errors[0];
    if (branch !== undefined && branch.length > 0) return branch.flatMap((inner) => errorsOfIssue(inner, path));
  }
  return [{ path: pathText(path), code: codeOf(issue), values: issueValues(issue) }];
}

function codeOf(issue: Issue): FieldErrorCode {
  if (isFieldErrorCode(issue.message)) return issue.message;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'field.required';
  // An issue that does not report its input says nothing of its presence.
  if (issue.code === 'invalid_value' && 'input' in issue && issue.input === undefined) return 'field.required';
  if (issue.code === 'invalid_type') return 'field.type';
  return 'field.invalid';
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
