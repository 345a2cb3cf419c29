import type { SaleStage } from '../../preload/contract/views.ts';
import { DAY_MS } from '../base/days.ts';
import { given } from '../base/given.ts';
import type { JournalEvent } from '../domain/events.ts';
import type { Payment } from '../domain/payment-service.ts';
import { belongsTo } from '../domain/payment-transitions.ts';
import { isEnd, progressOf, type SaleRecord } from '../domain/sale-record.ts';
import { endOf, stageOf } from '../domain/who-ended.ts';
import type { Journal } from '../journal/journal.ts';
import type { FollowerContext } from './follower-context.ts';

export type ImportContext = Pick<FollowerContext, 'service' | 'journal' | 'clock' | 'random' | 'skewMs'>;

/** A payment of a typed reference is looked for as far back as this. */
const BY_REFERENCE_MS = 400 * DAY_MS;
/** A clock that is off by less than this leaves the searched days as they are. */
const CLOCK_ERROR_MS = DAY_MS / 2;
/** An order number has fewer payments than this; a search that finds more is cut off. */
const MOST = 200;

/** Keeps the payments that the journal does not know. Gives how many there are, and those that it knew. */
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

/** The sale of this till whose payment's id is not known, if its reference is one that no other payment has. */
export function awaitedBy(journal: Journal, { reference }: Payment): SaleRecord | undefined {
  if (reference === undefined) return undefined;
  return journal.salesOfReference(reference).find((sale) => sale.ownReference && sale.paymentId === undefined);
}

/**
 * Searches once more where the first answer shows that the clock was off: a power cut may have taken clock and journal.
 */
export async function searchWithServiceClock<T>(context: ImportContext, ask: (now: number) => Promise<T>): Promise<T> {
  const now = serviceNow(context);
  const first = await ask(now);
  const isOff = Math.abs(serviceNow(context) - now) > CLOCK_ERROR_MS;
  return isOff ? await ask(serviceNow(context)) : first;
}

/** The journal has it, or has its sale: one without an answer, or that was given up as never created. */
function isKnown(journal: Journal, payment: Payment): boolean {
  if (journal.saleOfPayment(payment.paymentId) !== undefined) return true;
  const sale = awaitedBy(journal, payment);
  return sale !== undefined && belongsTo(sale, payment);
}

function serviceNow({ clock, skewMs }: ImportContext): number {
  return clock.now() + skewMs();
}

/** The POS that charged the payment, and whether it is followed. */
export interface ImportedFrom {
  readonly posId?: string | undefined;
  readonly follow?: boolean;
}

/** Keeps payments that the service told of, where the journal has nothing of them: one write for all of them. */
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
  // It may be the payment of a sale whose creation has no outcome yet: that sale searches for it itself.
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
    ...given({
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
  // The time tells only who ended it, and that is not asked.
  return endOf(NO_HISTORY, payment, payment.createdAt)?.stage ?? stageOf(progress);
}

/** This till took no part in the payment, so its end is told by the status alone. */
const NO_HISTORY = { acknowledge: 'no', cancel: 'no', superseded: false, progress: 0 } as const;
