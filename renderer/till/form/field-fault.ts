import type { z } from 'zod';
import { issueValues } from '../../../preload/contract/field-error-codes.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';

/** A fault that this window has found, as main would tell it. */
export function fault(code: string, values: ErrorView['values'] = {}): ErrorView {
  return { code, message: code, retryable: false, values };
}

/** The fault that the contract finds in a field; undefined when it is right. */
export function faultOf(field: z.ZodType, value: unknown): ErrorView | undefined {
  const issue = field.safeParse(value).error?.issues[0];
  return issue && issueView(issue);
}

/** One issue of a schema: its message is the code. */
export function issueView(issue: z.core.$ZodIssue): ErrorView {
  return fault(issue.message, issueValues(issue));
}
