import { z } from 'zod';
import { call, everyone, nothing } from './call.ts';

/** Display order: later checks depend on earlier checks. */
export const checkIds = [
  'keychain',
  'signing-key',
  'dns',
  'tls',
  'service',
  'clock',
  'payments',
  'authentication',
  'refunds',
  'payouts',
  'signature',
  'hosted-key',
  'callback',
  'journal',
  'disk',
  'displays',
  'printer',
  'versions',
] as const;
const checkId = z.enum(checkIds);
export type CheckId = z.infer<typeof checkId>;

/** `skipped`: nothing to check, or an earlier failure prevents the check. Skipped is not a fault. */
const checkState = z.enum(['ok', 'warning', 'failed', 'skipped']);
export type CheckState = z.infer<typeof checkState>;

const checkMend = z.object({ view: z.enum(['settings', 'support']), part: z.string().max(40) });
export type CheckMend = z.infer<typeof checkMend>;

const checkResult = z.object({
  id: checkId,
  state: checkState,
  /** Stable code: an error code, or one of the `checks` keys in the language files. */
  finding: z.string().max(60),
  ms: z.int().nonnegative(),
  values: z.record(z.string().max(40), z.union([z.string().max(400), z.number()])),
  mend: checkMend.optional(),
});
export type CheckResult = z.infer<typeof checkResult>;

const checkReport = z.object({
  /** ms since the epoch. */
  at: z.int(),
  version: z.string().max(40),
  checks: z.array(checkResult).max(checkIds.length),
});
export type CheckReport = z.infer<typeof checkReport>;

/** `report`: null before the first run. Each result is added as soon as its check ends. */
const checksView = z.object({ running: z.array(checkId), report: checkReport.nullable() });
export type ChecksView = z.infer<typeof checksView>;

/**
 * For managers and support. With an unreadable keychain no user can sign in: then main allows the checks to every role.
 */
export const checksCalls = {
  /** Returns immediately. Running checks continue. */
  'checks.run': call(z.strictObject({ only: checkId.optional() }), nothing, everyone),
  'checks.read': call(nothing, checksView, everyone),
} as const;
