import type { Database } from './database.ts';
import type { EventRow } from './event-rows.ts';
import { type Break, proofOf, walk } from './event-walk.ts';
import { MemoryProjections } from './memory-projections.ts';
import type { Sealing } from './sealing.ts';

interface AddedUp {
  readonly expected: MemoryProjections;
  /** Number of events that are altered, do not follow the previous event, or cannot be folded. */
  readonly broken: number;
}

interface Addition {
  readonly from: number;
  readonly sealing: Sealing | undefined;
  readonly onBroken: (found: Break) => void;
  /** Adds a sound event; false for an event that cannot be folded. */
  readonly add: (projections: MemoryProjections, row: EventRow) => boolean;
}

/**
 * Folds the events in memory, and again without the unproven events if the chain is broken. `onBroken` is called for
 * each break of the chain.
 */
export function addUp(database: Database, how: Addition): AddedUp {
  const all = addUpWithout(database, how, new Set());
  for (const found of all.breaks) how.onBroken(found);
  return all.broken === 0 ? all : addUpWithout(database, how, proofOf(database, how.sealing, how.from).unproven);
}

function addUpWithout(
  database: Database,
  { from, add }: Addition,
  unproven: ReadonlySet<number>,
): AddedUp & { readonly breaks: readonly Break[] } {
  const expected = new MemoryProjections();
  const breaks: Break[] = [];
  let broken = 0;
  for (const { row, before, isSound, follows } of walk(database, from)) {
    const isProven = isSound && !unproven.has(row.seq);
    const isBreak = !isProven || !follows;
    if (isBreak) breaks.push({ row, before });
    if (!(isProven && add(expected, row)) || isBreak) broken += 1;
  }
  return { expected, broken, breaks };
}
