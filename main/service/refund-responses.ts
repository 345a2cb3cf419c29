import { z } from 'zod';
import type { PaymentId, Refund, RefundId } from '../domain/payment-service.ts';
import { cents, euro, id24, instant, omitAbsent, optionalText } from './response-fields.ts';
import type { SpecDeviations } from './spec-deviations.ts';

/** Refund API 3.0.3: operations 8 and 9 respond with the same resource. */
export const refundResponse = z.looseObject({
  refundId: id24,
  paymentId: id24,
  amount: cents,
  currency: euro,
  status: z.string().min(1),
  description: optionalText,
  creationDate: instant,
});

export const refundStatuses = ['PENDING', 'REFUNDED', 'FAILED'] as const;

/** `verifyFault` undefined: the response's signature verified. */
export function toRefund(
  wire: z.output<typeof refundResponse>,
  verifyFault: string | undefined,
  deviations: SpecDeviations,
): Refund {
  deviations.value('Refund.status', wire.status, refundStatuses);
  return omitAbsent({
    refundId: wire.refundId as RefundId,
    paymentId: wire.paymentId as PaymentId,
    amount: wire.amount,
    status: wire.status,
    description: wire.description,
    createdAt: wire.creationDate,
    verified: verifyFault === undefined,
    verifyFault,
    extra: deviations.extras('Refund', wire, refundResponse.shape),
  });
}
