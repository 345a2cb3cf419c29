import type { z } from 'zod';
import type { CallOptions, PaymentService } from '../domain/payment-service.ts';
import { fetchAnswer, lists, queryOf, rangeQuery, requirePage } from './reconciliation-lists.ts';
import { toPayout, toTransaction } from './reconciliation-responses.ts';
import { checked, payoutsFields } from './request-schemas.ts';
import { checkedValue } from './response-body.ts';
import { serviceError } from './service-error.ts';
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

/** A list that changes while it is read is read again, so often. */
const MOST_TRIES = 3;

/**
 * Page after page. A list that changes meanwhile is read again from its beginning, so that nothing that moved over the edge
 * of a page is left out: what was told already is told once more then. A response that does not verify throws, and so does
 * a list that never stands still, with `answer.mismatch`.
 */
async function* items<Schema extends z.ZodType<{ totalPages: number; totalElements: number; number: number }>, Item>(
  exchange: Exchange,
  { schema, ...list }: Pick<(typeof lists)[keyof typeof lists], 'operation' | 'path'> & { readonly schema: Schema },
  queryOfPage: (page: number) => URLSearchParams,
  options: CallOptions | undefined,
  itemsOf: (response: z.output<Schema>) => readonly Item[],
): AsyncGenerator<Item> {
  for (let tries = 1, total: number | undefined, number = 0; ; number += 1) {
    const value = await fetchAnswer(exchange, list, queryOfPage(number), 'refuse', options, (response) => {
      const read = checkedValue(schema, response);
      requirePage(read.number, number, response);
      return read;
    });
    if (total !== undefined && value.totalElements !== total) {
      if (tries >= MOST_TRIES) throw serviceError('answer.mismatch', 'a list that changes all the time');
      tries += 1;
      number = -1;
      total = undefined;
      continue;
    }
    total = value.totalElements;
    const page = itemsOf(value);
    yield* page;
    if (page.length === 0 || number + 1 >= value.totalPages) return;
  }
}
