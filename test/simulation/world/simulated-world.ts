import type { WatchName } from '../watches/watch-names.ts';
import type { Conditions } from './draw-conditions.ts';
import type { SeededDraw } from './seeded-draw.ts';
import type { Timeline } from './timeline.ts';

export interface World {
  readonly timeline: Timeline;
  readonly draw: SeededDraw;
  readonly conditions: Conditions;
  count(what: string): void;
  /** Writes a line of the trace. Pass a function for costly text: most runs print no trace. */
  say(who: string, what: string | (() => string)): void;
  /** Reports a violated rule. The first report ends the run. */
  fail(watch: WatchName, what: string): void;
  /** Whether faults still happen. Afterwards everything works, and every sale and refund must end. */
  readonly rough: boolean;
}

/** Start of every simulated world, in ms since the epoch. */
export const EPOCH = Date.UTC(2026, 10, 20, 9, 0, 0);
