import { z } from 'zod';
import { settingsDraft } from '../../preload/contract.ts';

const timeoutMs = z
  .int({ error: 'timeout.range' })
  .min(100, { error: 'timeout.range' })
  .max(120_000, { error: 'timeout.range' });

/** What tunes the client: a provisioning file may set it; the Settings view does not show it and leaves it as it is. */
export const tuningSettings = z.object({
  /** What the `path` claim holds (design: 6). */
  pathClaim: z.enum(['path', 'path-and-query']).default('path'),
  /** Where the base URL has a path of its own: whether the `path` claim holds it. The spec shows neither. */
  pathClaimPrefix: z.enum(['with-prefix', 'without-prefix']).default('with-prefix'),
  connectTimeoutMs: timeoutMs.default(4_000),
  headersTimeoutMs: timeoutMs.default(10_000),
  bodyTimeoutMs: timeoutMs.default(10_000),
  /** Tolerance for the `iat` of answers and callbacks. */
  toleranceSeconds: z
    .int({ error: 'tolerance.range' })
    .min(1, { error: 'tolerance.range' })
    .max(86_400, { error: 'tolerance.range' })
    .default(300),
  /**
   * How long the service is trusted to remember the key of a refund; past that the till looks the refund up and asks a
   * manager instead of sending it again (spec: Refund API, Idempotency-Key; how long it is kept is not shown).
   */
  refundKeyHours: z
    .int({ error: 'refund-key.range' })
    .min(1, { error: 'refund-key.range' })
    .max(720, { error: 'refund-key.range' })
    .default(24),
  /** Issuer of answers on the Reconciliation API, where it is not `service.issuer`. */
  reconciliationIssuer: z
    .string()
    .min(1, { error: 'issuer.required' })
    .max(200, { error: 'issuer.too-long' })
    .optional(),
});

/** Settings of one terminal: the provisioning file's fields without its secrets (design: 8). */
export const terminalSettings = z.object({
  ...settingsDraft.omit({ keys: true, managerPin: true }).shape,
  tuning: tuningSettings.prefault({}),
});
export type TerminalSettings = z.infer<typeof terminalSettings>;
