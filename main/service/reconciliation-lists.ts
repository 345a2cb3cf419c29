import type { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import type { CallOptions, Page, Payout, Transaction, TransactionQuery } from './payment-service.ts';
import {
  openPages,
  pageItems,
  paymentsResponse,
  payoutsResponse,
  refundsResponse,
  toPayout,
  toTransaction,
} from './reconciliation-responses.ts';
import { checked, payoutsFields, transactionsFields } from './request-schemas.ts';
import { checkedValue } from './response-body.ts';
import { serviceError } from './service-error.ts';
import type { Exchange } from './signed-exchange.ts';
import type { SpecDeviations } from './spec-deviations.ts';

/** A page of a list of the Reconciliation API, and whether anybody but the service could have written it. */
export interface ListPage<Item> extends Omit<Page<Item>, 'items'> {
  /** Each is checked when its turn comes; one that is not as specified throws TillError `answer.schema`. */
  readonly items: Iterable<Item>;
  /** How many they are. */
  readonly size: number;
  /** Why its signature does not verify: a code `verify.*`. Nothing in the page is proven then. */
  readonly verifyFault?: string;
}

/**
 * Operations 10 to 12 page by page (docs/service.md, Reconciliation API), for a reader who keeps what he has and goes on
 * later. A page whose signature does not verify is given with the fault; without the service's keys nothing can be
 * verified, and the call rejects with `verify.keys-unavailable`.
 */
export interface ReconciliationLists {
  /** Payouts of a day, `yyyy-MM-dd` in UTC. */
  payoutsPage(day: string, page: number, options?: CallOptions): Promise<ListPage<Payout>>;
  paymentsPage(ask: TransactionQuery, page: number, options?: CallOptions): Promise<ListPage<Transaction>>;
  refundsPage(ask: TransactionQuery, page: number, options?: CallOptions): Promise<ListPage<Transaction>>;
}

export function createReconciliationLists(exchange: Exchange, deviations: SpecDeviations): ReconciliationLists {
  type Wire = Parameters<typeof toTransaction>[0];
  const transaction = (item: Wire) => toTransaction(item, deviations);
  return {
    async payoutsPage(day, page, options) {
      const query = queryOf({ date: checked(payoutsFields, { date: day }).date }, page);
      const list = { ...lists.payouts, schema: openPages.payouts };
      const { value, ...fault } = await fetchPage(exchange, list, query, 'mark', options);
      const to = (item: Parameters<typeof toPayout>[0]) => toPayout(item, deviations);
      return { ...pageOf(value, value.payouts, pageItems.payout, to), ...fault };
    },
    async paymentsPage(ask, page, options) {
      const list = { ...lists.payoutPayments, schema: openPages.payments };
      const { value, ...fault } = await fetchPage(exchange, list, rangeQuery(ask, page), 'mark', options);
      return { ...pageOf(value, value.payments, pageItems.payment, transaction), ...fault };
    },
    async refundsPage(ask, page, options) {
      const list = { ...lists.payoutRefunds, schema: openPages.refunds };
      const { value, ...fault } = await fetchPage(exchange, list, rangeQuery(ask, page), 'mark', options);
      return { ...pageOf(value, value.refunds, pageItems.refund, transaction), ...fault };
    },
  };
}

const PAGE_SIZE = 10_000;
const MAX_BYTES = 64 << 20;

export const lists = {
  payouts: { operation: 'payouts', path: '/v3/reconciliation/payouts', schema: payoutsResponse },
  payoutPayments: { operation: 'payoutPayments', path: '/v3/reconciliation/payments', schema: paymentsResponse },
  payoutRefunds: { operation: 'payoutRefunds', path: '/v3/reconciliation/refunds', schema: refundsResponse },
} as const;

interface List<Schema extends z.ZodType> {
  readonly operation: keyof typeof lists;
  readonly path: string;
  readonly schema: Schema;
}

/** One page. What does not verify is refused with a TillError `verify.*`, or marked. */
export function fetchPage<Schema extends z.ZodType>(
  exchange: Exchange,
  { operation, path, schema }: List<Schema>,
  query: URLSearchParams,
  unverified: 'refuse' | 'mark',
  options: CallOptions | undefined,
): Promise<{ readonly value: z.output<Schema>; readonly verifyFault?: string }> {
  return exchange.run(
    {
      api: 'reconciliation',
      operation,
      method: 'GET',
      path,
      query: query.toString(),
      read: true,
      maxBytes: MAX_BYTES,
      async parse(wire, verifySignature) {
        const fault = await verifySignature().then(() => undefined, faultOf);
        if (fault !== undefined && (unverified === 'refuse' || fault.code === 'verify.keys-unavailable')) throw fault;
        return { value: checkedValue(schema, wire), ...(fault && { verifyFault: fault.code }) };
      },
    },
    options,
  );
}

function faultOf(thrown: unknown): TillError {
  if (thrown instanceof TillError) return thrown;
  throw thrown;
}

/** The query of operations 11 and 12, checked against the limits. Throws TillError `invalid.*` with the field. */
export function rangeQuery(ask: TransactionQuery, page: number): URLSearchParams {
  const { payoutId, startDate, endDate } = checked(transactionsFields, ask);
  return queryOf({ 'payout-id': payoutId, 'start-date': startDate, 'end-date': endDate }, page);
}

export function queryOf(parameters: Readonly<Record<string, string | undefined>>, page: number): URLSearchParams {
  const filled = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams([...filled, ['size', String(PAGE_SIZE)], ['page', String(page)]]);
}

function pageOf<Schema extends z.ZodType, Item>(
  { number, totalPages, totalElements }: Omit<Page<never>, 'items'>,
  raw: readonly unknown[],
  schema: Schema,
  to: (checkedItem: z.output<Schema>) => Item,
): ListPage<Item> {
  return {
    number,
    totalPages,
    totalElements,
    size: raw.length,
    items: { [Symbol.iterator]: () => each(raw, schema, to) },
  };
}

function* each<Schema extends z.ZodType, Item>(
  raw: readonly unknown[],
  schema: Schema,
  to: (checkedItem: z.output<Schema>) => Item,
): Generator<Item> {
  for (const [index, item] of raw.entries()) {
    const result = schema.safeParse(item);
    if (result.success) yield to(result.data);
    else
      throw serviceError('answer.schema', `item ${index}: ${result.error.issues[0]?.path.join('.')}`, { status: 200 });
  }
}
