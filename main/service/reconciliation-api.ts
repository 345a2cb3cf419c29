import type { z } from 'zod';
import type { CallOptions, PaymentService, TransactionQuery } from './payment-service.ts';
import {
  paymentsResponse,
  payoutsResponse,
  refundsResponse,
  toPayout,
  toTransaction,
} from './reconciliation-responses.ts';
import { checked, payoutsFields, transactionsFields } from './request-schemas.ts';
import { checkedValue } from './response-body.ts';
import type { Exchange } from './signed-exchange.ts';
import type { SpecDeviations } from './spec-deviations.ts';

/** Operations 10 to 12 (docs/service.md, Reconciliation API). Limits are checked when the first item is asked for. */
export type ReconciliationApi = Pick<PaymentService, 'payouts' | 'payoutPayments' | 'payoutRefunds'>;

const PAGE_SIZE = 10_000;
const MAX_BYTES = 64 << 20;

export function createReconciliationApi(exchange: Exchange, deviations: SpecDeviations): ReconciliationApi {
  return {
    payouts(ask = {}, options) {
      const query = () => new URLSearchParams(filled({ date: checked(payoutsFields, ask).date }));
      const list = { operation: 'payouts', schema: payoutsResponse, itemsOf: payoutItems } as const;
      return mapped(pages(exchange, list, query, options), (item) => toPayout(item, deviations));
    },
    payoutPayments(ask, options) {
      const list = { operation: 'payoutPayments', schema: paymentsResponse, itemsOf: paymentItems } as const;
      return mapped(
        pages(exchange, list, () => rangeQuery(ask), options),
        (item) => toTransaction(item, deviations),
      );
    },
    payoutRefunds(ask, options) {
      const list = { operation: 'payoutRefunds', schema: refundsResponse, itemsOf: refundItems } as const;
      return mapped(
        pages(exchange, list, () => rangeQuery(ask), options),
        (item) => toTransaction(item, deviations),
      );
    },
  };
}

const payoutItems = (response: z.output<typeof payoutsResponse>) => response.payouts;
const paymentItems = (response: z.output<typeof paymentsResponse>) => response.payments;
const refundItems = (response: z.output<typeof refundsResponse>) => response.refunds;

const PATHS = {
  payouts: '/v3/reconciliation/payouts',
  payoutPayments: '/v3/reconciliation/payments',
  payoutRefunds: '/v3/reconciliation/refunds',
} as const;

interface List<Schema extends z.ZodType<{ totalPages: number }>, Item> {
  readonly operation: keyof typeof PATHS;
  readonly schema: Schema;
  readonly itemsOf: (response: z.output<Schema>) => readonly Item[];
}

/** Page after page. The next one is fetched once the one before is used up. A response that does not verify throws. */
async function* pages<Schema extends z.ZodType<{ totalPages: number }>, Item>(
  exchange: Exchange,
  { operation, schema, itemsOf }: List<Schema, Item>,
  queryOf: () => URLSearchParams,
  options: CallOptions | undefined,
): AsyncGenerator<readonly Item[]> {
  const query = queryOf();
  query.set('size', String(PAGE_SIZE));
  for (let number = 0; ; number += 1) {
    query.set('page', String(number));
    const response = await exchange.run(
      {
        api: 'reconciliation',
        operation,
        method: 'GET',
        path: PATHS[operation],
        query: query.toString(),
        read: true,
        maxBytes: MAX_BYTES,
        async parse(wire, verifySignature) {
          await verifySignature();
          return checkedValue(schema, wire);
        },
      },
      options,
    );
    const items = itemsOf(response);
    yield items;
    if (items.length === 0 || number + 1 >= response.totalPages) return;
  }
}

async function* mapped<From, To>(lists: AsyncIterable<readonly From[]>, to: (item: From) => To): AsyncGenerator<To> {
  for await (const list of lists) for (const item of list) yield to(item);
}

function rangeQuery(ask: TransactionQuery): URLSearchParams {
  const { payoutId, startDate, endDate } = checked(transactionsFields, ask);
  return new URLSearchParams(filled({ 'payout-id': payoutId, 'start-date': startDate, 'end-date': endDate }));
}

function filled(parameters: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
