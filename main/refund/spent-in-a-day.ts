import { DAY_MS } from '../base/days.ts';
import { begunAt, isOtherTills, isOwn, isSpent, type RefundRecord } from '../domain/refund-record.ts';
import type { Journal } from '../journal/journal.ts';

/** Current time, ms since the epoch. */
interface TwoClocks {
  /** By this machine's clock. */
  readonly now: number;
  /** By the service's clock, if known. */
  readonly serviceNow: number | undefined;
}

/** A counter refunds a few times a day. */
const PAGE = 20;

/**
 * Returns the cents that this till refunded without a manager in the last 24 hours, or may have refunded, even before
 * the loss of a journal. Not counted by date: midnight, or another time zone, would renew the limit.
 *
 * A refund counts if it is recent by either clock: setting this machine's clock forward leaves it recent by the
 * service's clock, setting it back by both. The journal is in order of time, so the count ends at the first refund that
 * is old by both clocks.
 */
export function spentInADay(journal: Pick<Journal, 'newestRefunds'>, clocks: TwoClocks): number {
  let spent = 0;
  for (const refund of newestFirst(journal)) {
    if (isOtherTills(refund)) continue;
    if (!isRecent(refund, clocks)) {
      // A recovered refund is in the journal at the time of its recovery, however old it is.
      if (isOwn(refund)) break;
      continue;
    }
    if (isSpent(refund) && refund.allowedBy === undefined) spent += refund.amount;
  }
  return spent;
}

function isRecent(refund: RefundRecord, { now, serviceNow }: TwoClocks): boolean {
  return now - refund.at < DAY_MS || (serviceNow !== undefined && serviceNow - begunAt(refund) < DAY_MS);
}

function* newestFirst(journal: Pick<Journal, 'newestRefunds'>): Generator<RefundRecord> {
  for (let skip = 0; ; skip += PAGE) {
    const page = journal.newestRefunds(skip, PAGE);
    yield* page;
    if (page.length < PAGE) return;
  }
}
