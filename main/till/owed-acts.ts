import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import { toTillError } from '../base/till-error.ts';
import { type JournalAct, journalAct } from '../journal/events.ts';
import type { Log } from '../support/log.ts';

/** An act with the time when it happened, ms: it is written later, or in a second journal. */
export type TimedAct = JournalAct & { readonly happenedAt: number };

/** Acts that a journal has yet to take which is not open now. */
export interface OwedActs {
  readonly acts: readonly TimedAct[];
  /** Those that were too many, and when the first of them happened. */
  readonly dropped: Dropped | undefined;
  /** Kept before it returns. A disk that does not take it is logged, and it waits in memory. */
  add(act: TimedAct): void;
  /** The first `count` are in a journal and on the disk, and so is how many were dropped. */
  taken(count: number): void;
}

const dropped = z.object({ count: z.int().min(1), since: z.int() });
export type Dropped = z.output<typeof dropped>;

const timedAct = journalAct.extend({ happenedAt: z.int() });
const stored = z.object({ version: z.literal(1), acts: z.array(timedAct), dropped: dropped.optional() });

/** Whoever floods them must not push out how it began, so the oldest stay. */
export const MOST_OWED = 500;

/** In memory: gone when the app ends. */
export function owedInMemory(): OwedActs {
  return owedActs([], undefined, () => undefined);
}

/**
 * In the file at `path`, over restarts and crashes. One that cannot be read counts as one act that was dropped, so that
 * the journal says that something is missing.
 */
export function owedInFile(path: string, log: Pick<Log, 'warn'>, now: () => number): OwedActs {
  const complain = (thrown: unknown) => log.warn(toTillError(thrown).message, { code: 'acts.owed', path });
  const found = readOwed(path, now, complain);
  return owedActs(found.acts, found.dropped, (acts, lost) => {
    try {
      replaceFile(path, JSON.stringify({ version: 1, acts, ...(lost && { dropped: lost }) }));
      syncFolder(dirname(path));
    } catch (thrown) {
      complain(thrown);
    }
  });
}

function owedActs(
  first: readonly TimedAct[],
  firstDropped: Dropped | undefined,
  write: (acts: readonly TimedAct[], lost: Dropped | undefined) => void,
): OwedActs {
  let acts = first;
  let lost = firstDropped;
  return {
    get acts() {
      return acts;
    },
    get dropped() {
      return lost;
    },
    add(act) {
      if (acts.length < MOST_OWED) acts = [...acts, act];
      else lost = { since: lost?.since ?? act.happenedAt, count: (lost?.count ?? 0) + 1 };
      write(acts, lost);
    },
    taken(count) {
      acts = acts.slice(count);
      lost = undefined;
      write(acts, lost);
    },
  };
}

function readOwed(
  path: string,
  now: () => number,
  complain: (thrown: unknown) => void,
): Pick<OwedActs, 'acts' | 'dropped'> {
  try {
    if (!existsSync(path)) return { acts: [], dropped: undefined };
    const { acts, dropped: lost } = stored.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { acts, dropped: lost };
  } catch (thrown) {
    complain(thrown);
    return { acts: [], dropped: { count: 1, since: now() } };
  }
}
