import { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import type { PaymentId, PaymentService, Refund, RefundId, RequestBody } from '../domain/payment-service.ts';
import { checked, idempotencyKeyFields, refundFields } from './request-schemas.ts';
import { checkedValue, traceOf } from './response-body.ts';
import { cents, euro, id24, instant, omitAbsent, optionalText } from './response-fields.ts';
import { serviceError } from './service-error.ts';
import type { Call, Exchange, VerifySignature } from './signed-exchange.ts';
import type { SpecDeviations } from './spec-deviations.ts';
import type { HttpResponse } from './transport.ts';

/** Operations 8 and 9 (docs/service.md, Refund API). */
export type RefundApi = Pick<PaymentService, 'prepareRefund' | 'createRefund' | 'readRefund'>;

export function createRefundApi(exchange: Exchange, deviations: SpecDeviations): RefundApi {
  return {
    prepareRefund(ask) {
      const { amount, description } = checked(refundFields, ask);
      return JSON.stringify({ amount, currency: 'EUR', description: description || undefined }) as RequestBody;
    },
    async createRefund(paymentId, body, refundKey, options) {
      const { idempotencyKey } = checked(idempotencyKeyFields, { idempotencyKey: refundKey });
      const { amount } = JSON.parse(body) as { readonly amount: number };
      const parse: Call<Refund>['parse'] = (response, verifySignature) =>
        refundOf(response, verifySignature, deviations, { paymentId, amount });
      const about = { paymentId, refundKey };
      return exchange.run({ operation: 'createRefund', about, body, idempotencyKey, parse }, options);
    },
    async readRefund(paymentId, refundId, options) {
      const about = { paymentId, refundId };
      const parse: Call<Refund>['parse'] = (response, verifySignature) =>
        refundOf(response, verifySignature, deviations, about);
      return exchange.run({ operation: 'readRefund', about, parse }, options);
    },
  };
}

/** Refund API 3.0.3: operations 8 and 9 respond with the same resource. */
const refundResponse = z.looseObject({
  refundId: id24,
  paymentId: id24,
  amount: cents,
  currency: euro,
  status: z.string().min(1),
  description: optionalText,
  creationDate: instant,
});

const refundStatuses = ['PENDING', 'REFUNDED', 'FAILED'] as const;

function toRefund(
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

/** An unverified refund is marked instead of refused, because the money may have moved. */
async function refundOf(
  response: HttpResponse,
  verifySignature: VerifySignature,
  deviations: SpecDeviations,
  asked: { readonly paymentId: string; readonly refundId?: string; readonly amount?: number },
): Promise<Refund> {
  const verifyFault = await verifySignature().then(() => undefined, faultCode);
  const refund = toRefund(checkedValue(refundResponse, response), verifyFault, deviations);
  const others = (Object.keys(asked) as (keyof typeof asked)[]).filter((name) => refund[name] !== asked[name]);
  if (others.length === 0) return refund;
  throw serviceError('answer.mismatch', others.join(', '), {
    ...traceOf(response),
    status: response.status,
    acted: 'maybe',
  });
}

function faultCode(thrown: unknown): string {
  if (thrown instanceof TillError) return thrown.code;
  throw thrown;
}
