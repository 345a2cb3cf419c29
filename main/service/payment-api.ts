import { inBasicSepa } from '../../preload/contract/sepa-characters.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import {
  type CallOptions,
  type Payment,
  type PaymentService,
  paymentStatuses,
  type RequestBody,
  type SearchRequest,
} from '../domain/payment-service.ts';
import { sameText } from '../domain/same-text.ts';
import type { Operation } from './operations.ts';
import {
  cancelResponse,
  creationResponse,
  paymentResponse,
  searchResponse,
  toCreated,
  toPage,
  toPayment,
} from './payment-responses.ts';
import type { ReconciliationApi } from './reconciliation-lists.ts';
import type { RefundApi } from './refund-api.ts';
import { refundIbansOf } from './refund-iban.ts';
import { acknowledgeFields, checked, paymentFields, searchFields, staticQrFields } from './request-schemas.ts';
import { bodyOf, checkedValue, traceOf } from './response-body.ts';
import { serviceError } from './service-error.ts';
import type { Exchange } from './signed-exchange.ts';
import type { SpecDeviations } from './spec-deviations.ts';
import type { HttpResponse } from './transport.ts';

/** Operations 1 to 7 (docs/service.md, Payment API). */
type PaymentApi = Omit<PaymentService, keyof RefundApi | keyof ReconciliationApi>;

const LARGEST_PAGE = 100;

/** The creditor of the till's payments: a response with another merchant is about a payment of another terminal. */
interface OwnAccount {
  readonly profileId: string;
  readonly merchantId: string;
}

export function createPaymentApi(exchange: Exchange, deviations: SpecDeviations, own?: OwnAccount): PaymentApi {
  const otherCreditor = createCreditorCheck(own, deviations);
  const searchFor = (
    sent: string | undefined,
    ask: SearchRequest,
    page: number,
    size: number,
    options?: CallOptions,
  ) => {
    const parse = (response: HttpResponse) => {
      const found = toPage(checkedValue(searchResponse, response), deviations);
      if (found.number !== page) throw mismatch(response, `page ${found.number}, not ${page}`);
      // An empty page is the last, whatever the count says. A page with only other merchants' payments is not the last.
      const totalPages = found.items.length === 0 ? 0 : found.totalPages;
      const items = otherCreditor.without(found.items).map((payment) => withSentReference(payment, sent, deviations));
      return { ...found, totalPages, items };
    };
    const about = omitUndefined({ reference: sent });
    return exchange.run({ operation: 'search', about, ...searchRequest(ask, page, size), parse }, options);
  };
  const searchPage: PaymentApi['searchPage'] = async (ask, page, size, options) => {
    const found = await searchFor(ask.reference, ask, page, size, options);
    const basic = ask.reference === undefined ? undefined : inBasicSepa(ask.reference);
    if (basic === undefined || found.items.some(({ reference }) => reference === ask.reference)) return found;
    // A service that stores only the basic SEPA characters may not find a reference with others.
    return searchFor(ask.reference, { ...ask, reference: basic }, page, size, options);
  };
  /** Never repeated: the operation has no idempotency key, and a second creation invalidates the first payment. */
  const create = async (operation: Operation, body: RequestBody, options?: CallOptions) => {
    const asked = JSON.parse(body) as CreationAsked;
    const parse = (response: HttpResponse) => createdPayment(response, asked, deviations, otherCreditor);
    return exchange.run({ operation, body, about: { reference: asked.reference }, parse }, options);
  };

  return {
    preparePayment: (ask) => serialised(checked(paymentFields, filled(ask))),
    prepareStaticQr: (ask) => serialised(checked(staticQrFields, filled(ask))),
    createPayment: (body, options) => create('createPayment', body, options),
    createStaticQr: (body, options) => create('createStaticQr', body, options),
    searchPage,
    search: (ask, options) => allPages(ask, options, searchPage),

    readPayment(paymentId, options) {
      const parse = (response: HttpResponse) => {
        const payment = toPayment(checkedValue(paymentResponse, response), deviations);
        if (payment.paymentId !== paymentId)
          throw mismatch(response, `requested ${paymentId}, received ${payment.paymentId}`);
        otherCreditor.refuse(payment, response);
        return payment;
      };
      return exchange.run({ operation: 'readPayment', about: { paymentId }, parse }, options);
    },
    cancelPayment(paymentId, options) {
      const parse = (response: HttpResponse) => expectCancelled(paymentId, response);
      return exchange.run({ operation: 'cancelPayment', about: { paymentId }, parse }, options);
    },
    async acknowledge(paymentId, ask, options) {
      const body = JSON.stringify({ currency: 'EUR', ...checked(acknowledgeFields, ask) });
      await exchange.run({ operation: 'acknowledge', about: { paymentId }, body, parse: expectEmptyOrJson }, options);
    },
    readRefundIban: (paymentId, options) =>
      exchange.run({ operation: 'readRefundIban', about: { paymentId }, parse: parseIban }, options),
  };
}

type CreditorCheck = ReturnType<typeof createCreditorCheck>;

/**
 * Checks that a payment's creditor is the till's own. A creditor without ids is accepted. An unknown `profileId`, a
 * configuration id by the specification, is accepted until a response contains the till's own `profileId`. From then on
 * an unknown `profileId` means another profile.
 */
