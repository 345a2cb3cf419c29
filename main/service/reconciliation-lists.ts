import type { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import type {
  CallOptions,
  Page,
  PaymentService,
  Payout,
  Transaction,
  TransactionQuery,
} from '../domain/payment-service.ts';
import { openPages, pageItems, toPayout, toTransaction } from './reconciliation-responses.ts';
import { checked, payoutsFields, transactionsFields } from './request-schemas.ts';
import { checkedValue } from './response-body.ts';
import { serviceError } from './service-error.ts';
import type { Exchange } from './signed-exchange.ts';
import type { SpecDeviations } from './spec-deviations.ts';
import type { HttpResponse } from './transport.ts';

/** Operations 10 to 12 (docs/service.md, Reconciliation API). Limits are checked when the first item is requested. */
export type ReconciliationApi = Pick<PaymentService, 'payouts' | 'payoutPayments' | 'payoutRefunds'>;

export function createReconciliationApi(exchange: Exchange, deviations: SpecDeviations): ReconciliationApi {
  const { payout, payment, refund } = readersOf(deviations);
  return {
    payouts: ({ date: day } = {}, options) =>
      everyItem(exchange, (page) => ({ list: 'payouts', day, page }), payout, options),
    payoutPayments: (range, options) =>
      everyItem(exchange, (page) => ({ list: 'payments', range, page }), payment, options),
    payoutRefunds: (range, options) =>
      everyItem(exchange, (page) => ({ list: 'refunds', range, page }), refund, options),
  };
}

const MOST_TRIES = 3;

/**
 * A list that changes meanwhile is read again from the beginning, so items may repeat but are never missed. Throws
 * TillError `verify.*` for an unverified page, and `answer.mismatch` for a list that keeps changing.
 */
async function* everyItem<Item>(
  exchange: Exchange,
  askOf: (page: number) => ListAsk,
  read: ReadItem<Item>,
  options: CallOptions | undefined,
): AsyncGenerator<Item> {
  for (let tries = 1, total: number | undefined, number = 0; ; number += 1) {
    const ask = askOf(number);
    const page = await fetchPage(exchange, ask, 'refuse', options, (response) => {
      const { raw, ...open } = opened(ask, response);
      return { ...open, items: raw.map(read) };
    });
    if (total !== undefined && page.totalElements !== total) {
      if (tries >= MOST_TRIES) throw serviceError('answer.mismatch', 'list changed between pages');
      tries += 1;
      number = -1;
      total = undefined;
      continue;
    }
    total = page.totalElements;
    yield* page.items;
    if (page.items.length === 0 || number + 1 >= page.totalPages) return;
  }
}

export interface ListPage<Item> extends Omit<Page<Item>, 'items'> {
  /** Each item is checked during iteration; an item that breaks the specification throws TillError `answer.schema`. */
  readonly items: Iterable<Item>;
  readonly size: number;
  /** A code `verify.*`: the signature does not verify, and nothing in the page is proven. */
  readonly verifyFault?: string;
}

/**
 * Operations 10 to 12 page by page. A page whose signature does not verify is returned with `verifyFault`. Without the
 * service's keys the call throws TillError `verify.keys-unavailable`.
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
      fetchPage(exchange, ask, 'mark', options, (response, fault) => ({ ...opened(ask, response), ...fault })),
    deviations,
  );
}

export type ListAsk =
  | { readonly list: 'payouts'; readonly day: string | undefined; readonly page: number }
  | { readonly list: 'payments' | 'refunds'; readonly range: TransactionQuery; readonly page: number };

/** Another thread can parse the page: no key is needed. */
export interface RawPage {
  readonly response: HttpResponse;
  readonly verifyFault?: string;
}

export interface RawLists {
  rawPage(ask: ListAsk, options?: CallOptions): Promise<RawPage>;
}

export function createRawLists(exchange: Exchange): RawLists {
  return {
    rawPage: async (ask, options) =>
      fetchPage(exchange, ask, 'mark', options, (response, fault) => {
        // The page may come from a captive portal. Parsing now lets the exchange retry like after any other unreadable
        // response.
        if (fault.verifyFault !== undefined) opened(ask, response);
        return { response, ...fault };
      }),
  };
}

export function listsOfRaw({ rawPage }: RawLists, deviations: SpecDeviations): ReconciliationLists {
  return readLists(async (ask, options) => {
    const { response, ...fault } = await rawPage(ask, options);
    return { ...opened(ask, response), ...fault };
  }, deviations);
}

interface OpenPage extends Omit<Page<never>, 'items'> {
  readonly raw: readonly unknown[];
  readonly verifyFault?: string;
}

function opened({ list, page: asked }: ListAsk, response: HttpResponse): OpenPage {
  const { number, totalPages, totalElements, ...page } = checkedValue(openPages[list], response);
  if (number !== asked)
    throw serviceError('answer.mismatch', `page ${number}, not ${asked}`, { status: response.status });
  return { number, totalPages, totalElements, raw: page[list] as readonly unknown[] };
}

function readLists(
  ask: (ask: ListAsk, options: CallOptions | undefined) => Promise<OpenPage>,
  deviations: SpecDeviations,
): ReconciliationLists {
  const { payout, payment, refund } = readersOf(deviations);
  return {
    payoutsPage: async (day, page, options) => pageOf(await ask({ list: 'payouts', day, page }, options), payout),
    paymentsPage: async (range, page, options) =>
      pageOf(await ask({ list: 'payments', range, page }, options), payment),
    refundsPage: async (range, page, options) => pageOf(await ask({ list: 'refunds', range, page }, options), refund),
  };
}

const OPERATIONS = { payouts: 'payouts', payments: 'payoutPayments', refunds: 'payoutRefunds' } as const;

/** An unverified page throws TillError `verify.*`, or is marked. */
async function fetchPage<T>(
  exchange: Exchange,
  ask: ListAsk,
  unverified: 'refuse' | 'mark',
  options: CallOptions | undefined,
  read: (response: HttpResponse, fault: { readonly verifyFault?: string }) => T,
): Promise<T> {
  return exchange.run(
    {
      operation: OPERATIONS[ask.list],
      query: queryOf(ask),
      async parse(response, verifySignature) {
        const fault = await verifySignature().then(() => undefined, faultOf);
        if (fault !== undefined && (unverified === 'refuse' || fault.code === 'verify.keys-unavailable')) throw fault;
        return read(response, fault === undefined ? {} : { verifyFault: fault.code });
      },
    },
    options,
  );
}

function faultOf(thrown: unknown): TillError {
  if (thrown instanceof TillError) return thrown;
  throw thrown;
}

const PAGE_SIZE = 10_000;

function queryOf(ask: ListAsk): string {
  const filled = Object.entries(parametersOf(ask)).filter((one): one is [string, string] => one[1] !== undefined);
  return new URLSearchParams([...filled, ['size', String(PAGE_SIZE)], ['page', String(ask.page)]]).toString();
}

function parametersOf(ask: ListAsk): Readonly<Record<string, string | undefined>> {
  if (ask.list === 'payouts') return { date: checked(payoutsFields, { date: ask.day }).date };
  const { payoutId, startDate, endDate } = checked(transactionsFields, ask.range);
  return { 'payout-id': payoutId, 'start-date': startDate, 'end-date': endDate };
}

type ReadItem<Item> = (item: unknown, index: number) => Item;

function readersOf(deviations: SpecDeviations) {
  return {
    payout: (item: unknown, index: number) => toPayout(checkedItem(pageItems.payout, item, index), deviations),
    payment: (item: unknown, index: number) => toTransaction(checkedItem(pageItems.payment, item, index), deviations),
    refund: (item: unknown, index: number) => toTransaction(checkedItem(pageItems.refund, item, index), deviations),
  };
}

function checkedItem<Schema extends z.ZodType>(schema: Schema, item: unknown, index: number): z.output<Schema> {
  const result = schema.safeParse(item);
  if (result.success) return result.data;
  const { error } = result;
  const place = `item ${index}: ${error.issues[0]?.path.join('.')}`;
  throw serviceError('answer.schema', place, { status: 200, acted: 'maybe', cause: error });
}

function pageOf<Item>({ raw, ...page }: OpenPage, read: ReadItem<Item>): ListPage<Item> {
  return { ...page, size: raw.length, items: { [Symbol.iterator]: () => each(raw, read) } };
}

function* each<Item>(raw: readonly unknown[], read: ReadItem<Item>): Generator<Item> {
  for (const [index, item] of raw.entries()) yield read(item, index);
}
