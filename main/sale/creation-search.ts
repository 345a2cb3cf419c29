import type { CallOptions, Payment, PaymentService } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import { decisionAbout } from './undecided-payments.ts';

/** Search period before the sale: longer than the likely error of a clock, and than the service's default. */
const WINDOW_MS = 48 * 60 * 60 * 1000;
/**
 * Tolerances for the time of a payment under a typed reference. An order number may have been charged before the sale,
 * so an older payment must not match. The larger tolerance applies if the clocks disagree, or if an earlier process
 * sent the creation and only the wall clock shows its time.
 */
const CLOCK_ERROR_MS = 15_000;
const CLOCKS_APART_MS = 5 * 60 * 1000;
const PAGE_SIZE = 50;

/** `undecided`: a person decides whether the payment belongs to the sale. */
interface Found {
  readonly payment: Payment;
  readonly proof: 'own' | 'undecided';
}

/** Times as far as the till knows them, ms. */
export interface SearchTimes {
  now(): number;
  /** Service clock minus this machine's clock, as far as known. */
  skewMs(): number;
  /** Time since this process sent the creation, without sleep; undefined if an earlier process sent it. */
  sentAgoMs(): number | undefined;
  /** Time within which a sent creation may still arrive. */
  readonly arrivesWithinMs: number;
}

/** Sends a search; undefined if no found payment may belong to the sale. Rejects with the service's `TillError`. */
export async function findCreated(
  service: PaymentService,
  journal: Journal,
  sale: SaleRecord,
  times: SearchTimes,
  options: CallOptions,
): Promise<Found | undefined> {
  const begunAt = sale.startedAt + sale.skewMs;
  const now = times.now() + times.skewMs();
  const ask = { reference: sale.reference, from: Math.min(begunAt, now) - WINDOW_MS };
  const page = await service.searchPage(ask, 0, PAGE_SIZE, options);
  const span = spanOf(sale, times);
  const found = page.items.flatMap((payment) => {
    const proof = proofOf(journal, sale, payment, span);
    return proof === 'none' ? [] : [{ payment, proof }];
  });
  return found.find(({ proof }) => proof === 'own') ?? found[0];
}

/**
 * Returns whether a payment belongs to the sale. A typed reference, the amount and the time prove nothing: another
 * till may charge the same order in the same minute. A payment outside the time span is passed over without a question.
 */
function proofOf(journal: Journal, sale: SaleRecord, payment: Payment, span: Span): Found['proof'] | 'none' {
  if (payment.reference !== sale.reference || payment.amount !== sale.amount) return 'none';
  const owner = journal.saleOfPayment(payment.paymentId);
  if (owner !== undefined && owner.saleId !== sale.saleId) return 'none';
  if (sale.ownReference) return 'own';
  const decided = decisionAbout(journal, sale.saleId, payment.paymentId);
  if (decided !== undefined) return decided === 'same' ? 'own' : 'none';
  return payment.createdAt >= span.earliest && payment.createdAt <= span.latest ? 'undecided' : 'none';
}

/** Span in which the service may have made the payment, by the service's clock, ms since the epoch. */
interface Span {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * Computed after the response, which may be the first to show the service's time. The time of sending lies between the
 * times by the two clocks, unless a clock jumped or the machine slept: then the tolerance is wider.
 */
function spanOf(sale: SaleRecord, { now, skewMs, sentAgoMs, arrivesWithinMs }: SearchTimes): Span {
  const ago = sentAgoMs();
  if (ago === undefined && sale.timeKnown) {
    const begunAt = sale.startedAt + sale.skewMs;
    return { earliest: begunAt - CLOCK_ERROR_MS, latest: begunAt + arrivesWithinMs + CLOCK_ERROR_MS };
  }
  const skews = [sale.skewMs, skewMs()];
  const byWall = skews.map((skew) => sale.startedAt + skew);
  const agree = ago !== undefined && Math.abs(now() - sale.startedAt - ago) <= CLOCK_ERROR_MS;
  const tolerance = agree ? CLOCK_ERROR_MS : CLOCKS_APART_MS;
  const sent = ago === undefined ? byWall : [...byWall, now() + skewMs() - ago];
  return { earliest: Math.min(...sent) - tolerance, latest: Math.max(...sent) + arrivesWithinMs + tolerance };
}
