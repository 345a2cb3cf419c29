import { isOpenAt, type OpeningHours } from './opening-hours.ts';

const MINUTE_MS = 60_000;
/** How often the till looks by itself, and how soon again after a look that failed. */
const LOOK_EVERY_MS = 4 * 60 * MINUTE_MS;
const LOOK_AGAIN_MS = 30 * MINUTE_MS;
/** A start has better to do. The tills of a shop are switched on together and look one after the other. */
const FIRST_LOOK_MS = MINUTE_MS;
const SPREAD_MS = 9 * MINUTE_MS;

/** How long after a sale the counter counts as quiet. */
export const QUIET_MS = 10 * MINUTE_MS;

export interface Looks {
  /** ms on a clock that never jumps, as all times here. */
  readonly startedAt: number;
  readonly lastTry: number | undefined;
  readonly failed: boolean;
  /** Where this till stands among others, 0 to below 1. */
  readonly place: number;
}

/** When the till looks for an update by itself. */
export function nextLook({ startedAt, lastTry, failed, place }: Looks): number {
  if (lastTry === undefined) return startedAt + FIRST_LOOK_MS + place * SPREAD_MS;
  return lastTry + (failed ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
}

/** What keeps an update that is ready from being installed by itself. */
export type Hindrance = 'sale' | 'opening-hours' | 'person' | 'way-back';

export interface Moment {
  readonly now: number;
  readonly hours: OpeningHours;
  /** A manager lets updates happen in opening hours too. */
  readonly alsoWhenOpen: boolean;
  /** A payment or a refund is under way. */
  readonly underWay: boolean;
  /** When somebody last charged, ms since the epoch. */
  readonly lastSaleAt: number | undefined;
  /** Installing it takes an administrator, or failed before. */
  readonly needsPerson: boolean;
  /** The version that runs is kept, so that there is something to go back to. */
  readonly wayBack: boolean;
  readonly timeZone?: string;
}

/**
 * Why the update waits; undefined: it may be installed now, with nobody there. What a person has to do comes first: it
 * does not pass by itself.
 */
export function hindrance(moment: Moment): Hindrance | undefined {
  const { now, hours, lastSaleAt } = moment;
  if (moment.needsPerson) return 'person';
  if (!moment.wayBack) return 'way-back';
  if (!moment.alsoWhenOpen && isOpenAt(hours, now, moment.timeZone)) return 'opening-hours';
  // A clock that was put back does not make the last sale one of the future.
  const quiet = lastSaleAt === undefined || Math.abs(now - lastSaleAt) >= QUIET_MS;
  return moment.underWay || !quiet ? 'sale' : undefined;
}
