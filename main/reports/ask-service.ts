import { toTillError } from '../base/till-error.ts';
import type { Payment, PaymentId, PaymentService } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { statedPosId } from '../domain/sale-reference.ts';
import type { ReceivedPayment, ServiceResponse } from './compare-with-service.ts';
import { standingOf, standingOfStatus } from './counted-as.ts';

export interface AskProgress {
  readonly done: number;
  /** Absent until the service has reported the number of payments. */
  readonly of?: number;
}

interface AskOptions {
  readonly service: Pick<PaymentService, 'searchPage' | 'readPayment'>;
  readonly sales: readonly SaleRecord[];
  readonly from: number;
  readonly now: number;
  /** Service's clock minus ours, ms. */
  readonly skewMs: number;
  readonly signal: AbortSignal;
  progress(now: AskProgress): void;
}

/** Result when the shift's time has more payments than a manager would wait for. */
export const TOO_MANY = 'too-many';

const LARGEST_PAGE = 100;
const MOST_PAYMENTS = 20_000;
/** Most payments read individually: payments missing from the search, or with another status than in the journal. */
const MOST_READ = 200;
/** Undetected difference between the two clocks, ms. */
const CLOCK_ERROR_MS = 60_000;
/** Longest plausible shift; an earlier beginning means that the till's clock was wrong. */
const LONGEST_SHIFT_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * Searches the payments of a shift's time (operation 3), then reads each unsettled payment individually (operation 1):
 * a search may lag behind the newest state. Rejects with the service's `TillError`, including `aborted`.
 */
export async function askService(options: AskOptions): Promise<ServiceResponse | typeof TOO_MANY> {
  const { service, sales, now, signal, progress } = options;
  const payments = new Map<string, ReceivedPayment>();
  const ask = rangeOf(options);
  for (let number = 0; ; number += 1) {
    const page = await service.searchPage(ask, number, LARGEST_PAGE, { signal, urgency: 'background' });
    if (page.totalElements > MOST_PAYMENTS || payments.size > MOST_PAYMENTS) return TOO_MANY;
    for (const payment of page.items) payments.set(payment.paymentId, received(payment));
    progress({ done: payments.size, of: Math.max(payments.size, page.totalElements) });
    if (number + 1 >= page.totalPages) break;
  }
  const absent = new Set<string>();
  for (const paymentId of doubtful(sales, payments).slice(0, MOST_READ)) {
    const payment = await readOrAbsent(service, paymentId, signal);
    if (payment === undefined) absent.add(paymentId);
    else payments.set(paymentId, received(payment));
  }
  return { at: now, payments: [...payments.values()], absent };
}

/** Begins before the first payment in the journal: an earlier payment may be lost, or the clock may have been set. */
function rangeOf({ sales, from, now, skewMs }: AskOptions): { readonly from: number } {
  const to = now + skewMs;
  const charged = sales.filter(({ startedAt }) => startedAt >= from).flatMap(({ createdAt }) => createdAt ?? []);
  const begun = from + skewMs;
  const first = charged.reduce((earliest, at) => Math.min(earliest, at), to);
  const believed = Math.min(first, Math.max(begun, to - LONGEST_SHIFT_MS));
  return { from: believed - CLOCK_ERROR_MS };
}

function doubtful(sales: readonly SaleRecord[], payments: ReadonlyMap<string, ReceivedPayment>): readonly PaymentId[] {
  return sales.flatMap(({ paymentId, stage }) => {
    if (paymentId === undefined) return [];
    const payment = payments.get(paymentId);
    return payment !== undefined && standingOfStatus(payment.status) === standingOf(stage) ? [] : [paymentId];
  });
}

async function readOrAbsent(
  service: Pick<PaymentService, 'readPayment'>,
  paymentId: PaymentId,
  signal: AbortSignal,
): Promise<Payment | undefined> {
  try {
    return await service.readPayment(paymentId, { signal, urgency: 'background' });
  } catch (thrown) {
    if (toTillError(thrown).code === 'payment.not-found') return undefined;
    throw thrown;
  }
}

function received({ paymentId, amount, status, reference, extra }: Payment): ReceivedPayment {
  return { paymentId, amount, status, reference, posId: statedPosId(extra) };
}
