import { DAY_MS, startOfDay, utcDay } from './dates.ts';
import type { EngineContext } from './engine-context.ts';
import { paymentView } from './payment-view.ts';
import type { OperationResult } from './payments.ts';
import type { Caller, PaymentRecord, PaymentStatus } from './records.ts';
import { Refusal } from './refusal.ts';
import { keptText } from './response-form.ts';
import { checkSepa } from './sepa-characters.ts';

export interface SearchBody {
  readonly from?: string;
  readonly to?: string;
  readonly paymentStatuses?: readonly PaymentStatus[];
  readonly reference?: string;
}

/** Operation 3: the profile's latest payments (docs/service.md, Search request and response). */
export function searchPayments(
  context: EngineContext,
  caller: Caller,
  body: SearchBody,
  page: { readonly page: number; readonly size: number },
): OperationResult {
  checkSepa(context, { reference: body.reference });
  const from = body.from === undefined ? defaultFrom(context) : instant('from', body.from);
  const to = body.to === undefined ? Number.POSITIVE_INFINITY : instant('to', body.to);
  const { searchLagMs, searchTo, searchedPayments } = context.choices;
  if (searchTo === 'refused' && body.to !== undefined && to > context.clock.now())
    throw new Refusal('FIELD_IS_INVALID', 'to is in the future');
  // After the clock went back, newer payments seem to be in the future: without a lag they are found nevertheless.
  const indexedUntil = searchLagMs === 0 ? to : context.clock.now() - searchLagMs;
  const fits = (payment: PaymentRecord) =>
    payment.createdAt <= Math.min(to, indexedUntil) &&
    (body.paymentStatuses === undefined || body.paymentStatuses.includes(payment.status)) &&
    (body.reference === undefined || matches(context, payment.reference, body.reference));

  const searched =
    searchedPayments === 'profile'
      ? context.store.paymentsOf(caller.profileId)
      : [...context.store.payments.values()].filter(({ merchantId }) => merchantId === caller.merchantId);
  const first = page.page * page.size;
  const details: object[] = [];
  let totalElements = 0;
  for (const payment of newestFirst(searched, from)) {
    if (!fits(payment)) continue;
    if (totalElements >= first && details.length < page.size) details.push(paymentView(context, payment));
    totalElements += 1;
  }
  const totalPages = page.size === 0 ? 0 : Math.ceil(totalElements / page.size);
  return {
    status: 200,
    body: {
      size: details.length,
      totalPages: Math.max(totalPages, Number(context.choices.emptyTotalPages)),
      totalElements,
      number: page.page,
      details,
    },
  };
}

function matches({ choices }: EngineContext, reference = '', asked: string): boolean {
  const kept = keptText(choices, reference);
  if (choices.searchReference === 'part') return kept.includes(asked);
  return kept === asked || (choices.searchReference === 'any-case' && kept.toLowerCase() === asked.toLowerCase());
}

/** By creation date descending. At equal dates, the payment created last comes first. */
function newestFirst(payments: readonly PaymentRecord[], from: number): readonly PaymentRecord[] {
  // The order of creation is not enough: the wall clock may go back between two creations.
  return payments
    .filter((payment) => payment.createdAt >= from)
    .reverse()
    .sort((one, other) => other.createdAt - one.createdAt);
}

function defaultFrom(context: EngineContext): number {
  const now = context.clock.now();
  if (context.choices.searchFrom === '24-hours-ago') return now - DAY_MS;
  return startOfDay(utcDay(now - DAY_MS)) ?? now - DAY_MS;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

function instant(field: string, text: string): number {
  const ms = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new Refusal('FIELD_IS_INVALID', `${field} is not a date-time`);
  return ms;
}
