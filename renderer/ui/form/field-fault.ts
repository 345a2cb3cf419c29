import type { z } from 'zod';
import { issueValues } from '../../../preload/contract/field-error-codes.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';

/** In the form of main's errors. */
export function fault(code: string, values: ErrorView['values'] = {}): ErrorView {
  return { code, message: code, retryable: false, values };
}

export function faultOf(field: z.ZodType, value: unknown): ErrorView | undefined {
  const issue = field.safeParse(value).error?.issues[0];
  return issue && issueView(issue);
}

/** The issue's message is the code. */
export function issueView(issue: z.core.$ZodIssue): ErrorView {
  return fault(issue.message, issueValues(issue));
}
