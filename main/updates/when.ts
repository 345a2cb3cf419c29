import { createHash } from 'node:crypto';
import type { Release } from './release.ts';
import { compareVersions } from './release.ts';

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 4 * 60 * MINUTE_MS;
const LOOK_AGAIN_MS = 30 * MINUTE_MS;
/** A starting till has more urgent work. `SPREAD_MS` staggers the tills of a shop, which are switched on together. */
const FIRST_LOOK_MS = MINUTE_MS;
const SPREAD_MS = 9 * MINUTE_MS;

const QUIET_MS = 10 * MINUTE_MS;

interface Looks {
  /** Monotonic ms. */
  readonly startedAt: number;
  readonly lastTry: number | undefined;
  readonly failed: boolean;
  /** From 0 to below 1. */
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
  /** ms since the epoch. */
  readonly lastSaleAt: number | undefined;
  readonly needsPerson: boolean;
  readonly wayBack: boolean;
  readonly timeZone?: string | undefined;
}

/** Undefined if the till may install now. A manager's task comes first: waiting does not solve it. */
export function hindrance(moment: Moment): Hindrance | undefined {
  const { now, hours, lastSaleAt } = moment;
  if (moment.needsPerson) return 'person';
  if (!moment.wayBack) return 'way-back';
  if (!moment.alsoWhenOpen && isOpenAt(hours, now, moment.timeZone)) return 'opening-hours';
  // After the clock was set back, the last sale seems to lie in the future; hence the absolute value.
  const quiet = lastSaleAt === undefined || Math.abs(now - lastSaleAt) >= QUIET_MS;
  return moment.underWay || !quiet ? 'sale' : undefined;
}

/** Local times as `HH:MM`; the hours run past midnight if `closes` is earlier than `opens`. */
interface OpeningHours {
  readonly opens: string;
  readonly closes: string;
}

/** Equal times mean always open. The wall clock decides, also when the clocks change. */
function isOpenAt({ opens, closes }: OpeningHours, now: number, timeZone?: string): boolean {
  const wall = wallTime(now, timeZone);
  if (opens === closes) return true;
  return opens < closes ? wall >= opens && wall < closes : wall >= opens || wall < closes;
}

/** `HH:MM`, whose alphabetical order is the order in time. */
function wallTime(now: number, timeZone: string | undefined): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', timeZone === undefined ? format : { ...format, timeZone }).format(now);
}

interface Choice {
  readonly running: string;
  readonly failed: readonly string[];
  readonly terminalId: string;
}

/** `later`: the release goes to a share of the tills, and this till is not included yet. */
export function chooseRelease(
  { version, share }: Pick<Release, 'version' | 'share'>,
  { running, failed, terminalId }: Choice,
): 'take' | 'none' | 'failed-before' | 'later' {
  if (compareVersions(version, running) <= 0) return 'none';
  if (failed.includes(version)) return 'failed-before';
  return placeInRollout(terminalId, version) < share ? 'take' : 'later';
}

/** 0 to below 100: a growing share keeps its tills, and each version begins with different tills. */
export function placeInRollout(terminalId: string, version: string): number {
  const digest = createHash('sha256').update(`${version}\n${terminalId}`).digest();
  return (digest.readUInt32BE(0) / 2 ** 32) * 100;
}
