import { referenceField } from '../../preload/contract/fields.ts';
import type { ServicePage, ServicePayment } from '../../preload/contract/payments.ts';
import type { ServicePlace, ServiceWanted } from '../../preload/contract/search-range.ts';
import { type ListedState, listedState } from '../../preload/contract/views.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { KnownPaymentStatus, Payment, PaymentService } from '../domain/payment-service.ts';
import { isElsewhere } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import { searchable, textsOf } from '../journal/projection-rows.ts';
import { stateOf } from './find-sales.ts';
import type { FollowerContext, Timing } from './follower-context.ts';
import { stageOfImported } from './payment-import.ts';
import { saleSummary } from './sale-view.ts';

interface Context extends Pick<FollowerContext, 'clock'> {
  readonly timing: Pick<Timing, 'skewMs'>;
  readonly service: Pick<PaymentService, 'searchPage'>;
  readonly journal: Pick<Journal, 'saleOfPayment' | 'refundsOf'>;
}

/** Limit from docs/service.md, Limits. */
const LARGEST_PAGE = 100;

/**
 * Returns a page of the profile's payments, filtered by the text. A whole reference is searched at the service first;
 * other texts are filtered here. Rejects with the service's `TillError`.
 */
export async function searchAtService(
  context: Context,
  wanted: ServiceWanted,
  place?: ServicePlace,
): Promise<ServicePage> {
  const reference = referenceField.safeParse(wanted.text.trim());
  // The service refuses an empty reference.
  if (reference.success && reference.data !== '' && place?.by !== 'time') {
    const exact = await pageOf(context, wanted, { page: place?.page ?? 0, by: 'reference' }, reference.data);
    if (exact.rows.length > 0 || place !== undefined) return exact;
  }
  return pageOf(context, wanted, place ?? { page: 0, by: 'time' });
}

async function pageOf(
  { service, journal, clock, timing }: Context,
  { text, states, from, before }: ServiceWanted,
  { page, by }: ServicePlace,
  reference?: string,
): Promise<ServicePage> {
  // The service may refuse a future time.
  const to = before <= clock.now() + timing.skewMs() ? before - 1 : undefined;
  const ask = { from, ...omitUndefined({ to, paymentStatuses: statusesOf(states), reference }) };
  const { items, number, totalPages, totalElements } = await service.searchPage(ask, page, LARGEST_PAGE);
  const wanted = searchable(text);
  const rows = items
    .filter((payment) => reference === undefined || payment.reference === reference)
    .filter((payment) => textsOf({ ...payment, reference: payment.reference ?? '' }).includes(wanted))
    .map((payment) => servicePayment(journal, payment))
    .filter((row) => states === undefined || states.includes(stateOf(row)));
  const isLast = number + 1 >= totalPages;
  const looked = isLast ? totalElements : Math.min(totalElements, page * LARGEST_PAGE + items.length);
  return { rows, looked, total: totalElements, next: isLast ? null : { page: page + 1, by } };
}

/** Returns the row of a payment; this till's as in the journal, which knows its refunds and follows open sales. */
function servicePayment(journal: Context['journal'], payment: Payment): ServicePayment {
  const { paymentId } = payment;
  const sale = journal.saleOfPayment(paymentId);
  const stage = stageOfImported(payment);
  if (sale === undefined)
    return {
      paymentId,
      reference: payment.reference ?? '',
      amount: payment.amount,
      stage,
      at: payment.createdAt,
      elsewhere: true,
      refunded: 0,
      refunding: false,
      ...omitUndefined({
        succeededAt: stage === 'paid' ? payment.succeededAt : undefined,
        debtorName: payment.debtor?.name,
      }),
    };
  const summary = saleSummary(sale, journal.refundsOf(sale.saleId));
  return { ...summary, ...(isElsewhere(sale) ? { stage } : {}), paymentId };
}

/** Returns the service's statuses for the list's states; undefined for all. The service's list shows no refunds. */
function statusesOf(states: readonly ListedState[] | undefined): KnownPaymentStatus[] | undefined {
  if (states === undefined || listedState.options.every((state) => states.includes(state))) return undefined;
  const statuses = new Set(states.flatMap((state) => STATUSES[state]));
  return statuses.size === 0 ? undefined : [...statuses];
}

const STATUSES: Readonly<Record<ListedState, readonly KnownPaymentStatus[]>> = {
  creating: ['PENDING'],
  waiting: ['PENDING'],
  scanned: ['IDENTIFIED'],
  authorised: ['AUTHORIZED', 'PENDING_MERCHANT_ACKNOWLEDGEMENT'],
  paid: ['SUCCEEDED'],
  'partly-refunded': ['SUCCEEDED'],
  refunded: ['SUCCEEDED'],
  cancelled: ['CANCELLED'],
  expired: ['EXPIRED'],
  failed: ['FAILED', 'AUTHORIZATION_FAILED'],
  voided: ['VOIDED'],
  unknown: [],
};
