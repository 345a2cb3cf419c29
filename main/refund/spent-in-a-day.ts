import { DAY_MS } from '../base/days.ts';
import { begunAt, isOtherTills, isOwn, isSpent, type RefundRecord } from '../domain/refund-record.ts';
import type { Journal } from '../journal/journal.ts';

/** The time, ms since the epoch. */
export interface TwoClocks {
  /** By this machine's clock. */
  readonly now: number;
  /** By the service's, where it is known. */
  readonly serviceNow: number | undefined;
}

/** A counter refunds a few times a day. */
const PAGE = 20;

/**
 * Cents that this till refunded without a manager in the last 24 hours, or may have, also before it lost its record. A day
 * is no date: at midnight, or with another time zone, the limit would begin anew.
 *
 * A refund counts as long as one of the two clocks says so: set forward, this machine's clock finds it recent by the
 * service's; set back, by both. The journal's order is that of time, so the first that is old by both ends the count.
 */
export function spentInADay(journal: Pick<Journal, 'newestRefunds'>, clocks: TwoClocks): number {
  let spent = 0;
  for (const refund of newestFirst(journal)) {
    if (isOtherTills(refund)) continue;
    if (!isRecent(refund, clocks)) {
      // One that was found again stands where it was found, however old it is.
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
