import { z } from 'zod';
import { call, managers, managersAlone, nothing } from './call.ts';
import { serviceUrlField } from './fields.ts';
import { errorView } from './views.ts';

/** docs/chain.md. Times are ms since the epoch. */

const headOfficeView = z.object({
  /** Enrolment requested by the provisioning file, until completed; `problem`: the reason for the delay. */
  joining: z.object({ address: z.string(), problem: errorView.optional() }).optional(),
  /** Absent while the till is in no chain. */
  enrolled: z
    .object({
      chain: z.string(),
      till: z.int(),
      address: z.string(),
      /** Last response of the collector since the app started. */
      shippedAt: z.int().optional(),
      /** Events not uploaded yet, if known. */
      waiting: z.int().optional(),
      problem: errorView.optional(),
      /** Paths controlled by head office. `settingsProblem`: why the newest settings are not in force. */
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
