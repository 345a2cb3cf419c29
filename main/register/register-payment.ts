import { z } from 'zod';
import { refundView, saleStage } from '../../preload/contract/views.ts';

/** The till's own words for a payment, as a cash register is told them. All amounts are cents of EUR. */

/** Whoever hands over amounts: a paired register, or the folder or the port of those that speak no HTTP. */
export interface Register {
  readonly id: string;
  readonly name: string;
}

/** A change of a payment of one register. `id` goes on after a restart, and is what `after` takes. */
export interface PaymentEvent {
  readonly id: string;
  readonly payment: RegisterPayment;
}

const key = z
  .string()
  .regex(/^[\w.:-]{1,64}$/)
  .describe("The register's own id of the transaction: 1 to 64 letters, digits and . : _ -");
const amountCents = z.int().min(1).max(99_999_999);
const time = z.iso.datetime();
const problem = z.object({ code: z.string(), message: z.string() });

export const chargeAsk = z.strictObject({
  amountCents,
  currency: z.literal('EUR'),
  reference: z.string().trim().normalize('NFC').max(35).optional(),
  description: z.string().trim().normalize('NFC').max(140).optional(),
});
export type ChargeAsk = z.output<typeof chargeAsk>;

export const refundAsk = z.strictObject({ amountCents, reason: z.string().normalize('NFC').max(140).optional() });
export type RefundAsk = z.output<typeof refundAsk>;

export const keyField = key;

const registerRefund = z.object({
  /** Absent for a refund that was not asked for by this register. */
  refundKey: z.string().optional(),
  refundId: z.string().optional(),
  amountCents,
  state: z.enum(['asked', ...refundView.shape.stage.options]),
  final: z.boolean(),
  problem: problem.optional(),
});

export const registerPayment = z
  .object({
    key,
    /** Grows with each change; it is that of the newest one. */
    rev: z.int(),
    state: saleStage,
    /** Nothing more is expected. A late success is told all the same. `unknown` is never final. */
    final: z.boolean(),
    amountCents,
    currency: z.literal('EUR'),
    refundedCents: z.int(),
    reference: z.string(),
    paymentId: z.string().optional(),
    expiresAt: time.optional(),
    /** By the service's clock. */
    paidAt: time.optional(),
    /** By the clock of the till, which noticed it then. */
    endedAt: time.optional(),
    receipt: z.object({ lines: z.array(z.string()), fields: z.record(z.string(), z.string()) }),
    refunds: z.array(registerRefund),
    training: z.boolean(),
    problem: problem.optional(),
  })
  .meta({ id: 'Payment' });
export type RegisterPayment = z.output<typeof registerPayment>;

export const tillStatus = z.object({
  training: z.boolean(),
  shopName: z.string(),
  posId: z.string(),
  /** False while the till would not charge, `problem` says why. */
  ready: z.boolean(),
  service: z.enum(['online', 'offline', 'unknown']),
  /** The payment that this POS is busy with, of whomever; `key` only for the register that asked for it. */
  busy: z
    .object({ key: z.string().optional(), reference: z.string(), amountCents, state: registerPayment.shape.state })
    .optional(),
  problem: problem.optional(),
});
export type TillStatus = z.output<typeof tillStatus>;
