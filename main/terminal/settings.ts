import { z } from 'zod';
import { settingsDraft } from '../../preload/contract.ts';
import { type FieldErrorCode, refusedAs } from '../../preload/field-error-codes.ts';
import type { TerminalSettings } from './terminal-file-versions.ts';

export type { TerminalSettings } from './terminal-file-versions.ts';

const whole = (code: FieldErrorCode, least: number, most: number) =>
  z.int(refusedAs(code)).min(least, refusedAs(code)).max(most, refusedAs(code));
const timeoutMs = whole('timeout.range', 100, 120_000);

/** What tunes the client: a provisioning file may set it; the Settings view does not show it and leaves it as it is. */
export const tuningSettings = z.object({
  /** What the `path` claim holds (docs/service.md, Detached JWS signature). */
  pathClaim: z.enum(['path', 'path-and-query']).default('path'),
  /**
   * Where the base URL has a path of its own: whether the `path` claim holds it. The service's documents show neither.
   */
  pathClaimPrefix: z.enum(['with-prefix', 'without-prefix']).default('with-prefix'),
  connectTimeoutMs: timeoutMs.default(4_000),
  headersTimeoutMs: timeoutMs.default(10_000),
  bodyTimeoutMs: timeoutMs.default(10_000),
  /** Tolerance for the `iat` of answers and callbacks. */
  toleranceSeconds: whole('tolerance.range', 1, 86_400).default(300),
  /**
   * How long the service is trusted to remember the key of a refund; past that the till looks the refund up and asks a
   * manager instead of sending it again (docs/service.md, Refund API: how long the key is kept is not documented).
   */
  refundKeyHours: whole('refund-key.range', 1, 720).default(24),
  /** Issuer of answers on the Reconciliation API, where it is not `service.issuer`. */
  reconciliationIssuer: z
    .string()
    .min(1, refusedAs('issuer.required'))
    .max(200, refusedAs('issuer.too-long'))
    .optional(),
});

/**
 * The settings of one terminal by the rules of today: the provisioning file's fields without its secrets. A stored file
 * is not held to them (`terminal-file-versions.ts`); its type takes whatever they accept.
 */
export const terminalSettings = z.object({
  ...settingsDraft.omit({ keys: true, managerPin: true, counter: true }).shape,
  tuning: tuningSettings.prefault({}),
}) satisfies z.ZodType<TerminalSettings>;
