import { z } from 'zod';
import { refundView, saleStage } from '../../preload/contract/views.ts';

/** All amounts are cents of EUR. */

/** Paired, the watched folder, or the ZVT port. */
export interface Register {
  readonly id: string;
  readonly name: string;
}

/** `id` is valid across restarts. */
export interface PaymentEvent {
  readonly id: string;
  readonly payment: RegisterPayment;
}

const key = z
  .string()
  .regex(/^[\w.:-]{1,64}$/)
  .describe("The register's own id of the transaction: 1 to 64 letters, digits and . : _ -");
const amountCents = z.int().min(1).max(99_999_999).describe('Cents of EUR');
const sepaText = (length: number) =>
  `At most ${length} characters of the SEPA extended set: Latin, Greek and Cyrillic letters, digits, the punctuation of a keyboard; no emoji, no line break`;
const time = z.iso.datetime();
const problem = z.object({ code: z.string(), message: z.string() });

export const chargeAsk = z.strictObject({
  amountCents,
  currency: z.literal('EUR'),
  reference: z.string().trim().normalize('NFC').max(35).optional().describe(sepaText(35)),
  description: z.string().trim().normalize('NFC').max(140).optional().describe(sepaText(140)),
});
/** ZVT adds the receipt number, 1 to 9,999. */
export type ChargeAsk = z.output<typeof chargeAsk> & { readonly receiptNumber?: number };

export const refundAsk = z.strictObject({
  amountCents,
  reason: z.string().normalize('NFC').max(140).optional().describe(sepaText(140)),
});
export type RefundAsk = z.output<typeof refundAsk>;

export const keyField = key;

const registerRefund = z.object({
  /** Absent for a refund not requested by this register. */
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
    rev: z.int().describe('Grows with each change of the payment'),
    state: saleStage,
    final: z
      .boolean()
      .describe('Nothing more is expected, though a late success is reported; `unknown` is never final'),
    amountCents,
    currency: z.literal('EUR'),
    refundedCents: z.int(),
    reference: z.string(),
    paymentId: z.string().optional(),
    expiresAt: time.optional(),
    /** By the service's clock. */
    paidAt: time.optional(),
    /** By the till's clock. */
    endedAt: time.optional(),
    receipt: z.object({
      lines: z.array(z.string()).describe('For a roll of 80 mm: at most 42 characters each'),
      narrowLines: z.array(z.string()).describe('For a roll of 58 mm: at most 32 characters each'),
      fields: z.record(z.string(), z.string()),
    }),
    refunds: z.array(registerRefund),
    training: z.boolean(),
    problem: problem.optional(),
    createdAt: time,
    /** The key was known: the request has charged nothing. */
    repeated: z.literal(true).optional(),
    /** ZVT: the number on the register's receipt. */
    receiptNumber: z.int().optional(),
  })
  .meta({ id: 'Payment' });
export type RegisterPayment = z.output<typeof registerPayment>;

export const tillStatus = z.object({
  training: z.boolean(),
  shopName: z.string(),
  posId: z.string(),
  ready: z.boolean().describe('False while the till would not charge; `problem` is the reason'),
  service: z.enum(['online', 'offline', 'unknown']),
  busy: z
    .object({
      key: z.string().optional().describe('Only for the register that charged it'),
      reference: z.string(),
      amountCents,
      state: registerPayment.shape.state,
    })
    .optional()
    .describe('The payment that this POS is busy with; another register or a cashier may have begun it'),
  problem: problem.optional(),
});
export type TillStatus = z.output<typeof tillStatus>;
