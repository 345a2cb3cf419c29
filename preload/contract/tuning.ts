import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';

/** What tunes the client of the payment service. The Advanced part of the settings and a provisioning file can set it. */

const whole = (code: FieldErrorCode, least: number, most: number) =>
  z.int(refusedAs(code)).min(least, refusedAs(code)).max(most, refusedAs(code));
const timeoutMs = whole('timeout.range', 100, 120_000);

/** What the `path` claim holds (docs/service.md, Detached JWS signature). */
export const pathClaim = z.enum(['path', 'path-and-query']);
/** Where the base URL has a path of its own: whether the `path` claim holds it. The service's documents show neither. */
export const pathClaimPrefix = z.enum(['with-prefix', 'without-prefix']);

/** What holds where nobody has set a pause, ms. */
export const POLL_PAUSES = { shortestMs: 400, longestMs: 2_500 } as const;

export const tuningSettings = z
  .object({
    pathClaim: pathClaim.default('path'),
    pathClaimPrefix: pathClaimPrefix.default('with-prefix'),
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
    /** Never less between two questions about the payment on the screen; the rate that the service is spared stays. */
    pollShortestMs: whole('poll-shortest.range', POLL_PAUSES.shortestMs, 5_000).optional(),
    /** Never more, and that much once nothing has happened for three minutes. */
    pollLongestMs: whole('poll-longest.range', 1_000, 30_000).optional(),
  })
  .superRefine(({ pollShortestMs, pollLongestMs }, context) => {
    if ((pollShortestMs ?? POLL_PAUSES.shortestMs) <= (pollLongestMs ?? POLL_PAUSES.longestMs)) return;
    // Either may be the one that was typed.
    for (const path of ['pollShortestMs', 'pollLongestMs'])
      context.addIssue({ code: 'custom', message: 'poll-pauses.order' satisfies FieldErrorCode, path: [path] });
  });
export type TuningSettings = z.infer<typeof tuningSettings>;
