import { toTillError } from '../base/till-error.ts';
import type { Payment, PaymentId, PaymentService } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { toldPosId } from '../domain/sale-reference.ts';
import type { Told, ToldPayment } from './compare-with-service.ts';
import { standingOf, standingOfStatus } from './counted-as.ts';

export interface AskProgress {
  readonly done: number;
  /** Absent until the service has said how many there are. */
  readonly of?: number;
}

export interface AskOptions {
  readonly service: Pick<PaymentService, 'searchPage' | 'readPayment'>;
  readonly sales: readonly SaleRecord[];
  readonly from: number;
  readonly now: number;
  /** Service's clock minus ours, ms. */
  readonly skewMs: number;
  readonly signal: AbortSignal;
  progress(now: AskProgress): void;
}

/** The service has more payments in the shift's time than anybody would wait for. */
export const TOO_MANY = 'too-many';

const LARGEST_PAGE = 100;
const MOST_TOLD = 20_000;
/** Payments that are read one by one: those that the search did not tell of, or told otherwise than the journal. */
const MOST_READ = 200;
/** The two clocks may be this far apart without anybody knowing, ms. */
const CLOCK_ERROR_MS = 60_000;
/** No shift is believed to have begun longer ago: the till's clock was wrong then. */
const LONGEST_SHIFT_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * Asks for the payments of a shift's time (operation 3), then one by one (operation 1) for those that this did not settle: a
 * search may not have the newest state. Rejects with the service's TillError, `aborted` among them.
 */
export async function askService(options: AskOptions): Promise<Told | typeof TOO_MANY> {
  const { service, sales, now, signal, progress } = options;
  const payments = new Map<string, ToldPayment>();
  const ask = rangeOf(options);
  for (let number = 0; ; number += 1) {
    const page = await service.searchPage(ask, number, LARGEST_PAGE, { signal, urgency: 'background' });
    if (page.totalElements > MOST_TOLD || payments.size > MOST_TOLD) return TOO_MANY;
    for (const payment of page.items) payments.set(payment.paymentId, told(payment));
    progress({ done: payments.size, of: Math.max(payments.size, page.totalElements) });
    if (number + 1 >= page.totalPages) break;
  }
  const absent = new Set<string>();
  for (const paymentId of doubtful(sales, payments).slice(0, MOST_READ)) {
    const payment = await readOrAbsent(service, paymentId, signal);
    if (payment === undefined) absent.add(paymentId);
    else payments.set(paymentId, told(payment));
  }
  return { at: now, payments: [...payments.values()], absent };
}

/** A payment may have been lost long before the first one that the journal has, and a clock may have been set meanwhile. */
function rangeOf({ sales, from, now, skewMs }: AskOptions): { readonly from: number } {
  const to = now + skewMs;
  const charged = sales.filter(({ startedAt }) => startedAt >= from).flatMap(({ createdAt }) => createdAt ?? []);
  const begun = from + skewMs;
  const first = charged.reduce((earliest, at) => Math.min(earliest, at), to);
  const believed = Math.min(first, Math.max(begun, to - LONGEST_SHIFT_MS));
  return { from: believed - CLOCK_ERROR_MS };
}

function doubtful(sales: readonly SaleRecord[], payments: ReadonlyMap<string, ToldPayment>): readonly PaymentId[] {
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

function told({ paymentId, amount, status, reference, extra }: Payment): ToldPayment {
  return { paymentId, amount, status, reference, posId: toldPosId(extra) };
}
