import {
  type CallOptions,
  type Payment,
  type PaymentService,
  paymentStatuses,
  type RequestBody,
  type SearchRequest,
} from '../domain/payment-service.ts';
import {
  cancelResponse,
  creationResponse,
  paymentResponse,
  searchResponse,
  toCreated,
  toPage,
  toPayment,
} from './payment-responses.ts';
import { refundIbansOf } from './refund-iban.ts';
import {
  acknowledgeFields,
  checked,
  paymentFields,
  paymentIdFields,
  searchFields,
  staticQrFields,
} from './request-schemas.ts';
import { bodyOf, checkedValue, traceOf } from './response-body.ts';
import { serviceError } from './service-error.ts';
import type { Call, Exchange } from './signed-exchange.ts';
import type { SpecDeviations } from './spec-deviations.ts';
import type { HttpResponse } from './transport.ts';

/** Operations 1 to 7 (docs/service.md, Payment API). */
export type PaymentApi = Pick<
  PaymentService,
  | 'preparePayment'
  | 'prepareStaticQr'
  | 'readPayment'
  | 'cancelPayment'
  | 'searchPage'
  | 'search'
  | 'createPayment'
  | 'createStaticQr'
  | 'acknowledge'
  | 'readRefundIban'
>;

const LARGEST_PAGE = 100;

/** Whose payments these are: an answer that names somebody else as the creditor is about another terminal's. */
export interface OwnAccount {
  readonly profileId: string;
  readonly merchantId: string;
}

export function createPaymentApi(exchange: Exchange, deviations: SpecDeviations, own?: OwnAccount): PaymentApi {
  const searchPage: PaymentApi['searchPage'] = async (ask, page, size, options) => {
    const { body, query } = searchRequest(ask, page, size);
    return exchange.run(
      {
        api: 'payment',
        operation: 'search',
        method: 'POST',
        path: '/v3/payments/search',
        query,
        body,
        read: true,
        maxBytes: 4 << 20,
        ...(ask.reference === undefined ? {} : { about: { reference: ask.reference } }),
        parse: (response) => {
          const found = toPage(checkedValue(searchResponse, response), deviations);
          if (found.number !== page) throw mismatch(response, `page ${found.number}, not ${page}`);
          return { ...found, items: found.items.filter((payment) => isOwn(payment, own)) };
        },
      },
      options,
    );
  };

  return {
    preparePayment: (ask) => serialised(checked(paymentFields, filled(ask))),
    prepareStaticQr: (ask) => serialised(checked(staticQrFields, filled(ask))),

    async readPayment(id, options) {
      const parse = (response: HttpResponse) => {
        const payment = toPayment(checkedValue(paymentResponse, response), deviations);
        if (payment.paymentId !== id) throw mismatch(response, `asked for ${id}, told of ${payment.paymentId}`);
        if (!isOwn(payment, own)) throw mismatch(response, 'another creditor');
        return payment;
      };
      const path = pathOf(id);
      return exchange.run(
        { api: 'payment', operation: 'readPayment', method: 'GET', path, read: true, about: { paymentId: id }, parse },
        options,
      );
    },

    async cancelPayment(id, options) {
      const path = pathOf(id);
      const call = { api: 'payment', operation: 'cancelPayment', method: 'DELETE', path, read: false } as const;
      await exchange.run(
        { ...call, about: { paymentId: id }, parse: (response) => expectCancelled(id, response) },
        options,
      );
    },

    searchPage,
    search: (ask, options) => allPages(ask, options, searchPage),

    createPayment: (body, options) =>
      exchange.run(creation('createPayment', '/v3/payments', body, deviations, own), options),
    createStaticQr: (body, options) =>
      exchange.run(creation('createStaticQr', '/v3/payments/pos', body, deviations, own), options),

    async acknowledge(id, ask, options) {
      const { amount, reference } = checked(acknowledgeFields, ask);
      const body = JSON.stringify({ currency: 'EUR', amount, reference });
      const path = `${pathOf(id)}/acknowledge`;
      const call = { api: 'payment', operation: 'acknowledge', method: 'POST', path, body, read: false } as const;
      await exchange.run({ ...call, about: { paymentId: id }, parse: expectEmptyOrJson }, options);
    },

    async readRefundIban(id, options) {
      const path = `${pathOf(id)}/debtor/refundIban`;
      const call = { api: 'payment', operation: 'readRefundIban', method: 'GET', path, read: true } as const;
      return exchange.run({ ...call, about: { paymentId: id }, parse: parseIban }, options);
    },
  };
}

/** A creditor that does not name itself is let through. */
function isOwn({ creditor }: Payment, own: OwnAccount | undefined): boolean {
  const names = ['profileId', 'merchantId'] as const;
  return names.every((name) => own === undefined || (creditor?.[name] ?? own[name]) === own[name]);
}

