import type { CallOptions, PaymentService } from '../../main/domain/payment-service.ts';
import type { Operation } from '../../main/service/operations.ts';
import type { HttpResponse } from '../../main/service/transport.ts';
import { type Answer, all, json, signed } from './client-under-test.ts';
import { creation, payment, paymentId, payout, payoutId, refund, refundId, transaction } from './sample-responses.ts';

interface SampleCall {
  readonly answer: readonly [status: number, body: unknown];
  run(service: PaymentService, options?: CallOptions): Promise<unknown>;
}

export const envelope = { size: 1, totalPages: 1, totalElements: 1, number: 0 };
const sale = { amount: creation.amount, reference: creation.reference };
const list = (items: object) => [200, { ...envelope, ...items }] as const;

/** A call of each operation, with an accepted response. */
export const eachOperation: Readonly<Record<Operation, SampleCall>> = {
  readPayment: { answer: [200, payment], run: (service, options) => service.readPayment(paymentId, options) },
  cancelPayment: { answer: [202, {}], run: (service, options) => service.cancelPayment(paymentId, options) },
  search: { answer: list({ details: [payment] }), run: (service, options) => service.searchPage({}, 0, 10, options) },
  createPayment: {
    answer: [201, creation],
    run: (service, options) => service.createPayment(service.preparePayment(sale), options),
  },
  createStaticQr: {
    answer: [201, creation],
    run: (service, options) => service.createStaticQr(service.prepareStaticQr({ ...sale, posId: 'POS01' }), options),
  },
  acknowledge: {
    answer: [202, {}],
    run: (service, options) => service.acknowledge(paymentId, { amount: sale.amount }, options),
  },
  readRefundIban: {
    answer: [200, { iban: 'BE68539007547034' }],
    run: (service, options) => service.readRefundIban(paymentId, options),
  },
  createRefund: {
    answer: [201, refund],
    run: (service, options) =>
      service.createRefund(paymentId, service.prepareRefund({ amount: refund.amount }), 'key', options),
  },
  readRefund: { answer: [200, refund], run: (service, options) => service.readRefund(paymentId, refundId, options) },
  payouts: { answer: list({ payouts: [payout] }), run: (service, options) => all(service.payouts({}, options)) },
  payoutPayments: {
    answer: list({ payments: [transaction] }),
    run: (service, options) => all(service.payoutPayments({ payoutId }, options)),
  },
  payoutRefunds: {
    answer: list({ refunds: [{ ...transaction, refundId }] }),
    run: (service, options) => all(service.payoutRefunds({ payoutId }, options)),
  },
};

export const operationNames = Object.keys(eachOperation) as Operation[];

/** Responds to every request, with a signature where the Reconciliation API requires one. */
export function answering(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (request, side): HttpResponse => {
    if (!request.path.startsWith('/v3/reconciliation')) return json(status, body, headers);
    const answer = signed(request, side, status, body);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}
