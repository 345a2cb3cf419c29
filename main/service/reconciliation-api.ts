import type { z } from 'zod';
import type { CallOptions, PaymentService } from './payment-service.ts';
import { fetchAnswer, lists, queryOf, rangeQuery } from './reconciliation-lists.ts';
import { toPayout, toTransaction } from './reconciliation-responses.ts';
import { checked, payoutsFields } from './request-schemas.ts';
import { checkedValue } from './response-body.ts';
import type { Exchange } from './signed-exchange.ts';
import type { SpecDeviations } from './spec-deviations.ts';

/** Operations 10 to 12 (docs/service.md, Reconciliation API). Limits are checked when the first item is asked for. */
export type ReconciliationApi = Pick<PaymentService, 'payouts' | 'payoutPayments' | 'payoutRefunds'>;

export function createReconciliationApi(exchange: Exchange, deviations: SpecDeviations): ReconciliationApi {
  return {
    payouts(ask = {}, options) {
      const query = (page: number) => queryOf({ date: checked(payoutsFields, ask).date }, page);
      return items(exchange, lists.payouts, query, options, ({ payouts }) =>
        payouts.map((item) => toPayout(item, deviations)),
      );
    },
    payoutPayments(ask, options) {
      const query = (page: number) => rangeQuery(ask, page);
      return items(exchange, lists.payments, query, options, ({ payments }) =>
        payments.map((item) => toTransaction(item, deviations)),
      );
    },
    payoutRefunds(ask, options) {
      const query = (page: number) => rangeQuery(ask, page);
      return items(exchange, lists.refunds, query, options, ({ refunds }) =>
        refunds.map((item) => toTransaction(item, deviations)),
      );
    },
  };
}

/** Page after page. The next one is fetched once the one before is used up. A response that does not verify throws. */
async function* items<Schema extends z.ZodType<{ totalPages: number }>, Item>(
  exchange: Exchange,
  { schema, ...list }: Pick<(typeof lists)[keyof typeof lists], 'operation' | 'path'> & { readonly schema: Schema },
  queryOfPage: (page: number) => URLSearchParams,
  options: CallOptions | undefined,
  itemsOf: (response: z.output<Schema>) => readonly Item[],
): AsyncGenerator<Item> {
  for (let number = 0; ; number += 1) {
    const value = await fetchAnswer(exchange, list, queryOfPage(number), 'refuse', options, (response) =>
      checkedValue(schema, response),
    );
    const page = itemsOf(value);
    yield* page;
    if (page.length === 0 || number + 1 >= value.totalPages) return;
  }
}
