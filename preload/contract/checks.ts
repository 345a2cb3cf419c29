import { z } from 'zod';
import { call, everyone, nothing } from './call.ts';

/** In the order shown: the first are needed by the others. */
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

/** `skipped`: there was nothing to check, or something else has to be mended first; that says nothing is wrong. */
const checkState = z.enum(['ok', 'warning', 'failed', 'skipped']);
export type CheckState = z.infer<typeof checkState>;

const checkMend = z.object({ view: z.enum(['settings', 'support']), part: z.string().max(40) });
export type CheckMend = z.infer<typeof checkMend>;

const checkResult = z.object({
  id: checkId,
  state: checkState,
  /** A stable word: the code of an error, or one of the `checks` words of the catalogues. */
  finding: z.string().max(60),
  ms: z.int().nonnegative(),
  values: z.record(z.string().max(40), z.union([z.string().max(400), z.number()])),
  mend: checkMend.optional(),
});
export type CheckResult = z.infer<typeof checkResult>;

export const checkReport = z.object({
  /** ms since the epoch. */
  at: z.int(),
  version: z.string().max(40),
  checks: z.array(checkResult).max(checkIds.length),
});
export type CheckReport = z.infer<typeof checkReport>;

/** `report`: null before the first run; each result is there as soon as it is found. */
const checksView = z.object({ running: z.array(checkId), report: checkReport.nullable() });
export type ChecksView = z.infer<typeof checksView>;

/**
 * For managers and support. Where the keychain cannot be read nobody can sign in, and whoever is there may look what is
 * wrong: main lets everybody do so then, and nobody else at any other time.
 */
export const checksCalls = {
  /** Begins all checks, or one of them again; answers at once. Those under way go on. */
  'checks.run': call(z.strictObject({ only: checkId.optional() }), nothing, everyone),
  'checks.read': call(nothing, checksView, everyone),
} as const;
