import { z } from 'zod';
import type { Role } from './views.ts';

/** One call of the contract: what is asked, what is answered, who may ask, and from which window. */
export interface Call<Ask extends z.ZodType, Answer extends z.ZodType> {
  readonly ask: Ask;
  readonly answer: Answer;
  readonly roles: readonly Role[];
  readonly from: readonly WindowName[];
}

export type WindowName = 'till' | 'display';

export const everyone = ['cashier', 'manager', 'support'] as const;
/** Managers, and support, who set a till up and look what is wrong with it. */
export const managers = ['manager', 'support'] as const;
/** What decides about money and about people: support helps, and does not decide. */
export const managersAlone = ['manager'] as const;

export function call<Ask extends z.ZodType, Answer extends z.ZodType>(
  ask: Ask,
  answer: Answer,
  roles: readonly Role[],
  from: readonly WindowName[] = ['till'],
): Call<Ask, Answer> {
  return { ask, answer, roles, from };
}

export const nothing = z.object({}).strict();
