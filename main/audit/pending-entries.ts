import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import type { Log } from '../base/log.ts';
import { isSameMac, macOf } from '../base/mac.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import { type JournalAct, journalAct } from '../domain/events.ts';
import { isOfTerminal } from './entry-kinds.ts';

export type TimedAct = JournalAct & { readonly happenedAt: number };

const dropped = z.object({ count: z.int().min(1), since: z.int() });
type Dropped = z.output<typeof dropped>;

const timedAct = journalAct.extend({ happenedAt: z.int() });
const body = z.object({ acts: z.array(timedAct), dropped: dropped.optional() });
/** `mac`: of the text of `body`, with the sealed record's key for acts. */
const stored = z.object({ version: z.literal(1), body: z.string(), mac: z.string() });

/** Keeps the oldest acts, so that a flood of acts cannot hide its beginning. */
const MOST_OWED = 500;

export type OwedActs = ReturnType<typeof owedInFile>;

/**
 * Stores acts owed to a journal which is not open now, over restarts and crashes. Sealed with `key` once the record is
 * known: the acts go into the sealed audit log under people's names, so no other program may forge them. An unreadable
 * file or wrong seal counts as a single dropped act.
 */
export function owedInFile(
  path: string,
  log: Pick<Log, 'warn'>,
  clock: Pick<Clock, 'now'>,
  key: () => Buffer | undefined,
) {
  let own: readonly TimedAct[] = [];
  let dropped: Dropped | undefined;
  let isFound = false;
  let isBehind = false;

  const complain = (thrown: unknown) =>
    log.warn('List of pending audit entries not readable or not writable', { code: 'acts.owed', thrown });

  /** Returns undefined while no key is available to verify the file. */
  function read(): z.output<typeof body> | undefined {
    try {
      if (!existsSync(path)) return { acts: [] };
      const sealedWith = key();
      return sealedWith && readSealed(path, sealedWith);
    } catch (thrown) {
      complain(thrown);
      return { acts: [], dropped: { count: 1, since: clock.now() } };
    }
  }

  /** Loads the acts of earlier runs, which come first. */
  function find(): void {
    if (isFound) return;
    const found = read();
    if (found === undefined) return;
    isFound = true;
    const all = [...found.acts, ...own];
    own = all.slice(0, MOST_OWED);
    if (found.dropped !== undefined) drop(found.dropped);
    const [first] = all.slice(MOST_OWED);
    if (first !== undefined) drop({ since: first.happenedAt, count: all.length - MOST_OWED });
  }

  function drop({ count, since }: Dropped): void {
    const before = dropped ?? { count: 0, since };
    dropped = { count: before.count + count, since: Math.min(before.since, since) };
  }

  /** Never overwrites acts of earlier runs before they were read. */
  function write(): void {
    const sealedWith = key();
    isBehind = true;
    if (!isFound || sealedWith === undefined) return;
    try {
      const text = JSON.stringify({ acts: own, ...omitUndefined({ dropped }) });
      replaceFile(path, JSON.stringify({ version: 1, body: text, mac: macOf(sealedWith, [text]) }));
      syncFolder(dirname(path));
      isBehind = false;
    } catch (thrown) {
      complain(thrown);
    }
  }

  find();
  return {
    get acts(): readonly TimedAct[] {
      find();
      return own;
    },
    /** Acts over the limit or with a wrong seal. */
    get dropped(): Dropped | undefined {
      find();
      return dropped;
    },
    /** Writes to disk before returning, once the key is known. After a disk error (logged), the act waits in memory. */
    add(act: TimedAct): void {
      find();
      if (own.length < MOST_OWED) own = [...own, act];
      else drop({ since: act.happenedAt, count: 1 });
      write();
    },
    /** Removes the first `count` acts and the count of dropped acts, which are in a journal and on the disk. */
    taken(count: number): void {
      own = own.slice(count);
      dropped = undefined;
      write();
    },
    /** Writes acts added before the key was known. */
    keyKnown(): void {
      find();
      if (isBehind) write();
    },
  };
}

function readSealed(path: string, key: Buffer): z.output<typeof body> {
  const { body: text, mac } = stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  if (!isSameMac(mac, macOf(key, [text])))
    throw new TillError('keychain.damaged', 'Seal of the pending audit entries invalid');
  const owed = body.parse(JSON.parse(text));
  if (!owed.acts.every(isOfTerminal)) throw new TillError('keychain.damaged', 'Pending audit entries malformed');
  return owed;
}