function createCreditorCheck(own: OwnAccount | undefined, deviations: SpecDeviations) {
  let isProfileNamed = false;
  const otherIn = ({ creditor }: Payment): keyof OwnAccount | undefined => {
    const isOther = (name: keyof OwnAccount) => own !== undefined && (creditor?.[name] ?? own[name]) !== own[name];
    if (isOther('merchantId')) return 'merchantId';
    if (!isOther('profileId')) return undefined;
    if (isProfileNamed) return 'profileId';
    report('accepted', 'profileId', creditor);
    return undefined;
  };
  const report = (kind: 'accepted' | 'refused', name: keyof OwnAccount, creditor: Payment['creditor']) =>
    deviations.differs(kind, `creditor.${name}`, own?.[name] ?? '', creditor?.[name] ?? '');
  const without = (payments: readonly Payment[]) => {
    isProfileNamed ||= payments.some(({ creditor }) => creditor?.profileId === (own?.profileId ?? ''));
    return payments.filter((payment) => otherIn(payment) === undefined);
  };
  return {
    without,
    refuse(payment: Payment, response: HttpResponse): void {
      if (without([payment]).length > 0) return;
      report('refused', otherIn(payment) ?? 'merchantId', payment.creditor);
      throw mismatch(response, 'another creditor');
    },
  };
}

/** Returns the payment with its reference as the till sent it, where the service stores another form. */
function withSentReference(payment: Payment, sent: string | undefined, deviations: SpecDeviations): Payment {
  const { reference } = payment;
  if (sent === undefined || reference === undefined || reference === sent || !sameText(sent, reference)) return payment;
  deviations.differs('accepted', 'reference', sent, reference);
  return { ...payment, reference: sent };
}

/** Drops empty texts, which the service refuses. An empty reference stays, so that the check refuses it by name. */
function filled<T extends object>(ask: T): T {
  const keep = ([name, value]: [string, unknown]) => value !== undefined && (value !== '' || name === 'reference');
  return Object.fromEntries(Object.entries(ask).filter(keep)) as T;
}

function serialised(fields: object): RequestBody {
  return JSON.stringify({ ...fields, currency: 'EUR' }) as RequestBody;
}

interface CreationAsked {
  readonly amount: number;
  readonly reference: string;
}

function createdPayment(
  response: HttpResponse,
  asked: CreationAsked,
  deviations: SpecDeviations,
  otherCreditor: CreditorCheck,
): Payment {
  const created = toCreated(checkedValue(creationResponse, response), deviations, asked.amount);
  const payment = withSentReference(created, asked.reference, deviations);
  for (const name of ['amount', 'reference'] as const) {
    const got = payment[name] ?? asked[name];
    if (got === asked[name]) continue;
    deviations.differs('refused', name, String(asked[name]), String(got));
    throw mismatch(response, `another ${name}`);
  }
  otherCreditor.refuse(payment, response);
  return payment;
}

function searchRequest(ask: SearchRequest, page: number, size: number): { body: string; query: string } {
  const { from, to, paymentStatuses, reference } = checked(searchFields, { ...ask, page, size });
  const time = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
  return {
    body: JSON.stringify({ from: time(from), to: time(to), paymentStatuses, reference }),
    query: `page=${page}&size=${size}`,
  };
}

/** Newest first. A payment created meanwhile shifts the others by a page, so repeated payments are skipped. */
async function* allPages(
  ask: SearchRequest,
  options: CallOptions | undefined,
  searchPage: PaymentApi['searchPage'],
): AsyncGenerator<Payment> {
  const seen = new Set<string>();
  for (let number = 0; ; number += 1) {
    const page = await searchPage(ask, number, LARGEST_PAGE, options);
    for (const payment of page.items) {
      if (seen.has(payment.paymentId)) continue;
      seen.add(payment.paymentId);
      yield payment;
    }
    if (number + 1 >= page.totalPages) return;
  }
}

/**
 * Accepts an empty body or any JSON, because the specification shows no body. Any other body, such as a sign-in page,
 * comes from a proxy, and the service may not have received the request.
 */
function expectEmptyOrJson(response: HttpResponse): void {
  const body = bodyOf(response);
  if (body.kind !== 'unreadable') return;
  throw serviceError('answer.unreadable', body.why, { ...traceOf(response), status: response.status, acted: 'maybe' });
}

/** Checks that a response body does not contradict the cancellation; after a mismatch a read shows the true status. */
function expectCancelled(id: string, response: HttpResponse): void {
  expectEmptyOrJson(response);
  const body = bodyOf(response);
  if (body.kind !== 'json') return;
  const { paymentId = id, status = 'CANCELLED', code } = cancelResponse.safeParse(body.value).data ?? {};
  const isAnotherEnd = status !== 'CANCELLED' && (paymentStatuses as readonly string[]).includes(status);
  if (paymentId !== id || isAnotherEnd || code !== undefined)
    throw mismatch(response, 'cancellation with other values');
}

function parseIban(response: HttpResponse): string {
  const body = bodyOf(response);
  const value = body.kind === 'json' ? body.value : new TextDecoder().decode(response.body).trim();
  const [iban, ...others] = refundIbansOf(value);
  const facts = { ...traceOf(response), status: response.status };
  // A refund goes to this account, so the till never chooses between two.
  if (others.length > 0) throw serviceError('answer.schema', `${others.length + 1} different IBANs`, facts);
  if (iban !== undefined) return iban;
  throw serviceError(body.kind === 'json' ? 'answer.schema' : 'answer.unreadable', 'no IBAN', facts);
}

function mismatch(response: HttpResponse, detail: string) {
  return serviceError('answer.mismatch', detail, { ...traceOf(response), status: response.status, acted: 'maybe' });
}
