import type { z } from 'zod';
import type { ErrorView } from '../../../preload/contract/views.ts';

/** The fault that the contract finds in a field, as main would answer it; undefined when it is right. */
export function faultOf(field: z.ZodType, value: unknown): ErrorView | undefined {
  const checked = field.safeParse(value);
  const issue = checked.error?.issues[0];
  return issue === undefined ? undefined : issueView(issue);
}

/** One issue of a schema as an error view: its message is the code, its parameters the values. */
export function issueView(issue: z.core.$ZodIssue): ErrorView {
  const values = { ...limits(issue), ...('params' in issue ? texts(issue.params) : {}) };
  return { code: issue.message, message: issue.message, retryable: false, values };
}

function limits(issue: z.core.$ZodIssue): Record<string, number> {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  return {};
}

function texts(params: Record<string, unknown> | undefined): Record<string, string | number> {
  const kept = Object.entries(params ?? {}).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return Object.fromEntries(kept);
}
