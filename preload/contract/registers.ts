import { z } from 'zod';
import { call, everyone, managers, nothing } from './call.ts';
import { errorView } from './views.ts';

/** docs/register.md. Times are ms since the epoch. */

const registerView = z.object({
  id: z.string(),
  name: z.string(),
  pairedAt: z.int(),
  /** Of a register that is a web page. */
  origin: z.string().optional(),
  last: z.object({ at: z.int(), did: z.enum(['asked', 'charged', 'cancelled', 'refunded']) }).optional(),
});
export type RegisterView = z.infer<typeof registerView>;

const registersView = z.object({
  registers: z.array(registerView),
  /** The folder and the port. */
  unpaired: z.array(registerView.pick({ id: true, name: true })),
  pairing: z.object({ code: z.string(), leftMs: z.int() }).optional(),
  /** Absent while unreachable. `fingerprint`: SHA-256 of the certificate, in hex. */
  address: z.object({ url: z.string(), fingerprint: z.string().optional() }).optional(),
  /** Cents per payment: only set if the cashiers' limit lowers the registers' own limit. */
  refundLimit: z.int().optional(),
  problems: z.array(errorView),
});
export type RegistersView = z.infer<typeof registersView>;

/** `same`: the recovered payment belongs to the register's request; `release`: the register may charge again. */
const registerDecision = z.enum(['same', 'another', 'release']);
export type RegisterDecision = z.infer<typeof registerDecision>;

export const registersCalls = {
  'registers.read': call(nothing, registersView, managers),
  'registers.begin-pairing': call(nothing, nothing, managers),
  'registers.stop-pairing': call(nothing, nothing, managers),
  /** `id`: of a notice about a register. */
  'registers.decide': call(z.strictObject({ id: z.string().max(400), decision: registerDecision }), nothing, everyone),
  /** The register's payments and refunds stay. */
  'registers.end': call(z.strictObject({ id: z.string().max(100) }), nothing, managers),
} as const;
