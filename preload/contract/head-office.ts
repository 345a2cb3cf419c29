import { z } from 'zod';
import { call, managers, managersAlone, nothing } from './call.ts';
import { serviceUrlField } from './fields.ts';
import { errorView } from './views.ts';

/** The till in a chain, whose head office its record is shipped to (docs/chain.md). Times are ms since the epoch. */

const headOfficeView = z.object({
  /** What its provisioning file asks for, until the till is enrolled; `problem`: why it is not yet. */
  joining: z.object({ address: z.string(), problem: errorView.optional() }).optional(),
  /** Absent while the till is in no chain. */
  enrolled: z
    .object({
      chain: z.string(),
      till: z.int(),
      address: z.string(),
      /** When the collector last answered in this run. */
      shippedAt: z.int().optional(),
      /** Events that are not shipped, where it is known. */
      waiting: z.int().optional(),
      problem: errorView.optional(),
      /** Paths of the settings that head office sets, and why the newest do not hold. */
      sets: z.array(z.string()),
      settingsProblem: errorView.optional(),
    })
    .optional(),
});
export type HeadOfficeView = z.infer<typeof headOfficeView>;

export const headOfficeCalls = {
  'head-office.read': call(nothing, headOfficeView, managers),
  'head-office.enrol': call(
    z.strictObject({ address: serviceUrlField, code: z.string().trim().min(1).max(100) }),
    nothing,
    managersAlone,
  ),
  'head-office.leave': call(nothing, nothing, managersAlone),
} as const;
