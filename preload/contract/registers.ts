import { z } from 'zod';
import { call, everyone, managers, nothing } from './call.ts';
import { errorView } from './views.ts';

/** The shop's own cash registers, which hand over amounts (docs/register.md). Times are ms since the epoch. */

const registerView = z.object({
  id: z.string(),
  name: z.string(),
  pairedAt: z.int(),
  /** The web page that it is, where it is one. */
  origin: z.string().optional(),
  last: z.object({ at: z.int(), did: z.enum(['asked', 'charged', 'cancelled', 'refunded']) }).optional(),
});
export type RegisterView = z.infer<typeof registerView>;

const registersView = z.object({
  registers: z.array(registerView),
  /** Those that charge without a pairing: the folder and the port. */
  unpaired: z.array(registerView.pick({ id: true, name: true })),
  /** A register is let in by this code, for as long. */
  pairing: z.object({ code: z.string(), leftMs: z.int() }).optional(),
  /** Where registers find the till; absent while they cannot. `fingerprint`: SHA-256 of its certificate, in hex. */
  address: z.object({ url: z.string(), fingerprint: z.string().optional() }).optional(),
  /** Cents of one payment, where a cashier may refund less than registers were allowed. */
  refundLimit: z.int().optional(),
  /** Why one of the ways to the till does not stand. */
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
  /** What it charged and refunded stays. */
  'registers.end': call(z.strictObject({ id: z.string().max(100) }), nothing, managers),
} as const;
