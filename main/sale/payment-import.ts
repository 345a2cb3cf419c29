import type { Clock, Random } from '../base/clock.ts';
import type { Journal } from '../journal/journal.ts';
import { shortenedPosId } from '../journal/reference.ts';
import { isEnd, progressOf, type SaleRecord } from '../journal/sale-record.ts';
import type { Payment, PaymentService } from '../service/payment-service.ts';
import { endOf, stageOf } from './payment-status.ts';

export interface ImportContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  /** The service's clock minus this machine's, ms, as far as it is known. */
  readonly skewMs: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far back a payment made elsewhere is looked for. */
const ELSEWHERE_MS = 400 * DAY_MS;
/** How far back a terminal that lost its journal asks: what is older is found by its reference. */
const LOST_MS = 7 * DAY_MS;
/** A clock that is off by less changes nothing about the days that are asked for. */
const CLOCK_ERROR_MS = DAY_MS / 2;
/** Spec: Limits. */
const LONGEST_POS_ID = 36;
/** More payments of one reference than this are no one's order number. */
const MOST = 200;

/**
 * Asks the service for payments of this reference and keeps those that the journal does not know, so that they can be
 * shown and refunded. Gives how many there are, and those that it had known.
 */
export async function importByReference(
  context: ImportContext,
  reference: string,
): Promise<{ readonly found: number; readonly known: readonly Payment[] }> {
  return overTheRightDays(context, async (now) => {
    const known: Payment[] = [];
    let found = 0;
    for await (const payment of context.service.search({ reference, from: now - ELSEWHERE_MS, to: now + DAY_MS })) {
      if (payment.reference !== reference) continue;
      if (context.journal.saleOfPayment(payment.paymentId) !== undefined) known.push(payment);
      else keep(context, payment, posIdOf(payment), false);
      found += 1;
      if (found >= MOST) break;
    }
    return { found, known };
  });
}

/**
 * After a damaged journal was set aside: what the service knows of this POS's payments, by the references that the till
 * gave them. Those on their way are followed on.
 */
export async function importOwnPayments(context: ImportContext, posId: string): Promise<number> {
  const prefix = `${shortenedPosId(posId)}-`;
  return overTheRightDays(context, async (now) => {
    let found = 0;
    for await (const payment of context.service.search({ from: now - LOST_MS, to: now + DAY_MS })) {
      if (payment.reference?.startsWith(prefix) !== true) continue;
      keep(context, payment, posId, true);
      found += 1;
    }
    return found;
  });
}

/**
 * The first answer of all tells how late it is at the service. A machine that lost its journal with its power may have lost
 * its clock too, and has then asked about the wrong days: it asks once more, and no oftener, however the dates disagree.
 */
async function overTheRightDays<T>(context: ImportContext, ask: (now: number) => Promise<T>): Promise<T> {
  const now = serviceNow(context);
  const first = await ask(now);
  const isOff = Math.abs(serviceNow(context) - now) > CLOCK_ERROR_MS;
  return isOff ? await ask(serviceNow(context)) : first;
}

function serviceNow({ clock, skewMs }: ImportContext): number {
  return clock.now() + skewMs();
}

/** The spec lists no such field; a service that tells it tells it as it took it. */
function posIdOf({ extra }: Payment): string | undefined {
  const told = extra?.['posId'];
  return typeof told === 'string' && told !== '' && told.length <= LONGEST_POS_ID ? told : undefined;
}

function keep(
  { journal, random, clock }: ImportContext,
  payment: Payment,
  posId: string | undefined,
  follow: boolean,
): void {
  if (journal.saleOfPayment(payment.paymentId) !== undefined) return;
  // A creation that this till has not understood yet is found by its own search, under its own sale.
  const pending = journal
    .salesOfReference(payment.reference ?? '')
    .some((sale) => sale.paymentId === undefined && !sale.settled);
  if (pending) return;
  const { stage } = stageOfImported(payment, clock.now());
  journal.keep({
    type: 'sale.imported',
    saleId: random.uuid(),
    paymentId: payment.paymentId,
    reference: payment.reference ?? '',
    amount: payment.amount,
    status: payment.status,
    stage,
    createdAt: payment.createdAt,
    follow: follow && !isEnd(stage),
    ...(posId === undefined ? {} : { posId }),
    ...(payment.description === undefined ? {} : { description: payment.description }),
    ...(payment.expiresAt === undefined ? {} : { expiresAt: payment.expiresAt }),
    ...(payment.succeededAt === undefined ? {} : { succeededAt: payment.succeededAt }),
    ...(payment.debtor === undefined ? {} : { debtor: { ...payment.debtor } }),
    ...(payment.links.deeplink === undefined ? {} : { deeplink: payment.links.deeplink }),
  });
}

function stageOfImported(payment: Payment, now: number): Pick<SaleRecord, 'stage'> {
  const progress = progressOf(payment.status);
  if (progress === undefined) return { stage: 'unknown' };
  return { stage: endOf(NOBODYS, payment, now)?.stage ?? stageOf(progress) };
}

/** Who ended a payment that was made elsewhere is not this till's to say. */
const NOBODYS = { acknowledge: 'no', cancel: 'no', superseded: false, progress: 0 } as const;
