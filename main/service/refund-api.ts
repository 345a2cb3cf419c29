import { TillError } from '../base/till-error.ts';
import type { PaymentService, Refund, RequestBody } from '../domain/payment-service.ts';
import { refundResponse, toRefund } from './refund-responses.ts';
import { checked, idempotencyKeyFields, paymentIdFields, refundFields, refundIdsFields } from './request-schemas.ts';
import { checkedValue, traceOf } from './response-body.ts';
import { serviceError } from './service-error.ts';
import type { Exchange, VerifySignature } from './signed-exchange.ts';
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

    async createRefund(id, body, key, options) {
      const { paymentId } = checked(paymentIdFields, { paymentId: id });
      const { idempotencyKey } = checked(idempotencyKeyFields, { idempotencyKey: key });
      const asked = JSON.parse(body) as { readonly amount: number };
      return exchange.run(
        {
          api: 'refund',
          operation: 'createRefund',
          method: 'POST',
          path: refundsPath(paymentId),
          body,
          idempotencyKey,
          read: false,
          about: { paymentId, refundKey: key },
          parse: (response, verifySignature) =>
            refundOf(response, verifySignature, deviations, { paymentId, amount: asked.amount }),
        },
        options,
      );
    },

    async readRefund(id, refundId, options) {
      const ids = checked(refundIdsFields, { paymentId: id, refundId });
      return exchange.run(
        {
          api: 'refund',
          operation: 'readRefund',
          method: 'GET',
          path: `${refundsPath(ids.paymentId)}/${encodeURIComponent(ids.refundId)}`,
          read: true,
          about: ids,
          parse: (response, verifySignature) => refundOf(response, verifySignature, deviations, ids),
        },
        options,
      );
    },
  };
}

/** The id is escaped, so that it stays one segment of the path. The escaped path is what is signed. */
function refundsPath(paymentId: string): string {
  return `/v3/payments/${encodeURIComponent(paymentId)}/refunds`;
}

/**
 * The refund of a response. Where the signature does not verify it is marked: the money may have moved all the same.
 */
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