/** The id is escaped, so that it stays one segment of the path. The escaped path is what is signed. */
function pathOf(paymentId: string): string {
  return `/v3/payments/${encodeURIComponent(checked(paymentIdFields, { paymentId }).paymentId)}`;
}

/**
 * Without members that are empty texts: the service would refuse those. An empty reference stays, to be refused by
 * name.
 */
function filled<T extends object>(ask: T): T {
  const keep = ([name, value]: [string, unknown]) => value !== undefined && (value !== '' || name === 'reference');
  return Object.fromEntries(Object.entries(ask).filter(keep)) as T;
}

function serialised(fields: object): RequestBody {
  return JSON.stringify({ ...fields, currency: 'EUR' }) as RequestBody;
}

/** Never repeated by itself: there is no idempotency key, and a second creation invalidates the payment before it. */
function creation(
  operation: 'createPayment' | 'createStaticQr',
  path: string,
  body: RequestBody,
  deviations: SpecDeviations,
  own: OwnAccount | undefined,
): Call<Payment> {
  const asked = JSON.parse(body) as { readonly amount: number; readonly reference: string };
  return {
    api: 'payment',
    operation,
    method: 'POST',
    path,
    body,
    read: false,
    about: { reference: asked.reference },
    parse(response) {
      const payment = toCreated(checkedValue(creationResponse, response), deviations, asked.amount);
      if (payment.amount !== asked.amount) throw mismatch(response, `amount ${payment.amount}, not ${asked.amount}`);
      if (payment.reference !== undefined && payment.reference !== asked.reference)
        throw mismatch(response, 'another reference');
      if (!isOwn(payment, own)) throw mismatch(response, 'another creditor');
      return payment;
    },
  };
}

function searchRequest(ask: SearchRequest, page: number, size: number): { body: string; query: string } {
  const { from, to, paymentStatuses, reference } = checked(searchFields, { ...ask, page, size });
  const time = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
  return {
    body: JSON.stringify({ from: time(from), to: time(to), paymentStatuses, reference }),
    query: `page=${page}&size=${size}`,
  };
}

/**
 * Newest first. A payment made meanwhile shifts the others to the next page: what came on an earlier page is left out.
 */
async function* allPages(
  ask: SearchRequest,
  options: CallOptions | undefined,
  searchPage: PaymentApi['searchPage'],
): AsyncGenerator<Payment> {
  const told = new Set<string>();
  for (let number = 0; ; number += 1) {
    const page = await searchPage(ask, number, LARGEST_PAGE, options);
    for (const payment of page.items) {
      if (told.has(payment.paymentId)) continue;
      told.add(payment.paymentId);
      yield payment;
    }
    if (page.items.length === 0 || number + 1 >= page.totalPages) return;
  }
}

/**
 * The specification does not show what the response to a cancellation or an acknowledgement holds: an empty body and
 * any JSON are accepted. Anything else, such as a sign-in page, is from a proxy, and the service may not have got the
 * request.
 */
function expectEmptyOrJson(response: HttpResponse): void {
  const body = bodyOf(response);
  if (body.kind !== 'unreadable') return;
  throw serviceError('answer.unreadable', body.why, { ...traceOf(response), status: response.status, acted: 'maybe' });
}

/** A body beside "cancelled" must not say otherwise: a read then finds out. */
function expectCancelled(id: string, response: HttpResponse): void {
  expectEmptyOrJson(response);
  const body = bodyOf(response);
  if (body.kind !== 'json') return;
  const { paymentId = id, status = 'CANCELLED', code } = cancelResponse.safeParse(body.value).data ?? {};
  const isAnotherEnd = status !== 'CANCELLED' && (paymentStatuses as readonly string[]).includes(status);
  if (paymentId !== id || isAnotherEnd || code !== undefined)
    throw mismatch(response, 'a cancellation that says something else');
}

function parseIban(response: HttpResponse): string {
  const body = bodyOf(response);
  const value = body.kind === 'json' ? body.value : new TextDecoder().decode(response.body).trim();
  const [iban, ...others] = refundIbansOf(value);
  const facts = { ...traceOf(response), status: response.status };
  // Money goes to this account: with two to choose from, the till chooses none.
  if (others.length > 0) throw serviceError('answer.schema', `${others.length + 1} different IBANs in it`, facts);
  if (iban !== undefined) return iban;
  throw serviceError(body.kind === 'json' ? 'answer.schema' : 'answer.unreadable', 'no IBAN in it', facts);
}

function mismatch(response: HttpResponse, detail: string) {
  return serviceError('answer.mismatch', detail, { ...traceOf(response), status: response.status, acted: 'maybe' });
}
