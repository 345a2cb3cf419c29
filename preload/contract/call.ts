import { z } from 'zod';
import type { Role } from './views.ts';

interface Call<Ask extends z.ZodType, Answer extends z.ZodType> {
  readonly ask: Ask;
  readonly answer: Answer;
  readonly roles: readonly Role[];
  readonly from: readonly WindowName[];
}

export type WindowName = 'till' | 'display';

export const everyone = ['cashier', 'manager', 'support'] as const;
export const managers = ['manager', 'support'] as const;
/** Support staff do not decide about money and people. */
export const managersAlone = ['manager'] as const;

export function call<Ask extends z.ZodType, Answer extends z.ZodType>(
  ask: Ask,
  answer: Answer,
  roles: readonly Role[],
  from: readonly WindowName[] = ['till'],
): Call<Ask, Answer> {
  return { ask, answer, roles, from };
}

export const nothing = z.strictObject({});
