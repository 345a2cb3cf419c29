import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { JournalAct } from '../domain/events.ts';
import type { Journal } from '../journal/journal.ts';
import { accountOf } from '../settings/account-of-settings.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import { isOfTerminal } from './entry-kinds.ts';
import type { OwedActs, TimedAct } from './pending-entries.ts';

/** An audit entry: `act` is the action, `by` the person, `about` the object. Never contains a secret. */
export type Act = Omit<JournalAct, 'type' | 'happenedAt'>;

type ActsJournal = Pick<Journal, 'keep' | 'flush' | 'acts'>;

interface ActsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly owed: OwedActs;
}

interface Held {
  readonly act: TimedAct;
  readonly isOwed: boolean;
}

/** Limit of acts held without an open journal. Keeps the oldest, so that a flood of acts cannot hide its beginning. */
const MOST_HELD = 200;
/** Acts about a file. The log shows only the hash of the file name, which is a person's choice. */
const ABOUT_A_FILE: ReadonlySet<string> = new Set([
  'backup-made',
  'key-jwks-saved',
  'provisioned',
  'provisioning-alarm-cleared',
  'provisioning-refused',
  'restore-begun',
]);
/** Number of the journal's newest acts searched for duplicates after a crash. */
const LOOKED_THROUGH = 3_000;

export type Acts = ReturnType<typeof createActs>;

/** Writes audit entries to the journal, for actions other than sales and refunds. */
export function createActs({ clock, log, owed }: ActsParts) {
  let open: { readonly journal: ActsJournal; readonly mode: 'live' | 'training' } | undefined;
  let held: readonly Held[] = [];
  let dropped = 0;
  /** Number of owed acts in the open journal, perhaps not on the disk yet. */
  let handedOver = 0;

  function hold(one: Held): void {
    if (held.length < MOST_HELD) held = [...held, one];
    else if (!one.isOwed) dropped += 1;
  }

  /** Forgets owed acts once the journal has them on the disk; before, a crash must find them again. */
  function settle(): void {
    if (handedOver === 0 || open?.journal.flush() !== true) return;
    owed.taken(handedOver);
    handedOver = 0;
  }

  /** Skips acts already in the journal: a crash may have come before they were removed from the list. */
  function owedTo(journal: ActsJournal): readonly TimedAct[] {
    const all = [...owed.acts, ...(owed.dropped ? [droppedAct(owed.dropped.count, owed.dropped.since)] : [])];
    if (all.length === 0) return [];
    const has = new Set(journal.acts(undefined, LOOKED_THROUGH).map(({ act }) => keyOf(act)));
    return all.filter((act) => !has.has(keyOf(act)));
  }

  return {
    /**
     * Appends to the open journal, or holds the act until a journal opens. Acts about people, PINs and settings in
     * training also go into the live journal, exactly once each, even over restarts and crashes. `and-next-account`
     * also adds the act to the next opened live journal. Never throws: the action is already done.
     */
    record(act: Act, where?: 'and-next-account'): void {
      const about = ABOUT_A_FILE.has(act.act) ? { name: act.about } : { about: act.about };
      log.info('Audit entry recorded', { act: act.act, role: act.by.role, ...about });
      const timed: TimedAct = { type: 'act', ...act, happenedAt: clock.now() };
      settle();
      const isOwed = where === 'and-next-account' || (open?.mode !== 'live' && isOfTerminal(act));
      if (isOwed) owed.add(timed);
      if (open === undefined) hold({ act: timed, isOwed });
      else open.journal.keep(isOwed ? timed : { type: 'act', ...act });
    },
    /** Sends acts to this journal from now on, beginning with held and owed acts. Returns a function to stop. */
    journalOpened(journal: ActsJournal, mode: 'live' | 'training'): () => void {
      open = { journal, mode };
      owed.keyKnown();
      const ownHeld = held.filter(({ isOwed }) => mode === 'training' || !isOwed).map(({ act }) => act);
      const late = [...ownHeld, ...(mode === 'live' ? owedTo(journal) : [])].sort(byTime);
      if (dropped > 0) late.push(droppedAct(dropped, clock.now()));
      [held, dropped] = [[], 0];
      if (late.length > 0) journal.keep(...late);
      if (mode === 'live') handedOver = owed.acts.length;
      settle();
      return () => {
        if (open?.journal !== journal) return;
        settle();
        open = undefined;
        handedOver = 0;
      };
    },
  };
}

function droppedAct(count: number, happenedAt: number): TimedAct {
  return { type: 'act', act: 'acts-dropped', by: { role: 'till' }, values: { dropped: count }, happenedAt };
}

function byTime(one: TimedAct, other: TimedAct): number {
  return one.happenedAt - other.happenedAt;
}

function keyOf({ act, by, about, values = {}, happenedAt }: JournalAct): string {
  return JSON.stringify([happenedAt, act, by.role, by.id, by.name, about, Object.entries(values)]);
}

/** Returns `and-next-account` if a save changes the account, so that the new account's audit log has the act too. */
export function whereNoted(before: TerminalFile, after: TerminalFile): 'and-next-account' | undefined {
  const accounts = [before, after].map(({ settings }) => settings && accountOf(settings));
  return isDeepStrictEqual(accounts[0], accounts[1]) ? undefined : 'and-next-account';
}
