import { z } from 'zod';
import { settingsDraft } from '../../preload/contract.ts';

/** Settings of one terminal: the provisioning file's fields without its secrets (design: 8), and what tunes the client. */
export const terminalSettings = z.object({
  ...settingsDraft.omit({ keys: true, managerPin: true }).shape,
  tuning: z
    .object({
      /** What the `path` claim holds (design: 6). */
      pathClaim: z.enum(['path', 'path-and-query']).default('path'),
      connectTimeoutMs: z.int().min(100).default(4_000),
      headersTimeoutMs: z.int().min(100).default(10_000),
      bodyTimeoutMs: z.int().min(100).default(10_000),
      /** Tolerance for the `iat` of answers and callbacks. */
      toleranceSeconds: z.int().min(1).default(300),
      /** Issuer of answers on the Reconciliation API, where it is not `service.issuer`. */
      reconciliationIssuer: z.string().optional(),
    })
    .prefault({}),
});
export type TerminalSettings = z.infer<typeof terminalSettings>;
