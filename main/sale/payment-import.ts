import type { SaleStage } from '../../preload/contract/views.ts';
import { DAY_MS } from '../base/days.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { JournalEvent } from '../domain/events.ts';
import type { Payment } from '../domain/payment-service.ts';
import { belongsTo } from '../domain/payment-transitions.ts';
import { isEnd, progressOf, type SaleRecord } from '../domain/sale-record.ts';
import { endOf, stageOf } from '../domain/who-ended.ts';
import type { Journal } from '../journal/journal.ts';
import type { FollowerContext, Timing } from './follower-context.ts';

export interface ImportContext extends Pick<FollowerContext, 'service' | 'journal' | 'clock' | 'random'> {
  readonly timing: Pick<Timing, 'skewMs'>;
}

/** Search period for a typed reference. */
const BY_REFERENCE_MS = 400 * DAY_MS;
/** A smaller clock error leaves the searched days unchanged. */
const CLOCK_ERROR_MS = DAY_MS / 2;
/** Most payments taken from a search: an order number has fewer; the rest is cut off. */
const MOST = 200;

/** Imports the payments that the journal lacks. Returns their number, and the payments that the journal had. */
export async function importByReference(
  context: ImportContext,
  reference: string,
  origin: (payment: Payment) => ImportedFrom,
): Promise<{ readonly found: number; readonly known: readonly Payment[] }> {
  return searchWithServiceClock(context, async (now) => {
    const known: Payment[] = [];
    let found = 0;
    for await (const payment of context.service.search({ reference, from: now - BY_REFERENCE_MS })) {
      if (payment.reference !== reference) continue;
      if (isKnown(context.journal, payment)) known.push(payment);
      else importPayments(context, [{ payment, from: origin(payment) }]);
      found += 1;
      if (found >= MOST) break;
    }
    return { found, known };
  });
}

/** Returns the sale of this till without a known payment id, if no other payment has the same reference. */
export function awaitedBy(journal: Journal, { reference }: Payment): SaleRecord | undefined {
  if (reference === undefined) return undefined;
  return journal.salesOfReference(reference).find((sale) => sale.ownReference && sale.paymentId === undefined);
}

/** Searches again if the first response shows a wrong clock: a power cut may have destroyed both clock and journal. */
export async function searchWithServiceClock<T>(context: ImportContext, ask: (now: number) => Promise<T>): Promise<T> {
  const now = serviceNow(context);
  const first = await ask(now);
  const isOff = Math.abs(serviceNow(context) - now) > CLOCK_ERROR_MS;
  return isOff ? await ask(serviceNow(context)) : first;
}

/** Returns true if the journal has the payment, or its sale without a payment id: unanswered or never created. */
function isKnown(journal: Journal, payment: Payment): boolean {
  if (journal.saleOfPayment(payment.paymentId) !== undefined) return true;
  const sale = awaitedBy(journal, payment);
  return sale !== undefined && belongsTo(sale, payment);
}

function serviceNow({ clock, timing }: ImportContext): number {
  return clock.now() + timing.skewMs();
}

/** POS of the payment, and whether the payment is followed. */
export interface ImportedFrom {
  readonly posId?: string | undefined;
  readonly follow?: boolean;
}

/** Appends payments that the journal lacks, in a single write. A failed write is queued. */
export function importPayments(
  context: ImportContext,
  payments: readonly { readonly payment: Payment; readonly from: ImportedFrom }[],
): void {
  const events = payments.flatMap(({ payment, from }) => importedEvent(context, payment, from) ?? []);
  if (events.length > 0) context.journal.keep(...events);
}

function importedEvent(
  { journal, random }: ImportContext,
  payment: Payment,
  { posId, follow = false }: ImportedFrom,
): JournalEvent | undefined {
  if (journal.saleOfPayment(payment.paymentId) !== undefined) return undefined;
  // The payment may belong to a sale whose creation has no outcome yet: the sale itself searches for its payment.
  const pending = journal
    .salesOfReference(payment.reference ?? '')
    .some((sale) => sale.paymentId === undefined && !sale.settled && belongsTo(sale, payment));
  if (pending) return undefined;
  const stage = stageOfImported(payment);
  return {
    type: 'sale.imported',
    saleId: random.uuid(),
    paymentId: payment.paymentId,
    reference: payment.reference ?? '',
    amount: payment.amount,
    status: payment.status,
    stage,
    createdAt: payment.createdAt,
    follow: follow && !isEnd(stage),
    ...omitUndefined({
      posId,
      description: payment.description,
      expiresAt: payment.expiresAt,
      succeededAt: payment.succeededAt,
      debtor: payment.debtor,
      message: payment.message,
      bulkId: payment.bulkId,
      deeplink: payment.links.deeplink,
    }),
  };
}

export function stageOfImported(payment: Payment): SaleStage {
  const progress = progressOf(payment.status);
  if (progress === undefined) return 'unknown';
  // The time only affects who ended the payment, which is not needed.
  return endOf(NO_HISTORY, payment, payment.createdAt)?.stage ?? stageOf(progress);
}

/** This till took no part in the payment: only the status decides its end. */
const NO_HISTORY = { acknowledge: 'no', cancel: 'no', superseded: false, progress: 0 } as const;
