import type { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import type { CallOptions, Page, Payout, Transaction, TransactionQuery } from '../domain/payment-service.ts';
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
import type { HttpResponse } from './transport.ts';

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
  return readLists(
    (ask, options) =>
      fetchAnswer(exchange, lists[ask.list], queryOfList(ask), 'mark', options, (response, fault) => ({
        ...opened(ask, response),
        ...fault,
      })),
    deviations,
  );
}

/** A page that is asked for. */
export type ListAsk =
  | { readonly list: 'payouts'; readonly day: string; readonly page: number }
  | { readonly list: 'payments' | 'refunds'; readonly range: TransactionQuery; readonly page: number };

/** A page as it came, and why its signature does not verify. It can be read elsewhere: no key is needed for it. */
export interface RawPage {
  readonly response: HttpResponse;
  readonly verifyFault?: string;
}

export interface RawLists {
  /** As the pages of `ReconciliationLists`; what the service has signed is not looked into. */
  rawPage(ask: ListAsk, options?: CallOptions): Promise<RawPage>;
}

export function createRawLists(exchange: Exchange): RawLists {
  return {
    rawPage: async (ask, options) =>
      fetchAnswer(exchange, lists[ask.list], queryOfList(ask), 'mark', options, (response, fault) => {
        // It may be a portal's page: then the service is asked again, as it is for every other answer of nobody's.
        if (fault.verifyFault !== undefined) opened(ask, response);
        return { response, ...fault };
      }),
  };
}

/** The lists of raw pages, checked and in our types. */
export function listsOfRaw({ rawPage }: RawLists, deviations: SpecDeviations): ReconciliationLists {
  return readLists(async (ask, options) => {
    const { response, ...fault } = await rawPage(ask, options);
    return { ...opened(ask, response), ...fault };
  }, deviations);
}

/** A page whose items nobody has looked at yet. */
interface OpenPage extends Omit<Page<never>, 'items'> {
  readonly raw: readonly unknown[];
  readonly verifyFault?: string;
}

function opened({ list, page: asked }: ListAsk, response: HttpResponse): OpenPage {
  const { number, totalPages, totalElements, ...page } = checkedValue(openPages[list], response);
  requirePage(number, asked, response);
  return { number, totalPages, totalElements, raw: page[list] as readonly unknown[] };
}

/** An answer about another page would leave out the one that was asked for. */
export function requirePage(number: number, asked: number, response: HttpResponse): void {
  if (number === asked) return;
  throw serviceError('answer.mismatch', `page ${number}, not ${asked}`, { status: response.status });
}

function readLists(
  ask: (ask: ListAsk, options: CallOptions | undefined) => Promise<OpenPage>,
  deviations: SpecDeviations,
): ReconciliationLists {
  type Wire = Parameters<typeof toTransaction>[0];
  const transaction = (item: Wire) => toTransaction(item, deviations);
  return {
    async payoutsPage(day, page, options) {
      const to = (item: Parameters<typeof toPayout>[0]) => toPayout(item, deviations);
      return pageOf(await ask({ list: 'payouts', day, page }, options), pageItems.payout, to);
    },
    async paymentsPage(range, page, options) {
      return pageOf(await ask({ list: 'payments', range, page }, options), pageItems.payment, transaction);
    },
    async refundsPage(range, page, options) {
      return pageOf(await ask({ list: 'refunds', range, page }, options), pageItems.refund, transaction);
    },
  };
}

function queryOfList(ask: ListAsk): URLSearchParams {
  if (ask.list === 'payouts') return queryOf({ date: checked(payoutsFields, { date: ask.day }).date }, ask.page);
  return rangeQuery(ask.range, ask.page);
}

const PAGE_SIZE = 10_000;
const MAX_BYTES = 64 << 20;

export const lists = {
  payouts: { operation: 'payouts', path: '/v3/reconciliation/payouts', schema: payoutsResponse },
  payments: { operation: 'payoutPayments', path: '/v3/reconciliation/payments', schema: paymentsResponse },
  refunds: { operation: 'payoutRefunds', path: '/v3/reconciliation/refunds', schema: refundsResponse },
} as const;

interface List {
  readonly operation: (typeof lists)[keyof typeof lists]['operation'];
  readonly path: string;
}

/** One page, read. What does not verify is refused with a TillError `verify.*`, or marked. */
export function fetchAnswer<T>(
  exchange: Exchange,
  { operation, path }: List,
  query: URLSearchParams,
  unverified: 'refuse' | 'mark',
  options: CallOptions | undefined,
  read: (response: HttpResponse, fault: { readonly verifyFault?: string }) => T,
): Promise<T> {
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
        return read(wire, fault === undefined ? {} : { verifyFault: fault.code });
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
  { raw, ...page }: OpenPage,
  schema: Schema,
  to: (checkedItem: z.output<Schema>) => Item,
): ListPage<Item> {
  return {
    ...page,
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
