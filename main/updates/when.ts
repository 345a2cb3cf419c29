import { createHash } from 'node:crypto';
import type { Release } from './release.ts';
import { compareVersions } from './release.ts';

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 4 * 60 * MINUTE_MS;
const LOOK_AGAIN_MS = 30 * MINUTE_MS;
/** A start has better to do. The tills of a shop are switched on together and look one after the other. */
const FIRST_LOOK_MS = MINUTE_MS;
const SPREAD_MS = 9 * MINUTE_MS;

export const QUIET_MS = 10 * MINUTE_MS;

interface Looks {
  /** ms on a clock that never jumps, as all times here. */
  readonly startedAt: number;
  readonly lastTry: number | undefined;
  readonly failed: boolean;
  /** 0 to below 1, where this till stands among others. */
  readonly place: number;
}

export function nextLook({ startedAt, lastTry, failed, place }: Looks): number {
  if (lastTry === undefined) return startedAt + FIRST_LOOK_MS + place * SPREAD_MS;
  return lastTry + (failed ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
}

export type Hindrance = 'sale' | 'opening-hours' | 'person' | 'way-back';

export interface Moment {
  readonly now: number;
  readonly hours: OpeningHours;
  readonly alsoWhenOpen: boolean;
  readonly underWay: boolean;
  /** When somebody last charged, ms since the epoch. */
  readonly lastSaleAt: number | undefined;
  readonly needsPerson: boolean;
  readonly wayBack: boolean;
  readonly timeZone?: string | undefined;
}

/** Undefined: now, with nobody there. What a person has to do comes first: it does not pass by itself. */
export function hindrance(moment: Moment): Hindrance | undefined {
  const { now, hours, lastSaleAt } = moment;
  if (moment.needsPerson) return 'person';
  if (!moment.wayBack) return 'way-back';
  if (!moment.alsoWhenOpen && isOpenAt(hours, now, moment.timeZone)) return 'opening-hours';
  // A clock that was put back does not make the last sale one of the future.
  const quiet = lastSaleAt === undefined || Math.abs(now - lastSaleAt) >= QUIET_MS;
  return moment.underWay || !quiet ? 'sale' : undefined;
}

/** `HH:MM` by the clock on the wall; past midnight where `closes` is the earlier. */
interface OpeningHours {
  readonly opens: string;
  readonly closes: string;
}

/** Two equal times: it never closes. Nights on which clocks are changed keep the hours as they are called. */
export function isOpenAt({ opens, closes }: OpeningHours, now: number, timeZone?: string): boolean {
  const wall = wallTime(now, timeZone);
  if (opens === closes) return true;
  return opens < closes ? wall >= opens && wall < closes : wall >= opens || wall < closes;
}

/** `HH:MM`, which sorts as time does. */
function wallTime(now: number, timeZone: string | undefined): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', timeZone === undefined ? format : { ...format, timeZone }).format(now);
}

interface Choice {
  readonly running: string;
  readonly failed: readonly string[];
  readonly terminalId: string;
}

/** `later`: given to a share of the tills, and this one is not among them yet. */
export function chooseRelease(
  { version, share }: Pick<Release, 'version' | 'share'>,
  { running, failed, terminalId }: Choice,
): 'take' | 'none' | 'failed-before' | 'later' {
  if (compareVersions(version, running) <= 0) return 'none';
  if (failed.includes(version)) return 'failed-before';
  return placeInRollout(terminalId, version) < share ? 'take' : 'later';
}

/** 0 to below 100: the same at each look, so that a growing share keeps whom it has; another for each version. */
export function placeInRollout(terminalId: string, version: string): number {
  const digest = createHash('sha256').update(`${version}\n${terminalId}`).digest();
  return (digest.readUInt32BE(0) / 2 ** 32) * 100;
}
